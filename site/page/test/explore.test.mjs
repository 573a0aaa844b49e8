// Every figure to try as readers use it, with mouse, touch and keys. Its numbers are
// compared with those of the same Go code, built for this computer.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { PATIENCE, SCRIPTS, browser, browserName, fine, open, phone, root, serve, server, site } from "./site.mjs";

// The weights of the digits, which a site that was built without MNIST does not have.
const weights = readdirSync(join(site, "assets")).filter((f) => /^digit-\w+\.json$/.test(f)).map((f) => join(site, "assets", f));
const names = readdirSync(site).map((f) => /^explore-(\w+)\.html$/.exec(f)?.[1]).filter((name) => name && (name !== "digit" || weights.length));
const axe = readFileSync(fileURLToPath(new URL("../node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");
let directory, native;

before(() => {
  directory = mkdtempSync(join(tmpdir(), "explore-"));
  native = join(directory, "explore");
  execFileSync("go", ["build", "-o", native, "./site/explore/wasm"], { cwd: root, env: { ...process.env, GOWORK: "off", CGO_ENABLED: "0" } });
});

after(() => rmSync(directory, { recursive: true, force: true }));

// ask returns the last scene that the native program answers.
function ask(explorable, ...events) {
  const input = events.map((e) => JSON.stringify({ explorable, ...e })).join("\n");
  const lines = execFileSync(native, weights, { input, encoding: "utf8", maxBuffer: 1 << 26 }).trim().split("\n");
  const scene = JSON.parse(lines.at(-1));
  assert.equal(scene.error, undefined);
  return scene;
}

// Try is a figure to try on a page.
class Try {
  static async open(name, { hash = "", touch = false, scheme = "light", page: where = `explore-${name}.html` } = {}) {
    const size = touch ? phone : { viewport: { width: 1200, height: 900 } };
    const context = await browser.newContext({ ...size, colorScheme: scheme, reducedMotion: "reduce" });
    const it = new Try();
    it.name = name;
    it.page = await open(browser, `${server.url}${where}${hash}`, context);
    it.page.setDefaultTimeout(PATIENCE);
    it.section = it.page.locator(`#try-${name}`);
    await it.section.scrollIntoViewIfNeeded();
    await it.page.locator(`#try-${name}.x-ready`).waitFor();
    return it;
  }

  async skip() {
    await this.section.locator('[data-act="skip"]').click();
    await this.section.locator(".x-controls:not([disabled])").waitFor();
  }

  close() { return this.page.context().close(); }

  numbers() {
    return this.section.evaluate((s) => ({
      formula: s.querySelector(".x-formula").textContent,
      rows: [...s.querySelectorAll(".x-scroll:not([hidden]) tbody tr")].map((tr) => [...tr.cells].map((c) => c.textContent)),
    }));
  }

  // settled returns the address, once it follows the state.
  async settled(was) {
    if (was !== undefined) await this.page.waitForFunction((h) => location.hash !== h, was);
    await this.section.locator('.x-frame[aria-busy="false"]').waitFor();
    return this.page.evaluate(() => location.hash);
  }

  // same compares what the page shows with what the native program says of its address.
  async same(what) {
    const hash = await this.settled();
    const scene = ask(this.name, { do: "open", state: decodeURIComponent(hash).slice(`#try=${this.name}&`.length) });
    const { formula, rows } = await this.numbers();
    assert.equal(formula, scene.formula.join("\n"), `${this.name}, ${what}: formulas`);
    const wanted = [scene.table, scene.samples].flatMap((t) => t.rows ?? []);
    assert.deepEqual(rows, wanted.map((r) => r.cells), `${this.name}, ${what}: tables`);
    return hash;
  }

  // grip is the first thing to drag: a handle, or a point.
  async grip() {
    const handles = this.section.locator(".x-grip");
    if (await handles.count()) return handles.first();
    // A point that is nearest to a press at its centre, which a mouse rounds to a pixel.
    const hits = this.section.locator(".x-hit");
    const alone = await hits.evaluateAll((nodes) => {
      const at = nodes.map((n) => [+n.getAttribute("cx"), +n.getAttribute("cy")]);
      return at.findIndex(([x, y], i) => i >= 4 && at.every(([u, v], j) => i === j || Math.hypot(u - x, v - y) > 4));
    });
    return hits.nth(alone);
  }

  // inside checks that handles and points are inside their plots, and that no number beside an
  // axis touches the axis' name.
  async inside(what) {
    const wrong = await this.section.evaluate((section) => [...section.querySelectorAll("svg.x-plot")].flatMap((svg) => {
      const plot = svg.querySelector(".x-background").getBoundingClientRect();
      const out = [...svg.querySelectorAll(".x-grip, .x-hit")].filter((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect(), x = (left + right) / 2, y = (top + bottom) / 2;
        return x < plot.left - 0.5 || x > plot.right + 0.5 || y < plot.top - 0.5 || y > plot.bottom + 0.5;
      });
      const name = svg.querySelectorAll(".x-labels text")[1]?.getBoundingClientRect();
      const near = name?.width ? [...svg.querySelectorAll('.x-ticks text[text-anchor="end"]')].filter((t) => t.getBoundingClientRect().left < name.right + 2) : [];
      return [...out.map((node) => `${node.getAttribute("aria-label")} is outside`), ...near.map((t) => `${t.textContent} touches the name of its axis`)];
    }));
    assert.deepEqual(wrong, [], `${this.name}, ${what}`);
  }

  // reachable is the point at x, y, or in Firefox, whose mouse stays in the window, the one
  // nearest to it there.
  reachable(x, y) {
    if (browserName !== "firefox") return [x, y];
    const { width, height } = this.page.viewportSize();
    return [Math.min(Math.max(x, 0), width - 1), Math.min(Math.max(y, 0), height - 1)];
  }

  async centre(node) {
    await node.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await node.boundingBox();
    return [x + width / 2, y + height / 2];
  }
}

test("the program has at most 2.5 MB compressed", () => {
  const file = readdirSync(join(site, "assets")).find((f) => /^explore-\w+\.wasm$/.test(f));
  const size = gzipSync(readFileSync(join(site, "assets", file)), { level: 9 }).length;
  console.log(`${(size / 1e6).toFixed(2)} MB`);
  assert.ok(size <= 2.5e6, `${size} bytes`);
});

for (const name of names) {
  test(`${name}: predict, reveal, mouse, keys, address`, { timeout: 4 * PATIENCE }, async () => {
    const it = await Try.open(name);
    const first = ask(name, { do: "open" });
    assert.equal((await it.numbers()).formula, first.formula.join("\n"));
    assert.equal(await it.section.locator(".x-controls").evaluate((f) => f.disabled), true, "locked before the answer");
    assert.equal(await it.section.locator(".x-verdict").isHidden(), true);
    await it.section.locator(".x-question input").nth(1).check();
    await it.section.locator(".x-main").click();
    await it.section.locator(".x-verdict").filter({ hasText: /✓|✗/ }).waitFor();
    await it.same("after the answer");
    assert.deepEqual(await it.section.locator(".x-scroll:visible").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.innerText)), [], "a table is cut");

    // The mouse.
    const grip = await it.grip();
    let was = await it.settled();
    let [x, y] = await it.centre(grip);
    await it.page.mouse.move(x, y);
    await it.page.mouse.down();
    await it.page.mouse.move(x + 12, y - 20, { steps: 6 });
    await it.page.mouse.up();
    assert.notEqual(await it.settled(was), was, "the mouse changes the state");
    assert.ok(await grip.evaluate((g) => g === document.activeElement), "what was dragged has the focus");
    await it.same("after a drag");

    // The keys, which move what the mouse has left.
    was = await it.settled();
    for (const key of ["ArrowRight", "ArrowUp", "ArrowUp"]) await it.page.keyboard.press(key);
    assert.notEqual(await it.settled(was), was, "the arrow keys change the state");
    was = await it.same("after arrow keys");
    await it.inside("at first");

    // A handle that is dragged far away stays within reach.
    for (const [to, key] of [[4000, "ArrowRight"], [-4000, "ArrowLeft"]]) {
      [x, y] = await it.centre(grip);
      await it.page.mouse.move(x, y);
      await it.page.mouse.down();
      await it.page.mouse.move(...it.reachable(x + to, y - to), { steps: 3 });
      await it.page.mouse.up();
      await it.settled();
      await it.inside(`dragged by ${to}`);
      for (let i = 0; i < 5; i++) await it.page.keyboard.press(key);
      await it.settled();
      await it.inside(`after ${key} at the end`);
    }
    was = await it.same("after drags to both ends");
    const adds = it.section.locator(".x-tools button[aria-pressed]");
    if (await adds.count()) {
      const points = await it.section.locator(".x-hit").count();
      await adds.first().focus();
      await it.page.keyboard.press("Enter");
      await it.settled(was);
      assert.equal(await it.section.locator(".x-hit").count(), points + 1);
      assert.match(await it.page.evaluate(() => document.activeElement.getAttribute("aria-label")), new RegExp(`^Point ${points + 1} of`), "the focus is on the new point");
      was = await it.same("after adding a point");
      await it.page.keyboard.press("Delete");
      await it.settled(was);
      assert.equal(await it.section.locator(".x-hit").count(), points);
      was = await it.same("after removing it");
      // A press on the plot, after the button.
      await adds.nth(1).click();
      const background = it.section.locator(".x-background").first();
      await background.evaluate((b) => b.scrollIntoView({ block: "center", behavior: "instant" }));
      const plot = await background.boundingBox();
      await it.page.mouse.click(plot.x + plot.width * 0.9, plot.y + plot.height * 0.06);
      await it.settled(was);
      assert.equal(await it.section.locator(".x-hit").count(), points + 1);
      was = await it.same("after adding one with the mouse");
      await it.page.keyboard.press("Escape");
    }

    // Sliders, choices and buttons.
    for (const range of await it.section.locator(".x-slider input[type=range]:enabled").all()) {
      await range.focus();
      await it.page.keyboard.press("ArrowRight");
    }
    await it.same("after all sliders");
    for (const choice of await it.section.locator(".x-choice").all()) await choice.locator("input").last().check();
    await it.same("after all sliders and choices");
    await it.inside("after all sliders and choices");
    for (const button of await it.section.locator(".x-controls button:enabled").all()) await button.click();
    const numbers = it.section.locator(".x-slider input[type=number]:enabled");
    if (await numbers.count()) {
      await numbers.first().fill("1");
      await numbers.first().press("Enter");
    }
    const hash = await it.same("after all buttons and a number");
    assert.equal(await it.section.locator(".x-error").isHidden(), true);
    const says = await it.section.locator('[data-role="says"]').textContent();
    assert.ok(says.length > 20, "a sentence follows the state");
    const shown = await it.numbers();
    fine(it.page);
    await it.close();

    const again = await Try.open(name, { hash });
    assert.deepEqual(await again.numbers(), shown, "the address brings the state back");
    await again.section.locator('[data-act="reset"]').click();
    await again.settled(hash);
    assert.equal(await again.section.locator(".x-question").isHidden(), true);
    await again.same("back at the lecture's figure");
    fine(again.page);
    await again.close();
  });

  test(`${name}: touch on a phone, targets, axe`, { timeout: 4 * PATIENCE }, async () => {
    for (const scheme of ["light", "dark"]) {
      const it = await Try.open(name, { touch: true, scheme });
      await it.page.evaluate(axe);
      const check = async (when) => {
        const { violations } = await it.page.evaluate((id) => axe.run(document.getElementById(id)), `try-${name}`);
        assert.deepEqual(violations.map((v) => `${when}, ${scheme}: ${v.id}: ${v.nodes[0].html.slice(0, 160)} ${v.nodes[0].failureSummary.slice(0, 200)}`), []);
      };
      await check("before the answer");
      await it.skip();
      for (const target of await it.section.locator(":is(button, summary, .x-choice label, .x-slider input):visible").all()) {
        const { width, height } = await target.boundingBox();
        assert.ok(height >= 43.9 && width >= 43.9, `${await target.evaluate((e) => e.outerHTML.slice(0, 80))}: ${width} × ${height} px`);
      }
      // Controls and pictures are neighbours, apart from buttons for points.
      const far = await it.section.evaluate((s) => {
        const box = (selector) => s.querySelector(selector).getBoundingClientRect();
        const plots = box(".x-plots"), controls = box(".x-controls"), tools = box(".x-tools");
        const button = s.querySelector(".x-pad") && box(".x-controls button");
        return Math.max(controls.top - plots.bottom - tools.height, plots.top - controls.bottom, button ? plots.top - button.bottom : 0);
      });
      assert.ok(far < 48, `the controls are ${far} px from the plots`);
      // The tab key goes the way that the eye goes: controls and pictures from top to bottom.
      const stops = await it.section.evaluate((s) => [...s.querySelectorAll(".x-controls :is(button, input:is([type=range], :checked)), .x-plots .x-grip")].map((e) => [e.closest(".x-controls, .x-plots").className, e.closest(".x-choice, .x-slider, button, .x-plots").getBoundingClientRect().top]));
      for (const [i, [where, top]] of stops.slice(1).entries()) assert.ok(top >= stops[i][1] - 1, `stop ${i + 1}, in ${where}, is above the one before it, in ${stops[i][0]}`);
      const grip = await it.grip();
      const [x, y] = await it.centre(grip);
      const { width } = await grip.boundingBox();
      if (browserName === "chromium") { // no other plays a phone, and a finger
        assert.ok(width >= 43.9, `a target of ${width} px`);
        const was = await it.settled();
        const session = await it.page.context().newCDPSession(it.page);
        const touch = (type, px, py) => session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: px, y: py }] });
        await touch("touchStart", x, y);
        for (let i = 1; i <= 5; i++) await touch("touchMove", x + 3 * i, y - 5 * i);
        await touch("touchEnd");
        assert.notEqual(await it.settled(was), was, "a touch changes the state");
        await it.same("after a touch");
        const [px, py] = await it.centre(grip);
        await touch("touchStart", px, py);
        for (let i = 1; i <= 5; i++) await touch("touchMove", px + 200 * i, py + 300 * i);
        await touch("touchEnd");
        await it.settled();
        await it.inside("dragged far away by touch");
        await check("after a touch");
      }
      const wide = await it.page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${wide} px wide`);
      fine(it.page);
      await it.close();
    }
  });
}

// lesson returns the lesson that a figure is in.
const lesson = (name) => /href="(\w+)\.html#try-/.exec(readFileSync(join(site, `explore-${name}.html`), "utf8"))[1];

test("each figure is in its lesson, and loads when it comes near", { timeout: 10 * PATIENCE }, async () => {
  for (const name of names) {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
    const page = await open(browser, `${server.url}${lesson(name)}.html`, context);
    const section = page.locator(`#try-${name}`);
    await section.waitFor();
    const asked = server.asked.length;
    assert.ok(!(await section.evaluate((s) => s.classList.contains("x-ready"))), `${name} is loaded before it is near`);
    await section.scrollIntoViewIfNeeded();
    await page.locator(`#try-${name}.x-ready`).waitFor({ timeout: PATIENCE });
    assert.ok(server.asked.slice(asked).some((p) => /worker-.*\.js$/.test(p)) || asked > 0);
    fine(page);
    await context.close();
  }
});

