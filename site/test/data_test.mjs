// Data sets that the page fetches, from a site and two mirrors that are servers here.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import zlib from 'node:zlib';
import { host } from './toolchain.mjs';

const { Data } = await host('data');
const content = Buffer.from('1,2,3\n'.repeat(50)), file = zlib.gzipSync(content);
const sha256 = crypto.createHash('sha256').update(content).digest('hex');

// get waits for an answer as a worker of a browser does, in another process.
function get(address) {
  const { stdout, status } = spawnSync(process.execPath, ['-e', 'fetch(process.argv[1]).then(async r => { if (!r.ok) process.exit(1); process.stdout.write(Buffer.from(await r.arrayBuffer())); })', address]);
  if (status !== 0) throw new Error('status 404');
  return new Uint8Array(stdout);
}

// serve runs a server in a thread, since get leaves this one no time, and returns its
// address. It knows one path.
async function serve(t, path, body) {
  const worker = new Worker(`
    const { parentPort, workerData: { path, body } } = require('node:worker_threads');
    const server = require('node:http').createServer((request, response) => {
      response.writeHead(request.url === path ? 200 : 404).end(request.url === path ? body : '');
    }).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
  `, { eval: true, workerData: { path, body } });
  t.after(() => worker.terminate());
  const [port] = await new Promise(r => worker.once('message', port => r([port])));
  return `http://127.0.0.1:${port}/`;
}

const set = (bytes, ...addresses) => ({ set: 'mnist', bytes, path: 'mnist/a.gz', sha256, addresses });

test('the site comes first, and a mirror after it', async t => {
  const site = await serve(t, '/data/mnist/a.gz', file), none = await serve(t, '/', ''), mirror = await serve(t, '/a.gz', file);
  for (const [name, base, addresses] of [['site', `${site}data/`, []], ['mirror', `${none}data/`, [`${none}a.gz`, `${mirror}a.gz`]]]) {
    assert.deepEqual(Buffer.from(new Data(base, get).fetch(set(1000, ...addresses))), file, name);
  }
});

test('a file with other content is not taken', async t => {
  const wrong = await serve(t, '/data/mnist/a.gz', zlib.gzipSync('1,2,4\n')), broken = await serve(t, '/a.gz', file.subarray(0, 20)), mirror = await serve(t, '/a.gz', file);
  const data = new Data(`${wrong}data/`, get);
  assert.deepEqual(Buffer.from(data.fetch(set(1000, `${broken}a.gz`, `${mirror}a.gz`))), file);
  assert.throws(() => data.fetch(set(1000, `${broken}a.gz`)), e => e.message.includes(sha256) && e.message.includes(`${broken}a.gz`));
});

test('a large set waits for the reader', async t => {
  const site = await serve(t, '/data/mnist/a.gz', file), data = new Data(`${site}data/`, get);
  assert.throws(() => data.fetch(set(11_594_722)), /11\.6 MB/);
  assert.deepEqual(data.wanted, { set: 'mnist', bytes: 11_594_722 });
  data.allowed.add('mnist');
  assert.deepEqual(Buffer.from(data.fetch(set(11_594_722))), file);
});
