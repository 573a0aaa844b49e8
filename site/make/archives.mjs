// The packages of the course for the tools of a page: of each archive, what the compiler
// reads (export data) and what the linker reads (the object).
import fs from 'node:fs';
import { withHead } from '../host/bytes.js';

const magic = '!<arch>\n';

function entries(archive) {
  if (archive.toString('latin1', 0, 8) !== magic) throw new Error('not an archive of Go');
  const found = [];
  for (let at = 8; at < archive.length;) {
    const size = Number(archive.toString('latin1', at + 48, at + 58));
    found.push({ name: archive.toString('latin1', at, at + 16).trim(), data: archive.subarray(at + 60, at + 60 + size) });
    at += 60 + size + size % 2;
  }
  return found;
}

function archive(list) {
  const parts = [Buffer.from(magic)];
  for (const { name, data } of list) {
    parts.push(Buffer.from(name.padEnd(16) + '0'.padEnd(12) + '0'.padEnd(6) + '0'.padEnd(6) + '644'.padEnd(8) + String(data.length).padEnd(10) + '`\n'), data);
    if (data.length % 2) parts.push(Buffer.from('\0'));
  }
  return Buffer.concat(parts);
}

// split returns export data and object of an archive, each as an archive.
export function split(bytes) {
  const all = entries(bytes), definitions = all.find(e => e.name === '__.PKGDEF');
  const end = definitions.data.indexOf('\n\n') + 2; // of the lines about package and build
  const none = { name: '__.PKGDEF', data: Buffer.concat([definitions.data.subarray(0, end), Buffer.from('$$B\nu\n$$\n')]) };
  return { exports: archive([definitions]), object: archive([none, ...all.filter(e => e !== definitions)]) };
}

// pack returns the packed exports and objects of packages, {path, file} each. importable
// are the names, by the path, of those that a cell may import: the compiler reads no others.
export function pack(packages, importable) {
  const out = { exports: { index: {}, parts: [], length: 0 }, object: { index: {}, parts: [], length: 0 } };
  for (const { path, file } of packages) {
    for (const [kind, data] of Object.entries(split(fs.readFileSync(file)))) {
      if (kind === 'exports' && !(path in importable)) continue;
      const to = out[kind];
      to.index[path] = [to.length, data.length];
      to.parts.push(data);
      to.length += data.length;
    }
  }
  const packed = ({ index, parts }, head) => withHead({ archives: index, ...head }, Buffer.concat(parts));
  return { exports: packed(out.exports, { packages: importable }), objects: packed(out.object, {}) };
}
