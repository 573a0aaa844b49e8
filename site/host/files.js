// Files in memory. A path has no slash in front.
const encoder = new TextEncoder();

export class File {
  constructor(data = new Uint8Array(0)) {
    this.data = data; // may be longer than the content
    this.size = data.length;
    this.shared = true; // data are somebody else's: copy before writing
    this.written = false; // since the host has last asked
  }

  content() { return this.data.subarray(0, this.size); }

  // The bytes up to size, of which the file may have fewer before.
  resize(size) {
    if (this.shared || size > this.data.length) {
      const data = new Uint8Array(Math.max(size, this.shared ? this.size : 2 * this.data.length, 4096));
      data.set(this.content());
      this.data = data;
      this.shared = false;
    } else if (size > this.size) {
      this.data.fill(0, this.size, size);
    }
    this.size = size;
    this.written = true;
  }

  write(bytes, at) {
    this.resize(Math.max(this.size, at + bytes.length));
    this.data.set(bytes, at);
  }
}

export function normal(path) {
  const parts = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

export class Files {
  constructor(base) {
    this.files = new Map();
    this.directories = new Set(['', 'tmp', 'work']);
    this.base = base; // more files, which stay as they are
    this.removed = new Set();
  }

  get(path) { return this.files.get(path) ?? this.base?.get(path); }

  put(path, data) {
    const file = new File(typeof data === 'string' ? encoder.encode(data) : data);
    this.files.set(path, file);
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) this.directories.add(path.slice(0, at));
    return file;
  }

  remove(path) {
    if (!this.files.delete(path)) return false;
    this.removed.add(path);
    return true;
  }

  // Names in a directory, with true for directories.
  list(directory) {
    const names = new Map(), start = directory ? directory + '/' : '';
    const add = (path, isDirectory) => {
      if (!path.startsWith(start) || path === directory) return;
      const rest = path.slice(start.length), slash = rest.indexOf('/');
      if (slash < 0) names.set(rest, isDirectory || names.get(rest) === true);
      else names.set(rest.slice(0, slash), true);
    };
    for (const path of this.files.keys()) add(path, false);
    for (const path of this.directories) if (path) add(path, true);
    return [...names].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  // What was written and removed since the last call: path -> Uint8Array, or null.
  changes() {
    const changes = {};
    for (const path of this.removed) if (!this.files.has(path)) changes[path] = null;
    this.removed.clear();
    for (const [path, file] of this.files) {
      if (!file.written) continue;
      file.written = false;
      if (!path.startsWith('tmp/')) changes[path] = file.content().slice();
    }
    return changes;
  }

  apply(changes) {
    for (const [path, data] of Object.entries(changes)) {
      if (data === null) this.files.delete(path);
      else this.put(path, data);
    }
  }
}
