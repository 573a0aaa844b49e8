// What goes wrong in a cell, and what the page says about it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Session, host } from './toolchain.mjs';

const { textLimit } = await host('runner');
const session = new Session();
const run = (...sources) => session.run(sources);
const stdout = r => r.outputs.filter(o => o.stream === 'stdout').map(o => o.text).join('');
const place = p => [p.cell, p.line, p.column];

const compileErrors = [
  ['unused', ['%%\nx := 1'], [0, 2, 1], /^declared and not used: x$/, /Use it or remove it/],
  ['undefined, in a later cell', ['var a = 1', '%%\nfmt.Println(a,\n\tb)'], [1, 3, 2], /^undefined: b$/, /ends with that cell/],
  ['in an earlier cell', ['func f() int {\n\treturn "a"\n}', '%%\nf()'], [0, 2, 9], /^cannot use "a"/, /types do not match/],
  ['a bracket', ['%%\nfmt.Println(1'], [0, 2, 14], /expected|missing/, /A bracket, a comma or a line break/],
  ['a package of elsewhere', ['import "net/http"\n%%\nhttp.Get("x")'], [0, 1, 8], /net\/http is not here/, /packages of the course/],
  ['a method that is not there', ['%%\nd := datasets.Iris()\nd.Foo()'], [0, 3, 3], /Foo undefined/, /spelled right/],
];
for (const [name, cells, at, message, hint] of compileErrors) {
  test(`compiler: ${name}`, () => {
    const r = run(...cells);
    assert.equal(r.outcome, 'compile');
    assert.deepEqual(place(r.problems[0]), at);
    assert.match(r.problems[0].message, message);
    assert.match(r.problems[0].hint, hint);
  });
}

