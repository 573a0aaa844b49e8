import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { Cell, PATIENCE, browser, browserName, data, downloaded, fine, launch, open, phone, root, serve, server, site } from "./site.mjs";

let context;

before(async () => {
  context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
});

// scenario is a test with a page of the site that nobody has changed. What the console says
// then, and requests to other places, are failures.
function scenario(name, path, act) {
  test(name, { timeout: 10 * PATIENCE }, async (t) => {
    await forget();
    const page = await open(browser, server.url + path, context);
    try {
      await act(page, t);
      fine(page);
    } finally {
      await page.close();
    }
  });
}

// forget removes what earlier scenarios have stored. What is loaded from the server stays.
async function forget() {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(server.url + "assets/LICENSES.txt");
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      await new Promise((resolve, reject) => Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject }));
    }
  });
  await page.close();
}

// until waits for something to become true.
async function until(what, check) {
  const end = Date.now() + PATIENCE;
  for (let last; !(last = await check()); await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (Date.now() > end) assert.fail(`${what}: not after ${PATIENCE / 1000} s`);
  }
}

// stored waits until what the page keeps in the browser is as wanted: the entries of a store,
// as [key, value], but of files their keys alone.
function stored(page, store, wanted) {
  const read = () =>
    page.evaluate(async (store) => {
      const database = await new Promise((resolve) => (indexedDB.open(`linclass ${new URL(".", location.href).pathname}`).onsuccess = (e) => resolve(e.target.result)));
      const entries = await new Promise((resolve) => {
        const found = [];
        database.transaction(store).objectStore(store).openCursor().onsuccess = ({ target: { result: cursor } }) => {
          if (!cursor) return resolve(found);
          found.push([cursor.key, store === "files" ? null : cursor.value]);
          cursor.continue();
        };
      });
      database.close();
      return entries;
    }, store);
  return until(`what is stored of ${store}`, async () => wanted(await read()));
}

// quiet waits until nobody has asked a server for a second.
async function quiet({ asked }) {
  for (let n = -1; n !== asked.length; await new Promise((resolve) => setTimeout(resolve, 1000))) n = asked.length;
}

// reload reloads a page, also one that is just leaving.
async function reload(page) {
  await Promise.all([page.waitForEvent("load"), page.evaluate(() => void setTimeout(() => location.reload()))]);
}

const python = execFileSync(join(root, "tools/jupyter.sh"), ["find"], { encoding: "utf8" }).trim();
const hello = (text) => `import "fmt"\n\n%%\nfmt.Println("${text}")\n`;
const html = (text) => `import "linclass/plots"\n\n%%\nplots.HTML(\`${text}\`)\n`;
const published = async (path) => JSON.parse(await readFile(join(root, "build", path), "utf8"));

test("before the first use neither the editor nor the tools are loaded, then each once", { timeout: 4 * PATIENCE }, async () => {
  const own = await serve();
  const page = await open(browser, own.url + "perceptron.html");
  const asked = (pattern) => own.asked.filter((path) => pattern.test(path)).length;
  await quiet(own);
  await page.evaluate(() => navigator.serviceWorker.ready);
  assert.equal(asked(/^\/assets\/page-.*\.js|toolchain/), 0);
  const cell = new Cell(page, 2);
  await cell.press("edit");
  await cell.editor.waitFor();
  assert.equal(asked(/^\/assets\/page-.*\.js/), 1);
  assert.equal(asked(/toolchain/), 0);
  await cell.run(hello("once"));
  const first = asked(/toolchain/);
  assert.ok(first > 0);
  await cell.run(hello("twice"));
  assert.equal(await cell.output.innerText(), "twice\n");
  assert.equal(asked(/toolchain/), first);
  fine(page);
  await page.context().close();
  await own.close();
});

scenario("the published output stays until the cell has run", "perceptron.html", async (page) => {
  const cell = new Cell(page, 2), old = await cell.output.innerText();
  assert.match(old, /x = \[0\.9 0\.4\]/);
  await cell.write(hello("of the reader"));
  assert.equal(await cell.output.innerText(), old);
  assert.ok(await cell.element.evaluate((e) => e.classList.contains("stale")));
  await cell.run();
  assert.equal((await cell.output.innerText()).trim(), "of the reader");
  assert.ok(!(await cell.element.evaluate((e) => e.classList.contains("stale"))));
});

