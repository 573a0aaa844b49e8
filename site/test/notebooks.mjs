// Runs every code cell of the notebooks in the built site, in a browser with an empty
// profile, and compares what it prints and shows with what the native kernel has:
// node site/test/notebooks.mjs [--browser=firefox] [--native=DIRECTORY] [--part=1/2]
// [--leave-out=NAME,…] [NAME…]. The directory, by default build, holds the executed
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
import { installed, launch } from './browsers.mjs';
import { pixels } from './png.mjs';
import { serve } from './serve.mjs';
import { host, manifest, native, root } from './toolchain.mjs';

const { pack, unpack } = await host('bytes');

const args = process.argv.slice(2), only = args.filter(a => !a.startsWith('--'));
const option = (name, otherwise) => args.find(a => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const browserName = option('browser', 'chromium');
if (!installed(browserName)) process.exit();
const [part, parts] = option('part', '1/1').split('/').map(Number);
const leftOut = option('leave-out', '').split(',');
const chosen = (name, i) => (only.length ? only.includes(name) : i % parts === part - 1) && !leftOut.includes(name);
const nativeDirectory = path.resolve(option('native', path.join(root, 'build')));
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

const file = name => fs.readFileSync(new URL(name, import.meta.url));
const worker = path.dirname(`/toolchain/${manifest.worker}`);
const server = await serve(path.join(root, 'build/site'), {
  '/cells.html': Buffer.from('<!doctype html><meta charset="utf-8"><title>cells</title><script type="module" src="cells.js"></script>'),
  '/cells.js': file('cells.js'),
  [`${worker}/picture.js`]: file('tapped.js'),
  [`${worker}/picture-as-built.js`]: fs.readFileSync(path.join(root, 'build/site', worker, 'picture.js')),
}, () => withData && data);
const browser = await launch(browserName), context = await browser.newContext();
context.setDefaultTimeout(0);
let withData = true;

// open opens a page of its own for the cells of a notebook.
async function open() {
  const page = await context.newPage();
  page.on('pageerror', e => console.log('page:', e.message));
  await page.goto(`${server.address}/cells.html`);
  await page.waitForFunction(() => window.ready); // a text is evaluated again in each turn, which the page forbids
  const { type, ms, problems } = await page.evaluate(sets => load(sets), ['mnist', 'titanic']);
  if (type !== 'ready') throw new Error(`the toolchain does not load: ${problems[0].message}`);
  return { page, ms };
}

let painted = new Map(); // of a cell: SVG to {picture, svg}, the latter as lclass-plot paints it

// picturesOf takes what a cell has painted, and returns what picture.js does otherwise.
function picturesOf(list) {
  painted = new Map(list.map(([svg, picture]) => [svg, { picture: Buffer.from(picture, 'base64') }]));
  const all = [...painted];
  if (!all.length) return '';
  for (const [i, want] of paintNative('svg', all.map(([, p]) => p.picture)).entries()) {
    const ours = all[i][0], theirs = want.toString();
    all[i][1].svg = theirs;
    if (ours !== theirs && withoutImages(ours) !== withoutImages(theirs)) return difference('picture.js', withoutImages(ours), withoutImages(theirs));
  }
  return '';
}

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
        let html = g.html, native = w.html;
        for (const [s, { svg }] of painted) {
          const address = `data:image/svg+xml,${inURL(s)}`;
          if (!html.includes(address)) continue;
          if (native.includes('src="data:image/png;base64,')) html = html.replaceAll(address, () => `data:image/png;base64,${png(s)}`);
          else if (svg !== s) {
            html = html.replaceAll(address, () => `data:image/svg+xml,${inURL(svg)}`);
            // A player's name is a hash of its frames, with images as they were compressed.
            [html, native] = [html, native].map(h => h.replace(/\blclass-player-[0-9a-f]+\b/g, 'lclass-player'));
          }
        }
        if (mask(html) !== mask(native)) return difference('HTML', mask(html), mask(native));
        break;
      }
      case 'picture':
        if (g.alt !== w.alt || g.width !== w.width || g.height !== w.height) return `picture: page ${g.width}×${g.height} ${g.alt}, native ${w.width}×${w.height} ${w.alt}`;
        if (!['pixels', 'path'].includes(reason) && png(g.svg) !== w.png) return 'picture: other pixels';
    }
  }
  return '';
}
// png returns lclass-plot's PNG of a picture that the page has painted as an SVG.
function png(svg) {
  const p = painted.get(svg);
  if (!p) return '';
  if (!p.png) {
    const all = [...painted.values()];
    for (const [i, file] of paintNative('png', all.map(x => x.picture)).entries()) all[i].png = file.toString('base64');
  }
  return p.png;
}

