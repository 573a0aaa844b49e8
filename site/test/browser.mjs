// The worker in a headless Chromium, from an empty profile: node site/test/browser.mjs.
// Times are printed; limits are twenty times what a quiet computer needs.
import assert from 'node:assert/strict';
import { installed } from './browsers.mjs';
import { Browser, files } from './chromium.mjs';
import { manifest } from './toolchain.mjs';

if (!installed('chromium')) process.exit();

const browser = await Browser.begin(), { server } = browser;
const limit = (ms, quiet, what) => {
  console.log(`${String(Math.round(ms)).padStart(7)} ms  ${what}`);
  assert.ok(ms < 20 * quiet, `${what} took ${ms} ms`);
};
const text = r => r.outputs.filter(o => o.stream === 'stdout').map(o => o.text).join('');

const print = '%%\nfmt.Println("hello", 1+1)';
const flowers = 'func flowers() *lclass.Data {\n\treturn lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"petal_length", "petal_width"}}))\n}';
const fit = '%%\nd := flowers()\nm := lclass.Must(lclass.Softmax{Penalty: lclass.L2(0.01)}.Fit(d))\nfmt.Println(m.Status.Outcome)';
const figure = '%%\nd := flowers()\nm := lclass.Must(lclass.Softmax{Penalty: lclass.L2(0.01)}.Fit(d))\nplots.Show(plots.Regions(m, d).Title("Iris"))';

