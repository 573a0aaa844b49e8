// Every page as it is seen, on a wide and on a narrow screen, and as a file.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Cell, PATIENCE, browser, browserName, open, phone, root, server, site } from "./site.mjs";

test("a page that is opened as a file is the page of today, and says what it lacks", { timeout: 4 * PATIENCE }, async () => {
  const page = await open(browser, pathToFileURL(join(site, "perceptron.html")).href);
  await page.getByText("This page was opened as a file").waitFor();
  assert.equal(await page.locator("[data-act]").count(), 0);
  await page.locator(".lclass-player .next").first().click();
  assert.ok((await page.locator(".katex").count()) > 10, "there are no formulas");
  await page.context().close();
});

test("every page keeps the policy, asks nobody else, and is as wide as the window", { timeout: 10 * PATIENCE }, async () => {
  const pages = ["index", "try", ...readdirSync(site).filter((f) => f.endsWith(".html") && !/^(index|try)/.test(f)).map((f) => f.slice(0, -5))];
  const shots = join(root, "build/site-shots");
  await mkdir(shots, { recursive: true });
  for (const width of [1200, phone.viewport.width]) {
    const context = await browser.newContext(width < 1000 ? phone : { viewport: { width, height: 900 } });
    for (const name of pages) {
      const page = await open(browser, `${server.url}${name}.html`, context);
      await page.locator("main").waitFor();
      await page.evaluate(() => document.fonts.ready);
      if (await page.locator("main .code_cell").count()) {
        const cell = new Cell(page, 1);
        await cell.press("edit");
        await cell.editor.waitFor();
        await page.evaluate(() => document.activeElement.blur());
        for (const button of await cell.element.locator("[data-act]:visible").all()) {
          const { height } = await button.boundingBox();
          assert.ok(height >= (width < 1000 && browserName === "chromium" ? 44 : 28), `${name} at ${width} px: a button of ${height} px`);
        }
      }
      const cut = await page.locator(".output").evaluateAll((all) => {
        const beyond = (inner, outer) => inner.width > 0 && (inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5);
        return all.filter((o) => [...o.querySelectorAll(".output_subarea")].some((a) => beyond(a.getBoundingClientRect(), o.getBoundingClientRect()))).length;
      });
      assert.equal(cut, 0, `${name} at ${width} px: outputs that are cut`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${name}: ${wide} px wide in a window of ${width}`);
      if (["perceptron", "try", "index", "assignment-perceptron"].includes(name)) await page.screenshot({ path: join(shots, `${browserName}-${name}-${width}.png`) });
      assert.deepEqual([name, ...page.wrong], [name]);
      await page.close();
    }
    await context.close();
  }
});
