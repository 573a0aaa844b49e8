// Prepares compiler and linker once, so that a page begins with what they are then. The
// world they see is the same each time, and so is what they become.
import { Files } from '../host/files.js';
import { Resident, State } from '../host/resident.js';
import { archives, compilerArgs, linkerArgs, toolEnv } from '../host/toolchain.js';

function sameWorld() {
  let ns = 0n, x = 1;
  return {
    now: () => ns += 1000n,
    ticks: () => ns += 1000n,
    random(bytes) {
      for (let i = 0; i < bytes.length; i++) {
        x = Math.imul(x, 1664525) + 1013904223 | 0;
        bytes[i] = x >>> 24;
      }
    },
    sleep(ms) { ns += BigInt(Math.round(Math.max(ms, 0) * 1e6)); },
  };
}

// A tool, prepared, whose files are those of packed archives. It begins from a state if one
// is given. say() returns what it has printed.
function prepared(name, module, args, directory, packed, state) {
  const { files: base, config } = archives(directory, packed), files = new Files(base);
  for (const file of base.values()) file.constant = true;
  files.put(`work/${directory}.cfg`, config + (directory === 'objects' ? 'packagefile main=/work/main.a\n' : ''));
  let said = '';
  const failed = e => new Error(`${name} fails: ${said || e.stack}`);
  try {
    const print = bytes => { said += new TextDecoder().decode(bytes); };
    const tool = new Resident(new WebAssembly.Module(module), { args, env: toolEnv, files, print, world: sameWorld() }, state);
    const run = what => {
      const code = tool.run(what);
      if (code) throw failed(new Error(`exit code ${code}`));
    };
    return { tool, files, run };
  } catch (e) {
    throw failed(e);
  }
}

export const bakeCompiler = (module, exports) => prepared('compile', module, compilerArgs, 'exports', exports).tool.state.bytes();
export const bakeLinker = (module, objects) => prepared('link', module, linkerArgs, 'objects', objects).tool.state.bytes();

// needed returns the linker's list of the symbols that programs can need.
export function needed({ compile, compileState, link, exports, objects }) {
  const compiler = prepared('compile', compile, compilerArgs, 'exports', exports, State.from(compileState));
  compiler.files.put('work/main.go', 'package main\n\nfunc main() {}\n');
  compiler.run('finish');
  const linker = prepared('link', link, linkerArgs, 'objects', objects);
  linker.files.put('work/main.a', compiler.files.get('work/main.a').content());
  const { files: base, config } = archives('exports', exports);
  linker.files.put('work/exports.cfg', config);
  for (const [path, file] of base) linker.files.files.set(path, file);
  linker.run('list');
  return new TextDecoder().decode(linker.files.get('work/needed').content());
}
