// Measures the toolchain of the built site in a headless Chromium, from an empty profile:
// node site/test/bench.mjs [NOTEBOOK…], by default those of the whole course. Cells run once
// and in order, as a browser runs the same program faster when it comes again. Titanic comes
// with its data if LCLASS_DATA has them, MNIST without. Writes build/site-bench.json, again
// after each notebook, and prints a table with the goals. A goal that is missed is shown and
// fails nothing.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { codeCells, notebooks, text } from '../make/notebooks.mjs';
import { installed } from './browsers.mjs';
import { Browser } from './chromium.mjs';
import { stopping } from './stop.mjs';
import { root } from './toolchain.mjs';

if (!installed('chromium')) process.exit(1);
const named = process.argv.slice(2), course = notebooks(root), chosen = named.length ? course.filter(n => named.includes(n.name)) : course;
for (const name of named) if (!course.some(n => n.name === name)) throw new Error(`no notebook ${name}`);

const print = '%%\nfmt.Println("hello", 1+1)';
const flowers = 'func flowers() *lclass.Data {\n\treturn lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"petal_length", "petal_width"}}))\n}';
const model = '%%\nd := flowers()\nm := lclass.Must(lclass.Softmax{Penalty: lclass.L2(0.01)}.Fit(d))\n';
const iris = { print: [print], fit: [flowers, `${model}fmt.Println(m.Status.Outcome)`], figure: [flowers, `${model}plots.Show(plots.Regions(m, d).Title("Iris"))`], 'compile error': [flowers, '%%\nx := 1'] };

