// The built toolchain, in node: what the workers of a page do, in this process.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import zlib from 'node:zlib';

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
export const built = path.join(root, 'build/site/toolchain');

const manifestFile = path.join(built, 'manifest.json');
if (!fs.existsSync(manifestFile)) {
  console.error(`${built} is not there: run make site`);
  process.exit(1);
}
export const manifest = JSON.parse(fs.readFileSync(manifestFile, 'utf8'));
export const host = name => import(pathToFileURL(path.join(built, path.dirname(manifest.worker), `${name}.js`)));

const { Toolchain } = await host('toolchain');
const { Runner } = await host('runner');
const { Files } = await host('files');
const picture = await host('picture');

export function parts() {
  const all = {};
  for (const [name, { name: file, wasm }] of Object.entries(manifest.files)) {
    const data = new Uint8Array(execFileSync('xz', ['-dc', '--format=xz', path.join(built, file)], { maxBuffer: 1 << 28 }));
    all[name] = wasm ? new WebAssembly.Module(data) : data;
  }
  return all;
}

// A Session is what a page has: a toolchain, and files that stay. data is a directory with
// what the site offers below data/. paint paints pictures in place of picture.js.
export class Session {
  constructor({ data, paint } = {}) {
    const p = parts();
    this.toolchain = new Toolchain(p);
    this.font = new picture.Font(p.font);
    this.files = new Files();
    this.data = data ?? '/nowhere';
    this.fetch = ({ path: file }) => {
      for (const name of [file, file.replace(/\.gz$/, '')]) {
        const at = path.join(this.data, name);
        if (fs.existsSync(at)) return new Uint8Array(name === file ? fs.readFileSync(at) : zlib.gzipSync(fs.readFileSync(at), { level: 1 }));
      }
      throw new Error(`${file} is not in ${this.data}`);
    };
    this.paint = paint;
  }

  // Returns {outcome, code, problems, ms, outputs}, with texts next to each other as one.
  run(sources) {
    const outputs = [];
    const b = this.toolchain.build(sources);
    if (b.problems) return { outcome: 'compile', code: 0, problems: b.problems, ms: b.ms, outputs };
    const show = o => {
      const last = outputs.at(-1);
      if (o.kind === 'text' && last?.kind === 'text' && last.stream === o.stream) last.text += o.text;
      else outputs.push({ ...o });
    };
    for (const { html, stream, text } of b.outputs) show(html ? { kind: 'html', html } : { kind: 'text', stream, text });
    const runner = new Runner({ show, font: this.font, files: this.files, fetch: this.fetch, paint: this.paint });
    const { ms, ...end } = runner.run(b);
    const begin = performance.now();
    this.toolchain.rest();
    return { ...end, ms: { ...b.ms, run: ms, rest: performance.now() - begin }, outputs };
  }
}

// native paints with lclass-plot, as cells in Jupyter do: formats of pictures to files.
export function native(format, picture) {
  const uvarint = n => { const out = []; do { out.push((n & 127) | (n > 127 ? 128 : 0)); n = Math.floor(n / 128); } while (n); return Buffer.from(out); };
  const message = Buffer.concat([uvarint(format.length), Buffer.from(format), uvarint(picture.length), picture]);
  const { stdout, error, status } = spawnSync(path.join(root, 'bin/lclass-plot'), { input: message, maxBuffer: 1 << 30 });
  if (error || status) throw error ?? new Error(`lclass-plot: status ${status}`);
  let at = 0;
  const take = () => {
    let n = 0, factor = 1, b;
    do { b = stdout[at++]; n += (b & 127) * factor; factor *= 128; } while (b & 128);
    at += n;
    return stdout.subarray(at - n, at);
  };
  const failure = take().toString();
  if (failure) throw new Error(failure);
  return take();
}
