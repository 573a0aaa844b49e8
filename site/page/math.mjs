// Sets formulas: node math.mjs <FORMULAS. The input is a JSON list of [TeX, whether it
// stands alone]; the output a list of their HTML, with MathML for those who do not see it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import katex from "katex";

const formulas = JSON.parse(await text(process.stdin));
// What nobody sees or hears: the TeX within the MathML, and what HTML knows without it.
const SPARE = /<\/?semantics>|<annotation[^]*?<\/annotation>| xmlns="[^"]*"/g;

// A class without a style does nothing.
const styled = new Set([...readFileSync(createRequire(import.meta.url).resolve("katex/dist/katex.css"), "utf8").matchAll(/\.([a-z][\w-]*)/gi)].map((m) => m[1]));
const thin = (html) =>
  html.replace(/ class="([^"]*)"/g, (_, names) => {
    const kept = names.split(" ").filter((name) => styled.has(name));
    return kept.length ? ` class="${kept.join(" ")}"` : "";
  });

// A function that is not applied, such as an index "max", needs no sign that it is.
const bare = (html) => html.replace(/<mo>\u2061<\/mo>(?=<\/m(sub|sup|subsup|over|under|underover|frac)>)/g, "");

// check throws an error if an element of MathML has too few or too many children, which
// browsers do not show.
const CHILDREN = { mfrac: 2, mroot: 2, msub: 2, msup: 2, msubsup: 3, mover: 2, munder: 2, munderover: 3 };
function check(html) {
  const open = [{ children: 0 }];
  for (const [, end, name, empty] of html.matchAll(/<(\/?)([a-z][\w-]*)[^>]*?(\/?)>/gi)) {
    if (!end) {
      open.at(-1).children++;
      if (!empty) open.push({ children: 0 });
      continue;
    }
    const { children } = open.pop(), wanted = CHILDREN[name] ?? children;
    if (children !== wanted) throw new Error(`<${name}> has ${children} children, not ${wanted}`);
  }
  return html;
}

const options = { output: "htmlAndMathml", strict: (code) => (code === "unicodeTextInMathMode" ? "ignore" : "error"), throwOnError: true };
console.log(
  JSON.stringify(
    formulas.map(([tex, displayMode]) => {
      try {
        return thin(check(bare(katex.renderToString(tex, { ...options, displayMode }).replace(SPARE, ""))));
      } catch (error) {
        throw new Error(`${tex}: ${error.message}`);
      }
    }),
  ),
);
