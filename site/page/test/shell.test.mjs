// The shell of the pages: accessibility by axe, the size of targets, layout shift, weight;
// the contents, the search, the glossary, the colours.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { PATIENCE, SCRIPTS, browser, browserName, open, phone, serve, server, site } from "./site.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WIDTHS = [390, 820, 1200];

// Before images below the fold: the page, its styles, scripts and fonts, as files, and as a
// server sends them that compresses text.
const MOST_BYTES = 500_000, MOST_SENT = 300_000;
const MOST_SHIFT = 0.1; // "good" by web.dev/articles/cls
const TARGET = 44, TARGET_IN_TEXT = 24; // WCAG 2.2: 2.5.5 for the shell, 2.5.8 for the rest

// Why a scenario, or the rest of one, is left out, if it is.
const EMULATED = browserName !== "chromium" && "only Chromium can be given fingers, a printer, and colours of the system";

const pages = readdirSync(site).filter((f) => f.endsWith(".html")).sort();

async function visit(name, { width = 1200, scheme = "light" } = {}) {
  const context = await browser.newContext({ ...(width < 1000 && phone), viewport: { width, height: 900 }, colorScheme: scheme, serviceWorkers: "block", bypassCSP: true });
  const page = await open(browser, server.url + name, context);
  page.setDefaultTimeout(PATIENCE);
  return page;
}

// What axe finds that depends on the colours, and what on the width.
const COLOURS = ["color-contrast", "link-in-text-block"];
const SIZES = ["target-size", "scrollable-region-focusable"];