scenario("loading shows how much of how much, and then nothing", "perceptron.html", async (page) => {
  await page.evaluate(() => {
    window.seen = [];
    new MutationObserver(() => {
      const bar = document.querySelector(".lclass-progress");
      if (bar) window.seen.push([bar.innerText, bar.querySelector("progress").value, bar.querySelector("progress").max]);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await new Cell(page, 2).run(hello("x"));
  const seen = await page.evaluate(() => window.seen.filter(([text]) => /once/.test(text)));
  assert.match(seen[0][0], /^Loading Go, once: [\d.]+ [kM]B of [\d.]+ [kM]B$/);
  assert.ok(seen.every(([, value, max]) => value <= max && max > 1e6), JSON.stringify(seen));
  assert.equal(await page.locator(".lclass-progress").count(), 0);
});

test("a file that does not arrive is named", { timeout: 8 * PATIENCE, skip: browserName !== "chromium" && "it was tried in Chromium only" }, async () => {
  const { files } = JSON.parse(readFileSync(join(site, "toolchain/manifest.json"), "utf8"));
  const path = `/toolchain/${files.exports.name}`;
  const own = await serve(path), page = await open(browser, own.url + "try.html");
  const cell = new Cell(page, 1);
  await page.clock.install();
  await cell.write(hello("x"));
  await cell.press("run");
  await until("the other files are kept", () => page.evaluate(async ([base, n]) => (await (await caches.open(`linclass toolchain ${base}`)).keys()).length === n, [`${own.url}toolchain/`, Object.keys(files).length - 1]));
  await page.clock.fastForward(121_000);
  await cell.element.getByText("exports did not arrive. Check your network, then try again or reload the page.").waitFor();
  assert.equal(await page.locator(".lclass-progress").count(), 0);
  await page.context().close();
  await own.close();
});

scenario("text, errors, HTML and pictures come below the cell in their order", "perceptron.html", async (page) => {
  const cell = new Cell(page, 2);
  const lines = ['fmt.Println("one")', 'fmt.Println("two")', "plots.HTML(`<b>three</b>`)", 'plots.Show(plots.New("x", "y"))', 'fmt.Println("five")'];
  await cell.run(`import (\n\t"fmt"\n\t"linclass/plots"\n)\n\n%%\n${lines.join("\n")}\n`);
  const areas = await cell.output.locator(".output_subarea").evaluateAll((all) => all.map((e) => [e.className.split(" ")[1], e.innerText.trim(), !!e.querySelector("img[alt]")]));
  assert.deepEqual(areas, [["output_stream", "one\ntwo", false], ["output_html", "three", false], [areas[2][0], "", true], ["output_stream", "five", false]]);
  assert.ok(await cell.output.locator("img").evaluate((i) => i.decode().then(() => i.naturalWidth > 0 && i.alt.length > 0)));
});

scenario("columns are a table, as on published pages", "perceptron.html", async (page) => {
  const cell = new Cell(page, 2);
  await cell.run('import "fmt"\n\n%%\nfmt.Println("a   b")\nfmt.Println("1   2")\n');
  assert.equal(await cell.output.locator("pre.table").innerText(), "a   b\n1   2\n");
});

scenario("no script, frame, style or form of an output does anything", "perceptron.html", async (page) => {
  const elsewhere = await serve(), cell = new Cell(page, 2), bad = [
    "<script>window.hacked = 1</script>",
    `<img src="${elsewhere.url}x.png" onerror="window.hacked = 2">`,
    '<a href="javascript:window.hacked=3">press</a>',
    "<style>body { display: none }</style>",
    '<iframe src="https://example.org"></iframe><form action="https://example.org"><button>send</button></form>',
    `<p style="position:fixed;inset:0;background:url(${elsewhere.url}y.png)">over all</p>`,
    '<meta http-equiv="refresh" content="0;url=https://example.org"><base href="https://example.org/">',
  ].join("");
  await cell.run(html(bad));
  assert.equal(await cell.output.locator("script, style, iframe, form, button, meta, base").count(), 0);
  assert.match(await cell.output.innerText(), /A script in this output is not run/);
  await cell.output.locator("a").click();
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.ok(await page.locator("h1").isVisible());
  const [outer, inner] = await cell.output.evaluate((e) => [e, e.querySelector("p[style]")].map((x) => x.getBoundingClientRect().toJSON()));
  assert.ok(inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1, "it covers the page");
  assert.deepEqual(elsewhere.asked, []);
  await elsewhere.close();
  // The policy refuses the same, and says so.
  page.wrong = page.wrong.filter((w) => !/Content.Security.Policy|^policy: /.test(w) && w !== `asks for ${elsewhere.url}y.png`);
});

scenario("a player of a cell plays, as published ones do", "read.html", async (page) => {
  const still = page.locator(".lclass-player").first();
  await still.locator(".next").click();
  assert.match(await still.locator(".count").innerText(), /^2 \//);
  const markup = await still.evaluate((e) => {
    const copy = e.cloneNode(true);
    copy.querySelector(".controls").remove();
    for (const image of copy.querySelectorAll("img")) image.src = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E";
    return copy.outerHTML.replaceAll("\n", " ");
  });
  const cell = new Cell(page, 2);
  await cell.run(html(`<style>.x {}</style>${markup}<script>0</script>`));
  const player = cell.output.locator(".lclass-player");
  await player.locator(".next").click();
  await player.press("End");
  const [, now, all] = /(\d+) \/ (\d+)/.exec(await player.locator(".count").innerText());
  assert.equal(now, all);
  assert.doesNotMatch(await cell.output.innerText(), /not run/);
});

scenario("what does not compile is marked at its line, in its cell, and listed", "perceptron.html", async (page) => {
  const cell = new Cell(page, 2);
  await cell.run('import "fmt"\n\n%%\n/* ÄÖ */ x := nobody\nfmt.Println(x)\n');
  assert.equal(await cell.status(), "✗ see below");
  assert.match(await cell.output.innerText(), /This cell does not compile.*\nline 4: undefined: nobody/s);
  assert.equal(await cell.element.locator(".cm-lintRange-error").innerText(), "nobody");
  await cell.output.getByRole("button", { name: "line 4" }).click();
  assert.ok(await cell.editor.evaluate((e) => e === document.activeElement));
  assert.match(await cell.element.locator(".cm-activeLine, .cm-line").nth(3).innerText(), /nobody/);
  await cell.run(hello("mended"));
  assert.equal(await cell.element.locator(".cm-lintRange-error").count(), 0);
  assert.equal((await cell.output.innerText()).trim(), "mended");
});

scenario("an error in a cell above is shown there", "perceptron.html", async (page) => {
  const above = new Cell(page, 2), cell = new Cell(page, 3);
  await above.write("func f() int { return nobody }\n");
  await cell.run(hello("x"));
  assert.match(await cell.output.innerText(), /cell 2, line 1: undefined: nobody/);
  assert.equal(await above.element.locator(".cm-lintRange-error").innerText(), "nobody");
});

scenario("a panic and an exit code say what happened", "perceptron.html", async (page) => {
  const cell = new Cell(page, 2);
  await cell.run('%%\npanic("on purpose")\n');
  assert.match(await cell.output.innerText(), /The program panicked[\s\S]*on purpose/);
  await cell.run('import "os"\n\n%%\nos.Exit(3)\n');
  assert.match(await cell.output.innerText(), /exit code 3/);
  await cell.run(hello("goes on"));
  assert.equal((await cell.output.innerText()).trim(), "goes on");
});

scenario("an endless loop can be stopped, and the next cell runs", "perceptron.html", async (page, t) => {
  const cell = new Cell(page, 2);
  await cell.run(hello("warm"));
  await cell.write('import "fmt"\n\n%%\nfmt.Println("begins")\nfor {}\n');
  await cell.press("run");
  await cell.output.getByText("begins").waitFor();
  const start = performance.now();
  await cell.press("stop");
  await cell.element.locator(".status").getByText("stopped").waitFor();
  t.diagnostic(`to stop took ${Math.round(performance.now() - start)} ms`);
  assert.match(await cell.output.innerText(), /begins\s+Stopped\./);
  await cell.run(hello("goes on"));
  assert.equal((await cell.output.innerText()).trim(), "goes on");
});

scenario("what is stopped while the tools are loaded does not run", "perceptron.html", async (page) => {
  const cell = new Cell(page, 2);
  await cell.write(hello("never"));
  await page.evaluate(() => {
    const run = document.querySelectorAll("[data-act=run]")[1], stop = document.querySelectorAll("[data-act=stop]")[1];
    run.click();
    new MutationObserver((_, observer) => document.querySelector(".lclass-progress") && (observer.disconnect(), stop.click())).observe(document.body, { childList: true });
  });
  await cell.element.locator(".status").getByText("stopped").waitFor();
  assert.doesNotMatch(await cell.output.innerText(), /never/);
});

scenario("run all above goes to the cell before, and ends at the first that fails", "perceptron.html", async (page) => {
  const [one, two, three, four] = [1, 2, 3, 4].map((n) => new Cell(page, n));
  await one.write('import "fmt"\n');
  await two.write('%%\nfmt.Println("2")\n');
  await three.write('%%\nfmt.Println("3")\n');
  await four.write('%%\nfmt.Println("4")\n');
  await four.press("above");
  await three.ended();
  assert.deepEqual([await two.output.innerText(), await three.output.innerText()], ["2\n", "3\n"]);
  assert.equal(await four.status(), "");
  await two.write("%%\nvar x int = nobody\n_ = x\n");
  await four.press("above");
  await two.element.locator(".status").getByText("✗").waitFor();
  await page.waitForFunction(() => !document.querySelector(".running"));
  assert.equal(await three.status(), "");
});

scenario("reset brings back the published code and output of a cell, with its player", "read.html", async (page) => {
  const n = await page.evaluate(() => 1 + [...document.querySelectorAll("main .code_cell")].findIndex((c) => c.querySelector(".lclass-player")));
  const cell = new Cell(page, n), id = await cell.element.getAttribute("data-cell");
  await cell.run(hello("x"));
  assert.equal(await cell.output.locator(".lclass-player").count(), 0);
  await cell.press("reset");
  assert.equal(await cell.source(), (await published("read.ipynb")).cells.find((c) => c.id === id).source.join(""));
  await cell.output.locator(".lclass-player .next").click();
  assert.match(await cell.output.locator(".count").innerText(), /^2 \//);
});

scenario("cells can be added, moved and removed, and all changes survive a reload", "perceptron.html", async (page) => {
  const ids = () => page.locator("main .code_cell").evaluateAll((all) => all.map((c) => c.dataset.cell));
  const before = await ids(), second = new Cell(page, 2);
  await second.write(hello("changed"));
  await second.press("add");
  const added = new Cell(page, 3);
  assert.ok(await added.editor.evaluate((e) => e === document.activeElement));
  await added.write(hello("added"));
  const id = (await ids())[2];
  await added.press("up");
  assert.deepEqual((await ids()).slice(0, 3), [before[0], id, before[1]]);
  await new Cell(page, 4).press("edit");
  await new Cell(page, 4).press("remove");
  assert.ok(await page.getByRole("button", { name: "Undo" }).evaluate((b) => b === document.activeElement));
  await page.keyboard.press("Enter");
  assert.deepEqual(await ids(), [before[0], id, ...before.slice(1)]);
  assert.ok(await new Cell(page, 4).element.locator("[data-act=remove]").evaluate((b) => b === document.activeElement), "the focus is where it was before the cell was removed");
  await new Cell(page, 5).press("edit");
  await new Cell(page, 5).press("remove");
  const wanted = [before[0], id, before[1], before[2], ...before.slice(4)];
  assert.deepEqual(await ids(), wanted);
  await stored(page, "changes", (entries) => {
    const kept = entries[0]?.[1].cells.map((c) => c.id ?? c) ?? [];
    return String(kept.filter((c) => wanted.includes(c))) === String(wanted) && !kept.includes(before[3]);
  });
  await reload(page);
  await new Cell(page, 2).editor.waitFor();
  assert.deepEqual(await ids(), wanted);
  assert.equal(await new Cell(page, 2).source(), hello("added"));
  assert.equal(await new Cell(page, 3).source(), hello("changed"));
  await new Cell(page, 2).run();
  assert.equal(await new Cell(page, 2).output.innerText(), "added\n");
  page.once("dialog", (dialog) => dialog.accept());
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reset page" }).click()]);
  assert.deepEqual(await ids(), before);
  assert.equal(await page.locator(".cm-editor").count(), 0);
});

scenario("a figure to try stays below its cell when changes are restored", "perceptron.html", async (page) => {
  const above = () => page.locator("section.explorable").evaluate((e) => e.previousElementSibling?.dataset.cell);
  const before = await above();
  assert.ok(before);
  await new Cell(page, 2).write(hello("changed"));
  await stored(page, "changes", (entries) => entries[0]?.[1].cells.some((c) => c.source === hello("changed")));
  await reload(page);
  await new Cell(page, 2).editor.waitFor();
  assert.equal(await above(), before);
});

scenario("a link shows the changes elsewhere, and runs nothing by itself", "perceptron.html", async (page) => {
  const readable = browserName === "chromium"; // Firefox asks the reader each time
  if (readable) await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const cell = new Cell(page, 2);
  await cell.write(hello("from the link"));
  await page.getByRole("button", { name: "Copy link" }).click();
  const url = await page.getByLabel("Link to the changed page").inputValue();
  if (readable) assert.equal(await page.evaluate(() => navigator.clipboard.readText()), url);
  assert.ok(url.length < 2000, `${url.length} characters`);

  const own = await serve(), other = await open(browser, own.url + "perceptron.html" + new URL(url).hash);
  const there = new Cell(other, 2);
  await there.editor.waitFor();
  assert.equal(await there.source(), hello("from the link"));
  await other.getByText("nothing runs by itself").waitFor();
  await quiet(own);
  assert.equal(own.asked.filter((path) => path.includes("toolchain")).length, 0);
  // What is only looked at is not kept.
  await there.write(hello("looked at"));
  await other.waitForTimeout(1000);
  await Promise.all([other.waitForEvent("load"), other.getByRole("button", { name: "Show the published page" }).click()]);
  await other.locator("[data-act=run]").first().waitFor();
  assert.equal(new URL(other.url()).hash, "");
  assert.equal(await other.locator(".cm-editor").count(), 0);
  // What is kept is there without the link.
  await other.goto("about:blank");
  await other.goto(own.url + "perceptron.html" + new URL(url).hash);
  const keep = other.getByRole("button", { name: "Keep as my changes" });
  await keep.click();
  await keep.waitFor({ state: "detached" });
  assert.equal(new URL(other.url()).hash, "");
  await reload(other);
  await there.editor.waitFor();
  assert.equal(await there.source(), hello("from the link"));
  fine(other);
  await other.context().close();
  await own.close();
});

scenario("a damaged link shows the published page and says so", "perceptron.html#changed=abcd", async (page) => {
  await page.getByText("damaged or incomplete").waitFor();
  assert.equal(await page.locator(".cm-editor").count(), 0);
});

async function download(page) {
  const { name, path } = await downloaded(page, () => page.getByRole("button", { name: "Download .ipynb" }).click());
  execFileSync(python, ["-B", "-c", "import nbformat, sys; nbformat.validate(nbformat.read(sys.argv[1], 4))", path]);
  return { path, name, notebook: JSON.parse(await readFile(path, "utf8")) };
}

scenario("the download is a valid notebook: the published one, with the changes", "perceptron.html", async (page) => {
  const text = (c) => [c.id, c.cell_type, [c.source].flat().join("")];
  const wanted = (await published("perceptron.ipynb")).cells.map(text);
  const plain = await download(page);
  assert.equal(plain.name, "perceptron.ipynb");
  assert.deepEqual(plain.notebook.cells.map(text), wanted);
  await new Cell(page, 2).write(hello("ä < b & c"));
  const changed = await download(page);
  wanted[3][2] = hello("ä < b & c");
  assert.deepEqual(changed.notebook.cells.map(text), wanted);
});

const ASSIGNMENT = {
  cells: [
    { cell_type: "markdown", id: "text", metadata: {}, source: ["# Mine\n", "\n", "With $a_1 b_2$ <script>window.hacked = 1</script> and <b>bold</b>."] },
    { cell_type: "code", execution_count: null, id: "locked", metadata: { editable: false, deletable: false, nbgrader: { grade_id: "check", locked: true } }, outputs: [], source: ['import "fmt"\n'] },
    { cell_type: "code", execution_count: 4, id: "answer", metadata: { nbgrader: { grade_id: "answer", solution: true } }, outputs: [], source: ["%%\n", 'fmt.Println("mine")'] },
  ],
  metadata: { kernelspec: { display_name: "Go (lclass)", language: "go", name: "lclass" }, course: "x" },
  nbformat: 4,
  nbformat_minor: 5,
};

scenario("try.html opens a notebook, keeps it, respects locked cells and gives it back", "try.html", async (page) => {
  const path = join(await mkdtemp(join(tmpdir(), "lclass-")), "mine.ipynb");
  await writeFile(path, JSON.stringify(ASSIGNMENT));
  await page.getByLabel("Open a notebook").setInputFiles(path);
  await page.getByRole("heading", { name: "Mine" }).waitFor();
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator("main .text_cell b").innerText(), "bold");
  const locked = new Cell(page, 1), answer = new Cell(page, 2);
  await locked.editor.focus();
  await page.keyboard.type("x");
  await locked.press("remove");
  assert.equal(await locked.source(), 'import "fmt"\n');
  await answer.run();
  assert.equal(await answer.output.innerText(), "mine\n");
  await answer.write('%%\nfmt.Println("better")');
  await stored(page, "changes", (entries) => JSON.stringify(entries).includes("better"));
  await reload(page);
  await page.getByRole("heading", { name: "Mine" }).waitFor();
  assert.equal(await answer.source(), '%%\nfmt.Println("better")');
  const { name, notebook } = await download(page);
  assert.equal(name, "mine.ipynb");
  const wanted = structuredClone(ASSIGNMENT);
  wanted.cells[2].source = ["%%\n", 'fmt.Println("better")'];
  wanted.cells[2].execution_count = null;
  assert.deepEqual(notebook, wanted);
});

scenario("try.html takes a dropped notebook, and says what is none", "try.html", async (page) => {
  const drop = (name, text) =>
    page.evaluate(
      ([name, text]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name));
        document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      },
      [name, text],
    );
  await drop("none.txt", "no notebook");
  await page.getByText("none.txt cannot be opened. It is not a notebook").waitFor();
  await drop("mine.ipynb", JSON.stringify(ASSIGNMENT));
  await page.getByRole("heading", { name: "Mine" }).waitFor();
});

// kept waits until the service worker and the toolchain have stored all that a server was
// asked for.
function kept(page, { asked }) {
  const missing = async () => {
    const there = await page.evaluate(async () => {
      const stored = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return stored.flat().map((request) => request.url);
    });
    return asked.filter((path) => path !== "/sw.js" && !there.some((u) => new URL(u).pathname === path));
  };
  return until("what the page loads is kept", async () => (await missing()).length === 0);
}

test("a second visit without a network shows the page and runs cells", { timeout: 4 * PATIENCE }, async () => {
  const own = await serve(), port = new URL(own.url).port;
  const page = await open(browser, own.url + "perceptron.html");
  await new Cell(page, 2).run(hello("with a network"));
  await stored(page, "changes", (entries) => JSON.stringify(entries).includes("with a network"));
  await quiet(own);
  await kept(page, own);
  await own.close();
  await assert.rejects(fetch(`http://127.0.0.1:${port}/`));
  await reload(page);
  const cell = new Cell(page, 2);
  await cell.editor.waitFor();
  assert.equal(await cell.source(), hello("with a network"));
  await cell.run(hello("without a network"));
  assert.equal(await cell.output.innerText(), "without a network\n");
  assert.ok((await page.locator(".katex").count()) > 10, "there are no formulas");
  await page.context().close();
});

test("figures further down are there without a network, once a cell has run", { timeout: 4 * PATIENCE }, async () => {
  const own = await serve();
  const page = await open(browser, own.url + "leastsquares.html");
  const lazy = await page.evaluate(() => [...document.querySelectorAll('main img[loading="lazy"]')].map((image) => image.src));
  assert.ok(lazy.length > 3);
  await new Cell(page, 2).run(hello("with a network"));
  const wanted = await page.evaluate((lazy) => [...lazy, ...Object.entries(document.querySelector("section.explorable").dataset).filter(([name]) => ["script", "worker", "program"].includes(name)).map(([, path]) => new URL(path, document.baseURI).href)], lazy);
  await until("figures further down are kept", () => page.evaluate(async (wanted) => (await Promise.all(wanted.map((url) => caches.match(url)))).every(Boolean), wanted));
  await quiet(own);
  await kept(page, own);
  await own.close();
  await page.locator("section.explorable").first().scrollIntoViewIfNeeded();
  await page.locator("section.explorable.x-ready").first().waitFor();
  for (const image of await page.locator("main img:visible").all()) {
    await image.scrollIntoViewIfNeeded();
    await until("a figure is there", () => image.evaluate((i) => i.complete));
    assert.ok(await image.evaluate((i) => i.naturalWidth > 0), await image.evaluate((i) => `${i.src.slice(0, 100)} is broken`));
  }
  await page.context().close();
});

scenario("what cells have written is stored once, and is there after a reload", "perceptron.html", async (page) => {
  const cell = new Cell(page, 2);
  await page.evaluate(() => {
    window.puts = [];
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, key) {
      if (this.name === "files") window.puts.push(key.join(" "));
      return put.call(this, value, key);
    };
  });
  await cell.run('import "os"\n\n%%\nos.WriteFile("kept.bin", nil, 0o666)\n');
  await stored(page, "files", (entries) => String(entries) === "perceptron,work/kept.bin,");
  for (const text of ["one", "two"]) await cell.run(hello(text));
  assert.deepEqual(await page.evaluate(() => window.puts), ["perceptron work/kept.bin"]);
  await reload(page);
  await cell.editor.waitFor();
  await cell.run('import (\n\t"fmt"\n\t"os"\n)\n\n%%\n_, err := os.Stat("kept.bin")\nfmt.Println("there:", err == nil)\n');
  assert.equal(await cell.output.innerText(), "there: true\n");
});

scenario("a large data set is downloaded when the reader wants it, who sees its size", "perceptron.html", async (page, t) => {
  const cell = new Cell(page, 2), source = 'import (\n\t"fmt"\n\t"linclass/datasets"\n)\n\n%%\ntrain, _, err := datasets.MNIST()\nfmt.Println(err == nil, train != nil)\n';
  await cell.run(source);
  assert.match(await cell.output.innerText(), /false false\n[\s\S]*MNIST \(11\.6 MB\)/);
  if (!existsSync(join(data, "mnist/train-images-idx3-ubyte.gz"))) return t.diagnostic(`without the download, as MNIST is not in ${data}`);
  await cell.output.getByRole("button", { name: "Download MNIST (11.6 MB)" }).click();
  await cell.output.getByText("true true").waitFor();
  assert.doesNotMatch(await cell.output.innerText(), /11\.6 MB/);
});

scenario("the keyboard: Tab indents, Escape and Tab leave, Ctrl+Enter runs, undo undoes", "perceptron.html", async (page) => {
  const cell = new Cell(page, 2), focused = () => cell.editor.evaluate((e) => e === document.activeElement);
  await cell.write(hello("keys"));
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Tab");
  assert.equal(await cell.source(), "\t" + hello("keys"));
  assert.ok(await focused());
  await page.keyboard.press("Control+z");
  assert.equal(await cell.source(), hello("keys"));
  await page.keyboard.press("Control+Enter");
  await cell.ended();
  assert.equal((await cell.output.innerText()).trim(), "keys");
  await cell.editor.focus();
  await page.keyboard.press("Escape");
  await page.waitForTimeout(2500); // as long as a reader may think
  await page.keyboard.press("Tab");
  assert.ok(!(await focused()));
  assert.equal(await cell.source(), hello("keys"));
  assert.match(await cell.editor.getAttribute("aria-label"), /Escape, then Tab/);
});

scenario("code is copied from one cell and pasted into another by keys", "perceptron.html", async (page) => {
  const from = new Cell(page, 2), to = new Cell(page, 3);
  await from.write(hello("copied"));
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  await to.press("edit");
  await to.editor.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
  assert.equal(await to.source(), hello("copied"));
});

for (const width of [1200, 390]) {
  test(`a whole lesson runs with one button, ${width} px wide`, { timeout: 20 * PATIENCE }, async () => {
    const page = await open(browser, server.url + "leastsquares.html", await browser.newContext({ viewport: { width, height: 900 } }));
    await page.locator("[data-act=all]").click();
    const cells = await page.locator("main .code_cell").count();
    for (let n = 1; n <= cells; n++) {
      const cell = new Cell(page, n);
      await cell.ended();
      assert.match(await cell.status(), /\d s$/, `cell ${n}: ${await cell.element.innerText()}`);
    }
    assert.match(await page.locator(".lclass-notes").innerText(), new RegExp(`^All ${cells} cells ran in \\d.* s\\.$`));
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    await mkdir(join(root, "build/site-shots"), { recursive: true });
    await page.screenshot({ path: join(root, `build/site-shots/${browserName}-lesson-${width}.png`) });
    fine(page);
    await page.context().close();
  });
}

scenario("Run all says which cell failed, and leads to it", "perceptron.html", async (page) => {
  const cells = await page.locator("main .code_cell").count(), cell = new Cell(page, 3);
  await new Cell(page, 1).write(hello("first"));
  await new Cell(page, 2).write(hello("second"));
  await cell.write("%%\nnone()");
  await page.locator("[data-act=all]").click();
  await cell.ended();
  const note = page.locator(".lclass-notes");
  await note.getByText("Cell 3 failed; the cells below it did not run.").waitFor();
  for (let n = 4; n <= cells; n++) assert.equal(await new Cell(page, n).status(), "");
  await note.getByRole("button", { name: "Go to cell 3" }).click();
  assert.ok(await cell.element.locator("[data-act=run]").evaluate((b) => b === document.activeElement));
  await cell.write("%%\nfor {\n}");
  await page.locator("[data-act=all]").click();
  await cell.element.locator(".status").getByText("running").waitFor();
  await cell.press("stop");
  await note.getByText("Cell 3 was stopped; the cells below it did not run.").waitFor();
  assert.equal(await note.getByText("Cell 3 failed").count(), 0);
});

// Chromium can be told that a name is that of this computer; an address such as 127.0.0.1
// counts as safe.
test("plain http: cells run, though the browser keeps nothing", { timeout: 4 * PATIENCE, skip: browserName !== "chromium" && "only Chromium has a flag for this" }, async () => {
  const named = await launch(["--host-resolver-rules=MAP plain.example 127.0.0.1"]);
  const page = await open(named, server.url.replace("127.0.0.1", "plain.example") + "perceptron.html");
  assert.deepEqual(await page.evaluate(() => [isSecureContext, "caches" in window, "serviceWorker" in navigator]), [false, false, false]);
  const cell = new Cell(page, 2);
  await cell.run(hello("plain"));
  assert.equal(await cell.output.innerText(), "plain\n");
  fine(page);
  await named.close();
});

scenario("Format formats, and says why it cannot", "perceptron.html", async (page) => {
  const cell = new Cell(page, 2);
  await cell.write('import "fmt"\n\n%%\nfmt.Println("a",  "b")');
  await cell.press("format");
  await cell.element.locator(".status").getByText("formatted").waitFor();
  assert.equal(await cell.source(), 'import "fmt"\n\n%%\nfmt.Println("a", "b")');
  await cell.write("%%\nfmt.Println((\n");
  await cell.press("format");
  await cell.element.locator(".status").getByText(/^line \d+: /).waitFor();
  assert.equal(await cell.source(), "%%\nfmt.Println((\n");
});

scenario("the tools complete names once they are there", "perceptron.html", async (page) => {
  const cell = new Cell(page, 2);
  await cell.run(hello("x"));
  await cell.write('import "fmt"\n\n%%\nfmt.Pr');
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Control+Space");
  await page.locator(".cm-tooltip-autocomplete").getByText("Println", { exact: true }).waitFor();
});

// lgrade runs lgrade in a new course, in which act may run more and read what is written.
function lgrade(act) {
  const course = mkdtempSync(join(tmpdir(), "lclass-")), env = { ...process.env, LGRADE_ASSIGNMENTS: root };
  const run = (...args) => execFileSync(join(root, "bin/lgrade"), args, { cwd: course, env, encoding: "utf8" });
  try {
    run("init", ".");
    return act(run, course);
  } finally {
    rmSync(course, { recursive: true });
  }
}

const gradeID = (c) => c.metadata.nbgrader?.grade_id;
const solution = (c) => c.source.join("").replace(/^.*(BEGIN|END) SOLUTION.*\n?/gm, "");

test("an assignment: a right function turns its checks to ✓, and lgrade grades the download", { timeout: 8 * PATIENCE }, async () => {
  const page = await open(browser, server.url + "assignment-perceptron.html");
  const source = JSON.parse(await readFile(join(root, "assignments/perceptron/perceptron.ipynb"), "utf8"));
  const released = JSON.parse(await readFile(join(root, "build/release/perceptron.ipynb"), "utf8"));
  const id = (name) => released.cells.find((c) => gradeID(c) === name).id;
  const cell = (name) => Cell.of(page, id(name));
  await cell("Score-check").run();
  assert.match(await cell("Score-check").output.innerText(), /✗[\s\S]*not implemented/);
  // A wrong function first: the check says what came out, what should have, and why.
  const right = solution(source.cells.find((c) => c.id === id("Score")));
  await cell("Score").write(right.replace("z := b", "z := 0.0"));
  await cell("Score-check").run();
  assert.match(await cell("Score-check").output.innerText(), /✗[\s\S]*got:[\s\S]*want:[\s\S]*hint:/);
  await cell("Score").write(right);
  await cell("Score-check").run();
  const says = await cell("Score-check").output.innerText();
  assert.match(says, /✓/);
  assert.doesNotMatch(says, /✗/);
  await cell("Step-check").press("edit");
  await cell("Step-check").editor.focus();
  await page.keyboard.type("x");
  assert.equal(await cell("Step-check").source(), source.cells.find((c) => c.id === id("Step-check")).source.join(""), "a check can be changed");
  const answer = page.locator(`[data-cell="${id("threshold")}"]`);
  await answer.getByRole("button", { name: "Write your answer" }).click();
  await answer.getByRole("textbox").fill("It is $\\theta$.");
  await answer.getByRole("button", { name: "Done" }).click();
  await answer.locator(".katex").waitFor();
  await stored(page, "changes", (entries) => JSON.stringify(entries).includes("It is $"));
  await reload(page);
  await answer.locator(".katex").waitFor();
  await cell("Score").editor.waitFor();

  const { path, name, notebook } = await download(page);
  assert.equal(name, "perceptron.ipynb");
  assert.deepEqual(notebook.metadata, released.metadata);
  for (const c of released.cells) {
    if (c.id === id("Score")) c.source = right;
    if (c.id === id("threshold")) c.source = "It is $\\theta$.";
  }
  const kept = (c) => [c.id, c.cell_type, c.metadata, [c.source].flat().join("")];
  assert.deepEqual(notebook.cells.map(kept), released.cells.map(kept));
  const marks = JSON.parse(lgrade((run) => run("marks", path, "--json")));
  assert.deepEqual(
    marks.tasks.map((t) => [t.name, t.earned, t.points]),
    [["Score", 2, 2], ["Step", 0, 5], ["Train", 0, 7], ["ANDTable", 0, 3]],
  );
  assert.ok(marks.tasks[0].hidden > 0 && marks.tasks[0].checks.every((c) => c.passed));
  fine(page);
  await page.context().close();
});

for (const name of readFileSync(join(root, "assignments/order.txt"), "utf8").match(/^\w+/gm)) {
  scenario(`assignment ${name}: filled in with its solutions, the download has full marks`, `assignment-${name}.html`, async (page) => {
    const answers = JSON.parse(await readFile(join(root, `assignments/${name}/${name}.ipynb`), "utf8")).cells.filter((c) => c.metadata.nbgrader?.solution);
    let written = 0;
    for (const c of answers) {
      if (c.cell_type === "code") {
        await Cell.of(page, c.id).write(solution(c));
        continue;
      }
      const answer = page.locator(`[data-cell="${c.id}"]`);
      await answer.getByRole("button", { name: "Write your answer" }).click();
      await answer.getByRole("textbox").fill(solution(c));
      await answer.getByRole("button", { name: "Done" }).click();
      written++;
    }
    const { path } = await download(page);
    lgrade((run, course) => {
      mkdirSync(join(course, "submissions/student"), { recursive: true });
      copyFileSync(path, join(course, "submissions/student", `${name}.ipynb`));
      run("grade", name, "submissions");
      // Whoever marks the written answers gives all points, too.
      const file = join(course, "graded", name, "written.csv"), row = /^student,(\w+),(\d+),([^,]*),("(?:[^"]|"")*"|[^",\n]*),,/gm;
      const text = readFileSync(file, "utf8");
      assert.equal(text.match(row)?.length, written);
      writeFileSync(file, text.replace(row, "student,$1,$2,$3,$4,$2,"));
      run("grade", name, "submissions");
      const [columns, marks] = readFileSync(join(course, "graded", name, "grades.csv"), "utf8").trim().split("\n").map((line) => line.split(","));
      const mark = (column) => Number(marks[columns.indexOf(column)]);
      assert.deepEqual([mark("score"), mark("max_score"), mark("unmarked")], [20, 20, 0]);
    });
  });
}

