// Markdown as Jupyter has it: HTML within it counts, and formulas are left to KaTeX.

import render from "katex/contrib/auto-render";
import MarkdownIt from "markdown-it";
import { safe } from "./safe.js";

const parser = new MarkdownIt({ html: true });
const FORMULAS = /\$\$[\s\S]+?\$\$|\$(?=\S)[^$\n]+?\$|\\begin\{(\w+\*?)\}[\s\S]+?\\end\{\1\}/g;
const DELIMITERS = [
  { left: "$$", right: "$$", display: true },
  { left: "$", right: "$", display: false },
  ...["align", "align*", "equation", "equation*", "gather", "gather*"].map((name) => ({ left: `\\begin{${name}}`, right: `\\end{${name}}`, display: true })),
];

export function markdown(text) {
  const formulas = [];
  const marked = text.replace(FORMULAS, (formula) => `\uE000${formulas.push(formula) - 1}\uE001`);
  const { content } = safe(parser.render(marked));
  for (let walk = document.createTreeWalker(content, NodeFilter.SHOW_TEXT); walk.nextNode(); ) {
    walk.currentNode.data = walk.currentNode.data.replace(/\uE000(\d+)\uE001/g, (_, n) => formulas[n]);
  }
  return content;
}

// typeset draws the formulas of an element.
export function typeset(element) {
  render(element, { delimiters: DELIMITERS, throwOnError: false });
}