// axe returns the violations that a page has as it is now, by all rules or by some.
async function axe(page, only) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const options = only ? { runOnly: { type: "rule", values: only } } : { rules: { "target-size": { enabled: true } } };
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], ...options });
    // To axe a heading that is a formula is empty: it does not read MathML.
    const formula = ({ id }, { target }) => id === "empty-table-header" && document.querySelector(target[0]).querySelector("math");
    for (const v of violations) v.nodes = v.nodes.filter((n) => !formula(v, n));
    return violations.filter((v) => v.nodes.length).map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((n) => `${n.target} ${n.any[0]?.message ?? n.all[0]?.message ?? ""}`).join(" | ")} (${nodes.length})`);
  }, only);
}

// The states after the first are examined by the rules whose results they change.
test("axe finds no violation at any width, light and dark", { timeout: 60 * PATIENCE }, async () => {
  const states = [[390, "light", undefined], [390, "dark", COLOURS], [820, "dark", SIZES], [1200, "dark", [...COLOURS, ...SIZES]], [1200, "light", COLOURS]];
  const wrong = [];
  for (const name of pages) {
    const page = await visit(name, { width: 390 });
    for (const [width, colorScheme, rules] of states) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      wrong.push(...(await axe(page, rules)).map((v) => `${name} at ${width} px, ${colorScheme}: ${v}`));
    }
    await page.context().close();
  }
  assert.deepEqual(wrong, []);
});

test("links of all pages lead to a file and a place in it", () => {
  const texts = new Map(pages.map((f) => [f, readFileSync(join(site, f), "utf8")]));
  const decode = (s) => s.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&#34;", '"');
  const ids = new Map([...texts].map(([f, text]) => [f, new Set([...text.matchAll(/\sid="([^"]*)"/g)].map((m) => decode(m[1])))]));
  const wrong = [];
  for (const [f, text] of texts) {
    for (const [, raw] of text.replace(/<script[\s\S]*?<\/script>/g, "").matchAll(/\shref="([^"]*)"/g)) {
      const href = decode(raw);
      if (/^(https?|data|mailto):/.test(href)) continue;
      const [path, anchor = ""] = href.split("#"), to = path || f;
      if (to.endsWith(".html") ? !texts.has(to) : !statSync(join(site, to), { throwIfNoEntry: false })) wrong.push(`${f}: ${href}`);
      else if (anchor && texts.has(to) && !ids.get(to).has(anchor) && !ids.get(to).has(decodeURIComponent(anchor))) wrong.push(`${f}: ${href}`);
    }
  }
  assert.deepEqual([...new Set(wrong)], []);
});

test("a page weighs little before images below the fold, and does not jump", { timeout: 10 * PATIENCE }, async () => {
  const wrong = [];
  for (const name of pages) {
    const program = /^(explore-|try)/.test(name); // which weighs more, and is why one comes
    for (const width of [390, 1200]) {
      const page = await visit("licences.html", { width });
      await page.addInitScript(() => {
        window.shift = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((e) => (window.shift += e.hadRecentInput ? 0 : e.value))).observe({ type: "layout-shift", buffered: true });
      });
      const loaded = new Set();
      page.on("request", (request) => loaded.add(new URL(request.url())));
      await page.goto(server.url + name, { waitUntil: "networkidle" });
      const seen = new Set(await page.evaluate(() => [...document.images].filter((i) => i.complete && i.getBoundingClientRect().top > innerHeight).map((i) => i.src)));
      let bytes = 0, sent = 0;
      for (const url of loaded) {
        if (seen.has(url.href) || url.protocol !== "http:" || !statSync(join(site, url.pathname), { throwIfNoEntry: false })) continue;
        const content = readFileSync(join(site, url.pathname));
        bytes += content.length;
        sent += /\.(html|css|js|json|svg)$/.test(url.pathname) ? gzipSync(content).length : content.length;
      }
      const shift = await page.evaluate(() => window.shift);
      if (!program && (bytes > MOST_BYTES || sent > MOST_SENT)) wrong.push(`${name} at ${width} px: ${bytes} bytes, ${sent} compressed`);
      if (shift > MOST_SHIFT) wrong.push(`${name} at ${width} px: moves by ${shift.toFixed(3)}`);
      await page.context().close();
    }
  }
  assert.deepEqual(wrong, []);
});

test("buttons and links of the shell are large enough for a finger", { timeout: 2 * PATIENCE }, async () => {
  const page = await visit("logistic.html", { width: 390 });
  const sizes = (selector) => page.locator(selector).evaluateAll((all) => all.filter((e) => e.offsetParent).map((e) => [e.textContent.trim().slice(0, 20), e.getBoundingClientRect().width, e.getBoundingClientRect().height]));
  for (const [text, width, height] of await sizes(".bar button")) assert.ok(width >= TARGET && height >= TARGET, `${text}: ${width} × ${height}`);
  for (const [text, , height] of await sizes(":is(.fold, .checks) > summary")) assert.ok(height >= TARGET_IN_TEXT, `${text}: ${height}`);
  await page.locator(".menu").click();
  for (const [text, width, height] of await sizes(".drawer button")) assert.ok(width >= TARGET && height >= TARGET, `${text}: ${width} × ${height}`);
  for (const [text, , height] of await sizes(".drawer a")) assert.ok(height >= TARGET_IN_TEXT, `${text}: ${height}`);
  await page.context().close();
});

test("on a phone the contents are a drawer, which keeps the focus until Escape", { timeout: 2 * PATIENCE }, async () => {
  const page = await visit("logistic.html", { width: 390 });
  const focused = (selector) => page.evaluate((s) => !!document.activeElement.closest(s), selector);
  assert.ok(await page.locator("#contents").isHidden());
  await page.locator(".menu").focus();
  await page.keyboard.press("Enter");
  const current = page.locator("#contents [aria-current=page]");
  await current.waitFor();
  assert.equal(await current.innerText(), "Logistic regression");
  for (let i = 0; i < 60; i++) {
    assert.ok((await focused(".drawer")) || (await page.evaluate(() => document.activeElement === document.body)), `the focus leaves at Tab ${i}`);
    await page.keyboard.press("Tab");
  }
  assert.deepEqual(await axe(page), []);
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#contents").isHidden());
  assert.ok(await focused(".menu"));
  await page.locator(".menu").click();
  await page.locator(".drawer").getByRole("link", { name: "5. Gradient descent" }).click();
  assert.match(page.url(), /#5\.-Gradient-descent$/);
  assert.ok(await page.locator(".drawer").isHidden());
  await page.context().close();
});

test("the skip link leads to the text, and the contents follow the reader", { timeout: 2 * PATIENCE }, async () => {
  const page = await visit("logistic.html");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the text");
  await page.keyboard.press("Enter");
  assert.ok(await page.evaluate(() => document.activeElement === document.querySelector("main")));
  const here = () => page.locator(".sections [aria-current=true]").allInnerTexts();
  assert.deepEqual(await here(), []);
  await page.evaluate(() => document.getElementById("4.-The-gradient-in-four-steps").scrollIntoView());
  await page.waitForFunction(() => document.querySelector(".sections [aria-current=true]")?.textContent === "4. The gradient in four steps");
  for (const [rel, name] of [["prev", "mle.html"], ["next", "losses.html"]]) {
    assert.deepEqual(await page.locator(`a[rel=${rel}]`).evaluateAll((all) => all.map((a) => a.getAttribute("href"))), [name, name], "above and below");
  }
  await page.context().close();
});

test("the colours are those of the system until the reader chooses, and the choice stays", { timeout: 2 * PATIENCE, skip: EMULATED }, async () => {
  const page = await visit("logistic.html", { scheme: "dark" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await ground(), "rgb(18, 23, 29)");
  await page.getByRole("button", { name: "Light colours" }).click();
  assert.equal(await ground(), "rgb(255, 255, 255)");
  await page.reload();
  assert.equal(await ground(), "rgb(255, 255, 255)");
  await page.getByRole("button", { name: "Dark colours" }).click();
  assert.equal(await ground(), "rgb(18, 23, 29)");
  assert.equal(await page.evaluate(() => localStorage.length), 0, "what the system says is kept");
  await page.context().close();
});

test("the search opens with a slash, loads its index once, and leads to the section", { timeout: 2 * PATIENCE }, async () => {
  const own = await serve(), context = await browser.newContext({ viewport: { width: 1200, height: 900 }, serviceWorkers: "block" });
  const page = await open(browser, own.url + "index.html", context);
  page.setDefaultTimeout(PATIENCE);
  const asked = () => own.asked.filter((path) => /\/assets\/(index-|search-)/.test(path)).length;
  await page.waitForLoadState("networkidle");
  assert.equal(asked(), 0);
  await page.keyboard.press("/");
  await page.keyboard.type("odds ratio");
  await page.locator(".found li").first().waitFor();
  assert.equal(asked(), 2);
  assert.match(await page.locator(".found li").first().innerText(), /^Odds ratios Logistic regression\n/);
  await page.getByRole("searchbox").fill("AddScaled crossentropy sigmoid"); // words of code
  await page.locator(".found a[href^='logistic.html']").first().waitFor();
  await page.getByRole("searchbox").fill("the middle class is nearly lost"); // no such words together
  await page.locator(".found li").first().waitFor();
  await page.getByRole("searchbox").fill("w1 x1 w2 x2 dot product");
  await page.locator(".found li").first().waitFor();
  assert.match(await page.locator(".found").innerText(), /w₁\s?x₁ \+ w₂\s?x₂/, "formulas are readable");
  await page.getByRole("searchbox").fill("qzxv");
  await page.getByText("Nothing found").waitFor();
  await page.getByRole("searchbox").fill("odds ratio");
  await page.locator(".found a").first().click();
  await page.waitForURL(/logistic\.html#Odds-ratios$/);
  const links = page.locator(".found a"), focused = () => page.evaluate(() => document.activeElement.href ?? document.activeElement.type);
  await page.keyboard.press("/");
  await page.keyboard.type("sigmoid");
  await links.nth(2).waitFor();
  const all = await links.evaluateAll((as) => as.map((a) => a.href));
  for (const [key, at] of [["ArrowDown", all[0]], ["ArrowDown", all[1]], ["ArrowUp", all[0]], ["ArrowUp", "search"], ["ArrowUp", "search"]]) {
    await page.keyboard.press(key);
    assert.equal(await focused(), at, key);
  }
  await page.keyboard.press("Enter");
  await page.waitForURL(all[0]);
  assert.deepEqual(page.wrong, []);
  await context.close();
  await own.close();
});

// Excerpts have neither the source of formulas nor the answers of questions and exercises.
test("the search shows no TeX and no answers", () => {
  const file = readdirSync(join(site, "assets")).find((f) => /^index-\w+\.json$/.test(f));
  const { storedFields } = JSON.parse(readFileSync(join(site, "assets", file), "utf8"));
  const texts = Object.values(storedFields).map(({ title, page, text }) => `${title} ${page} ${text}`);
  assert.deepEqual(texts.filter((text) => /\\[a-zA-Z]|\$[^$]*[\\^_{}][^$]*\$/.test(text)).map((text) => text.slice(0, 80)), []);
  const answers = pages.flatMap((f) => [...readFileSync(join(site, f), "utf8").matchAll(/<details class="answer">[^]*?<\/details>/g)])
    .flatMap(([answer]) => [...answer.matchAll(/<(?:p|li)[^>]*>(?:<b>[^<]*<\/b>)? ?([^<]{40,})<\/(?:p|li)>/g)].map(([, text]) => text.replaceAll("&amp;", "&")));
  assert.ok(answers.length > 50, `${answers.length} answers`);
  const all = texts.join("\n");
  assert.deepEqual(answers.filter((answer) => all.includes(answer)), []);
});

test("a word of the glossary shows its meaning to the mouse, the keyboard and a finger", { timeout: 2 * PATIENCE }, async () => {
  const page = await visit("svm.html");
  const term = page.locator("a.term").first(), box = page.locator("#meaning");
  const word = await term.getAttribute("data-term");
  await term.hover();
  await box.waitFor();
  assert.ok((await box.innerText()).startsWith(`${word}: `), await box.innerText());
  const inside = await box.evaluate((e) => ((r) => r.left >= 0 && r.right <= innerWidth && r.top >= 0 && r.bottom <= innerHeight)(e.getBoundingClientRect()));
  assert.ok(inside, "the meaning is outside the window");
  await page.mouse.move(2, 2);
  await box.waitFor({ state: "hidden" });
  await term.focus();
  await box.waitFor();
  assert.equal(await term.getAttribute("aria-describedby"), "meaning");
  await page.keyboard.press("Escape");
  await box.waitFor({ state: "hidden" });
  await page.keyboard.press("Enter");
  await page.waitForURL(/glossary\.html#/);
  await page.context().close();
  if (EMULATED) return;
  const phone = await visit("svm.html", { width: 390 });
  await phone.locator("a.term").first().tap();
  await phone.locator("#meaning").waitFor();
  assert.match(phone.url(), /svm\.html$/);
  await phone.locator("a.term").first().tap();
  await phone.waitForURL(/glossary\.html#/);
  await phone.context().close();
});

test("every route leads from each row of the lecture to its cells, and back", { timeout: 4 * PATIENCE }, async () => {
  const routes = pages.filter((f) => f.startsWith("lecture-"));
  assert.equal(routes.length, 5);
  for (const name of routes) {
    const page = await visit(name);
    const links = await page.locator(".row a").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
    const rows = await page.locator(".row").count();
    assert.ok(rows >= 5 && links.length >= rows, `${name}: ${links.length} links of ${rows} rows`);
    assert.ok((await page.locator(".stop").count()) >= 5);
    await page.context().close();
  }
  const page = await visit("svm.html");
  const back = page.locator(".checks a").first();
  await page.locator(".checks summary").first().click();
  assert.match(await back.getAttribute("href"), /^lecture-kmitl\.html#row-23$/);
  await back.click();
  await page.waitForURL(/lecture-kmitl\.html#row-23$/);
  await page.locator("#row-23[open]").waitFor();
  await page.context().close();
});

test("closed code opens by click and by key, and for the printer", { timeout: 2 * PATIENCE }, async () => {
  const page = await visit("logistic.html");
  const fold = page.locator(".fold").first();
  assert.ok(await fold.locator("pre").isHidden());
  await fold.locator("summary").press("Enter");
  assert.match(await fold.locator("pre").innerText(), /^import \(/);
  await fold.locator("summary").click();
  assert.ok(await fold.locator("pre").isHidden());
  const closed = await page.locator("main details:is(.fold, .checks):not([open])").count();
  assert.ok(closed > 10);
  if (EMULATED) return page.context().close();
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await page.locator("main details:is(.fold, .checks):not([open])").count(), 0);
  assert.ok(await page.locator("#contents, .bar, .around").first().isHidden());
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await page.locator("main details:is(.fold, .checks):not([open])").count(), closed);
  await page.context().close();
});

test("without scripts a page has its text, formulas, contents and folds", { timeout: 2 * PATIENCE, skip: SCRIPTS }, async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 900 }, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(server.url + "logistic.html");
  assert.ok((await page.locator(".katex").count()) > 50);
  await page.getByRole("link", { name: "☰ Contents" }).click();
  assert.ok(await page.locator("#contents").isVisible());
  await page.locator("#contents .close").click();
  assert.ok(await page.locator("#contents").isHidden());
  await page.locator(".fold summary").first().click();
  assert.ok(await page.locator(".fold pre").first().isVisible());
  await context.close();
});
