// Loads the toolchain: what an earlier visit has kept, and the rest from the site.
import { Beside } from './beside.js';
import { kept } from './kept.js';

// load returns what the manifest names: modules of WebAssembly and bytes. progress takes
// (name, loaded, total), in bytes over the wire.
export async function load(base, manifest, progress) {
  const parts = {}, missing = {}, cache = await kept(base);
  const found = await Promise.all(Object.entries(manifest.files).map(async ([name, file]) => [name, file, await cache?.match(new URL(file.name, base)).catch(() => undefined)]));
  const take = async (name, file, response) => {
    parts[name] = file.wasm ? await compiled(new URL(file.name, base), response) : new Uint8Array(await response.arrayBuffer());
    progress(name, file.size, file.size);
  };
  for (const [name, file, response] of found) if (!response) missing[name] = file;
  await Promise.all([
    ...found.filter(([, , response]) => response).map(f => take(...f)),
    Object.keys(missing).length && unpacked({ base, files: missing, all: Object.values(manifest.files).map(f => f.name) }, progress, async (name, bytes) => {
      parts[name] = missing[name].wasm ? await WebAssembly.compile(bytes) : bytes;
    }),
  ]);
  return parts;
}

// A browser keeps the machine code of a module only if the response comes from an address.
// The service worker of the page, if there is one, answers with the kept file.
async function compiled(address, response) {
  try {
    return await WebAssembly.compileStreaming(fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }));
  } catch {
    return WebAssembly.compileStreaming(response);
  }
}

// Has a worker download and decompress files, and takes them as they come.
function unpacked(request, progress, take) {
  const taken = [];
  return new Promise((resolve, reject) => {
    const worker = new Beside('unpack.js', ({ name, loaded, bytes, error }) => {
      if (error) return fail(error);
      if (!bytes) return progress(name, loaded, request.files[name].size);
      if (taken.push(take(name, bytes)) === Object.keys(request.files).length) Promise.all(taken).then(resolve, reject);
    }, message => fail(message));
    const fail = message => {
      worker.terminate();
      reject(new Error(message));
    };
    worker.postMessage(request);
  });
}
