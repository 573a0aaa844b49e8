// Downloads files of the toolchain, decompresses them and keeps them for the next visit.
// This worker ends then, and its memory is free.
import { kept } from './kept.js';
import { sha256 } from './noble/sha2.js';
import { bytesToHex } from './noble/utils.js';
import { XzReadableStream } from './xz-decompress.js';

// all are the names of the files of this version of the site.
onmessage = async ({ data: { base, files, all } }) => {
  const cache = await kept(base);
  try {
    // Where one fails, the others are kept all the same.
    const ends = await Promise.allSettled(Object.entries(files).map(async ([name, file]) => {
      const address = new URL(file.name, base).href;
      const bytes = await unpacked(await download(address, file, cache, loaded => postMessage({ name, loaded })), file.unpacked);
      postMessage({ name, bytes });
      // Without room for it, the next visit downloads it again.
      await cache?.put(address, new Response(bytes, { headers: { 'content-type': file.wasm ? 'application/wasm' : 'application/octet-stream' } })).catch(() => {});
    }));
    for (const { reason } of ends) if (reason) throw reason;
    const current = new Set(all.map(name => new URL(name, base).href));
    for (const { url } of await cache?.keys() ?? []) if (!current.has(url)) await cache.delete(url);
  } catch (e) {
    postMessage({ error: e.message });
  }
  close();
};

async function download(address, { size, sha256: want }, cache, progress) {
  const response = await fetch(address, { cache: cache ? 'no-store' : 'default' }); // one copy is enough
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  const bytes = new Uint8Array(size), hash = sha256.create();
  let loaded = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (loaded + value.length > size) throw new Error(`${address} is longer than ${size} bytes`);
    bytes.set(value, loaded);
    hash.update(value);
    progress(loaded += value.length);
  }
  if (bytesToHex(hash.digest()) !== want) throw new Error(`${address} does not have the expected SHA-256`);
  return bytes;
}

async function unpacked(packed, size) {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const reader = new XzReadableStream(new Response(packed).body).getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes.set(value, at);
    at += value.length;
  }
}
