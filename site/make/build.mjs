// Builds the toolchain of the site: node site/make/build.mjs [DIRECTORY], by default
// build/site/toolchain. The same sources give the same bytes.
import { execFileSync, spawn } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportGlobals, withoutData } from '../host/resident.js';
import { pack } from './archives.mjs';
import { bakeCompiler, bakeLinker } from './bake.mjs';
import { licences } from './licences.mjs';
import { assignments, imports, notebooks } from './notebooks.mjs';
import { packageEdits, PlaceError, toolEdits, writeOverlay } from './overlay.mjs';

const site = path.dirname(path.dirname(fileURLToPath(import.meta.url))), root = path.dirname(site);

function go(args, env = {}) {
  return execFileSync('go', args, {
    cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, GOFLAGS: '', GOWORK: 'off', CGO_ENABLED: '0', ...env },
  });
}
const wasm = { GOOS: 'wasip1', GOARCH: 'wasm' };
const buildWasm = (to, args) => {
  go(['build', '-trimpath', '-buildvcs=false', '-buildmode=c-shared', '-ldflags=-s -w', '-o', to, ...args], wasm);
  return fs.readFileSync(to);
};

// With -8 the decoder takes 32 MB of memory; with -9, 64 MB to save another 4 %.
function compressed(data) {
  return new Promise((resolve, reject) => {
    const xz = spawn('xz', ['-8', '--threads=1', '--check=crc32', '--stdout'], { stdio: ['pipe', 'pipe', 'inherit'] }), parts = [];
    xz.stdout.on('data', part => parts.push(part));
    xz.on('error', reject);
    xz.on('close', code => (code ? reject(new Error(`xz: exit code ${code}`)) : resolve(Buffer.concat(parts))));
    xz.stdin.end(data);
  });
}

// What cells import, and the packages that a cell may import beyond: those of the standard
// library that are there anyway.
function packages(overlay) {
  const wanted = [...new Set([...imports([...notebooks(root), ...assignments(root)].map(n => n.file)), 'flag', 'fmt'])];
  const list = go(['list', '-trimpath', '-buildvcs=false', '-gcflags=all=-dwarf=false', '-tags=notebook,page', `-overlay=${overlay}`, '-export', '-deps',
    '-f', '{{.ImportPath}}\t{{.Name}}\t{{.Standard}}\t{{.Export}}', ...wanted], wasm).trim().split('\n').map(l => l.split('\t'));
  const importable = {};
  for (const [to, name, standard] of list) {
    if (wanted.includes(to) || standard === 'true' && !/(^|\/)(internal|vendor)(\/|$)/.test(to)) importable[to] = name;
  }
  return { wanted, files: list.filter(([, , , file]) => file).map(([to, , , file]) => ({ path: to, file })), importable };
}

