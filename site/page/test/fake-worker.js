// A test double of the toolchain's worker: it speaks the same protocol, and of Go it knows
// the few lines that the tests write.
const send = (message) => postMessage(message);
let files = {};

const figure = '<svg xmlns="http://www.w3.org/2000/svg" width="49" height="35"><rect width="49" height="35" fill="#0072b2"/></svg>';

const LINES = [
  [/^fmt\.Println\((".*")\)$/, (show, text) => show({ kind: "text", stream: "stdout", text: JSON.parse(text) + "\n" })],
  [/^println\((".*")\)$/, (show, text) => show({ kind: "text", stream: "stderr", text: JSON.parse(text) + "\n" })],
  [/^plots\.HTML\(`(.*)`\)$/, (show, html) => show({ kind: "html", html, plain: "" })],
  [/^plots\.Show\(plots\.New\("x", "y"\)\)$/, (show) => show({ kind: "picture", svg: figure, width: 49, height: 35, alt: "Figure: y against x." })],
  [/^for \{\}$/, () => { for (;;); }],
  [/^os\.WriteFile\("(.*)", nil, 0o666\)$/, (_, path) => { files[path] = new Uint8Array(3); }],
  [/^panic\("(.*)"\)$/, (_, message) => { throw { outcome: "panic", message }; }],
  [/^os\.Exit\((\d+)\)$/, (_, code) => { throw { outcome: "exit", code: +code }; }],
];

// The names that nobody has declared, as the compiler sees them.
function undeclared(cells) {
  const problems = [];
  for (const { id, source } of cells) {
    source.split("\n").forEach((line, i) => {
      const at = line.indexOf("nobody");
      if (at >= 0 && !line.includes('"')) {
        const column = new TextEncoder().encode(line.slice(0, at)).length + 1;
        problems.push({ cell: id, line: i + 1, column, message: "undefined: nobody", hint: "Declare the name in this cell or above it." });
      }
    });
  }
  return problems;
}

function run(id, cells) {
  const ms = { compose: 1, compile: 1, link: 1, run: 1 }, last = cells.at(-1);
  const done = (outcome, problems = [], code = 0) => send({ type: "done", id, outcome, code, problems, ms });
  const problems = undeclared(cells);
  if (problems.length) return done("compile", problems);
  const lines = last.source.split("\n");
  for (const [i, line] of lines.entries()) {
    for (const [pattern, act] of LINES) {
      const found = pattern.exec(line.trim());
      try {
        if (found) act((output) => send({ type: "output", id, output }), found[1]);
      } catch (ended) {
        if (ended.outcome === "exit") return done("exit", [], ended.code);
        return done("panic", [{ cell: last.id, line: i + 1, message: ended.message, hint: "" }], 2);
      }
    }
  }
  done("ok");
}

onmessage = async ({ data }) => {
  switch (data.type) {
    case "load": {
      const response = await fetch(new URL("compile.0123456789ab.bin", data.base));
      const total = +response.headers.get("content-length");
      let loaded = 0;
      for await (const part of response.body) {
        loaded += part.length;
        send({ type: "progress", name: "compiler", loaded, total, allLoaded: loaded, allTotal: total });
      }
      return send({ type: "ready", ms: 1 });
    }
    case "run":
      return run(data.id, data.cells);
    case "format":
      return data.source.includes("((") ? send({ type: "formatted", id: data.id, source: data.source, error: { line: 2, column: 13, message: "expected ')'" } }) : send({ type: "formatted", id: data.id, source: data.source.replaceAll("  ", " "), error: null });
    case "complete":
      return send({ type: "completions", id: data.id, from: data.offset - 2, items: [{ label: "Println", kind: "function", detail: "func(a ...any)" }] });
    case "files":
      return send({ type: "files", files });
    case "put-files":
      files = data.files;
  }
};
