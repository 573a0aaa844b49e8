// Object files of Go, without the symbols that no program can need.

const blocks = ['autolib', 'packages', 'files', 'definitions', 'hashed64', 'hashed', 'named', 'references', 'flags',
  'hashes64', 'hashes', 'relocationIndex', 'auxiliaryIndex', 'dataIndex', 'relocation', 'auxiliary', 'data', 'names', 'end'];
export const magic = '\0go120ld';
const head = magic.length + 8 + 4, symbolSize = 21, relocationSize = 23, auxiliarySize = 9;
const none = 2 ** 31 - 1; // what stands for a package: symbols with a name, and so on
const special = { named: none, hashed64: none - 1, hashed: none - 2, self: none - 4 };
const functionInfo = 1; // the kind of an auxiliary symbol
const usedInInterface = 1; // of the second flags of a symbol

const words = numbers => {
  const out = Buffer.alloc(4 * numbers.length);
  numbers.forEach((n, i) => out.writeUInt32LE(n, 4 * i));
  return out;
};

// trimmed returns an object without what no program can need. Of the digits of needed, one
// for each symbol, 1 is a symbol that is needed, 2 a function of which traces need name and
// lines, 3 a symbol that is needed and that another object has.
export function trimmed(object, needed) {
  if (object.toString('latin1', 0, magic.length) !== magic) throw new Error('not an object of Go');
  const offsets = blocks.map((_, i) => object.readUInt32LE(head + 4 * i));
  const block = Object.fromEntries(blocks.slice(0, -1).map((name, i) => [name, object.subarray(offsets[i], offsets[i + 1])]));
  if (block.flags.length) throw new Error('flags of references are not known here');
  const strings = [], known = new Map();
  let stringsEnd = head + 4 * blocks.length;
  // A copy of records with the text that each has at some place, in the new table of texts.
  const text = (from, at, to, toAt, empty = false) => {
    const length = empty ? 0 : from.readUInt32LE(at), offset = from.readUInt32LE(at + 4);
    const key = object.toString('latin1', offset, offset + length);
    if (!known.has(key)) {
      known.set(key, stringsEnd);
      strings.push(object.subarray(offset, offset + length));
      stringsEnd += length;
    }
    to.writeUInt32LE(length, toAt);
    to.writeUInt32LE(known.get(key), toAt + 4);
  };
  const withTexts = (records, size) => {
    const out = Buffer.from(records);
    for (let at = 0; at < out.length; at += size) text(records, at, out, at);
    return out;
  };

  // The definitions that stay, and the new numbers of those that go by number in this object
  // alone. Packages refer to each other's by number, too, so those keep it and lose the rest.
  const kinds = ['definitions', 'hashed64', 'hashed', 'named'], numbers = {}, symbols = [];
  let first = 0;
  for (const kind of kinds) {
    const count = block[kind].length / symbolSize;
    numbers[kind] = new Map();
    for (let i = 0; i < count; i++) {
      const digit = needed[first + i], keep = digit === '1' || kind === 'hashed64';
      const traced = digit === '2';
      if (!keep && !traced && kind !== 'definitions' && !(kind === 'hashed' && digit === '3')) continue;
      numbers[kind].set(i, numbers[kind].size);
      symbols.push({ kind, old: first + i, record: block[kind].subarray(i * symbolSize, (i + 1) * symbolSize), keep, traced });
    }
    first += count;
  }
  const namedFirst = first - block.named.length / symbolSize;
  if (needed.length !== first) throw new Error(`${needed.length} digits for ${first} symbols`);
  const namedCount = block.named.length / symbolSize, references = [], referenceNumbers = new Map();
  const nameOf = i => i < namedCount ? block.named.subarray(i * symbolSize, (i + 1) * symbolSize) : block.references.subarray((i - namedCount) * symbolSize, (i - namedCount + 1) * symbolSize);
  // The new number of a reference, which is made again when it is first asked for.
  const reference = i => {
    if (!referenceNumbers.has(i)) {
      referenceNumbers.set(i, numbers.named.size + references.length);
      const record = Buffer.alloc(symbolSize);
      nameOf(i).copy(record, 0, 0, i < namedCount ? 10 : symbolSize);
      if (i < namedCount) record[12] = nameOf(i)[12] & usedInInterface;
      references.push([nameOf(i), record]);
    }
    return referenceNumbers.get(i);
  };
  // Writes at a place of a copy what a symbol is now. What is not needed is no symbol (0, 0),
  // or only a name.
  const renumber = (bytes, at, nameOnly = false) => {
    const of = bytes.readUInt32LE(at), i = bytes.readUInt32LE(at + 4);
    let to = i;
    if (of === special.hashed64) to = numbers.hashed64.get(i);
    else if (of === special.hashed) to = numbers.hashed.get(i);
    else if (of === special.named) to = i >= namedCount || !numbers.named.has(i) && (nameOnly || needed[namedFirst + i] === '3') ? reference(i) : numbers.named.get(i);
    if (to === undefined) bytes.writeUInt32LE(0, at);
    bytes.writeUInt32LE(to ?? 0, at + 4);
  };

  // The records of a symbol in a block, as copies.
  const copies = (name, size, i) => {
    const [from, to] = [0, 4].map(more => block[`${name}Index`].readUInt32LE(4 * i + more));
    return Array.from({ length: to - from }, (_, j) => Buffer.from(block[name].subarray((from + j) * size, (from + j + 1) * size)));
  };
  const parts = { relocation: [], auxiliary: [], data: [] }, index = { relocation: [0], auxiliary: [0], data: [0] };
  const infos = new Set(); // the numbers of what is known of functions
  for (const { old, keep, traced } of symbols) {
    const add = (name, records) => {
      parts[name].push(...records);
      index[name].push(index[name].at(-1) + records.length);
    };
    const auxiliaries = keep || traced ? copies('auxiliary', auxiliarySize, old).filter(r => keep || r[0] === functionInfo) : [];
    for (const record of auxiliaries) {
      if (record[0] === functionInfo) infos.add(record.readUInt32LE(5));
      renumber(record, 1);
    }
    add('auxiliary', auxiliaries);
    const relocations = keep ? copies('relocation', relocationSize, old) : [];
    for (const record of relocations) renumber(record, 15);
    add('relocation', relocations);
  }
  for (const { kind, old, keep } of symbols) {
    const [from, to] = keep ? [0, 4].map(more => block.dataIndex.readUInt32LE(4 * old + more)) : [0, 0];
    const bytes = Buffer.from(block.data.subarray(from, to));
    if (kind === 'definitions' && infos.has(old) && keep) inlined(bytes, at => renumber(bytes, at, true));
    parts.data.push(bytes);
    index.data.push(index.data.at(-1) + bytes.length);
  }

  const records = kind => Buffer.concat(symbols.filter(s => s.kind === kind).map(({ record, keep, traced }) => {
    const out = Buffer.from(record);
    text(record, 0, out, 0, !keep && !traced);
    if (traced) out.writeUInt32LE(0, 13); // no size: a program that has such a function, too, has the larger one
    return out;
  }));
  const hashes = (kind, name, size) => Buffer.concat([...numbers[kind].keys()].map(i => block[name].subarray(i * size, (i + 1) * size)));
  const all = {
    autolib: withTexts(block.autolib, 16),
    packages: withTexts(block.packages, 8),
    files: withTexts(block.files, 8),
    definitions: records('definitions'),
    hashed64: records('hashed64'),
    hashed: records('hashed'),
    named: records('named'),
    references: Buffer.concat(references.map(([from, to]) => { text(from, 0, to, 0); return to; })),
    flags: Buffer.alloc(0),
    hashes64: hashes('hashed64', 'hashes64', 8),
    hashes: hashes('hashed', 'hashes', block.hashed.length ? block.hashes.length / (block.hashed.length / symbolSize) : 0),
    relocationIndex: words(index.relocation),
    auxiliaryIndex: words(index.auxiliary),
    dataIndex: words(index.data),
    relocation: Buffer.concat(parts.relocation),
    auxiliary: Buffer.concat(parts.auxiliary),
    data: Buffer.concat(parts.data),
    names: Buffer.alloc(0), // only tools that print objects read them
  };
  const header = Buffer.alloc(head + 4 * blocks.length);
  object.copy(header, 0, 0, head);
  let at = stringsEnd;
  blocks.forEach((name, i) => {
    header.writeUInt32LE(at, head + 4 * i);
    at += all[name]?.length ?? 0;
  });
  return Buffer.concat([header, ...strings, ...blocks.slice(0, -1).map(name => all[name])]);
}

// inlined calls f with the places, in what is known of a function, of the functions that
// are inlined there.
function inlined(info, f) {
  let at = 16;
  at += 4 + 4 * info.readUInt32LE(at);
  const count = info.readUInt32LE(at);
  for (let i = 0; i < count; i++) f(at + 4 + 24 * i + 12);
}
