// Runs every code cell of the notebooks in the built toolchain, and compares what it
// prints and shows with what the native kernel has: node site/test/notebooks.mjs
// [--native=DIRECTORY] [--part=1/2] [--leave-out=NAME,…] [NAME…]. The directory, by default build, holds the executed
// notebooks of make notebooks. Text and HTML must be the same byte for byte. Of figures the
// page paints the picture that the native program painted: lclass-plot makes the same PNG
// of it, and what picture.js makes of it is lclass-plot's SVG. What may differ is in
// differences.json, by notebook and number of the cell, with the reason. The notebooks of
// the assignments, with their solutions, must run, and all checks must agree.
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { assignments, codeCells, notebooks, text } from '../make/notebooks.mjs';
import { pixels } from './png.mjs';
import { Session, host, native, root } from './toolchain.mjs';

const { decode, svg } = await host('picture');
const { pack, unpack } = await host('bytes');

const args = process.argv.slice(2), only = args.filter(a => !a.startsWith('--'));
const [part, parts] = (args.find(a => a.startsWith('--part='))?.slice(7) ?? '1/1').split('/').map(Number);
const leftOut = args.find(a => a.startsWith('--leave-out='))?.slice(12).split(',') ?? [];
const chosen = (name, i) => (only.length ? only.includes(name) : i % parts === part - 1) && !leftOut.includes(name);
const nativeDirectory = path.resolve(args.find(a => a.startsWith('--native='))?.slice(9) ?? path.join(root, 'build'));
const { cells: allowed, reasons } = JSON.parse(fs.readFileSync(new URL('differences.json', import.meta.url), 'utf8'));
for (const [name, cells] of Object.entries(allowed)) {
  for (const reason of Object.values(cells)) if (!reasons[reason]) throw new Error(`differences.json: ${name}: no reason ${reason}`);
}
const data = process.env.LCLASS_DATA ?? process.env.LCLASS_CACHE ?? path.join(os.homedir(), '.cache/lclass');
const hash = b => crypto.createHash('sha256').update(b).digest('hex').slice(0, 16);

