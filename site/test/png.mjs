// Pixels of PNG files of eight bits, to compare files that two programs have compressed.
import zlib from 'node:zlib';

const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

// pixels returns {width, height, rgba}.
export function pixels(file) {
  const parts = [];
  let width, height, bits, type, palette, transparent;
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at), kind = file.toString('latin1', at + 4, at + 8), data = file.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') [width, height, bits, type] = [data.readUInt32BE(0), data.readUInt32BE(4), data[8], data[9]];
    else if (kind === 'PLTE') palette = data;
    else if (kind === 'tRNS') transparent = data;
    else if (kind === 'IDAT') parts.push(data);
    at += 12 + length;
  }
  if (bits !== 8) throw new Error(`a PNG of ${bits} bits`);
  const n = channels[type], stride = n * width, rows = zlib.inflateSync(Buffer.concat(parts)), out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x >= n ? out[y * stride + x - n] : 0, above = y ? out[(y - 1) * stride + x] : 0, corner = y && x >= n ? out[(y - 1) * stride + x - n] : 0;
      const p = left + above - corner, [a, b, c] = [Math.abs(p - left), Math.abs(p - above), Math.abs(p - corner)];
      const guess = [0, left, above, (left + above) >> 1, a <= b && a <= c ? left : b <= c ? above : corner][filter];
      out[y * stride + x] = rows[y * (stride + 1) + 1 + x] + guess;
    }
  }
  const rgba = Buffer.alloc(4 * width * height);
  for (let i = 0; i < width * height; i++) {
    const p = out.subarray(i * n, i * n + n);
    const color = { 0: () => [p[0], p[0], p[0], 255], 2: () => [...p, 255], 3: () => [...palette.subarray(3 * p[0], 3 * p[0] + 3), transparent?.[p[0]] ?? 255], 4: () => [p[0], p[0], p[0], p[1]], 6: () => p }[type]();
    rgba.set(color, 4 * i);
  }
  return { width, height, rgba };
}
