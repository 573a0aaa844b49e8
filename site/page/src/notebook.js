// Jupyter's file format, version 4.5, of which cells, their ids and metadata matter here.

import { newID } from "./changes.js";

const METADATA = {
  kernelspec: { display_name: "Go (lclass)", language: "go", name: "lclass" },
  language_info: { file_extension: ".go", mimetype: "text/x-go", name: "go" },
};

export function toFile({ metadata = METADATA, cells }) {
  const lines = (source) => source.split(/(?<=\n)/);
  return (
    JSON.stringify(
      {
        cells: cells.map(({ id, type, source, metadata }) => ({
          cell_type: type,
          ...(type === "code" && { execution_count: null }),
          id,
          metadata,
          ...(type === "code" && { outputs: [] }),
          source: source ? lines(source) : [],
        })),
        metadata,
        nbformat: 4,
        nbformat_minor: 5,
      },
      null,
      1,
    ) + "\n"
  );
}

export function fromFile(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error("It is not a notebook: a .ipynb file is JSON, and this is not.");
  }
  if (file?.nbformat !== 4 || !Array.isArray(file.cells)) throw new Error("It is not a notebook of format 4; save it with a current Jupyter.");
  const seen = new Set();
  const cells = file.cells
    .filter((c) => ["code", "markdown"].includes(c.cell_type))
    .map((c) => {
      const id = /^[\w-]{1,64}$/.test(c.id ?? "") && !seen.has(c.id) ? c.id : newID();
      seen.add(id);
      const source = Array.isArray(c.source) ? c.source.join("") : String(c.source ?? "");
      return { id, type: c.cell_type, source, metadata: c.metadata ?? {} };
    });
  if (!cells.length) throw new Error("The notebook has no cells.");
  return { metadata: file.metadata ?? METADATA, cells };
}