let failed = 0, same = 0, listed = 0, cellsRun = 0;
const all = [], loads = [], begin = Date.now();

// runCells runs the cells of a notebook, in a page of its own. check(result, i) says what is
// wrong with one.
async function runCells(title, file, check, end = () => []) {
  const { page, ms } = await open(), sources = [], start = Date.now(), wrong = [];
  loads.push({ ms });
  for (const [i, cell] of codeCells(file).entries()) {
    sources.push(text(cell.source));
    const r = await page.evaluate(sources => run(sources), sources);
    cellsRun++;
    all.push({ name: title, cell: i + 1, ...r.ms, total: Object.values(r.ms).reduce((a, b) => a + b, 0) });
    const fault = [r.outcome === 'ok' ? '' : `${r.outcome}: ${JSON.stringify(r.problems)}`, picturesOf(r.pictures), check(r, i)].filter(Boolean).join('\n    ');
    if (fault) wrong.push(`  cell ${i + 1}: ${fault}`);
  }
  await page.close();
  wrong.push(...end());
  failed += wrong.length;
  console.log(`${title}: ${wrong.length ? `${wrong.length} of ${sources.length} cells FAILED` : `${sources.length} cells`}, ${((Date.now() - start) / 1000).toFixed(0)} s`);
  for (const w of wrong) console.log(w);
}

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
  withData = !without;
  const wanted = codeCells(file).map(stored);
  await runCells(without ? `${name}, without data that the native kernel did not have` : name, file, (r, i) => {
    const got = latest(r.outputs), reason = allowed[name]?.[i + 1];
    const fault = compare(got, wanted[i]);
    if (!fault) {
      if (reason) console.log(`${name} ${i + 1}: the same, though it may differ (${reason})`);
      same++;
      return '';
    }
    const left = reason ? compare(got, wanted[i], reason) : fault;
    if (!left) listed++;
    return left;
  });
}
// The assignments have no stored outputs. With their solutions, every check says ✓.
for (const [i, { name, file }] of assignments(root).entries()) {
  const title = `assignments/${name}`;
  if (!chosen(title, i)) continue;
  let checks = 0;
  await runCells(title, file, r => {
    const shown = r.outputs.map(o => o.html ?? o.text ?? '').join('\n');
    checks += shown.split('✓').length - 1;
    if (shown.includes('✗')) return shown;
    same++;
    return '';
  }, () => checks ? [] : ['  no check says ✓']);
}
await browser.close();
server.close();
const median = (list, key) => { const v = list.map(x => x[key] ?? 0).sort((a, b) => a - b); return v.length ? `${v[v.length >> 1].toFixed(0)} (${v.at(-1).toFixed(0)})` : '-'; };
console.log(`${browserName}: ${cellsRun} cells, ${same} the same, ${listed} with listed differences, ${failed} failed, ${((Date.now() - begin) / 1000).toFixed(0)} s; ms, median and most:`,
  ['compose', 'compile', 'link', 'run', 'total'].map(k => `${k} ${median(all, k)}`).join(', '), `, to load ${median(loads, 'ms')}`);
process.exit(failed || !cellsRun ? 1 : 0);
