// Compiler and linker of Go, which stay in memory, and the composer.
import { headOf } from './bytes.js';
import { Composer } from './composer.js';
import { File, Files } from './files.js';
import { compileProblems, problem } from './problems.js';
import { Resident, State } from './resident.js';

const decoder = new TextDecoder();
const memoryLimit = 384 << 20; // of the memory of a tool

export const compilerArgs = ['compile', '-p', 'main', '-complete', '-pack', '-dwarf=false', '-trimpath=/work', '-importcfg', '/work/exports.cfg', '-o', '/work/main.a', '/work/main.go'];
export const linkerArgs = ['link', '-importcfg', '/work/objects.cfg', '-buildmode=exe', '-s', '-w', '-o', '/work/main.wasm', '/work/main.a'];
export const toolEnv = { PWD: '/work', GOROOT: '/go', GOOS: 'wasip1', GOARCH: 'wasm', TMPDIR: '/tmp', GOGC: '400' };

// archive returns the files of packed archives, and the lines that a tool wants about them.
export function archives(directory, packed) {
  const [index, data] = headOf(packed), files = new Map();
  let config = '';
  for (const [path, [from, length]] of Object.entries(index.archives)) {
    files.set(`${directory}/${path}.a`, new File(data.subarray(from, from + length)));
    config += `packagefile ${path}=/${directory}/${path}.a\n`;
  }
  return { files, config, packages: index.packages };
}

export class Toolchain {
  // compile, link and compose are modules; exports are the packed export data; the states
  // are those of compiler and linker, as bytes.
  constructor({ compile, link, compose, exports, compileState, linkState }) {
    const { files: base, config, packages } = archives('exports', exports);
    this.files = new Files(base);
    this.files.put('work/exports.cfg', config);
    this.said = '';
    const print = bytes => { this.said += decoder.decode(bytes); };
    const options = args => ({ args, env: toolEnv, files: this.files, print });
    this.compiler = new Resident(compile, options(compilerArgs), State.from(compileState));
    this.linker = new Resident(link, options(linkerArgs), State.from(linkState));
    this.composer = new Composer(compose, packages, path => base.get(`exports/${path}.a`)?.content());
  }

  // Returns {problems, ms} or {wasm, args, env, outputs, ms}.
  build(sources) {
    const ms = {};
    const timed = (name, f) => {
      const begin = performance.now();
      try { return f(); } finally { ms[name] = performance.now() - begin; }
    };
    const { program, problems } = timed('compose', () => this.composer.compose(sources));
    if (problems?.length) return { problems: problems.map(p => problem(p.message, p.cell, p.line, p.column || null)), ms };
    this.said = '';
    this.files.put('work/main.go', program.source);
    this.files.files.delete('work/main.a');
    if (timed('compile', () => this.compiler.run()) !== 0) return { problems: compileProblems(this.said), ms };
    this.composer.compiled();
    const code = timed('link', () => this.linker.run());
    if (code !== 0) return { problems: compileProblems(this.said), ms };
    const wasm = this.files.get('work/main.wasm').content();
    this.files.files.delete('work/main.wasm'); // whoever gets the bytes may pass them on
    return { wasm, args: program.args ?? [], env: program.env ?? {}, outputs: program.outputs ?? [], ms };
  }

  // Gets ready for the next cell; what the tools have written is in the way until then.
  rest() {
    for (const tool of [this.compiler, this.linker]) {
      tool.renew(memoryLimit);
      tool.restore();
    }
  }
}
