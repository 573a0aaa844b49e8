// What the built toolchain can do beside running cells, and what is in it.
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { assignments, imports, notebooks } from '../make/notebooks.mjs';
import { Session, built, host, manifest, parts, root } from './toolchain.mjs';

const { headOf } = await host('bytes');
const { archives } = await host('toolchain');
const session = new Session(), { composer } = session.toolchain;

const labels = (...cells) => {
  const last = cells.at(-1), at = Buffer.byteLength(last.slice(0, last.indexOf('|')));
  const { items } = composer.complete([...cells.slice(0, -1), last.replace('|', '')], at);
  return items.map(i => i.label);
};

test('completion knows the packages of the course', () => {
  assert.ok(labels('%%\nlclass.Soft|').includes('Softmax'));
  const methods = labels('func model() *lclass.Model { return nil }', '%%\nm := model()\nm.|');
  for (const name of ['Predict', 'W', 'Status']) assert.ok(methods.includes(name), `${name} is not among ${methods}`);
  assert.ok(labels('%%\nη := 1\nd := datasets.Iris()\nd.|').includes('Names'));
});

test('a cell is formatted, and what cannot be is a problem', () => {
  assert.equal(composer.format('x:=1').source, 'x := 1');
  assert.equal(composer.format('%%\nx := (').problems[0].line, 2);
});

test('the manifest names what is there', () => {
  for (const { name, size, sha256 } of Object.values(manifest.files)) {
    const data = fs.readFileSync(path.join(built, name));
    assert.equal(data.length, size, name);
    assert.equal(crypto.createHash('sha256').update(data).digest('hex'), sha256, name);
    assert.ok(name.includes(sha256.slice(0, 12)), name);
  }
  assert.ok(fs.existsSync(path.join(built, manifest.worker)));
  assert.equal(manifest.go, JSON.parse(fs.readFileSync(path.join(root, 'site/toolchain.json'))).go);
});

test('every package that a notebook imports is there', () => {
  const [{ packages }] = headOf(parts().exports);
  for (const name of imports([...notebooks(root), ...assignments(root)].map(n => n.file))) assert.ok(packages[name], name);
});

test('no hidden check is there', () => {
  const all = parts(), hidden = 'linclass/assignments/hidden';
  assert.ok(Buffer.from(all.linkState).includes('linclass/assignments/perceptron/check'), 'what is searched does not have the open checks either');
  for (const name of ['exports', 'compileState', 'linkState']) assert.ok(!Buffer.from(all[name]).includes(hidden), name);
  assert.ok(![...archives('exports', all.exports).files.keys()].some(p => p.includes('hidden')));
});

test('the memory of the tools does not grow from cell to cell', () => {
  const cell = i => [`func f${i}() string { return strings.Repeat("x", ${i}) }\n%%\nd := datasets.Iris()\nfmt.Println(f${i}(), lclass.Must(lclass.FromFrame(d, lclass.Columns{Target: "species"})).N(), plots.New("x", "y") != nil)`];
  const sizes = [];
  for (let i = 0; i < 12; i++) {
    assert.equal(session.run(cell(i)).outcome, 'ok');
    sizes.push(session.toolchain.compiler.size + session.toolchain.linker.size);
  }
  assert.equal(sizes.at(-1), sizes[2], `${sizes}`);
});