async function build(out) {
  const pin = JSON.parse(fs.readFileSync(path.join(site, 'toolchain.json'), 'utf8')).go;
  const [version, goroot] = go(['env', 'GOVERSION', 'GOROOT']).trim().split('\n');
  if (version !== pin) throw new PlaceError(`site/toolchain.json names ${pin}, and ${version} is installed. Install ${pin}, or name ${version} there and run make test-site.`);
  const work = path.join(root, 'build/site-work');
  fs.mkdirSync(work, { recursive: true });
  const begin = Date.now(), say = what => console.log(`${((Date.now() - begin) / 1000).toFixed(1).padStart(6)} s  ${what}`);

  const overlay = writeOverlay(goroot, version, path.join(work, 'overlay'), toolEdits);
  const tool = name => exportGlobals(buildWasm(path.join(work, `${name}.wasm`), [`-overlay=${overlay}`, `cmd/${name}`]));
  const compile = tool('compile');
  say('compiler');
  const link = tool('link');
  say('linker');
  const compose = buildWasm(path.join(work, 'compose.wasm'), ['-tags=page', './site/compose/wasm']);
  say('composer');
  const { wanted, files, importable } = packages(writeOverlay(goroot, version, path.join(work, 'overlay-packages'), packageEdits));
  const { exports, objects } = pack(files, importable);
  say(`${files.length} packages, ${Object.keys(importable).length} of them to import`);
  const compileState = bakeCompiler(compile, exports);
  say('the compiler is prepared');
  const linkState = bakeLinker(link, objects);
  say('the linker is prepared');

  const font = fs.readFileSync(path.join(root, 'plots/internal/vector/sans.bin'));
  fs.rmSync(out, { recursive: true, force: true });
  fs.mkdirSync(out, { recursive: true });
  const sha256 = data => crypto.createHash('sha256').update(data).digest('hex');
  const manifest = { go: version, worker: '', files: {} };
  const put = async (name, data, wasm = false) => {
    const packed = await compressed(data), sum = sha256(packed);
    const file = `${name}.${sum.slice(0, 12)}.bin`; // hosts treat files that end in .xz each in their own way
    fs.writeFileSync(path.join(out, file), packed);
    return [name, { name: file, size: packed.length, sha256: sum, unpacked: data.length, ...wasm && { wasm } }];
  };
  manifest.files = Object.fromEntries(await Promise.all([
    put('compile', withoutData(compile), true), put('link', withoutData(link), true), put('compose', compose, true),
    put('exports', exports), put('compileState', compileState), put('linkState', linkState), put('font', font),
  ]));
  say('files');

  const host = path.join(site, 'host');
  const scripts = fs.readdirSync(host).filter(f => f.endsWith('.js')).map(f => [f, fs.readFileSync(path.join(host, f))]);
  const others = path.join(site, 'node_modules');
  for (const [to, from] of [['fflate.js', 'fflate/esm/browser.js'], ['fflate.LICENSE.txt', 'fflate/LICENSE'],
    ...['sha2.js', '_md.js', '_u64.js', 'utils.js'].map(f => [`noble/${f}`, `@noble/hashes/${f}`]), ['noble/LICENSE.txt', '@noble/hashes/LICENSE']]) {
    scripts.push([to, fs.readFileSync(path.join(others, from))]);
  }
  // It is written for require, and its licence is in no file of the package.
  const xz = fs.readFileSync(path.join(others, 'xz-decompress/dist/package/xz-decompress.js'), 'utf8');
  scripts.push(['xz-decompress.js', Buffer.from(`const module = { exports: {} }, { exports } = module, require = () => ({});\n${xz}\nexport const { XzReadableStream } = module.exports;\n`)]);
  scripts.push(['xz-decompress.LICENSE.txt', fs.readFileSync(path.join(site, 'make/xz-decompress.LICENSE.txt'))]);
  scripts.push(['package.json', Buffer.from('{"type":"module"}\n')]);
  scripts.sort(([a], [b]) => (a < b ? -1 : 1));
  const directory = `host.${sha256(scripts.map(([f, data]) => `${f} ${sha256(data)}\n`).join('')).slice(0, 12)}`;
  fs.mkdirSync(path.join(out, directory, 'noble'), { recursive: true });
  for (const [f, data] of scripts) fs.writeFileSync(path.join(out, directory, f), data);
  manifest.worker = `${directory}/worker.js`;
  const texts = licences({
    go: args => go([...args.slice(0, 1), ...(args[1] === '-m' ? [] : ['-tags=notebook,page']), ...args.slice(1)], wasm), root, version, goroot,
    patterns: [...wanted, './site/compose/wasm'],
    modules: ['codeberg.org/go-fonts/liberation'], // what font is made of
    npm: ['fflate', 'xz-decompress', '@noble/hashes'],
  });
  fs.writeFileSync(path.join(out, 'licences.json'), JSON.stringify(texts, null, 1) + '\n');
  fs.writeFileSync(path.join(out, 'manifest.json'), JSON.stringify(manifest, null, 1) + '\n');
  const all = Object.entries(manifest.files);
  for (const [name, { size }] of all) console.log(`${(size / 1e6).toFixed(2).padStart(8)} MB  ${name}`);
  console.log(`${(all.reduce((sum, [, { size }]) => sum + size, 0) / 1e6).toFixed(2).padStart(8)} MB`);
}

try {
  await build(path.resolve(process.argv[2] ?? path.join(root, 'build/site/toolchain')));
} catch (e) {
  if (!(e instanceof PlaceError)) throw e;
  console.error(e.message);
  process.exit(1);
}