test("no figure is there without scripts", { timeout: 10 * PATIENCE, skip: SCRIPTS }, async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const name of names) {
    await page.goto(`${server.url}${lesson(name)}.html`);
    assert.equal(await page.locator(`#try-${name}`).isVisible(), false);
  }
  await context.close();
});

// Prints how long a change takes until the page has it and until the next frame has been
// painted, and how many changes a second are drawn while a point is dragged. It does not
// judge them, as no test depends on how fast or busy the machine is.
test("every change is drawn", { timeout: 4 * PATIENCE }, async () => {
  let hash = "";
  for (const [points, wanted] of [[200, 1000 / 60], [2000, 50]]) {
    if (points === 2000) {
      const more = Array.from({ length: 1800 }, (_, i) => `+${i % 2}=${((i % 2 ? 1 : -1) + Math.sin(i * 1.7)).toFixed(3)},${((i % 2 ? -1 : 1) + Math.cos(i * 2.3)).toFixed(3)}`);
      hash = `#try=outliers&?=0&${more.join("&")}`;
    }
    const it = await Try.open("outliers", { hash });
    if (points === 200) await it.skip();
    assert.equal(await it.section.locator(".x-hit").count(), points);
    const times = await it.section.evaluate(async (section) => {
      const formula = section.querySelector(".x-formula"), point = section.querySelectorAll(".x-hit")[4];
      const frame = () => new Promise(requestAnimationFrame);
      const painted = async () => {
        await frame();
        await new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(0);
        });
      };
      const press = (i) => point.dispatchEvent(new KeyboardEvent("keydown", { key: i % 2 ? "ArrowLeft" : "ArrowRight", bubbles: true }));
      const median = (values) => values.sort((a, b) => a - b)[values.length / 2];
      const page = [], picture = [];
      for (let i = 0; i < 40; i++) {
        const begin = performance.now();
        const drawn = new Promise((resolve) => new MutationObserver((_, o) => (o.disconnect(), resolve())).observe(formula, { childList: true, characterData: true, subtree: true }));
        press(i);
        await drawn;
        page.push(performance.now() - begin);
        await painted();
        picture.push(performance.now() - begin);
      }
      // A hand moves a point once a frame. It is drawn with the last of its places.
      let drawn = 0;
      const observer = new MutationObserver(() => drawn++);
      observer.observe(formula, { childList: true, characterData: true, subtree: true });
      const begin = performance.now();
      for (let i = 0; performance.now() < begin + 2000; i++) {
        press(i);
        await painted();
      }
      const rate = (1000 * drawn) / (performance.now() - begin);
      observer.disconnect();
      return { page: median(page), picture: median(picture), rate };
    });
    assert.ok(times.rate > 0, "changes are drawn while the point moves");
    console.log(`${points} points, medians of 40 keys: ${times.page.toFixed(1)} ms until the page has the answer, wanted ${wanted.toFixed(1)} ms; ${times.picture.toFixed(1)} ms until the next frame is painted; ${times.rate.toFixed(0)} changes a second while a hand moves a point`);
    await it.close();
  }
});
