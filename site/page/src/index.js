// What the index of the search has of a section. search.mjs makes it, search.js reads it.

export const options = {
  fields: ["title", "page", "text", "code"],
  storeFields: ["title", "page", "text"],
  searchOptions: { prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : false), combineWith: "AND", boost: { title: 4, page: 2, text: 1, code: 0.5 } },
};
