// Package linclass/site/compose: cells to programs, and gofmt.
import { Files } from './files.js';
import { question } from './question.js';
import { Host } from './wasi.js';

const encoder = new TextEncoder(), decoder = new TextDecoder();

export class Composer {
  // exported(path) returns the export data of a package, as an archive.
  constructor(module, packages, exported) {
    let said = '';
    const ask = (_, path) => {
      const data = exported(decoder.decode(path));
      if (!data) throw new Error(`no package ${decoder.decode(path)}`);
      return data;
    };
    const host = new Host({
      args: ['compose'], files: new Files(),
      print: b => { said += decoder.decode(b); },
      imports: memory => ({ lclass: question(memory, ask) }),
    });
    const instance = new WebAssembly.Instance(module, host.imports);
    host.bind(instance);
    this.exports = instance.exports;
    this.said = () => said;
    this.exports._initialize();
    this.ask({ do: 'packages', packages });
  }

  ask(question) {
    const bytes = encoder.encode(JSON.stringify(question)), { exports } = this;
    const to = exports.room(bytes.length);
    new Uint8Array(exports.memory.buffer).set(bytes, to);
    let n;
    try {
      n = exports.call();
    } catch (e) {
      throw new Error(`the composer failed: ${this.said() || e.message}`);
    }
    const from = exports.answer();
    const answer = JSON.parse(decoder.decode(new Uint8Array(exports.memory.buffer, from, n)));
    if (answer.error) throw new Error(answer.error);
    return answer;
  }

  // {program: {source, args, env, outputs}, problems}, one of them null. The program lacks
  // what it does not reach of what earlier ones had.
  compose(sources) { return this.ask({ do: 'compose', cells: sources }); }

  // Says that the last program compiles.
  compiled() { this.ask({ do: 'compiled' }); }

  // {from, items}; offsets are in bytes of UTF-8.
  complete(sources, offset) { return this.ask({ do: 'complete', cells: sources, offset }); }

  format(source) { return this.ask({ do: 'format', source }); }
}
