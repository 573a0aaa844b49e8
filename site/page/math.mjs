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

const options = { output: "htmlAndMathml", strict: (code) => (code === "unicodeTextInMathMode" ? "ignore" : "error"), throwOnError: true };
console.log(
  JSON.stringify(
    formulas.map(([tex, displayMode]) => {
      try {
        return thin(katex.renderToString(tex, { ...options, displayMode }).replace(SPARE, ""));
      } catch (error) {
        throw new Error(`${tex}: ${error.message}`);
      }
    }),
  ),
);