// What a cell is: by what it shows and, of those that show no figure, by what it calls.
function kindOf(source, { outcome, outputs }) {
  if (outcome !== 'ok') return outcome;
  if (outputs.some(o => ['picture', 'player'].includes(o.kind) || /<svg|data:image/.test(o.html ?? ''))) return 'figure';
  return /\.(Fit|Steps)\(/.test(source) ? 'fit' : 'print';
}

const median = v => v.slice().sort((a, b) => a - b)[v.length >> 1];
const load = () => os.loadavg().map(l => Math.round(l * 10) / 10);

const browser = await Browser.begin({ compress: true }, () => process.env.LCLASS_DATA);
const result = {
  machine: { cpu: os.cpus()[0].model, cores: os.cpus().length, memoryGB: Math.round(os.totalmem() / 1e9), system: `${os.type()} ${os.release()}` },
  load: { before: load() }, notebooks: chosen.map(n => n.name), visits: {}, iris: {}, stop: {}, course: {}, cells: [], resident: {}, peak: {},
};
const write = () => fs.writeFileSync(path.join(root, 'build/site-bench.json'), JSON.stringify(result, null, 1) + '\n');
try {
  for (const visit of ['first', 'second']) {
    const { context, page } = await browser.open(), before = browser.server.bytes(), begin = performance.now();
    result.browser = `Chromium ${context.browser()?.version() ?? await page.evaluate(() => navigator.userAgent.match(/Chrome\/([\d.]+)/)[1])}`;
    const ready = await browser.load(page);
    const first = await page.evaluate(s => run(s), print);
    if (first.outcome !== 'ok') throw new Error(JSON.stringify(first));
    result.visits[visit] = { ms: performance.now() - begin, loadMs: ready.ms, bytes: browser.server.bytes() - before, peak: browser.peak() };
    if (visit === 'second') {
      for (const [kind, cells] of Object.entries(iris)) {
        const times = [];
        for (let i = 0; i < 8; i++) {
          const r = await page.evaluate(c => run(...c), cells);
          if (r.outcome !== (kind === 'compile error' ? 'compile' : 'ok')) throw new Error(`${kind}: ${JSON.stringify(r)}`);
          if (i) times.push(r.total); // the first is slower
          await page.waitForTimeout(100);
        }
        result.iris[kind] = { ms: median(times) };
      }
    }
    await browser.kept(page);
    await context.close();
  }
  for (const name of ['chromium', 'firefox'].filter(installed)) {
    result.stop[name] = await stopping(name, `${browser.server.address}/try.html`).catch(error => (console.log(`Stop in ${name}: ${error.message}`), {}));
  }
  for (const { name, file } of chosen) {
    const { context, page } = await browser.open(), sources = [];
    await browser.load(page);
    for (const [i, cell] of codeCells(file).entries()) {
      sources.push(text(cell.source));
      const r = await page.evaluate(c => run(...c), sources);
      await page.waitForTimeout(100);
      result.cells.push({ notebook: name, cell: i + 1, kind: kindOf(sources.at(-1), r), ms: r.total, parts: r.ms });
    }
    const wrong = await page.evaluate(c => run(...c), [...sources, '%%\nx := 1']);
    result.cells.push({ notebook: name, cell: sources.length + 1, kind: 'compile error', ms: wrong.total, parts: wrong.ms });
    await page.waitForTimeout(2000);
    result.resident[name] = browser.resident();
    result.peak[name] = browser.peak();
    result.load.after = load();
    write();
    console.log(`${name}: ${sources.length} cells, ${result.resident[name]} MB resident, ${result.peak[name]} MB at most`);
    await context.close();
  }
} finally {
  browser.end();
}
for (const kind of new Set(result.cells.map(c => c.kind))) {
  const of = result.cells.filter(c => c.kind === kind);
  result.course[kind] = { cells: of.length, ms: median(of.map(c => c.ms)), compile: median(of.map(c => c.parts.compile ?? 0)), link: median(of.map(c => c.parts.link ?? 0)), run: median(of.map(c => c.parts.run ?? 0)) };
}
write();

const rows = [], row = (what, got, goal, unit, digits = 0) => rows.push([what, got === undefined || got === null ? 'not measured' : `${got.toFixed(digits)} ${unit}`, goal === null ? '' : `${goal} ${unit}`, goal === null || got === undefined || got === null ? '' : got <= goal ? 'met' : 'MISSED']);
const { first, second } = result.visits;
row('first use, over the wire', first.bytes / 1e6, 25, 'MB', 1);
row('first use, until a cell has printed', first.ms / 1000, 10, 's', 1);
row('second visit, until a cell has printed', second.ms / 1000, 3, 's', 1);
for (const [kind, goal] of Object.entries({ print: 250, fit: 600, figure: 800, 'compile error': 100 })) {
  row(`${kind}, iris, warm`, result.iris[kind].ms, goal, 'ms');
  row(`${kind}, median of ${result.course[kind]?.cells ?? 0} cells`, result.course[kind]?.ms, goal, 'ms');
}
for (const [name, { stopped, next }] of Object.entries(result.stop)) {
  row(`Stop in ${name}, until the page says so`, stopped, 200, 'ms');
  row(`Stop in ${name}, until the next cell has printed`, next, null, 'ms');
}
row('first use, most memory', first.peak, null, 'MB');
row('resident in a notebook, most', Math.max(...Object.values(result.peak)), 600, 'MB');
row('resident after a notebook, most', Math.max(...Object.values(result.resident)), 600, 'MB');
const widths = [0, 1, 2].map(i => Math.max(...rows.map(r => r[i].length)));
console.log(`${result.browser}, ${result.machine.cores} cores ${result.machine.cpu}, load ${result.load.before[0]} before and ${result.load.after[0]} after`);
console.log(`${'measured'.padEnd(widths[0])}  ${''.padStart(widths[1])}  ${'goal'.padStart(widths[2])}`);
for (const [what, got, goal, met] of rows) console.log(`${what.padEnd(widths[0])}  ${got.padStart(widths[1])}  ${goal.padStart(widths[2])}  ${met}`);
const failed = result.cells.filter(c => !['print', 'fit', 'figure', 'compile error'].includes(c.kind));
if (failed.length) console.log(`did not run: ${failed.map(c => `${c.notebook} ${c.cell} (${c.kind})`).join(', ')}`);
process.exit();
