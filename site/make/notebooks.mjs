// The notebooks of the course and of its assignments.
import fs from 'node:fs';
import path from 'node:path';

const names = file => fs.readFileSync(file, 'utf8').split('\n').map(l => l.replace(/#.*/, '').trim()).filter(Boolean);

// notebooks returns {name, file} of the notebooks, in reading order.
export function notebooks(root) {
  return names(path.join(root, 'notebooks/order.txt')).map(name => ({ name: name.replace(/\.ipynb$/, ''), file: path.join(root, 'notebooks', name.replace(/(\.ipynb)?$/, '.ipynb')) }));
}

export function assignments(root) {
  return names(path.join(root, 'assignments/order.txt')).map(name => ({ name, file: path.join(root, 'assignments', name, `${name}.ipynb`) }));
}

export const text = source => (Array.isArray(source) ? source.join('') : source);

export function codeCells(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8')).cells.filter(c => c.cell_type === 'code');
}

// imports returns the paths that cells import, sorted.
export function imports(files) {
  const found = new Set();
  for (const file of files) {
    for (const cell of codeCells(file)) {
      const source = text(cell.source);
      for (const [, block, one] of source.matchAll(/^import\s*(?:\(([^)]*)\)|(?:[\w.]+\s+)?"([^"]+)")/gm)) {
        if (one) found.add(one);
        for (const [, p] of (block ?? '').matchAll(/^\s*(?:[\w.]+\s+)?"([^"]+)"/gm)) found.add(p);
      }
    }
  }
  return [...found].sort();
}
