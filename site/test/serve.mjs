// A static host without special headers, but with a strict Content-Security-Policy for all
// but the pages of the site, which state their own.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import zlib from 'node:zlib';

const types = { '.html': 'text/html', '.css': 'text/css', '.svg': 'image/svg+xml', '.js': 'text/javascript', '.wasm': 'application/wasm', '.json': 'application/json' };
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

// serve returns {address, close, served, bytes()}; more are pages beside the files of the
// directory, and data() is where those in data/ are, if they are offered. With compress,
// what most hosts compress with gzip is compressed. bytes are those of all bodies so far.
export async function serve(directory, more = {}, data = () => null, { compress = false } = {}) {
  const served = [], packed = new Map();
  let sent = 0;
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const inData = pathname.startsWith('/data/'), from = inData ? data() : directory;
    const file = from ? path.join(from, path.normalize(inData ? pathname.slice(5) : pathname)) : '';
    let body = more[pathname] ?? (fs.existsSync(file) && fs.statSync(file).isFile() ? fs.readFileSync(file) : null);
    served.push(pathname);
    if (body === null) {
      response.writeHead(404);
      return response.end();
    }
    const headers = {};
    if (compress && types[path.extname(pathname)]) {
      if (!packed.has(pathname)) packed.set(pathname, zlib.gzipSync(body));
      body = packed.get(pathname);
      headers['content-encoding'] = 'gzip';
    }
    sent += body.length;
    if (pathname in more || path.extname(pathname) !== '.html') headers['content-security-policy'] = policy;
    response.writeHead(200, { ...headers, 'content-type': types[path.extname(pathname)] ?? 'application/octet-stream', 'content-length': body.length,
      'cache-control': 'max-age=3600', 'last-modified': 'Sun, 01 Nov 2026 00:00:00 GMT' });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await new Promise(r => server.once('listening', r));
  return { address: `http://127.0.0.1:${server.address().port}`, served, bytes: () => sent, close: () => server.close() };
}
