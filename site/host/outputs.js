// What a cell shows: linclass/plots/internal/notebook's Output, as a message to the page.
import { Reader } from './bytes.js';

const decoder = new TextDecoder();

export function output(bytes) {
  const r = new Reader(bytes);
  const [html, markdown, plain] = [r.text(), r.text(), r.text()];
  const svg = decoder.decode(r.take(r.count())), width = r.count(), height = r.count(), id = r.text();
  const replaces = id ? { replaces: id } : {}; // an output with the same name takes the place of this one
  if (svg) return { kind: 'picture', svg, width, height, alt: plain };
  if (markdown) return { kind: 'markdown', markdown, plain, ...replaces };
  return { kind: html.includes('class="lclass-player"') ? 'player' : 'html', html, plain, ...replaces };
}
