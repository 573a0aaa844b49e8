// The search: what it finds in the index, and the words around it.

import MiniSearch from "minisearch";
import { options, typed } from "./index.js";

const MOST = 20;

// load returns a function that searches in the index at the address.
export async function load(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  const index = MiniSearch.loadJSON(await response.text(), options);
  return (query) => {
    let hits = index.search(query);
    if (!hits.length) hits = index.search(query, { combineWith: "OR" });
    return hits.slice(0, MOST).map(({ id, title, page, text, terms }) => ({ href: id, title, page, parts: excerpt(text, terms) }));
  };
}

// excerpt cuts the text around the first of the words, as pieces: [text, whether it is one
// of the words].
function excerpt(text, terms) {
  const escaped = terms.map((t) => t.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).sort((a, b) => b.length - a.length);
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join("|")})`, "giu");
  const first = typed(text).search(words);
  const from = Math.max(0, text.lastIndexOf(" ", Math.max(0, first - 60)) + 1);
  const cut = (from ? "… " : "") + text.slice(from, from + 180) + (text.length > from + 180 ? " …" : "");
  let at = 0;
  return typed(cut).split(words).map((piece, i) => [cut.slice(at, (at += piece.length)), i % 2 === 1]);
}
