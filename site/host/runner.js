// Runs the program of a cell.
import { sha256 } from './noble/sha2.js';
import { bytesToHex } from './noble/utils.js';
import { free, pack, unpack } from './bytes.js';
import { output } from './outputs.js';
import { decode, svg } from './picture.js';
import { ending, problem, trace } from './problems.js';
import { question } from './question.js';
import { Exit, Host } from './wasi.js';

const encoder = new TextEncoder();
export const textLimit = 1 << 20; // bytes of text, as in the kernel
export const shownLimit = 64 << 20; // bytes of what is shown otherwise

export class Runner {
  // show takes outputs, font is that of the pictures, files are those of the programs,
  // fetch({set, bytes, path, sha256, addresses}) returns a file of the data set, whose
  // files have so many bytes. paint(format, pictures) paints instead of picture.js.
  constructor({ show, font, files, fetch, paint }) {
    Object.assign(this, { show, font, files, fetch });
    this.paint = paint ?? ((format, pictures) => {
      if (format !== 'svg') throw new Error(`a page paints .svg, and not .${format}`);
      return pictures.map(p => encoder.encode(svg(decode(p), this.font)));
    });
  }

  // Frees the bytes of wasm. Returns {outcome, code, problems, ms, memory}. The last is in bytes, with the module and
  // its machine code, which is about as large.
  run({ wasm, args = [], env = {} }) {
    const begin = performance.now(), size = wasm.length;
    const text = new Text(this.show);
    let shown = 0;
    const ask = (name, data) => {
      text.flush();
      switch (name) {
        case 'show': {
          shown += data.length;
          const o = shown > shownLimit ? { kind: 'cut', note: 'The cell shows more than 64 MB. The rest is left out.' } : output(data);
          if (shown - data.length <= shownLimit) this.show(o);
          return new Uint8Array(0);
        }
        case 'sha256':
          return encoder.encode(bytesToHex(sha256(data)));
        case 'fetch': {
          const [set, bytes, path, sha256, ...addresses] = new TextDecoder().decode(data).split('\n');
          return this.fetch({ set, bytes: Number(bytes), path, sha256, addresses });
        }
      }
      const many = /^many (.*)/.exec(name);
      return many ? pack(this.paint(many[1], unpack(data))) : this.paint(name, [data])[0];
    };
    const host = new Host({
      args: ['cell', ...args],
      env: { PWD: '/work', HOME: '/', TMPDIR: '/tmp', GONB_PIPE: 'page', LCLASS_CACHE: '/cache', ...env },
      files: this.files,
      print: (bytes, fd) => text.print(bytes, fd),
      imports: memory => ({ lclass: question(memory, ask) }),
    });
    const sleep = host.world.sleep;
    host.world = { ...host.world, sleep(ms) { text.flush(); sleep(ms); } };
    let code = 0, end;
    try {
      const module = new WebAssembly.Module(wasm);
      free(wasm);
      const instance = new WebAssembly.Instance(module, host.imports);
      host.bind(instance);
      instance.exports._start();
    } catch (e) {
      if (e instanceof Exit) {
        code = e.code;
      } else if (e instanceof RangeError && /call stack/i.test(e.message) || /too much recursion/.test(e.message)) {
        code = 2;
        end = { outcome: 'panic', problems: [problem('stack overflow')] };
      } else if (/memory/i.test(e.message) && e instanceof RangeError) {
        code = 2;
        end = { outcome: 'memory', problems: [problem('out of memory')] };
      } else {
        code = 2;
        end = { outcome: 'internal', problems: [problem(String(e))] };
      }
    }
    end ??= ending(code, text.stderr);
    text.end(end.outcome);
    return { ...end, code, ms: performance.now() - begin, memory: (host.memory?.buffer.byteLength ?? 0) + 2 * size };
  }
}

// Text is what a program prints. It goes to the page at once, but in larger pieces where
// there are many small ones.
class Text {
  constructor(show) {
    this.show = show;
    this.decoders = { 1: new TextDecoder(), 2: new TextDecoder() };
    this.waiting = { stream: '', text: '' };
    this.stderr = '';
    this.count = 0;
    this.total = 0;
    this.last = 0;
    this.cut = false;
  }

  print(bytes, fd) {
    const text = this.decoders[fd].decode(bytes, { stream: true });
    if (fd === 2) this.keep(text);
    if (this.cut || text === '') return;
    if (fd === 2 && trace(this.stderr) >= 0) return; // it is a problem in the end
    this.total += bytes.length;
    if (this.total > textLimit) {
      this.cut = true;
      this.flush();
      this.show({ kind: 'cut', note: 'The cell prints more than 1 MB. The rest is left out.' });
      return;
    }
    const stream = fd === 2 ? 'stderr' : 'stdout';
    if (stream !== this.waiting.stream) this.flush();
    this.waiting = { stream, text: this.waiting.text + text };
    const now = performance.now();
    if (this.count++ < 1000 || now - this.last > 50 || this.waiting.text.length > 4096) {
      this.last = now;
      this.flush();
    }
  }

  // The end of standard error is kept, or what a panic says first.
  keep(text) {
    const most = 1 << 16, all = this.stderr + text;
    this.stderr = trace(all) < 0 ? all.slice(-most) : all.slice(0, 2 * most);
  }

  flush() {
    const { stream, text } = this.waiting;
    this.waiting = { stream: '', text: '' };
    if (text) this.show({ kind: 'text', stream, text });
  }

  // What stderr says before a panic is not a part of that.
  end(outcome) {
    this.flush();
    if (outcome === 'exit' && trace(this.stderr) >= 0) this.show({ kind: 'text', stream: 'stderr', text: this.stderr.slice(trace(this.stderr)) });
  }
}
