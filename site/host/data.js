// Fetches the data sets that are not part of the programs.
import { gunzipSync } from './fflate.js';
import { sha256 } from './noble/sha2.js';
import { bytesToHex } from './noble/utils.js';

// Sets with more bytes are downloaded only when the reader has allowed it.
const unasked = 1e6;

export class Data {
  // base is the address of data/ on the site. get(address) returns the bytes there, now,
  // or throws.
  constructor(base, get) {
    Object.assign(this, { base, get });
    this.allowed = new Set();
    this.wanted = null; // {set, bytes} that a program has asked for and may not have yet
  }

  // fetch returns a file with the published content: as it was published, with the SHA-256
  // of what is in it.
  fetch({ set, bytes, path, sha256: want, addresses }) {
    if (bytes > unasked && !this.allowed.has(set)) {
      this.wanted = { set, bytes };
      throw new Error(`you have not yet allowed the download of ${(bytes / 1e6).toFixed(1)} MB`);
    }
    const errors = [];
    for (const address of [new URL(path, this.base).href, ...addresses]) {
      try {
        const file = this.get(address), got = bytesToHex(sha256(path.endsWith('.gz') ? gunzipSync(file) : file));
        if (got === want) return file;
        errors.push(`${address}: not the published content, its SHA-256 is ${got} and not ${want}`);
      } catch (e) {
        errors.push(`${address}: ${e.message}`);
      }
    }
    throw new Error(errors.join('; '));
  }
}
