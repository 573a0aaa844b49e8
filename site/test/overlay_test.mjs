// Another Go than the one that the edits are for is found out.
import assert from 'node:assert/strict';
import test from 'node:test';
import { PlaceError, Source, onlyWasm } from '../make/overlay.mjs';

test('a place that is not there names the file, the version and the place', () => {
  assert.throws(() => new Source('cmd/x.go', 'func a() {}', 'go1.99').replace('func b() {', ''), e =>
    e instanceof PlaceError && /cmd\/x\.go of go1\.99 .*func b\(\) \{.*toolchain\.json/s.test(e.message));
});

test('a place that is there twice is refused', () => {
  assert.throws(() => new Source('x.go', 'a a', 'go').replace('a', 'b'), PlaceError);
});

test('of all architectures wasm stays', () => {
  assert.equal(onlyWasm('\t"cmd/link/internal/amd64"\n\t"cmd/link/internal/wasm"\n\tcase "386":\n\t\ta()\n\tcase "mips", "mipsle":\n\t\tb()\n\tcase "wasm":\n\t\tc()\n'),
    '\t"cmd/link/internal/wasm"\n\tcase "wasm":\n\t\tc()\n');
  assert.equal(onlyWasm('\t"386":      x86.Init,\n\t"wasm":     wasm.Init,\n'), '\t"wasm":     wasm.Init,\n');
});
