// A host for programs that Go compiles with GOOS=wasip1: files in memory, the clock, and
// what the program prints.
import { normal } from './files.js';

const encoder = new TextEncoder(), decoder = new TextDecoder();
const OK = 0, EBADF = 8, EEXIST = 20, EINVAL = 28, EISDIR = 31, ENOENT = 44, ENOTDIR = 54, ENOTEMPTY = 55, ENOTSUP = 58;

// A program that ends by os.Exit, or is ended by the host, throws an Exit.
export class Exit extends Error {
  constructor(code) { super(`exit ${code}`); this.code = code; }
}

// What time it is, in nanoseconds, and random bytes. A site is built with others, which
// are the same each time.
export const nature = {
  now: () => BigInt(Math.round(Date.now() * 1e6)),
  ticks: () => BigInt(Math.round(performance.now() * 1e6)),
  random(bytes) { for (let i = 0; i < bytes.length; i += 65536) crypto.getRandomValues(bytes.subarray(i, i + 65536)); },
  sleep(ms) {
    const end = performance.now() + ms;
    if (sleeper && ms > 0) Atomics.wait(sleeper, 0, 0, ms);
    while (performance.now() < end);
  },
};

// A page that is not isolated may have no SharedArrayBuffer, but a shared memory.
const sleeper = (() => {
  try {
    return new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
  } catch {
    return null;
  }
})();

// A Host has what one instance may import. print(bytes, fd) takes what is printed.
export class Host {
  constructor({ args, env = {}, files, print, imports = () => ({}), world = nature }) {
    this.files = files;
    this.reads = []; // what was read of files that stay as they are, and to where
    this.world = world;
    this.print = print;
    this.open = [{ kind: 'input' }, { kind: 'output' }, { kind: 'output' }, { kind: 'directory', path: '' }];
    this.args = args.map(a => encoder.encode(a + '\0'));
    this.env = Object.entries(env).map(([k, v]) => encoder.encode(`${k}=${v}\0`));
    this.imports = { wasi_snapshot_preview1: this.calls(), ...imports(() => this.memory) };
  }

  bind(instance) { this.memory = instance.exports.memory; }

