// Every part of the site is on its page of licences, with a text.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { built, parts, root } from './toolchain.mjs';

const site = path.dirname(built);
const page = fs.readFileSync(path.join(site, 'licences.html'), 'utf8');
const listed = new Map([...page.matchAll(/<summary>(.*?)<\/summary>\s*<pre>([^]*?)<\/pre>/g)].map(([, name, text]) => [name.trim(), text]));
const has = name => [...listed.keys()].some(l => l === name || l.startsWith(`${name} `));

test('each part has a text of its own', () => {
  for (const [name, text] of listed) assert.match(text, /copyright/i, name);
  assert.ok(listed.size > 20, `${[...listed.keys()]}`);
});

test('the modules of all packages that cells are linked with', () => {
  const memory = Buffer.from(parts().linkState).toString('latin1');
  const paths = new Set([...memory.matchAll(/packagefile ([\w./-]+)=\/objects\//g)].map(([, p]) => p));
  assert.ok(paths.has('gonum.org/v1/gonum/mat') && paths.has('linclass/lclass'), `${[...paths]}`);
  for (const p of paths) {
    const [first] = p.split('/');
    if (p.startsWith('linclass/')) assert.ok(has('linclass'), p);
    else if (first.includes('.')) assert.ok([...listed.keys()].some(l => p === l.split(' ')[0] || p.startsWith(`${l.split(' ')[0]}/`)), p);
    else assert.ok(has('Go'), p);
  }
});

test('the tools, the packages of npm, the font and the formulas', () => {
  const dependencies = file => Object.keys(JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')).dependencies);
  const names = [...dependencies('site/package.json'), ...dependencies('site/page/package.json')];
  for (const name of ['Go', 'linclass', 'codeberg.org/go-fonts/liberation', ...names]) assert.ok(has(name), name);
});

test('the index leads to the page', () => {
  assert.match(fs.readFileSync(path.join(site, 'index.html'), 'utf8'), /href="licences\.html"/);
});
