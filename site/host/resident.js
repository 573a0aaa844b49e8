// A tool that is prepared once and put back to that state after each use: all that a Go
// program is between two calls is its memory and eight global variables.
import { withHead, headOf } from './bytes.js';
import { Host, Exit } from './wasi.js';

const page = 65536;
const globals = 8;

// exportGlobals returns a module of Go that exports its global variables, g0 to g7.
export function exportGlobals(wasm) {
  const leb = n => { const out = []; do { const more = n > 127; out.push((n & 127) | (more ? 128 : 0)); n >>>= 7; } while (n); return out; };
  const parts = [wasm.subarray(0, 8)];
  for (let i = 8; i < wasm.length;) {
    let at = i + 1;
    const number = () => { let v = 0, shift = 0, b; do { b = wasm[at++]; v |= (b & 127) << shift; shift += 7; } while (b & 128); return v >>> 0; };
    const size = number(), body = at, end = body + size;
    if (wasm[i] === 7) { // the section of exports
      const count = number(), more = [];
      for (let g = 0; g < globals; g++) more.push(2, 0x67, 0x30 + g, 3, g);
      const head = leb(count + globals), length = head.length + (end - at) + more.length;
      parts.push(Uint8Array.of(7, ...leb(length), ...head), wasm.subarray(at, end), Uint8Array.from(more));
    } else {
      parts.push(wasm.subarray(i, end));
    }
    i = end;
  }
  const out = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
  let to = 0;
  for (const p of parts) { out.set(p, to); to += p.length; }
  return out;
}

// A State is what a prepared tool is: the pages of its memory that are not zero, its global
// variables and its open files.
export class State {
  static of(instance, host) {
    const memory = new Uint8Array(instance.exports.memory.buffer), words = new BigUint64Array(memory.buffer);
    const pages = [], parts = [];
    for (let from = 0; from < memory.length; from += page) {
      if (words.subarray(from >> 3, (from + page) >> 3).every(w => w === 0n)) continue;
      const last = pages.at(-1);
      if (last?.[1] === from) last[1] += page;
      else pages.push([from, from + page]);
    }
    for (const [from, to] of pages) parts.push(memory.subarray(from, to));
    const state = new State();
    state.size = memory.length;
    state.pages = pages;
    state.globals = Array.from({ length: globals }, (_, i) => String(instance.exports['g' + i].value));
    state.open = host.open.map(o => o?.file ? o.path : null);
    state.data = new Uint8Array(pages.reduce((sum, [from, to]) => sum + to - from, 0));
    let to = 0;
    for (const p of parts) { state.data.set(p, to); to += p.length; }
    return state;
  }

  bytes() {
    const { size, pages, globals, open, data } = this;
    return withHead({ size, pages, globals, open }, data);
  }

  static from(bytes) {
    const [head, data] = headOf(bytes);
    return Object.assign(new State(), head, { data });
  }
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
    this.host = new Host(this.options);
    this.instance = new WebAssembly.Instance(this.module, this.host.imports);
    this.host.bind(this.instance);
    if (!this.state) {
      this.instance.exports._initialize();
      this.instance.exports.preload();
      this.state = State.of(this.instance, this.host);
    }
    this.fresh = false;
  }

  get size() { return this.instance.exports.memory.buffer.byteLength; }

  // Puts the tool back to its state.
  restore() {
    if (this.fresh) return;
    const { exports } = this.instance, { state } = this;
    if (this.size < state.size) exports.memory.grow((state.size - this.size) / page);
    const memory = new Uint8Array(exports.memory.buffer);
    let at = 0, from = 0;
    for (const [a, b] of state.pages) {
      memory.fill(0, at, a);
      memory.set(state.data.subarray(from, from + b - a), a);
      from += b - a;
      at = b;
    }
    memory.fill(0, at);
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
