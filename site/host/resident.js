// A tool that is prepared once and put back to that state after each use: all that a Go
// program is between two calls is its memory and eight global variables.
import { free, headOf, withHead } from './bytes.js';
import { Host, Exit } from './wasi.js';

const page = 4096; // the operating system's, in which it gives memory
const globals = 8;

// edited returns a module with some sections as f(id, body) says: f returns the new body,
// or null for none.
function edited(wasm, f) {
  const parts = [wasm.subarray(0, 8)];
  for (let i = 8; i < wasm.length;) {
    const [size, at] = number(wasm, i + 1), body = f(wasm[i], wasm.subarray(at, at + size));
    if (body) parts.push(Uint8Array.of(wasm[i], ...leb(body.length)), body);
    i = at + size;
  }
  return joined(parts);
}

const leb = n => { const out = []; do { const more = n > 127; out.push((n & 127) | (more ? 128 : 0)); n >>>= 7; } while (n); return out; };

function number(bytes, at) {
  let v = 0, shift = 0, b;
  do { b = bytes[at++]; v |= (b & 127) << shift; shift += 7; } while (b & 128);
  return [v >>> 0, at];
}

function joined(parts) {
  const out = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
  let to = 0;
  for (const p of parts) { out.set(p, to); to += p.length; }
  return out;
}

// exportGlobals returns a module of Go that exports its global variables, g0 to g7.
export const exportGlobals = wasm => edited(wasm, (id, body) => {
  if (id !== 7) return body;
  const [count, at] = number(body, 0), more = [];
  for (let g = 0; g < globals; g++) more.push(2, 0x67, 0x30 + g, 3, g);
  return joined([Uint8Array.from(leb(count + globals)), body.subarray(at), Uint8Array.from(more)]);
});

// withoutData returns a module without the data with which its memory begins: a state has
// them.
export const withoutData = wasm => edited(wasm, (id, body) => (id === 11 || id === 12 ? null : body));

// A State is what a prepared tool is: the pages of its memory that are not zero, its global
// variables and its open files. Constant are the pages that hold what the tool has read of
// its packages, which it never writes to: they are put into an instance once.
export class State {
  static of(instance, host) {
    const memory = new Uint8Array(instance.exports.memory.buffer), state = new State();
    const constant = new Uint8Array(memory.length / page);
    for (const { to, data } of host.reads) {
      if (data.length < 1 << 16) continue; // small pieces go through a buffer, which is used again
      for (let at = Math.ceil(to / page) * page; at + page <= to + data.length; at += page) {
        if (data.subarray(at - to, at - to + page).every((b, i) => memory[at + i] === b)) constant[at / page] = 1;
      }
    }
    state.size = memory.length;
    const ranges = wanted => {
      const found = [];
      for (let i = 0; i < constant.length; i++) {
        if (constant[i] !== wanted || isZero(memory.buffer, i * page)) continue;
        if (found.at(-1)?.[1] === i * page) found.at(-1)[1] += page;
        else found.push([i * page, (i + 1) * page]);
      }
      return found;
    };
    const copy = list => joined(list.map(([from, to]) => memory.subarray(from, to)));
    state.pages = ranges(0);
    state.constant = ranges(1);
    state.data = copy(state.pages);
    state.constantData = copy(state.constant);
    state.globals = Array.from({ length: globals }, (_, i) => String(instance.exports['g' + i].value));
    state.open = host.open.map(o => o?.file ? o.path : null);
    return state;
  }

  bytes() {
    const { size, pages, constant, globals, open, data, constantData } = this;
    return withHead({ size, pages, constant, globals, open }, joined([data, constantData]));
  }

  static from(bytes) {
    const [head, data] = headOf(bytes), state = Object.assign(new State(), head);
    const split = head.pages.reduce((sum, [from, to]) => sum + to - from, 0);
    state.constantData = data.subarray(split); // goes when an instance has it
    state.data = state.constantData.length ? data.slice(0, split) : data;
    return state;
  }
}

function isZero(buffer, at) {
  const words = new Int32Array(buffer, at, page / 4);
  for (let i = 0; i < words.length; i++) if (words[i] !== 0) return false;
  return true;
}

export class Resident {
  // options are those of a Host.
  constructor(module, options, state) {
    this.module = module;
    this.options = options;
    this.state = state;
    this.begin();
  }

  begin() {
    const old = this.instance && new Uint8Array(this.instance.exports.memory.buffer);
    this.host = new Host(this.options);
    this.instance = new WebAssembly.Instance(this.module, this.host.imports);
    this.host.bind(this.instance);
    if (!this.state) {
      this.instance.exports._initialize();
      this.instance.exports.preload();
      this.state = State.of(this.instance, this.host);
      this.fresh = false;
      return;
    }
    const { state } = this, memory = this.grown();
    let at = 0;
    for (const [from, to] of state.constant) {
      memory.set(old ? old.subarray(from, to) : state.constantData.subarray(at, at + to - from), from);
      at += to - from;
    }
    if (state.constantData?.length) free(state.constantData);
    state.constantData = null;
    this.fresh = false;
    this.restore();
  }

  // The memory, as large as the state says.
  grown() {
    const { memory } = this.instance.exports;
    if (this.size < this.state.size) memory.grow((this.state.size - this.size) / 65536);
    return new Uint8Array(memory.buffer);
  }

  get size() { return this.instance.exports.memory.buffer.byteLength; }

  // Puts the tool back to its state.
  restore() {
    if (this.fresh) return;
    const { exports } = this.instance, { state } = this, memory = this.grown();
    // What was zero becomes zero; memory that nobody has used stays so.
    const clear = (from, to) => {
      for (; from < to; from += page) if (!isZero(memory.buffer, from)) memory.fill(0, from, from + page);
    };
    const kept = [...state.pages.map(([a, b]) => [a, b, true]), ...state.constant].sort((x, y) => x[0] - y[0]);
    let at = 0, from = 0;
    for (const [a, b, changes] of kept) {
      clear(at, a);
      if (changes) {
        memory.set(state.data.subarray(from, from + b - a), a);
        from += b - a;
      }
      at = b;
    }
    clear(at, memory.length);
    state.globals.forEach((v, i) => {
      const g = exports['g' + i];
      g.value = typeof g.value === 'bigint' ? BigInt(v) : Number(v);
    });
    this.host.open.length = 4;
    state.open.forEach((path, i) => {
      if (path === null) return;
      const file = this.host.files.get(path) ?? this.host.files.put(path, new Uint8Array(0));
      this.host.open[i] = { kind: 'file', file, path, position: 0, append: false };
    });
    this.fresh = true;
  }

  // Begins a new instance if the memory of this one is above a limit, in bytes: memory of
  // WebAssembly never shrinks.
  renew(limit) { if (this.size > limit) this.begin(); }

  // Runs the tool and returns its exit code.
  run() {
    this.restore();
    this.fresh = false;
    try {
      this.instance.exports.finish();
    } catch (e) {
      if (e instanceof Exit) return e.code;
      throw e;
    }
    return 0;
  }
}
