// Downloads the toolchain.
import { decompress } from './fzstd.js';

// load returns what the manifest names: modules of WebAssembly and bytes. progress takes
// (name, loaded, total), in bytes over the wire.
export async function load(base, manifest, progress) {
  const parts = {};
  await Promise.all(Object.entries(manifest.files).map(async ([name, file]) => {
    const address = new URL(file.name, base);
    const say = loaded => progress(name, Math.min(loaded, file.size), file.size);
    parts[name] = file.name.endsWith('.wasm') ? await module(address, say) : await bytes(address, file, say);
    say(file.size);
  }));
  return parts;
}

async function get(address, options) {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  return response;
}

function counted(stream, say) {
  let loaded = 0;
  return stream.pipeThrough(new TransformStream({
    transform(chunk, to) {
      say(loaded += chunk.length);
      to.enqueue(chunk);
    },
  }));
}

async function bytes(address, file, say) {
  const response = await get(address, { integrity: `sha256-${btoa(file.sha256.match(/../g).map(h => String.fromCharCode(parseInt(h, 16))).join(''))}` });
  const packed = new Uint8Array(await new Response(counted(response.body, say)).arrayBuffer());
  return file.zstd ? decompress(packed, new Uint8Array(file.zstd)) : packed;
}

// A browser keeps the machine code of a module only if it compiles the response itself,
// so what counts the bytes is a download before that, into the browser's cache.
async function module(address, say) {
  try {
    return await WebAssembly.compileStreaming(fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }));
  } catch { /* it is not in the cache */ }
  const response = await get(address);
  await counted(response.body, say).pipeTo(new WritableStream());
  return WebAssembly.compileStreaming(get(address, { cache: 'force-cache' }));
}
