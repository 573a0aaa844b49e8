// Nothing of a solution or of a hidden check is on the site.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import zlib from 'node:zlib';
import { assignments } from '../make/notebooks.mjs';
import { leaks, secrets } from './hidden.mjs';
import { built, root } from './toolchain.mjs';

const all = secrets(root);

test('every assignment has solutions and hidden checks to look for', () => {
  for (const { name } of assignments(root)) {
    const from = [...all.values()];
    assert.ok(from.filter(f => f === `${name}: solution`).length >= 5, name);
    assert.ok(from.filter(f => f.startsWith(`assignments/hidden/${name}/`)).length >= 10, name);
  }
});

test('the site has none of them', () => {
  assert.deepEqual(leaks(path.dirname(built), all), []);
});

test('one that is planted is found, whatever it is in', t => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'hidden-'));
  t.after(() => fs.rmSync(directory, { recursive: true }));
  const line = '\t\t\tw[i] += eta * (t - y) * x[i] // "<planted>"';
  const planted = new Map([[line.replace(/\s+/g, ''), 'planted']]);
  const escaped = line.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  const files = {
    'toolchain/objects.bin': zlib.gzipSync(Buffer.from(`\0\0\0${line}\0`)),
    'toolchain/state.bin': execFileSync('xz', ['-c'], { input: Buffer.from(`\0\0\0${line}\0`) }),
    'toolchain/link.wasm': Buffer.from(`\0asm${line}`),
    'cell.html': `<pre>${escaped.replace('eta', '<span class="n">eta</span>')}</pre>`,
    'notebook.html': `<script>{"source": ${JSON.stringify(line).replaceAll('<', '\\u003c')}}</script>`,
    'none.html': '<pre>w[i] += eta * x[i]</pre>',
  };
  fs.mkdirSync(path.join(directory, 'toolchain'));
  for (const [name, content] of Object.entries(files)) fs.writeFileSync(path.join(directory, name), content);
  const found = new Set(leaks(directory, planted).map(l => l.split(':')[0]));
  assert.deepEqual([...found].sort(), Object.keys(files).filter(n => n !== 'none.html').sort());
});
