#!/usr/bin/env python3
"""Opens pages in a headless Chromium, at the width of a desk and of a phone, and
uses every player in them: buttons, keys, slider, speed, play and stop; with less
motion, and on paper.

  players.py PAGE... or DIRECTORY...

A page must not be wider than the window, write no errors to the console and ask
for nothing from the network.
"""
import json
import sys
from pathlib import Path

from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

import browser

WIDTHS = [1000, 390]
PATIENCE = 10  # seconds for what takes less than one
CDN = "https://cdn.jsdelivr.net/npm/mathjax"  # where MathJax is from if not beside the page

STATE = """
const player = arguments[0], $ = (name) => player.querySelector(name);
const seen = (e) => !!e && getComputedStyle(e).display !== "none";
const frames = [...player.querySelectorAll(".frame")], box = player.getBoundingClientRect();
return {
  frames: frames.length,
  seen: frames.flatMap((f, i) => (seen(f) ? [i + 1] : [])),
  still: frames.findIndex((f) => f.classList.contains("still")) + 1,
  first: +player.dataset.first, delay: +player.dataset.delay,
  count: $(".count")?.textContent, slider: +$(".slider")?.value,
  back: !$(".back")?.disabled, next: !$(".next")?.disabled,
  controls: seen($(".controls")), play: seen($(".play")), speed: seen($(".speed")),
  playing: /stop/.test($(".play")?.textContent),
  silent: frames.filter((f) => !f.querySelector("img").alt).length,
  blank: frames.filter((f) => seen(f) && !f.querySelector("img").naturalWidth).length,
  outside: box.right > document.documentElement.clientWidth + 1 || box.left < -1,
};
"""

SLIDE = """
const [player, value] = arguments, slider = player.querySelector(".slider");
slider.value = value;
slider.dispatchEvent(new Event("input", { bubbles: true }));
"""

# Notes for how long the page waits: timers has what is still to come.
CLOCK = """
if (window.timers) return;
const set = setTimeout, clear = clearTimeout;
window.timers = new Map();
window.setTimeout = (f, ms) => {
  const id = set(() => { timers.delete(id); f(); }, ms);
  timers.set(id, ms);
  return id;
};
window.clearTimeout = (id) => { timers.delete(id); clear(id); };
"""

# Resolves when the images are there and the formulas are set.
READY = """
const done = arguments[0];
const formulas = () => {
  if (!document.querySelector('script[src*="MathJax"]')) return done("");
  if (window.MathJax?.Hub?.Queue) return MathJax.Hub.Queue(() => done(""));
  setTimeout(formulas, 50);
};
setTimeout(() => done("the formulas are not set after 20 seconds"), 20000);
Promise.all([...document.images].map((i) => i.decode().catch(() => {}))).then(formulas);
"""

# What sticks out to the right, unless one can scroll to it.
WIDE = """
const width = document.documentElement.clientWidth;
if (document.documentElement.scrollWidth <= width) return [];
const scrolls = (e) => e && e !== document.body && (getComputedStyle(e).overflowX !== "visible" || scrolls(e.parentElement));
const wide = [...document.body.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > width + 1 && !scrolls(e.parentElement));
return ["the page is " + document.documentElement.scrollWidth + " px wide in a window of " + width,
  ...wide.slice(0, 3).map((e) => "<" + e.tagName.toLowerCase() + " class=" + JSON.stringify(e.getAttribute("class") || "") + "> " + e.textContent.replace(/\s+/g, " ").trim().slice(0, 40))];
"""


