// The cache of the browser with the files of the toolchain, as they are after decompression,
// or undefined where the browser offers none, as to pages that came over plain http.
export const kept = base => globalThis.caches?.open(`linclass toolchain ${base}`).catch(() => undefined);