// Images in an SVG are compressed by another program: what counts are their pixels.
const withoutImages = s => s.replace(/(?<=data:image\/jpg;base64,)[^"]*/g, b => {
  const { width, height, rgba } = pixels(Buffer.from(b, 'base64'));
  return `${width}x${height} ${hash(rgba)}`;
});
const escapes = { '%': '%25', '#': '%23', '"': '%22', '&': '%26', '<': '%3C', '>': '%3E', '\n': '%0A', '\t': '%20' };
const inURL = s => s.replace(/[%#"&<>\n\t]/g, c => escapes[c]);

let painted = new Map(), faults = []; // of a cell: SVG to picture; what picture.js does otherwise
const session = new Session({
  paint(format, pictures) {
    const files = paintNative(format, pictures);
    for (const [i, bytes] of pictures.entries()) {
      if (format !== 'svg') break;
      const s = files[i].toString(), ours = svg(decode(bytes), session.font);
      painted.set(s, bytes);
      if (ours !== s && withoutImages(ours) !== withoutImages(s)) faults.push(difference('picture.js', withoutImages(ours), withoutImages(s)));
    }
    return files.map(f => new Uint8Array(f));
  },
});

function paintNative(format, pictures) {
  return unpack(native(`many ${format}`, pack(pictures))).map(f => Buffer.from(f));
}

function difference(what, got, want) {
  let i = 0;
  while (i < got.length && got[i] === want[i]) i++;
  const part = s => JSON.stringify(s.slice(Math.max(i - 60, 0), i + 100));
  return `${what}, from character ${i}:\n      page   ${part(got)}\n      native ${part(want)}`;
}

// What Jupyter has stored, as outputs of a page.
function stored(cell) {
  return cell.outputs.map(o => {
    if (o.output_type === 'stream') return { kind: 'text', stream: o.name, text: text(o.text) };
    if (o.output_type === 'error') return { kind: 'error', text: o.ename };
    if (o.data['image/png']) return { kind: 'picture', png: text(o.data['image/png']).replaceAll('\n', ''), alt: text(o.data['text/plain']), ...o.metadata['image/png'] };
    if (o.data['text/markdown']) return { kind: 'markdown', markdown: text(o.data['text/markdown']) };
    return { kind: 'html', html: text(o.data['text/html']) };
  });
}

// An output with a name takes the place of the one before.
function latest(outputs) {
  const out = [];
  for (const o of outputs) {
    const before = o.replaces ? out.find(p => p.replaces === o.replaces) : undefined;
    if (before) Object.assign(before, o);
    else out.push({ ...o });
  }
  return out;
}

const kind = o => (o.kind === 'player' ? 'html' : o.kind);

// Numbers that may differ, for a reason of differences.json, become the same.
const number = /[+−-]?\d+(?:\.\d+)?(?:e[+−-]?\d+)?/g;
const masks = {
  rounding: s => s.replace(number, n => (Math.abs(Number(n.replaceAll('−', '-'))) < 1e-6 ? '≈0' : n)),
  digits: s => masks.rounding(s).replace(/\b1[3-6]\.\d\b/g, '≈15'),
  pixels: s => s.replace(/data:image\/[^"]*/g, ''),
  path: s => s.replace(number, '#'),
};

function compare(got, want, reason) {
  const mask = masks[reason] ?? (s => s);
  const kinds = list => list.map(o => (o.kind === 'text' ? o.stream : kind(o))).join(' ');
  if (kinds(got) !== kinds(want)) return `outputs: page ${kinds(got) || 'none'}, native ${kinds(want) || 'none'}`;
  for (const [i, w] of want.entries()) {
    const g = got[i];
    switch (w.kind) {
      case 'text':
        if (mask(g.text) !== mask(w.text)) return difference('text', mask(g.text), mask(w.text));
        break;
      case 'markdown':
        if (g.markdown !== w.markdown) return difference('Markdown', g.markdown, w.markdown);
        break;
      case 'html': {
        let html = g.html;
        if (w.html.includes('src="data:image/png;base64,')) {
          for (const [s, bytes] of painted) {
            const address = `data:image/svg+xml,${inURL(s)}`;
            if (html.includes(address)) html = html.replaceAll(address, () => `data:image/png;base64,${png(bytes)}`);
          }
        }
        if (mask(html) !== mask(w.html)) return difference('HTML', mask(html), mask(w.html));
        break;
      }
      case 'picture':
        if (g.alt !== w.alt || g.width !== w.width || g.height !== w.height) return `picture: page ${g.width}×${g.height} ${g.alt}, native ${w.width}×${w.height} ${w.alt}`;
        if (reason !== 'pixels' && png(painted.get(g.svg)) !== w.png) return 'picture: other pixels';
    }
  }
  return '';
}
const png = picture => paintNative('png', [picture])[0].toString('base64');

let failed = 0, same = 0, cellsRun = 0;
const all = [], begin = Date.now();
for (const [i, { name }] of notebooks(root).entries()) {
  if (!chosen(name, i)) continue;
  const file = path.join(nativeDirectory, `${name}.ipynb`);
  if (!fs.existsSync(file)) {
    console.log(`${name}: FAILED: ${file} is not there: run make notebooks`);
    failed++;
    continue;
  }
  // Without the data of MNIST and Titanic the native kernel has left parts out.
  const without = fs.readFileSync(file, 'utf8').includes('data are not on this computer');
  if (!without && ['mnist', 'titanic'].includes(name) && !fs.existsSync(path.join(data, name))) {
    console.log(`${name}: LEFT OUT: the native notebook has the data, and ${data} does not: set LCLASS_DATA`);
    continue;
  }
  session.data = without ? '/nowhere' : data;
  const sources = [], start = Date.now(), wrong = [];
  for (const [i, cell] of codeCells(file).entries()) {
    sources.push(text(cell.source));
    painted = new Map();
    faults = [];
    const r = session.run(sources), reason = allowed[name]?.[i + 1];
    cellsRun++;
    all.push({ name, cell: i + 1, ...r.ms, total: Object.values(r.ms).reduce((a, b) => a + b, 0), pictures: painted.size });
    let fault = r.outcome === 'ok' ? '' : `${r.outcome}: ${JSON.stringify(r.problems)}`;
    const got = latest(r.outputs), want = stored(cell);
    fault ||= compare(got, want, reason);
    if (reason && !fault && !compare(got, want)) console.log(`${name} ${i + 1}: the same, though it may differ (${reason})`);
    if (faults.length) fault = [fault, faults[0]].filter(Boolean).join('\n    ');
    if (fault) wrong.push(`  cell ${i + 1}: ${fault}`);
    else same++;
  }
  failed += wrong.length;
  console.log(`${name}: ${wrong.length ? `${wrong.length} of ${sources.length} cells FAILED` : `${sources.length} cells`}, ${((Date.now() - start) / 1000).toFixed(0)} s${without ? ', without data that the native kernel did not have' : ''}`);
  for (const w of wrong) console.log(w);
}
// The assignments have no stored outputs. With their solutions, every check says ✓.
for (const [i, { name, file }] of assignments(root).entries()) {
  const title = `assignments/${name}`;
  if (!chosen(title, i)) continue;
  const sources = [], wrong = [], start = Date.now();
  let checks = 0;
  for (const [i, cell] of codeCells(file).entries()) {
    sources.push(text(cell.source));
    const r = session.run(sources), shown = r.outputs.map(o => o.html ?? o.text ?? '').join('\n');
    cellsRun++;
    checks += shown.split('✓').length - 1;
    if (r.outcome !== 'ok') wrong.push(`  cell ${i + 1}: ${r.outcome}: ${JSON.stringify(r.problems)}`);
    else if (shown.includes('✗')) wrong.push(`  cell ${i + 1}: ${shown}`);
    else same++;
  }
  if (!checks) wrong.push('  no check says ✓');
  failed += wrong.length;
  console.log(`${title}: ${wrong.length ? `${wrong.length} of ${sources.length} cells FAILED` : `${sources.length} cells, ${checks} checks`}, ${((Date.now() - start) / 1000).toFixed(0)} s`);
  for (const w of wrong) console.log(w);
}
const median = key => { const v = all.map(x => x[key] ?? 0).sort((a, b) => a - b); return v.length ? `${v[v.length >> 1].toFixed(0)} (${v.at(-1).toFixed(0)})` : '-'; };
console.log(`${cellsRun} cells, ${same} the same, ${failed} failed, ${((Date.now() - begin) / 1000).toFixed(0)} s; ms, median and most:`,
  ['compose', 'compile', 'link', 'run', 'rest', 'total'].map(k => `${k} ${median(k)}`).join(', '),
  `; memory of compiler ${session.toolchain.compiler.size / 1e6 | 0} MB, linker ${session.toolchain.linker.size / 1e6 | 0} MB, node ${process.memoryUsage().rss / 1e6 | 0} MB`);
process.exit(failed || !cellsRun ? 1 : 0);