try {
  for (const visit of ['first', 'second']) {
    const { context, page } = await browser.open();
    server.served.length = 0;
    const begin = Date.now();
    const ready = await browser.load(page);
    assert.equal(await page.evaluate('window.broken'), undefined);
    let r = await page.evaluate(s => run(s), print);
    assert.equal(text(r), 'hello 2\n', JSON.stringify(r));
    limit(Date.now() - begin, 6000, `${visit} visit until the first cell has printed, ${Math.round(ready.ms)} ms of it to load`);
    if (visit === 'first') {
      const last = (await page.evaluate('window.progress')).at(-1);
      assert.equal(last.allLoaded, last.allTotal);
      console.log(`${(last.allTotal / 1e6).toFixed(1).padStart(7)} MB  downloaded`);
    } else {
      assert.ok(!server.served.some(p => p.endsWith('.bin')), `downloaded again: ${server.served}`);
    }
    for (const [what, cells, check, quiet] of [
      ['print', [print], r => assert.equal(text(r), 'hello 2\n'), 250],
      ['fit', [flowers, fit], r => assert.equal(text(r), 'converged\n'), 600],
      ['figure', [flowers, figure], r => assert.equal(r.outputs[0]?.kind, 'picture', JSON.stringify(r)), 800],
      ['compile error', [flowers, '%%\nx := 1'], r => assert.deepEqual([r.outcome, r.problems[0].cell, r.problems[0].line], ['compile', r.id, 2]), 100],
    ]) {
      const totals = [];
      let last;
      for (let i = 0; i < 7; i++) {
        last = await page.evaluate(c => run(...c), cells);
        check(last);
        if (i) totals.push(last.total); // the first is slower
        await page.waitForTimeout(100);
      }
      limit(totals.sort((a, b) => a - b)[totals.length >> 1], quiet, `${what}: ${Object.entries(last.ms).map(([k, v]) => `${k} ${Math.round(v)}`).join(', ')}`);
    }
    if (visit === 'first') {
      r = await page.evaluate(s => run(s), '%%\nvar v []int\nfmt.Println(v[2])');
      assert.deepEqual([r.outcome, r.problems[0].cell, r.problems[0].line], ['panic', r.id, 3]);
      const resident = browser.resident(), freed = async () => {
        for (const end = Date.now() + 60_000; browser.resident() > resident + 200 && Date.now() < end; await page.waitForTimeout(500));
        assert.ok(resident === null || browser.resident() <= resident + 200, `${browser.resident()} MB of memory after a large program, ${resident} MB before`);
      };
      r = await page.evaluate(s => run(s), '%%\nvar all [][]byte\nfor {\n\tall = append(all, make([]byte, 64<<20))\n}');
      assert.equal(r.outcome, 'memory', JSON.stringify(r));
      r = await page.evaluate(s => run(s), '%%\nall := make([]byte, 500<<20)\nfor i := range all {\n\tall[i] = 1\n}\nfmt.Println(len(all))');
      assert.equal(text(r), '524288000\n');
      await freed();
      r = await page.evaluate(s => run(s), 'func f(n int) int { return f(n+1) + 1 }\n%%\nprintln(f(0))');
      assert.equal(r.outcome, 'panic', JSON.stringify(r));
      const keep = '%%\nfmt.Print(lclass.Must(lclass.Keep("n", func() (int, error) { fmt.Print("fit "); return 7, nil })))';
      assert.equal(text(await page.evaluate(s => run(s), keep)), 'fit 7');
      for (const [what, source] of [['a loop', '%%\nfmt.Println("on")\nfor i := 0; ; i++ {\n}'], ['a sleep', '%%\nfmt.Println("on")\ntime.Sleep(time.Hour)'], ['a loop that prints', '%%\nfor {\n\tfmt.Println("on")\n}']]) {
        const s = await page.evaluate(c => stopped(c), source);
        assert.equal(s.outcome, 'stopped');
        limit(s.ms, 200, `to stop ${what}`);
        r = await page.evaluate(c => run(c), print);
        assert.equal(text(r), 'hello 2\n');
        console.log(`${String(Math.round(r.total)).padStart(7)} ms  the next cell`);
      }
      assert.equal(text(await page.evaluate(s => run(s), keep)), '7', 'what Keep kept was lost by the stop');
      // A file that was written and renamed counts once: its first name is null, as it was removed.
      const { files } = await page.evaluate(() => ask({ type: 'files' }, 'files').then(m => ({ files: Object.keys(m.files).filter(name => m.files[name]) })));
      assert.ok(files.length === 1 && files[0].startsWith('work/.lclass/'), String(files));
      const f = await page.evaluate(() => ask({ type: 'format', id: 1, source: 'x:=1' }, 'formatted'));
      assert.equal(f.source, 'x := 1');
      console.log(`${String(browser.resident()).padStart(7)} MB  of memory of the largest renderer`);
      await browser.kept(page);
    }
    await context.close();
  }
  // What is no longer kept is downloaded again, and used only if it is whole.
  const { context, page } = await browser.open(), address = `/toolchain/${manifest.files.exports.name}`;
  await page.evaluate(async a => { for (const name of await caches.keys()) await (await caches.open(name)).delete(a); }, address);
  const load = type => page.evaluate(([base, type]) => ask({ type: 'load', base }, type), [`${server.address}/toolchain/`, type]);
  for (const [wrong, message] of [['damaged', /SHA-256/], ['x'.repeat(manifest.files.exports.size + 1), /longer/]]) {
    files[address] = Buffer.from(wrong);
    const { outcome, problems } = await load('done');
    assert.equal(outcome, 'internal');
    assert.match(problems[0].message, message);
  }
  delete files[address];
  server.served.length = 0;
  await load('ready');
  assert.deepEqual(server.served.filter(p => p.endsWith('.bin')), [address]);
  assert.equal(text(await page.evaluate(s => run(s), print)), 'hello 2\n');
  await context.close();

  // A browser that has no room for one file keeps the others.
  browser.forget();
  const script = `/toolchain/${manifest.worker.replace('worker.js', 'kept.js')}`;
  files[script] = Buffer.from(`
    const refused = ${JSON.stringify(manifest.files.linkState.name)};
    export const kept = async base => {
      const cache = await caches.open('linclass toolchain ' + base), put = cache.put.bind(cache);
      cache.put = async (address, response) => {
        if (String(address).endsWith(refused)) throw new DOMException('no room', 'QuotaExceededError');
        return put(address, response);
      };
      return cache;
    };`);
  const small = Object.values(manifest.files).filter(f => f !== manifest.files.linkState);
  for (const visit of ['first', 'second']) {
    const { context, page } = await browser.open();
    server.served.length = 0;
    await browser.load(page);
    const asked = server.served.filter(p => p.endsWith('.bin')).map(p => p.replace('/toolchain/', ''));
    assert.deepEqual(asked.sort(), (visit === 'first' ? Object.values(manifest.files) : [manifest.files.linkState]).map(f => f.name).sort(), `${visit} visit without room`);
    assert.equal(text(await page.evaluate(s => run(s), print)), 'hello 2\n');
    await browser.kept(page, small);
    await context.close();
  }
} finally {
  browser.end();
}
process.exit();
