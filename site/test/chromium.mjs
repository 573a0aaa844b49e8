// A worker in a headless Chromium, with a profile of its own that is empty at first.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { launch } from './browsers.mjs';
import { serve } from './serve.mjs';
import { manifest, root } from './toolchain.mjs';

// What the server has beside the site. The page has ask(message, type), run(...sources) and
// stopped(source).
export const files = {
  '/test.html': Buffer.from('<!doctype html><meta charset="utf-8"><title>test</title><script type="module" src="test.js"></script>'),
  '/test.js': Buffer.from(`
    import { Workers } from './toolchain/${manifest.worker.replace('worker.js', 'workers.js')}';
    const worker = new Workers('toolchain/${manifest.worker}');
    window.progress = [];
    const waiting = [];
    let outputs = {}, times = {};
    worker.onerror = e => { window.broken = e.message; };
    worker.onmessage = ({ data: m }) => {
      if (m.type === 'progress') window.progress.push(m);
      else if (m.type === 'output') {
        (outputs[m.id] ??= []).push(m.output);
        times[m.id] ??= performance.now();
        waiting.find(w => w.begun === m.id)?.resolve(m);
      } else for (const w of waiting.slice()) if (w.type === m.type && (w.id === undefined || w.id === m.id)) { waiting.splice(waiting.indexOf(w), 1); w.resolve(m); }
    };
    const wait = w => new Promise(resolve => waiting.push({ ...w, resolve }));
    window.ask = (message, type, transfer) => { const answer = wait({ type, id: message.id }); worker.postMessage(message); return answer; };
    let n = 0;
    window.run = async (...sources) => {
      const id = 'cell-' + ++n, begin = performance.now();
      outputs[id] = [];
      const done = await ask({ type: 'run', id, cells: sources.map((source, i) => ({ id: i === sources.length - 1 ? id : 'above-' + i, source })) }, 'done');
      return { ...done, id, outputs: outputs[id], total: performance.now() - begin };
    };
    // Runs a cell, stops it after its first output, and returns how long that took.
    window.stopped = async source => {
      const id = 'cell-' + ++n;
      outputs[id] = [];
      const done = ask({ type: 'run', id, cells: [{ id, source }] }, 'done');
      await wait({ begun: id });
      const begin = performance.now();
      worker.postMessage({ type: 'stop', id });
      return { ...await done, ms: performance.now() - begin };
    };
  `),
};

export class Browser {
  // data() is where data sets are, if they are offered.
  static async begin(options, data) {
    const browser = new Browser();
    browser.server = await serve(path.join(root, 'build/site'), files, data, options);
    browser.profile = fs.mkdtempSync(path.join(os.tmpdir(), 'site-test-'));
    return browser;
  }

  // Returns a new {context, page}; what earlier ones have kept is there.
  async open() {
    const context = await launch('chromium', [], this.profile);
    const page = await context.newPage();
    page.on('pageerror', e => console.log('page:', e.message));
    page.on('console', m => { if (m.type() === 'error' && !/ERR_CACHE_MISS|504/.test(m.text())) console.log('console:', m.text()); });
    await page.goto(`${this.server.address}/test.html`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('sw.js');
      if (!navigator.serviceWorker.controller) await new Promise(resolve => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    });
    await page.reload(); // with the service worker, as readers have it from the second page on
    return { context, page };
  }

  load(page) {
    return page.evaluate(base => ask({ type: 'load', base }, 'ready'), `${this.server.address}/toolchain/`);
  }

  // Has the next page open in a profile that is empty.
  forget() {
    fs.rmSync(this.profile, { recursive: true, force: true });
    this.profile = fs.mkdtempSync(path.join(os.tmpdir(), 'site-test-'));
  }

  // Waits until the page has kept files of the toolchain, by default all, for the next visit.
  async kept(page, wanted = Object.values(manifest.files)) {
    const all = wanted.map(f => `${this.server.address}/toolchain/${f.name}`);
    await page.waitForFunction(async all => {
      for (const url of all) if (!await caches.match(url)) return false;
      return true;
    }, all, { polling: 500, timeout: 0 });
  }

  // The resident memory of the largest renderer of this profile, in MB, now or the most that
  // it has had: VmRSS and VmHWM of Linux, null elsewhere.
  resident(field = 'VmRSS') {
    if (!fs.existsSync('/proc/self/status')) return null;
    let most = 0;
    for (const p of fs.readdirSync('/proc').filter(p => /^\d+$/.test(p))) {
      try {
        const command = file => fs.readFileSync(`/proc/${file}/cmdline`, 'latin1');
        if (!command(p).includes('--type=renderer') || !this.owns(p)) continue;
        most = Math.max(most, Number(new RegExp(`${field}:\\s+(\\d+)`).exec(fs.readFileSync(`/proc/${p}/status`, 'latin1'))[1]) / 1000);
      } catch { /* it has ended */ }
    }
    return Math.round(most);
  }

  peak() { return this.resident('VmHWM'); }

  // Whether a process or one above it has been started with this profile.
  owns(p) {
    for (; Number(p) > 1; p = fs.readFileSync(`/proc/${p}/stat`, 'latin1').split(') ')[1].split(' ')[1]) {
      if (fs.readFileSync(`/proc/${p}/cmdline`, 'latin1').includes(this.profile)) return true;
    }
    return false;
  }

  end() {
    this.server.close();
    fs.rmSync(this.profile, { recursive: true, force: true });
  }
}
