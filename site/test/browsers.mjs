// The browsers of the tests: Chromium, and Firefox by WebDriver BiDi, as Debian has them.
// playwright-core 1.60 and later send Firefox ESR a command that it does not know.
import fs from 'node:fs';
import { chromium, firefox } from 'playwright-core';

const places = {
  chromium: [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  firefox: [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'],
};
const quiet = '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(' ');

const place = name => places[name].find(p => p && fs.existsSync(p));

// installed reports whether there is such a browser, and says so if there is none.
export function installed(name) {
  if (place(name)) return true;
  console.log(`LEFT OUT: ${name}, as it is not installed; on Debian: apt-get install ${name === 'firefox' ? 'firefox-esr' : name}`);
  return false;
}

// launch starts a browser with an empty profile, however long that takes; args are more
// flags of Chromium. With a profile, a directory, it is Chromium with what was kept there.
export function launch(name, args = [], profile = null) {
  const executablePath = place(name);
  if (name === 'firefox') return firefox.launch({ channel: 'moz-firefox', executablePath, timeout: 0 });
  const options = { executablePath, args: [...quiet, ...args], timeout: 0 };
  return profile ? chromium.launchPersistentContext(profile, options) : chromium.launch(options);
}

// mend has Playwright find elements in Firefox: on a busy computer it hears that the world
// in which it looks for them has ended after it has heard that the next one has begun, and
// then waits for ever.
export function mend(page) {
  const inner = page._connection.toImpl(page), frame = inner.mainFrame(), { delegate } = inner;
  let n = 0;
  const timer = setInterval(() => {
    if (frame._contextData.get('utility').context) return;
    delegate._onRealmCreated({ type: 'window', realm: `mended-${++n}`, context: frame._id, sandbox: '__playwright_utility_world__' });
  }, 500);
  page.on('close', () => clearInterval(timer));
}

// paste has a page paste a text where its focus is. Firefox gives the events that scripts
// make an empty clipboard.
export function paste(page, text) {
  return page.evaluate(text => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'clipboardData', { value: data });
    document.activeElement.dispatchEvent(event);
  }, text);
}
