// How long Stop takes through the page: from the reader's click on it, in a cell that runs
// for ever, until the cell says that it has stopped, and until a next cell has printed.
import { launch, mend, paste } from './browsers.mjs';

const loop = i => `%%\nfmt.Println("begins", ${i})\nfor {\n}`;
const print = '%%\nfmt.Println("next")';

// Returns {stopped, next} in ms, medians of so many times, and all of them. At the address
// is try.html.
export async function stopping(name, address, times = 5) {
  const browser = await launch(name);
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    if (name === 'firefox') mend(page);
    await page.goto(address);
    const cell = n => page.locator('main .code_cell').nth(n), press = (n, act) => cell(n).locator(`[data-act="${act}"]`).click();
    const write = async (n, source) => {
      if (!await cell(n).locator('.cm-content').count()) await press(n, 'edit');
      await cell(n).locator('.cm-content').focus();
      await page.keyboard.press('Control+a');
      // By pasting, as an editor adds brackets to what is typed.
      await paste(page, source);
    };
    await write(0, loop(0)); // a cell that is edited offers to add one
    await press(0, 'add');
    await write(1, print);
    await page.evaluate(() => {
      const cells = [...document.querySelectorAll('main .code_cell')], status = c => c.querySelector('.status').textContent;
      window.times = {};
      document.addEventListener('click', e => { if (e.target.dataset?.act === 'stop') window.times.click = performance.now(); }, true);
      new MutationObserver(() => {
        if (status(cells[0]) === 'stopped') window.times.stopped ??= performance.now();
      }).observe(cells[0], { subtree: true, childList: true, characterData: true });
      new MutationObserver(() => {
        if (cells[1].querySelector('.output')?.textContent.includes('next')) window.times.next ??= performance.now();
      }).observe(cells[1], { subtree: true, childList: true, characterData: true });
    });
    const all = [];
    for (let i = 0; i < times; i++) {
      await write(0, loop(i));
      await press(0, 'run');
      await cell(0).locator('.output').getByText(`begins ${i}`).waitFor();
      await page.waitForTimeout(200);
      await page.evaluate(() => { window.times = {}; });
      await press(0, 'stop');
      await cell(0).locator('.status').getByText('stopped').waitFor();
      await page.evaluate(() => { window.times.again = performance.now(); delete window.times.next; });
      await press(1, 'run');
      await page.waitForFunction(() => window.times.next);
      await page.waitForTimeout(300);
      all.push(await page.evaluate(() => ({ stopped: window.times.stopped - window.times.click, next: window.times.next - window.times.again })));
    }
    const median = key => all.map(t => t[key]).sort((a, b) => a - b)[times >> 1];
    return { stopped: median('stopped'), next: median('next'), all };
  } finally {
    await browser.close();
  }
}