class Player:
    """Uses one player and notes what is wrong."""

    def __init__(self, driver, element):
        self.driver, self.element, self.problems = driver, element, []

    def state(self):
        return self.driver.execute_script(STATE, self.element)

    def part(self, name):
        return self.element.find_element(By.CLASS_NAME, name)

    def click(self, name):
        part = self.part(name)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", part)
        part.click()

    def press(self, *keys):
        if keys:
            self.element.send_keys(*keys)

    def slide(self, n):
        self.driver.execute_script(SLIDE, self.element, n)

    def require(self, ok, problem):
        if not ok:
            self.problems.append(problem)

    def expect(self, n, after):
        """Frame n is the one that is seen, and all parts of the player know it."""
        s = self.state()
        self.require(s["seen"] == [n], f"{after}: the frames {s['seen']} are seen, not {n}")
        self.require(s["count"] == f"{n} / {s['frames']}", f"{after}: the count is {s['count']!r}, not '{n} / {s['frames']}'")
        self.require(s["slider"] == n, f"{after}: the slider is at {s['slider']}, not {n}")
        self.require(s["back"] == (n > 1), f"{after}: back is {'on' if s['back'] else 'off'} at frame {n}")
        self.require(s["next"] == (n < s["frames"]), f"{after}: next is {'on' if s['next'] else 'off'} at frame {n}")
        self.require(not s["blank"], f"{after}: the picture of frame {n} is not drawn")

    def waits(self, condition, problem):
        """The state meets the condition after some time."""
        try:
            WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05).until(lambda _: condition(self.state()))
        except TimeoutException:
            self.problems.append(problem)

    def run(self):
        s = self.state()
        self.require(s["controls"], "there are no controls")
        self.require(s["play"] and s["speed"], "play and speed are not seen")
        self.require(not s["silent"], f"{s['silent']} frames have no alternative text")
        self.require(not s["outside"], "it sticks out of the window")
        if not self.problems:
            self.expect(s["first"], "at the start")
            self.step(s["frames"])
            if s["frames"] > 1:
                self.play(s["frames"], s["delay"])
            self.calm(s["frames"])
            self.print(s["still"])
        return self.problems

    def step(self, last):
        second = min(2, last)
        self.press(Keys.END)
        self.expect(last, "End")
        self.press(Keys.HOME)
        self.expect(1, "Home")
        if last > 1:
            self.click("next")
            self.expect(2, "next")
            self.click("back")
            self.expect(1, "back")
        self.press(Keys.ARROW_RIGHT)
        self.expect(second, "→")
        self.press(Keys.END, Keys.ARROW_RIGHT)
        self.expect(last, "→ at the end")
        self.press(Keys.ARROW_LEFT)
        self.expect(max(1, last - 1), "←")
        for n in range(1, last + 1):
            self.slide(n)
            self.expect(n, f"slider at {n}")
        self.press(Keys.HOME, Keys.ARROW_LEFT)
        self.expect(1, "← at the start")

    def play(self, last, delay):
        self.driver.execute_script(CLOCK)
        for name, start, stop in [
            ("play", lambda: self.click("play"), lambda: self.click("play")),
            ("space", lambda: self.press(Keys.SPACE), lambda: self.press(Keys.SPACE)),
            ("play, Home", lambda: self.click("play"), lambda: self.press(Keys.HOME)),
        ]:
            self.speed("0.25", Keys.HOME)
            start()
            self.require(self.state()["playing"], f"{name} does not play")
            self.require(self.waiting(4 * delay), f"{name}: at a quarter of the speed a frame does not last {4 * delay} ms")
            stop()
            self.require(not self.state()["playing"] and not self.waiting(4 * delay), f"{name} does not stop")
        self.speed("4", Keys.HOME)
        self.click("play")
        self.waits(lambda s: s["seen"][0] > 1, "play: no frame follows the first")
        self.slide(last - 1)
        self.click("play")
        self.waits(lambda s: s["seen"] == [last] and not s["playing"], "play does not end at the last frame")
        self.expect(last, "play to the end")
        self.speed("0.25")
        self.click("play")
        self.require(self.state()["seen"] == [1], "play at the end does not begin again")
        self.press(Keys.HOME)

    def speed(self, speed, *keys):
        Select(self.part("speed")).select_by_value(speed)
        self.press(*keys)

    def waiting(self, ms):
        """Whether the page waits so long for something."""
        return self.driver.execute_script("return [...timers.values()].includes(arguments[0])", ms)

    def calm(self, last):
        browser.set_media(self.driver, calm=True)
        s = self.state()
        self.require(not s["play"] and not s["speed"], "less motion: play and speed are offered all the same")
        self.press(Keys.HOME, Keys.SPACE)
        self.require(not self.state()["playing"], "less motion: space plays all the same")
        if last > 1:
            self.click("next")
            self.expect(2, "less motion, next")
        browser.set_media(self.driver)

    def print(self, still):
        browser.set_media(self.driver, media="print")
        s = self.state()
        self.require(s["seen"] == [still], f"on paper the frames {s['seen']} are seen, not {still}")
        self.require(not s["controls"], "on paper there are controls")
        browser.set_media(self.driver)


def check(driver, path, width):
    """Opens a page and uses its players. Returns how many there are and what is wrong."""
    if not path.exists():
        return 0, ["there is no such page"]
    browser.set_width(driver, width)
    browser.set_media(driver)
    for kind in ("browser", "performance"):
        driver.get_log(kind)
    driver.get(path.resolve().as_uri())
    away = not (path.parent / "mathjax").exists()  # the formulas need a network
    problems = [p for p in [driver.execute_async_script(READY)] if p and not away]
    problems += driver.execute_script(WIDE)
    players = driver.find_elements(By.CLASS_NAME, "lclass-player")
    for number, element in enumerate(players, 1):
        player = Player(driver, element)
        try:
            player.run()
        except WebDriverException as err:
            player.problems.append(err.msg.splitlines()[0])
        problems += [f"player {number}: {p}" for p in player.problems]
    noise = [f"console: {e['message']}" for e in driver.get_log("browser") if e["level"] == "SEVERE"]
    noise += [f"the network is asked for {url}" for url in requests(driver)]
    return len(players), problems + [text for text in noise if not (away and CDN in text)]


def requests(driver):
    """The addresses that are neither files nor within the page."""
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated"):
            url = message["params"].get("request", message["params"])["url"]
            if not url.startswith(("file:", "data:", "blob:")):
                yield url


def main(args):
    pages = [page for arg in map(Path, args) for page in (sorted(arg.glob("*.html")) if arg.is_dir() else [arg])]
    if not pages:
        print(f"no pages in {', '.join(args)}: 'make notebooks' writes them")
        return 0
    driver = browser.start()
    wrong = used = 0
    try:
        for path in pages:
            for width in WIDTHS:
                count, problems = check(driver, path, width)
                used += count
                for problem in problems:
                    print(f"{path.name}, {width} px: {problem}", flush=True)
                wrong += len(problems)
    finally:
        driver.quit()
    print(f"{len(pages)} pages at {' and '.join(map(str, WIDTHS))} px, {used} times a player was used: {wrong or 'no'} problem{'' if wrong == 1 else 's'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
