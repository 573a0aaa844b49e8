// The toolchain of a page, as a module worker. site/README.md has the messages.
import { Beside, told } from './beside.js';
import { Files } from './files.js';
import { load } from './load.js';
import { problem } from './problems.js';
import { Toolchain } from './toolchain.js';

let toolchain, font, dataAddress;
let program; // the worker that runs programs
let running; // {id, cells, ms}, while a program runs
let held; // bytes of memory of its programs, which it frees when it likes
const heldLimit = 32 << 20;
const files = new Files(); // what programs have written
let unsaid = {}; // of that, what the page does not know yet: by path, null for what was removed
const allowed = new Set(); // large data sets that may be downloaded
const stopped = new Set();

async function loadToolchain({ base }) {
  const begin = performance.now();
  const manifest = await (await fetch(new URL('manifest.json', base), { cache: 'no-cache' })).json();
  const sizes = new Map(Object.entries(manifest.files).map(([name, file]) => [name, { loaded: 0, total: file.size }]));
  const allTotal = [...sizes.values()].reduce((sum, s) => sum + s.total, 0);
  const tell = (name, loaded, total) => {
    sizes.get(name).loaded = loaded;
    const allLoaded = [...sizes.values()].reduce((sum, s) => sum + s.loaded, 0);
    const missing = [...sizes].filter(([, s]) => s.loaded < s.total).map(([name]) => name);
    postMessage({ type: 'progress', name, loaded, total, allLoaded, allTotal, missing });
  };
  const [first] = sizes;
  tell(first[0], 0, first[1].total);
  const parts = await load(base, manifest, tell);
  font = parts.font;
  dataAddress = new URL('../data/', base).href;
  toolchain = new Toolchain(parts);
  beginProgram();
  toolchain.build(['%%\nprintln()']); // the first use of the tools is the slowest
  toolchain.rest();
  postMessage({ type: 'ready', ms: performance.now() - begin });
}

function beginProgram() {
  program = new Beside('program.js', heard, message => {
    if (running) done('internal', 0, [problem(message)], running.ms);
    program.terminate();
    program = undefined; // until a cell runs
  });
  held = 0;
  const all = {};
  for (const [path, file] of files.files) all[path] = file.content();
  program.postMessage({ type: 'begin', font: font.slice(), data: dataAddress, files: all });
}

function heard(m) {
  if (!running) return;
  if (m.type === 'output') {
    postMessage({ type: 'output', id: running.id, output: m.output });
    return;
  }
  files.apply(m.files);
  Object.assign(unsaid, m.files);
  done(m.outcome, m.code, m.problems, { ...running.ms, run: m.ms }, m.wanted);
  held += m.memory;
  if (held > heldLimit) {
    program.terminate();
    beginProgram();
  }
}

function done(outcome, code, problems, ms, wanted = null) {
  const { id, cells } = running;
  running = undefined;
  postMessage({
    type: 'done', id, outcome, code, ms, wanted,
    problems: problems.map(p => ({ ...p, cell: p.cell === null ? id : cells[p.cell]?.id ?? id })),
  });
  setTimeout(() => { if (!running) toolchain.rest(); });
}

async function run({ id, cells }) {
  if (running) throw new Error('a cell is running');
  if (!toolchain) throw new Error('the toolchain is not loaded');
  running = { id, cells, ms: {} };
  const built = toolchain.build(cells.map(c => c.source));
  running.ms = built.ms;
  if (built.problems) return done('compile', 0, built.problems, built.ms);
  await new Promise(r => setTimeout(r)); // a stop may have come meanwhile
  if (stopped.delete(id)) return done('stopped', 0, [], built.ms);
  for (const { html, stream, text } of built.outputs) {
    postMessage({ type: 'output', id, output: html ? { kind: 'html', html, plain: '' } : { kind: 'text', stream, text } });
  }
  running.started = true;
  if (!program) beginProgram();
  program.postMessage({ type: 'run', wasm: built.wasm, args: built.args, env: built.env, allowed: [...allowed] });
}

function stop({ id }) {
  if (running?.id !== id) return;
  if (!running.started) {
    stopped.add(id);
    return;
  }
  program.terminate();
  done('stopped', 0, [], running.ms);
  beginProgram();
}

const answers = {
  allow({ set }) { allowed.add(set); },
  load: loadToolchain,
  told,
  run,
  stop,
  format({ id, source }) {
    const { source: formatted, problems } = toolchain.composer.format(source);
    const first = problems?.[0];
    postMessage({ type: 'formatted', id, source: first ? source : formatted, error: first ? problem(first.message, null, first.line, first.column) : null });
  },
  complete({ id, cells, cell, offset }) {
    const at = cells.findIndex(c => c.id === cell), source = cells[at].source;
    const bytes = s => new TextEncoder().encode(s).length;
    const { from, items } = toolchain.composer.complete(cells.slice(0, at + 1).map(c => c.source), bytes(source.slice(0, offset)));
    const before = new TextDecoder().decode(new TextEncoder().encode(source).subarray(0, from));
    postMessage({ type: 'completions', id, from: before.length, items: items ?? [] });
  },
  files() {
    postMessage({ type: 'files', files: unsaid });
    unsaid = {};
  },
  'put-files'({ files: some }) {
    files.apply(some);
    program?.postMessage({ type: 'files', files: some });
  },
};

onmessage = async ({ data: m }) => {
  try {
    if (!answers[m.type]) throw new Error(`no message ${m.type}`);
    await answers[m.type](m);
  } catch (e) {
    if (running?.id === m.id) running = undefined;
    postMessage({ type: 'done', id: m.id, outcome: 'internal', code: 0, problems: [problem(e.message)], ms: {} });
  }
};
