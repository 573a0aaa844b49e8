// What a reader changed, as plain data: the cells in their order, each either the id of a
// published cell as it is, {id, source} of a changed one, or {id, type, source, metadata}
// of one that is not published. A published cell that is missing was removed.

export const newID = () => [...crypto.getRandomValues(new Uint8Array(4))].map((b) => b.toString(16).padStart(2, "0")).join("");

// changes returns null if the cells are the published ones in their order.
export function changes(cells, published) {
  const list = cells.map((c) => {
    if (!published.has(c.id)) return { id: c.id, type: c.type, source: c.source, ...(Object.keys(c.metadata).length && { metadata: c.metadata }) };
    return c.source === published.get(c.id).source ? c.id : { id: c.id, source: c.source };
  });
  const ids = [...published.keys()];
  return list.length === ids.length && list.every((c, i) => c === ids[i]) ? null : list;
}

// apply returns the cells that changes describe. Published cells that are not there any
// more are left out if they were unchanged, and become new ones if they were changed.
// Nothing is taken from a link but what is described above.
export function apply(list, published) {
  if (!Array.isArray(list)) throw new Error("no list of cells");
  const cells = [], seen = new Set();
  for (const entry of list) {
    const { id, source, type = "code", metadata = {} } = typeof entry === "string" ? { id: entry } : entry;
    if (typeof id !== "string" || !/^[\w-]{1,64}$/.test(id) || seen.has(id)) throw new Error(`a cell with the id ${JSON.stringify(id)}`);
    seen.add(id);
    const original = published.get(id);
    if (source !== undefined && typeof source !== "string") throw new Error(`cell ${id} without text`);
    if (original) cells.push({ ...original, source: original.metadata.editable === false ? original.source : (source ?? original.source) });
    else if (source !== undefined && ["code", "markdown"].includes(type)) cells.push({ id, type, source, metadata });
  }
  return cells;
}
