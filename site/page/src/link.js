// A value as the compressed fragment of an address, and back.

export const PREFIX = "#changed=";

// Nobody writes a longer page by hand, and a short link can unfold to gigabytes.
const LIMIT = 1 << 20;

export async function toFragment(value) {
  const packed = await through(new Blob([JSON.stringify(value)]), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return PREFIX + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// fromFragment throws an error if the fragment was damaged on its way.
export async function fromFragment(fragment) {
  const text = fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/");
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const bytes = await through(new Blob([packed]), new DecompressionStream("deflate-raw"));
  return JSON.parse(new TextDecoder().decode(bytes));
}

async function through(blob, transform) {
  const parts = [];
  let length = 0;
  for (let reader = blob.stream().pipeThrough(transform).getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LIMIT) throw new Error(`a page of more than ${LIMIT} bytes`);
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