for (const name of ["logistic", "svm", "lab"]) {
  scenario(`exercises of ${name}: the check says what is missing, what is wrong, and that the solution is right`, `${name}.html`, async (page) => {
    const { cells } = JSON.parse(await readFile(join(root, `notebooks/${name}.ipynb`), "utf8"));
    const text = (c) => c.source.join("");
    const exercises = cells.map((c, i) => [c, cells[i + 1]]).filter(([c]) => c.cell_type === "code" && /^exercises\./m.test(text(c)));
    assert.equal(exercises.length, 3);
    for (const [n, [c, below]] of exercises.entries()) {
      const cell = Cell.of(page, c.id), run = /^%%$[^]*/m.exec(text(c))[0];
      const published = await cell.output.innerText();
      assert.match(published, /✗ not implemented/);
      const solved = /Solution<\/summary>[^]*?```go\n([^]*?)(?:\n%%\n[^]*?)?```/.exec(text(below))[1];
      await cell.write(`${solved}\n\n${run}`);
      await cell.run();
      const says = await cell.output.innerText();
      assert.match(says, /✓[^]* of (\d+) checks/);
      assert.doesNotMatch(says, /✗/);
      if (n > 0 || name !== "logistic") continue;
      await cell.write(`func posterior(prior, ratio float64) float64 { return prior * ratio }\n\n${run}`);
      await cell.run();
      assert.match(await cell.output.innerText(), /✗[^]*got:[^]*want:[^]*hint:/);
    }
  });
}