const endings = [
  ['panic', ['func f(v []int) int {\n\treturn v[5]\n}', '%%\nfmt.Print("before")\nf([]int{1, 2, 3})'], 'panic', 2, [0, 2], /^panic: runtime error: index out of range \[5\] with length 3$/, /numbered 0 to 2/],
  ['Must', ['%%\nlclass.Must(lclass.Softmax{}.Fit(nil))'], 'panic', 2, [0, 2], /^panic: lclass: /, /^$/],
  ['an error in a package', ['%%\n_ = strings.Repeat("a", -1)'], 'panic', 2, [0, 2], /negative Repeat count/, /^$/],
  ['deadlock', ['%%\nc := make(chan int)\n<-c'], 'deadlock', 2, [0, 3], /all goroutines are asleep/, /Every goroutine waits/],
  ['os.Exit', ['%%\nos.Exit(3)'], 'exit', 3, [null, null], /os\.Exit\(3\)/, /^$/],
  ['os.Exit(2)', ['%%\nos.Exit(2)'], 'exit', 2, [null, null], /os\.Exit\(2\)/, /^$/],
  ['out of memory', ['%%\nvar all [][]byte\nfor {\n\tall = append(all, make([]byte, 64<<20))\n}'], 'memory', 2, [0, 4], /out of memory|cannot allocate/, /1 GB/],
  ['endless recursion', ['func f(n int) int { return f(n+1) + 1 }\n%%\nprintln(f(0))'], 'panic', 2, null, /stack overflow/, /call itself/],
  ['nil map', ['%%\nvar m map[string]int\nm["a"] = 1'], 'panic', 2, [0, 3], /nil map/, /make\(map/],
];
for (const [name, cells, outcome, code, at, message, hint] of endings) {
  test(`ending: ${name}`, () => {
    const r = run(...cells);
    assert.equal(r.outcome, outcome, JSON.stringify(r));
    assert.equal(r.code, code);
    assert.match(r.problems[0].message, message);
    assert.match(r.problems[0].hint, hint);
    if (at) assert.deepEqual(place(r.problems[0]).slice(0, 2), at);
    assert.ok(!r.outputs.some(o => /goroutine \d/.test(o.text)), 'a stack trace is shown');
  });
}

test('what was printed before a panic stays', () => {
  assert.equal(stdout(run(...endings[0][1])), 'before');
});

test('standard error that is no panic is shown', () => {
  const r = run('%%\nfmt.Fprintln(os.Stderr, "careful")\nfmt.Println("on")');
  assert.deepEqual(r.outputs, [{ kind: 'text', stream: 'stderr', text: 'careful\n' }, { kind: 'text', stream: 'stdout', text: 'on\n' }]);
});

test('text is cut at the limit, and the program goes on', () => {
  const r = run('%%\nfor range 30000 {\n\tfmt.Println(strings.Repeat("x", 99))\n}\nplots.HTML("<b>end</b>")');
  assert.equal(r.outcome, 'ok');
  assert.equal(stdout(r).length <= textLimit && stdout(r).length > textLimit - 200, true);
  assert.deepEqual(r.outputs.slice(1).map(o => o.kind), ['cut', 'html']);
});

test('after errors the next cell is as the first', () => {
  assert.equal(stdout(run('%%\nfmt.Print(1)')), '1');
});

test('Keep keeps between cells, and Forget forgets', () => {
  const cell = '%%\nn := lclass.Must(lclass.Keep("n", func() (int, error) { fmt.Print("fit "); return 7, nil }))\nfmt.Print(n)';
  assert.equal(stdout(run(cell)), 'fit 7');
  assert.equal(stdout(run(cell)), '7');
  assert.deepEqual(Object.entries(session.files.changes()).filter(([p, data]) => p.startsWith('work/.lclass/') && data).length, 1);
  assert.equal(run('%%\nlclass.Forget("n")').outcome, 'ok');
  assert.deepEqual(Object.values(session.files.changes()), [null]);
  assert.equal(stdout(run(cell)), 'fit 7');
});

test('goroutines, sleep, time and files', () => {
  const r = run(`import ("os"; "sync"; "time"; "bufio")
%%
start := time.Now()
var wg sync.WaitGroup
for range 3 { wg.Go(func() { time.Sleep(30 * time.Millisecond) }) }
wg.Wait()
fmt.Println(time.Since(start) >= 30*time.Millisecond)
lclass.Must(0, os.WriteFile("a.txt", []byte("one\\ntwo\\n"), 0o644))
f := lclass.Must(os.OpenFile("a.txt", os.O_APPEND|os.O_WRONLY, 0))
f.WriteString("three\\n")
f.Close()
f = lclass.Must(os.Open("a.txt"))
for s := bufio.NewScanner(f); s.Scan(); { fmt.Println(s.Text()) }
for _, e := range lclass.Must(os.ReadDir(".")) { fmt.Println(e.Name(), e.IsDir()) }
_, err := os.Stat("b.txt")
fmt.Println(os.IsNotExist(err), os.Remove("a.txt"))`);
  assert.equal(stdout(r), 'true\none\ntwo\nthree\n.lclass true\na.txt false\ntrue <nil>\n', JSON.stringify(r.problems));
});

test('arguments, environment, commands', () => {
  const r = run('var n = flag.Int("n", 1, "")\n%env WHO=you', '%% -n=5 x\nfmt.Println(*n, flag.Args(), os.Getenv("WHO"))');
  assert.equal(stdout(r), '5 [x] you\n', JSON.stringify(r.problems));
});

test('a download that fails says so', () => {
  const r = run('%%\n_, err := datasets.Titanic()\nfmt.Println(errors.Is(err, datasets.ErrUnavailable))');
  assert.equal(stdout(r), 'true\n', JSON.stringify(r));
});

test('data that were downloaded are checked', () => {
  const fetch = session.fetch, wrong = new TextEncoder().encode('a,b\n');
  session.fetch = () => wrong;
  const r = run('%%\n_, err := datasets.Titanic()\nfmt.Println(err)');
  session.fetch = fetch;
  // printf 'a,b\n' | sha256sum
  assert.match(stdout(r), /content of 4 bytes with SHA-256 5be08c9684a1d25efcee09318204824278b08bbfb4aef973ffefd0b9d7478313/, JSON.stringify(r));
});

test('a picture has an alternative text and is crisp', () => {
  const r = run('%%\nplots.Show(plots.Scatter(datasets.TwoGaussians(20, 1)).Title("Two"))');
  const [p] = r.outputs;
  assert.equal(p.kind, 'picture', JSON.stringify(r));
  assert.match(p.svg, /^<\?xml.*<svg [^]*<\/svg>\n$/s);
  assert.match(p.alt, /Two/);
});

test('a picture that the page cannot paint', () => {
  const r = run('%%\nfmt.Println(plots.Save("a.pdf", plots.Scatter(datasets.TwoGaussians(20, 1))))');
  assert.match(stdout(r), /a page paints \.svg, and not \.pdf/);
});
