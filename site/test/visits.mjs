// Visits a page many times and runs a cell each time: node site/test/visits.mjs
// [--browser=chromium] [VISITS], by default 72 in Firefox. The first of nine visits has an
// empty profile, and the others find what it has kept. Prints how many visits did not end.
process.env.BROWSER = process.argv.find(a => a.startsWith('--browser='))?.slice(10) ?? 'firefox';
const { launch, open, serve, Cell } = await import('../page/test/site.mjs');

const wanted = Number(process.argv.slice(2).find(a => !a.startsWith('--')) ?? 72), most = 60_000;
const server = await serve();
let visits = 0, hung = 0;
while (visits < wanted) {
  const browser = await launch(), context = await browser.newContext();
  for (let i = 0; i < 9 && visits < wanted; i++) {
    const page = await open(browser, `${server.url}perceptron.html`, context), cell = new Cell(page, 2), begin = Date.now();
    await cell.press('run');
    for (let ended = false; !ended; await new Promise(r => setTimeout(r, 100))) {
      ended = /\d s$|✗/.test(await cell.status());
      if (!ended && Date.now() - begin > most) {
        console.log(`visit ${visits + 1} has not ended after ${most / 1000} s: ${await page.locator('.lclass-progress').innerText()}`);
        hung++;
        break;
      }
    }
    visits++;
    await page.close();
  }
  await browser.close();
}
console.log(`${process.env.BROWSER}: ${hung} of ${visits} visits did not end`);
process.exit(hung ? 1 : 0);
