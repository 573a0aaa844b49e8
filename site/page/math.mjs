// Sets formulas: node math.mjs <FORMULAS. The input is a JSON list of [TeX, whether it
// stands alone]; the output a list of their HTML, with MathML for those who do not see it.
import { text } from "node:stream/consumers";
import katex from "katex";

const formulas = JSON.parse(await text(process.stdin));
// What nobody sees or hears: the TeX within the MathML, and what HTML knows without it.
const SPARE = /<\/?semantics>|<annotation[^]*?<\/annotation>| xmlns="[^"]*"/g;

const options = { output: "htmlAndMathml", strict: (code) => (code === "unicodeTextInMathMode" ? "ignore" : "error"), throwOnError: true };
console.log(
  JSON.stringify(
    formulas.map(([tex, displayMode]) => {
      try {
        return katex.renderToString(tex, { ...options, displayMode }).replace(SPARE, "");
      } catch (error) {
        throw new Error(`${tex}: ${error.message}`);
      }
    }),
  ),
);
