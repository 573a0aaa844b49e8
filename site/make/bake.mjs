// Prepares compiler and linker once, so that a page begins with what they are then. The
// world they see is the same each time, and so is what they become.
import { Files } from '../host/files.js';
import { Resident } from '../host/resident.js';
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

// bake returns the state of a tool as bytes. Its files are those of packed archives.
function bake(name, module, args, directory, packed) {
  const { files: base, config } = archives(directory, packed), files = new Files(base);
  for (const file of base.values()) file.constant = true;
  files.put('work/exports.cfg', config);
  files.put('work/objects.cfg', config + 'packagefile main=/work/main.a\n');
  let said = '';
  const print = bytes => { said += new TextDecoder().decode(bytes); };
  try {
    return new Resident(new WebAssembly.Module(module), { args, env: toolEnv, files, print, world: sameWorld() }).state.bytes();
  } catch (e) {
    throw new Error(`${name} cannot be prepared: ${said || e.stack}`);
  }
}

export const bakeCompiler = (module, exports) => bake('compile', module, compilerArgs, 'exports', exports);
export const bakeLinker = (module, objects) => bake('link', module, linkerArgs, 'objects', objects);
