// Reads what the encoders of Go write: varints, float64, and texts with their length.
const decoder = new TextDecoder();

export class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }
  get ended() { return this.at >= this.bytes.length; }
  byte() {
    if (this.ended) throw new RangeError('damaged data');
    return this.bytes[this.at++];
  }
  count() {
    let v = 0, factor = 1;
    for (;;) {
      const b = this.byte();
      v += (b & 127) * factor;
      if (b < 128) return v;
      factor *= 128;
    }
  }
  // A varint with a sign.
  number() { const u = this.count(); return u % 2 ? -(u + 1) / 2 : u / 2; }
  float() { this.at += 8; return this.view.getFloat64(this.at - 8, true); }
  take(n) {
    if (this.at + n > this.bytes.length) throw new RangeError('damaged data');
    this.at += n;
    return this.bytes.subarray(this.at - n, this.at);
  }
  text() { return decoder.decode(this.take(this.count())); }
}

// unpack returns the pieces of which Go's command.Pack has made one.
export function unpack(bytes) {
  const r = new Reader(bytes), pieces = [];
  while (!r.ended) pieces.push(r.take(r.count()));
  return pieces;
}

export function pack(pieces) {
  const out = [];
  for (const p of pieces) {
    let n = p.length;
    const head = [];
    do { head.push((n & 127) | (n > 127 ? 128 : 0)); n = Math.floor(n / 128); } while (n > 0);
    out.push(Uint8Array.from(head), p);
  }
  const all = new Uint8Array(out.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const p of out) { all.set(p, at); at += p.length; }
  return all;
}

// withHead returns data with JSON before them, whose length comes first; headOf takes them
// apart.
export function withHead(head, data) {
  const text = new TextEncoder().encode(JSON.stringify(head)), out = new Uint8Array(4 + text.length + data.length);
  new DataView(out.buffer).setUint32(0, text.length, true);
  out.set(text, 4);
  out.set(data, 4 + text.length);
  return out;
}

export function headOf(bytes) {
  const n = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  return [JSON.parse(decoder.decode(bytes.subarray(4, 4 + n))), bytes.subarray(4 + n)];
}

// Frees the memory of some bytes now, and not at some collection of garbage: it goes into a
// message that nobody will get.
export function free(bytes) {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(null, [bytes.buffer]);
  port1.close();
  port2.close();
}
