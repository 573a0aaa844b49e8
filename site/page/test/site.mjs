// What the tests share: the site that make site has built, a server, a browser, and a page
// whose console and requests are watched.
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { homedir, tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { installed, launch as start, mend, paste } from "../../test/browsers.mjs";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

// Which browser is used, chromium or firefox.
export const browserName = process.env.BROWSER ?? "chromium";
if (!installed(browserName)) process.exit();

export const site = join(root, "build/site");
if (!existsSync(join(site, "sw.js"))) throw new Error(`there is no site in ${site}: run make site`);

// Where MNIST and Titanic are, if they are.
export const data = process.env.LCLASS_DATA ?? process.env.LCLASS_CACHE ?? join(homedir(), ".cache/lclass");

// Limits are this many milliseconds: twenty times what a slow machine needs.
export const PATIENCE = 120_000;

const TYPES = { ".txt": "text/plain; charset=utf-8", ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml" };

// Why tests without scripts are left out, if they are.
export const SCRIPTS = browserName !== "chromium" && "only Chromium can be told to run no scripts";

// serve serves the site, with the data sets in its data/; it never answers for the path stalled.
export async function serve(stalled) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
    asked.push(path);
    if (path === stalled) return;
    const file = path.startsWith("/data/") ? join(data, path.slice(6)) : join(site, path.endsWith("/") ? path + "index.html" : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    const body = await readFile(file);
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-length": body.length }).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  return { url: `http://127.0.0.1:${server.address().port}/`, asked, close };
}

export const launch = (args) => start(browserName, args);

// The server and the browser that all tests of a file share.
export const server = await serve(), browser = await launch();

after(async () => {
  await browser.close();
  await server.close();
});

// What a page on a phone has.
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, ...(browserName === "chromium" && { isMobile: true }) };

// open opens a page, by default in a browser without history.
// page.wrong has what nobody wants: errors of the console, breaches of the policy, and
// requests to other places.
export async function open(browser, url, context) {
  context ??= await browser.newContext({ viewport: { width: 1200, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.wrong = [];
  // Firefox says this of what it no longer needs while it is still loading.
  const needless = (text) => browserName === "firefox" && /A ServiceWorker intercepted the request/.test(text);
  const wrong = (text) => needless(text) || page.wrong.push(text);
  page.on("console", (message) => message.type() === "error" && wrong(message.text()));
  page.on("pageerror", (error) => wrong(String(error)));
  const origin = new URL(url).origin;
  page.on("request", (request) => /^(data|blob):/.test(request.url()) || request.url().startsWith(origin) || page.wrong.push(`asks for ${request.url()}`));
  await page.addInitScript(() => addEventListener("securitypolicyviolation", (e) => console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`)));
  if (browserName === "firefox") mend(page);
  await page.goto(url);
  return page;
}

// downloaded has a page download a file, by act, and returns its name and where it is now.
// Playwright does not hear of downloads that Firefox starts without a navigation, and Firefox
// numbers files of the same name.
export async function downloaded(page, act) {
  const directory = await mkdtemp(join(tmpdir(), "lclass-"));
  if (browserName !== "firefox") {
    const [file] = await Promise.all([page.waitForEvent("download"), act()]);
    const name = file.suggestedFilename(), path = join(directory, name);
    await file.saveAs(path);
    return { name, path };
  }
  const session = page._connection.toImpl(page).delegate._session;
  const end = once(session, "browsingContext.downloadEnd", { signal: AbortSignal.timeout(PATIENCE) });
  const [[{ filepath, status }]] = await Promise.all([end, act()]);
  assert.equal(status, "complete");
  const name = basename(filepath).replace(/\(\d+\)(?=\.)/, ""), path = join(directory, name);
  await copyFile(filepath, path);
  return { name, path };
}

export function fine(page) {
  assert.deepEqual(page.wrong, []);
}

// A Cell is the nth cell of code of a page, from 1.
export class Cell {
  constructor(page, n, element = page.locator("main .code_cell").nth(n - 1)) {
    this.page = page;
    this.element = element;
    this.output = this.element.locator(".output");
    this.editor = this.element.locator(".cm-content");
  }

  static of(page, id) {
    return new Cell(page, 0, page.locator(`main .code_cell[data-cell="${id}"]`));
  }

  press(act) {
    return this.element.locator(`[data-act="${act}"]`).click();
  }

  source() {
    return this.editor.evaluate((e) => e.cmTile?.view?.state.doc.toString() ?? e.cmView.view.state.doc.toString());
  }

  // write replaces the source as a reader would, by pasting.
  async write(source) {
    if (!(await this.editor.count())) await this.press("edit");
    await this.editor.focus();
    await this.page.keyboard.press("Control+a");
    await paste(this.page, source);
    assert.equal(await this.source(), source);
  }

  // run runs the cell and waits for its end.
  async run(source) {
    if (source !== undefined) await this.write(source);
    await this.press("run");
    await this.ended();
  }

  async ended() {
    const end = Date.now() + PATIENCE;
    for (let status; !/\d s$|✗|stopped/.test((status = await this.status())); await new Promise((resolve) => setTimeout(resolve, 100))) {
      if (Date.now() > end) assert.fail(`the cell has not ended after ${PATIENCE / 1000} s: "${status}"`);
    }
  }

  status() {
    return this.element.locator(".status").textContent();
  }
}
