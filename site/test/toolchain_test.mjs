// What the built toolchain can do beside running cells, and what is in it.
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { assignments, imports, notebooks } from '../make/notebooks.mjs';
import { Session, built, host, manifest, parts, root } from './toolchain.mjs';

const { headOf } = await host('bytes');
const { archives } = await host('toolchain');
const session = new Session(), { composer } = session.toolchain;

const labels = (...cells) => {
  const last = cells.at(-1), at = Buffer.byteLength(last.slice(0, last.indexOf('|')));
  const { items } = composer.complete([...cells.slice(0, -1), last.replace('|', '')], at);
  return items.map(i => i.label);
};

test('completion knows the packages of the course', () => {
  assert.ok(labels('%%\nlclass.Soft|').includes('Softmax'));
  const methods = labels('func model() *lclass.Model { return nil }', '%%\nm := model()\nm.|');
  for (const name of ['Predict', 'W', 'Status']) assert.ok(methods.includes(name), `${name} is not among ${methods}`);
  assert.ok(labels('%%\nη := 1\nd := datasets.Iris()\nd.|').includes('Names'));
});

test('a cell is formatted, and what cannot be is a problem', () => {
  assert.equal(composer.format('x:=1').source, 'x := 1');
  assert.equal(composer.format('%%\nx := (').problems[0].line, 2);
});

test('the manifest names what is there', () => {
  for (const { name, size, sha256 } of Object.values(manifest.files)) {
    const data = fs.readFileSync(path.join(built, name));
    assert.equal(data.length, size, name);
    assert.equal(crypto.createHash('sha256').update(data).digest('hex'), sha256, name);
    assert.ok(name.includes(sha256.slice(0, 12)), name);
  }
  assert.ok(fs.existsSync(path.join(built, manifest.worker)));
  assert.equal(manifest.go, JSON.parse(fs.readFileSync(path.join(root, 'site/toolchain.json'))).go);
});

test('every package that a notebook imports is there', () => {
  const [{ packages }] = headOf(parts().exports);
  for (const name of imports([...notebooks(root), ...assignments(root)].map(n => n.file))) assert.ok(packages[name], name);
});

test('no hidden check is there', () => {
  const all = parts(), hidden = 'linclass/assignments/hidden';
  assert.ok(Buffer.from(all.linkState).includes('linclass/assignments/perceptron/check'), 'what is searched does not have the open checks either');
  for (const name of ['exports', 'compileState', 'linkState']) assert.ok(!Buffer.from(all[name]).includes(hidden), name);
  assert.ok(![...archives('exports', all.exports).files.keys()].some(p => p.includes('hidden')));
});

// What no notebook does.
for (const [what, cell, want] of [
  ['methods of packages by reflection', '%%\nv := reflect.ValueOf(big.NewInt(40))\nfmt.Println(v.MethodByName("String").Call(nil)[0], reflect.TypeOf(time.Second).NumMethod() > 5)', '40 true\n'],
  ['JSON of one\'s own types', 'type point struct{ X, Y float64; Name string `json:"name"` }\n%%\nvar p []point\nif err := json.Unmarshal([]byte(`[{"X":1,"name":"a"}]`), &p); err != nil {\n\tpanic(err)\n}\nout, _ := json.Marshal(p)\nfmt.Println(string(out))', '[{"X":1,"Y":0,"name":"a"}]\n'],
  ['generic functions', 'type pair[K cmp.Ordered, V any] struct { k K; v V }\n%%\nv := []pair[string, []int8]{{"b", nil}, {"a", []int8{1}}}\nslices.SortFunc(v, func(a, b pair[string, []int8]) int { return cmp.Compare(a.k, b.k) })\nm := map[[2]uint16]complex64{{1, 2}: 3i}\nfmt.Println(v, slices.Collect(maps.Values(m)))', '[{a [1]} {b []}] [(0+3i)]\n'],
  ['one\'s own methods for an interface', 'type celsius float64\nfunc (c celsius) String() string { return fmt.Sprintf("%.1f °C", float64(c)) }\n%%\nvar s fmt.Stringer = celsius(21)\nfmt.Println(s, regexp.MustCompile(`(\\d+)`).FindString("a12"), bufio.NewScanner(strings.NewReader("x")).Scan())', '21.0 °C 12 true\n'],
  ['a trace', 'func f(v []int) int { return v[len(v)] }\n%%\ndefer func() { fmt.Println(recover(), strings.Contains(string(debug.Stack()), "main.f")) }()\nf(nil)', 'runtime error: index out of range [0] with length 0 true\n'],
]) {
  test(`a cell may use ${what}`, () => {
    const imports = ['bufio', 'cmp', 'encoding/json', 'fmt', 'maps', 'math/big', 'reflect', 'regexp', 'runtime/debug', 'slices', 'strings', 'time'];
    const r = session.run([`import (\n${imports.map(p => `\t"${p}"`).join('\n')}\n)`, ...cell.includes('\n%%') ? [cell.slice(0, cell.indexOf('\n%%')), cell.slice(cell.indexOf('\n%%') + 1)] : [cell]]);
    assert.equal(r.outcome, 'ok', JSON.stringify(r));
    assert.equal(r.outputs.map(o => o.text).join(''), want);
  });
}

test('the packages in the memory of the linker stay as they are', () => {
  const { linker } = session.toolchain, ranges = linker.state.constant;
  const sums = () => {
    const hash = crypto.createHash('sha256');
    for (const [from, to] of ranges) hash.update(new Uint8Array(linker.instance.exports.memory.buffer, from, to - from));
    return hash.digest('hex');
  };
  const before = sums();
  assert.ok(ranges.reduce((sum, [from, to]) => sum + to - from, 0) > 20e6, `${ranges.length} ranges`);
  assert.equal(session.run(['%%\nfmt.Println(lclass.Softmax{}, plots.New("x", "y") != nil)']).outcome, 'ok');
  assert.equal(sums(), before);
  linker.begin();
  assert.equal(sums(), before, 'in another instance');
  assert.equal(session.run(['%%\nfmt.Println(1)']).outcome, 'ok');
});

test('the memory of the tools does not grow from cell to cell', () => {
  const cell = i => [`func f${i}() string { return strings.Repeat("x", ${i}) }\n%%\nd := datasets.Iris()\nfmt.Println(f${i}(), lclass.Must(lclass.FromFrame(d, lclass.Columns{Target: "species"})).N(), plots.New("x", "y") != nil)`];
  const sizes = [];
  for (let i = 0; i < 12; i++) {
    assert.equal(session.run(cell(i)).outcome, 'ok');
    sizes.push(session.toolchain.compiler.size + session.toolchain.linker.size);
  }
  assert.equal(sizes.at(-1), sizes[2], `${sizes}`);
});
