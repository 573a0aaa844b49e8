// What the index of the search has of a section. search.mjs makes it, search.js reads it.

const DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉";

// typed returns a text with the digits that one can type: x₁ becomes x1. It has the same length.
export const typed = (text) => text.replace(/[⁰¹²³⁴-⁹₀-₉]/g, (c) => DIGITS.indexOf(c) % 10);

export const options = {
  processTerm: (term) => typed(term).toLowerCase(),
  fields: ["title", "page", "text", "code"],
  storeFields: ["title", "page", "text"],
  searchOptions: { prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : false), combineWith: "AND", boost: { title: 4, page: 2, text: 1, code: 0.5 } },
};