  calls() {
    const bytes = () => new Uint8Array(this.memory.buffer), view = () => new DataView(this.memory.buffer);
    const string = (at, n) => decoder.decode(bytes().slice(at, at + n));
    const at = (fd, p, n) => normal(this.open[fd].path + '/' + string(p, n));
    const isDirectory = path => this.files.directories.has(path);
    const sizes = list => (count, size) => {
      view().setUint32(count, list.length, true);
      view().setUint32(size, list.reduce((sum, x) => sum + x.length, 0), true);
      return OK;
    };
    const values = list => (pointers, to) => {
      for (const x of list) {
        view().setUint32(pointers, to, true);
        bytes().set(x, to);
        pointers += 4;
        to += x.length;
      }
      return OK;
    };
    const pieces = (p, n) => Array.from({ length: n }, (_, i) => [view().getUint32(p + 8 * i, true), view().getUint32(p + 8 * i + 4, true)]);
    const read = (file, p, n, from, done) => {
      let total = 0;
      for (const [to, length] of pieces(p, n)) {
        const part = file.data.subarray(from + total, Math.min(from + total + length, file.size));
        bytes().set(part, to);
        if (file.constant && part.length) this.reads.push({ to, data: part });
        total += part.length;
        if (part.length < length) break;
      }
      view().setUint32(done, total, true);
      return total;
    };
    const write = (file, p, n, to, done) => {
      let total = 0;
      for (const [from, length] of pieces(p, n)) {
        file.write(bytes().subarray(from, from + length), to + total);
        total += length;
      }
      view().setUint32(done, total, true);
      return total;
    };
    const status = (p, file, directory) => {
      const v = view();
      for (let i = 0; i < 64; i += 8) v.setBigUint64(p + i, 0n, true);
      v.setUint8(p + 16, directory ? 3 : file ? 4 : 2);
      v.setBigUint64(p + 32, BigInt(file?.size ?? 0), true);
      return OK;
    };
    const positions = {
      fd_pread: (fd, p, n, from, done) => this.open[fd]?.file ? (read(this.open[fd].file, p, n, Number(from), done), OK) : EBADF,
      fd_pwrite: (fd, p, n, to, done) => this.open[fd]?.file ? (write(this.open[fd].file, p, n, Number(to), done), OK) : EBADF,
    };
    return {
      ...positions,
      args_sizes_get: sizes(this.args),
      args_get: values(this.args),
      environ_sizes_get: sizes(this.env),
      environ_get: values(this.env),
      clock_res_get: (_, p) => (view().setBigUint64(p, 1000n, true), OK),
      clock_time_get: (id, _, p) => (view().setBigUint64(p, id === 0 ? this.world.now() : this.world.ticks(), true), OK),
      random_get: (p, n) => (this.world.random(bytes().subarray(p, p + n)), OK),
      proc_exit: code => { throw new Exit(code); },
      sched_yield: () => OK,

      // Waits for the earliest of some times. What is asked for about files is ready.
      poll_oneoff: (questions, answers, n, done) => {
        const v = view();
        let earliest = Infinity, which = -1, ready = 0;
        const answer = (question, type, error = OK) => {
          const to = answers + 32 * ready++;
          v.setBigUint64(to, v.getBigUint64(question, true), true);
          v.setUint16(to + 8, error, true);
          v.setUint8(to + 10, type);
        };
        for (let i = 0; i < n; i++) {
          const q = questions + 48 * i, type = v.getUint8(q + 8);
          if (type !== 0) {
            answer(q, type);
            continue;
          }
          let ns = v.getBigUint64(q + 24, true);
          if (v.getUint16(q + 40, true) & 1) ns -= v.getUint32(q + 16, true) === 0 ? this.world.now() : this.world.ticks();
          const ms = Number(ns) / 1e6;
          if (ms < earliest) [earliest, which] = [ms, q];
        }
        if (ready === 0 && which >= 0) {
          this.world.sleep(earliest);
          answer(which, 0);
        }
        v.setUint32(done, ready, true);
        return OK;
      },

      fd_read: (fd, p, n, done) => {
        const open = this.open[fd];
        if (open?.kind === 'input') return view().setUint32(done, 0, true), OK;
        if (!open?.file) return open?.kind === 'directory' ? EISDIR : EBADF;
        open.position += read(open.file, p, n, open.position, done);
        return OK;
      },
      fd_write: (fd, p, n, done) => {
        const open = this.open[fd];
        if (open?.kind === 'output') {
          let total = 0;
          for (const [from, length] of pieces(p, n)) {
            this.print(bytes().slice(from, from + length), fd);
            total += length;
          }
          view().setUint32(done, total, true);
          return OK;
        }
        if (!open?.file) return EBADF;
        if (open.append) open.position = open.file.size;
        open.position += write(open.file, p, n, open.position, done);
        return OK;
      },
      fd_seek: (fd, offset, from, p) => {
        const open = this.open[fd];
        if (!open?.file) return EBADF;
        const to = Number(offset) + [0, open.position, open.file.size][from];
        if (to < 0) return EINVAL;
        open.position = to;
        view().setBigUint64(p, BigInt(to), true);
        return OK;
      },
      fd_close: fd => {
        if (!this.open[fd]) return EBADF;
        this.open[fd] = undefined;
        return OK;
      },
      fd_sync: () => OK,
      fd_datasync: () => OK,
      fd_fdstat_get: (fd, p) => {
        const open = this.open[fd], v = view();
        if (!open) return EBADF;
        v.setUint8(p, open.kind === 'directory' ? 3 : open.file ? 4 : 2);
        v.setUint8(p + 1, 0);
        v.setUint16(p + 2, open.append ? 1 : 0, true);
        v.setBigUint64(p + 8, ~0n, true);
        v.setBigUint64(p + 16, ~0n, true);
        return OK;
      },
      fd_fdstat_set_flags: () => OK,
      fd_filestat_get: (fd, p) => this.open[fd] ? status(p, this.open[fd].file, this.open[fd].kind === 'directory') : EBADF,
      fd_filestat_set_size: (fd, size) => this.open[fd]?.file ? (this.open[fd].file.resize(Number(size)), OK) : EBADF,
      fd_filestat_set_times: () => OK,
      fd_prestat_get: (fd, p) => {
        if (fd !== 3) return EBADF;
        view().setUint8(p, 0);
        view().setUint32(p + 4, 1, true);
        return OK;
      },
      fd_prestat_dir_name: (fd, p) => fd === 3 ? (bytes()[p] = 47, OK) : EBADF,
      fd_readdir: (fd, p, n, cookie, done) => {
        const open = this.open[fd];
        if (open?.kind !== 'directory') return ENOTDIR;
        const list = this.files.list(open.path);
        let to = p;
        for (let i = Number(cookie); i < list.length && to < p + n; i++) {
          const name = encoder.encode(list[i][0]), entry = new Uint8Array(24 + name.length), v = new DataView(entry.buffer);
          v.setBigUint64(0, BigInt(i + 1), true);
          v.setBigUint64(8, BigInt(i + 1), true);
          v.setUint32(16, name.length, true);
          v.setUint8(20, list[i][1] ? 3 : 4);
          entry.set(name, 24);
          const part = entry.subarray(0, p + n - to); // one that does not fit is asked for again
          bytes().set(part, to);
          to += part.length;
        }
        view().setUint32(done, to - p, true);
        return OK;
      },

      path_open: (fd, _, p, n, how, rights, inherited, flags, to) => {
        const path = at(fd, p, n), create = how & 1, directory = how & 2, exclusive = how & 4, truncate = how & 8;
        let open;
        if (isDirectory(path)) {
          open = { kind: 'directory', path };
        } else {
          let file = this.files.get(path);
          if (file && create && exclusive) return EEXIST;
          if (file && directory) return ENOTDIR;
          if (!file && !create) return ENOENT;
          if (!file && !isDirectory(path.slice(0, Math.max(path.lastIndexOf('/'), 0)))) return ENOENT;
          if (!file || truncate) {
            file = this.files.put(path, new Uint8Array(0));
            file.written = true;
          }
          open = { kind: 'file', file, path, position: 0, append: (flags & 1) !== 0 };
        }
        let free = this.open.indexOf(undefined, 4);
        if (free < 0) free = this.open.length;
        this.open[free] = open;
        view().setUint32(to, free, true);
        return OK;
      },
      path_filestat_get: (fd, _, p, n, to) => {
        const path = at(fd, p, n);
        if (isDirectory(path)) return status(to, null, true);
        const file = this.files.get(path);
        return file ? status(to, file) : ENOENT;
      },
      path_filestat_set_times: () => OK,
      path_create_directory: (fd, p, n) => {
        const path = at(fd, p, n);
        if (isDirectory(path) || this.files.get(path)) return EEXIST;
        if (!isDirectory(path.slice(0, Math.max(path.lastIndexOf('/'), 0)))) return ENOENT;
        this.files.directories.add(path);
        return OK;
      },
      path_unlink_file: (fd, p, n) => {
        const path = at(fd, p, n);
        return isDirectory(path) ? EISDIR : this.files.remove(path) ? OK : ENOENT;
      },
      path_remove_directory: (fd, p, n) => {
        const path = at(fd, p, n);
        if (!isDirectory(path)) return this.files.get(path) ? ENOTDIR : ENOENT;
        if (this.files.list(path).length > 0) return ENOTEMPTY;
        this.files.directories.delete(path);
        return OK;
      },
      path_rename: (fd, p, n, fd2, p2, n2) => {
        const from = at(fd, p, n), to = at(fd2, p2, n2), file = this.files.files.get(from);
        if (!file) return isDirectory(from) ? ENOTSUP : ENOENT;
        this.files.remove(from);
        this.files.files.set(to, file);
        file.written = true;
        return OK;
      },
      path_link: () => ENOTSUP,
      path_readlink: () => EINVAL,
      path_symlink: () => ENOTSUP,
      sock_accept: () => ENOTSUP,
      sock_shutdown: () => ENOTSUP,
      sock_recv: () => ENOTSUP,
      sock_send: () => ENOTSUP,
    };
  }
}
