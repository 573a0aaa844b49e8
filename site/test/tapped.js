// Stands in for picture.js in the pages of notebooks.mjs: all is as built, and the test
// hears which pictures are painted.
import { decode as decodeBuilt, svg as svgBuilt } from './picture-as-built.js';

export * from './picture-as-built.js';

const pictures = new BroadcastChannel('pictures'), bytesOf = new WeakMap();
pictures.onmessage = ({ data }) => pictures.postMessage(data);

export function decode(bytes) {
  const picture = decodeBuilt(bytes);
  bytesOf.set(picture, bytes.slice());
  return picture;
}

export function svg(picture, font) {
  const text = svgBuilt(picture, font);
  pictures.postMessage({ svg: text, picture: bytesOf.get(picture) });
  return text;
}