test("a phone: read, play and run small cells by touch", { timeout: 4 * PATIENCE }, async () => {
  const page = await open(browser, server.url + "perceptron.html", await browser.newContext(phone));
  const press = (locator) => (browserName === "chromium" ? locator.tap() : locator.click());
  const player = page.locator(".lclass-player").first();
  await press(player.locator(".next"));
  assert.match(await player.locator(".count").innerText(), /^2 \//);
  const cell = new Cell(page, 2);
  await press(cell.element.locator("[data-act=run]"));
  await cell.ended();
  assert.match(await cell.output.innerText(), /x = \[0\.9 0\.4\]/);
  await press(cell.element.locator("[data-act=edit]"));
  await cell.run(hello("on a phone"));
  assert.equal((await cell.output.innerText()).trim(), "on a phone");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= phone.viewport.width);
  fine(page);
  await page.context().close();
});

test("a device with little memory says so, and is for reading and playing", { timeout: 4 * PATIENCE, skip: browserName !== "chromium" && "only Chromium has a flag for this" }, async () => {
  const small = await launch(["--js-flags=--wasm-max-mem-pages=1000"]); // 64 kB each
  const page = await open(small, server.url + "perceptron.html", await small.newContext(phone));
  const cell = new Cell(page, 2);
  await cell.run();
  assert.match(await cell.output.innerText(), /too little memory/);
  await page.locator(".lclass-player .next").first().tap();
  assert.match(await page.locator(".lclass-player .count").first().innerText(), /^2 \//);
  fine(page);
  await small.close();
});
