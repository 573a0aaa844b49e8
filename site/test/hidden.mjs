// What the site must not have: the solutions of the assignments, and the hidden checks.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { assignments, text } from '../make/notebooks.mjs';

const least = 20; // bytes of a line or a text that says something
const squeeze = s => s.replace(/\s+/g, '');
const bytes = s => Buffer.from(squeeze(s), 'utf8').toString('latin1');

// secrets returns what is distinctive of solutions and hidden checks, without spaces: lines
// of code and of answers, and the texts in hidden checks, as far as no public file has them.
export function secrets(root) {
  const read = f => fs.readFileSync(path.join(root, f), 'utf8');
  const cells = f => JSON.parse(read(f)).cells, sources = f => cells(f).map(c => text(c.source)).join('\n');
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const secret = f => /^assignments\/(hidden\/|lgrade\/|[^/]+\/testdata\/|[^/]+\/[^/]+\.ipynb$)/.test(f);
  const open = files.filter(f => !secret(f) && /\.(go|md|ipynb|py|js|mjs|txt|toml|tsv)$/.test(f));
  const known = squeeze([...open.map(f => f.endsWith('.ipynb') ? sources(f) : read(f)),
    ...assignments(root).map(({ name }) => sources(`build/release/${name}.ipynb`))].join('\n'));
  const found = new Map();
  const add = (from, line) => {
    const s = squeeze(line);
    if (Buffer.byteLength(s) >= least && !known.includes(s)) found.set(bytes(line), from);
  };
  for (const { name } of assignments(root)) {
    for (const c of cells(`assignments/${name}/${name}.ipynb`)) {
      for (const [, solution] of text(c.source).matchAll(/BEGIN SOLUTION(?: -->)?\n([^]*?)(?:<!--|\/\/) END SOLUTION/g)) {
        for (const line of solution.split('\n')) add(`${name}: solution`, line);
      }
    }
  }
  for (const f of files.filter(f => /^assignments\/hidden\/.*\.go$/.test(f) && !f.endsWith('_test.go'))) {
    for (const [, a, b] of read(f).matchAll(/"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g)) add(f, a ?? b);
    for (const line of read(f).split('\n')) add(f, line);
  }
  found.set('linclass/assignments/hidden', 'the path of the hidden checks');
  return found;
}

// forms returns what a reader of a file could see: its bytes, decompressed, and of pages and
// scripts also the text without tags and escapes.
function forms(name, data) {
  if (data[0] === 0x1f && data[1] === 0x8b) return forms(name, zlib.gunzipSync(data));
  if (data.toString('latin1', 0, 6) === '\xfd7zXZ\0') return forms(name, execFileSync('xz', ['-dc'], { input: data, maxBuffer: 1 << 28 }));
  const raw = data.toString('latin1').replace(/[\t\n\r ]+/g, '');
  if (!/\.(html|js|json|txt|css|ipynb)$/.test(name)) return [raw];
  const s = data.toString('utf8'), named = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'", '#34': '"' };
  const shown = s.replace(/<[^>]*>/g, '').replace(/&(lt|gt|quot|amp|#39|#34);/g, (_, n) => named[n]);
  const unescaped = s.replace(/\\u([0-9a-f]{4})/gi, (_, h) => String.fromCharCode(parseInt(h, 16))).replace(/\\(n|t)/g, ' ').replace(/\\(["\\/])/g, '$1');
  return [raw, bytes(shown), bytes(unescaped)];
}

// leaks returns which secrets the files below a directory have, and where.
export function leaks(directory, secrets) {
  const begins = new Map(); // secrets by the hash of their first bytes
  const size = least, base = 31;
  let top = 1;
  for (let i = 1; i < size; i++) top = Math.imul(top, base);
  const hash = s => { let h = 0; for (let i = 0; i < size; i++) h = Math.imul(h, base) + s.charCodeAt(i) | 0; return h; };
  for (const s of secrets.keys()) begins.set(hash(s), [...(begins.get(hash(s)) ?? []), s]);
  const found = [];
  for (const name of fs.readdirSync(directory, { recursive: true })) {
    const file = path.join(directory, name);
    if (!fs.statSync(file).isFile()) continue;
    for (const form of forms(name, fs.readFileSync(file))) {
      if (form.length < size) continue;
      for (let i = 0, h = hash(form); ; i++) {
        for (const s of begins.get(h) ?? []) if (form.startsWith(s, i)) found.push(`${name}: ${secrets.get(s)}: ${s}`);
        if (i + size >= form.length) break;
        h = Math.imul(h - Math.imul(form.charCodeAt(i), top), base) + form.charCodeAt(i + size) | 0;
      }
    }
  }
  return found;
}
