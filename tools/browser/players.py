#!/usr/bin/env python3
"""Opens pages in headless Chromiums, at the width of a desk and of a phone, and
uses every player in them: buttons, keys, slider, speed, play and stop; with less
motion, and on paper.

  players.py PAGE... or DIRECTORY...

A page must not be wider than the window, write no errors to the console and ask
for nothing from the network.
"""
import concurrent.futures
import json
import os
import sys
import threading
from pathlib import Path

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import browser

WIDTHS = [1000, 390]
CDN = "https://cdn.jsdelivr.net/npm/mathjax"  # where MathJax is from if not beside the page
PROBE = Path(__file__).with_name("probe.js").read_text(encoding="utf-8")

KEYS = {"Home": Keys.HOME, "End": Keys.END, "ArrowLeft": Keys.ARROW_LEFT, "ArrowRight": Keys.ARROW_RIGHT, " ": Keys.SPACE}

# Resolves when the images are there and the formulas are set.
READY = """
const done = arguments[0];
setTimeout(() => done("the formulas are not set after 10 minutes"), 600000);
Promise.all([...document.images].map((i) => i.decode().catch(() => {}))).then(() => {
  if (!document.querySelector('script[src*="MathJax"]')) return done("");
  if (!window.MathJax?.Hub?.Queue) return done("the formulas are not set: MathJax is not there");
  MathJax.Hub.Queue(() => done(""));
});
"""

# What sticks out to the right, unless one can scroll to it.
WIDE = """
const width = document.documentElement.clientWidth;
if (document.documentElement.scrollWidth <= width) return [];
const scrolls = (e) => e && e !== document.body && (getComputedStyle(e).overflowX !== "visible" || scrolls(e.parentElement));
const wide = [...document.body.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > width + 1 && !scrolls(e.parentElement));
return ["the page is " + document.documentElement.scrollWidth + " px wide in a window of " + width,
  ...wide.slice(0, 3).map((e) => "<" + e.tagName.toLowerCase() + " class=" + JSON.stringify(e.getAttribute("class") || "") + "> " + e.textContent.replace(/\\s+/g, " ").trim().slice(0, 40))];
"""


class Player:
    """Uses one player and notes what is wrong."""

    def __init__(self, driver, element):
        self.driver, self.element, self.problems, self.usable = driver, element, [], True

    def probe(self, name, *args):
        return self.driver.execute_script(f"return probe.{name}(...arguments)", self.element, *args)

    def require(self, ok, problem):
        if not ok:
            self.problems.append(problem)

    def expect(self, s, n, after):
        """Frame n is the one that is seen, and all parts of the player know it."""
        self.require(s["seen"] == [n], f"{after}: the frames {s['seen']} are seen, not {n}")
        self.require(s["count"] == f"{n} / {s['frames']}", f"{after}: the count is {s['count']!r}, not '{n} / {s['frames']}'")
        self.require(s["slider"] == n, f"{after}: the slider is at {s['slider']}, not {n}")
        self.require(s["back"] == (n > 1), f"{after}: back is {'on' if s['back'] else 'off'} at frame {n}")
        self.require(s["next"] == (n < s["frames"]), f"{after}: next is {'on' if s['next'] else 'off'} at frame {n}")
        self.require(not s["blank"], f"{after}: the picture of frame {n} is not drawn")
        self.require(not s["outside"], f"{after}: it sticks out of the window")

    def press(self, *keys):
        """The states after each of the keys."""
        self.element.send_keys(*(KEYS[k] for k in keys))
        return self.noted(keys)

    def click(self, *names):
        """The states after a click on each of the buttons."""
        chain = ActionChains(self.driver, duration=0)
        for name in names:
            chain.click(self.element.find_element(By.CLASS_NAME, name))
        chain.perform()
        return self.noted(names)

    def noted(self, deeds):
        """The states after each of the deeds, of which the page has noted what it found."""
        noted = self.driver.execute_script("return probe.noted()")
        before, states = noted["log"], []
        for deed in deeds:
            arrived = before and before[0]["what"] == deed
            self.require(arrived, f"{deed} does not arrive")
            if arrived:
                before.pop(0)
            states.append(before[0]["before"] if before else noted["now"])
        return states

    def run(self):
        """Uses the player as it is on a screen."""
        s = self.probe("watch")["now"]
        self.require(s["controls"], "there are no controls")
        self.require(s["play"] and s["speed"], "play and speed are not seen")
        self.require(not s["silent"], f"{s['silent']} frames have no alternative text")
        self.require(not s["outside"], "it sticks out of the window")
        self.usable = not self.problems
        if self.usable:
            self.expect(s, s["first"], "at the start")
            self.step(s["frames"])
            if s["frames"] > 1:
                self.play(s["frames"], s["delay"])

    def step(self, last):
        second = min(2, last)
        wanted = {"End": last, "Home": 1, "→": second, "End again": last, "→ at the end": last, "←": max(1, last - 1), "Home again": 1, "← at the start": 1}
        states = self.press("End", "Home", "ArrowRight", "End", "ArrowRight", "ArrowLeft", "Home", "ArrowLeft")
        for s, (after, n) in zip(states, wanted.items()):
            self.expect(s, n, after)
        if last > 1:
            for s, after, n in zip(self.click("next", "back"), ("next", "back"), (2, 1)):
                self.expect(s, n, after)
        frames = range(last, 0, -1)
        for s, n in zip(self.probe("after", [("slide", n) for n in frames]), frames):
            self.expect(s, n, f"slider at {n}")

    def play(self, last, delay):
        self.probe("speed", "0.25")
        states = self.click("play", "play", "play") + self.press("Home", " ", " ")
        for name, on, off in zip(("play", "play, Home", "space"), states[::2], states[1::2]):
            self.require(on["playing"], f"{name} does not play")
            self.require(4 * delay in on["waits"], f"{name}: at a quarter of the speed a frame does not last {4 * delay} ms")
            self.require(not off["playing"] and 4 * delay not in off["waits"], f"{name} does not stop")
        deeds = [("speed", "4"), ("play",), ("tick",), ("slide", last - 1), ("play",), ("tick",), ("tick",), ("play",), ("slide", 1)]
        _, on, second, _, _, _, end, again, _ = self.probe("after", deeds)
        self.require(delay / 4 in on["waits"], f"play: at four times the speed a frame does not last {delay / 4:g} ms")
        self.require(second["seen"] == [2], "play: no frame follows the first")
        self.require(end["seen"] == [last] and not end["playing"], "play does not end at the last frame")
        self.expect(end, last, "play to the end")
        self.require(again["seen"] == [1], "play at the end does not begin again")

    def calm(self):
        """Uses the player as it is for somebody who has asked for less motion."""
        s = self.probe("watch")["now"]
        self.require(not s["play"] and not s["speed"], "less motion: play and speed are offered all the same")
        self.require(not self.press("Home", " ")[1]["playing"], "less motion: space plays all the same")
        if s["frames"] > 1:
            self.expect(self.click("next")[0], 2, "less motion, next")

    def print(self):
        """Looks at the player as it is on paper."""
        s = self.probe("state")
        self.require(s["seen"] == [s["still"]], f"on paper the frames {s['seen']} are seen, not {s['still']}")
        self.require(not s["controls"], "on paper there are controls")

    def leave(self):
        """Leaves the player at its first frame."""
        self.driver.execute_script("probe.after(arguments[0], [['slide', arguments[0].dataset.first]])", self.element)


def check(driver, path, widths=WIDTHS):
    """Opens a page and uses its players, at each of the widths. Returns how often
    a player was used and what is wrong."""
    if not path.exists():
        return 0, ["there is no such page"]
    browser.set_media(driver)
    browser.set_width(driver, widths[0])
    for kind in ("browser", "performance"):
        driver.get_log(kind)
    driver.get(path.resolve().as_uri())
    away = not (path.parent / "mathjax").exists()  # the formulas need a network
    problems = [p for p in [driver.execute_async_script(READY)] if p and not away]
    driver.execute_script(PROBE)
    elements = driver.find_elements(By.CLASS_NAME, "lclass-player")
    for width in widths:
        browser.set_width(driver, width)
        problems += [f"{width} px: {p}" for p in driver.execute_script(WIDE) + use(driver, elements, WAYS if width == widths[0] else WAYS[:1])]
    noise = [f"console: {e['message']}" for e in driver.get_log("browser") if e["level"] == "SEVERE"]
    noise += [f"the network is asked for {url}" for url in requests(driver)]
    return len(elements) * len(widths), problems + [text for text in noise if not (away and CDN in text)]


# What a player is used for, and as what the page is shown for that. Less motion and
# paper are the same at every width.
WAYS = [(Player.run, {}), (Player.calm, {"calm": True}), (Player.print, {"media": "print"})]


def use(driver, elements, ways):
    """Uses the players of a page and returns what is wrong with them."""
    players = [Player(driver, e) for e in elements]
    for way, media in [*ways, (Player.leave, {})] if players else []:
        if media:
            browser.set_media(driver, **media)
        for player in players:
            try:
                if player.usable:
                    way(player)
            except WebDriverException as err:
                player.problems.append(err.msg.splitlines()[0])
    if players and len(ways) > 1:
        browser.set_media(driver)
    return [f"player {n}: {p}" for n, player in enumerate(players, 1) for p in player.problems]


def requests(driver):
    """The addresses that are neither files nor within the page."""
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated"):
            url = message["params"].get("request", message["params"])["url"]
            if not url.startswith(("file:", "data:", "blob:")):
                yield url


class Browsers:
    """A browser for each thread that asks for one."""

    def __init__(self):
        self.own, self.all = threading.local(), []

    def check(self, page):
        if not hasattr(self.own, "driver"):
            self.own.driver = browser.start()
            self.all.append(self.own.driver)
        return check(self.own.driver, page)

    def quit(self):
        for driver in self.all:
            driver.quit()


def main(args):
    pages = [page for arg in map(Path, args) for page in (sorted(arg.glob("*.html")) if arg.is_dir() else [arg])]
    if not pages:
        print(f"no pages in {', '.join(args)}: 'make notebooks' writes them")
        return 0
    browsers = Browsers()
    wrong = used = 0
    try:
        with concurrent.futures.ThreadPoolExecutor(min(4, os.cpu_count() or 1, len(pages))) as pool:
            for page, (count, problems) in zip(pages, pool.map(browsers.check, pages)):
                used += count
                for problem in problems:
                    print(f"{page.name}, {problem}", flush=True)
                wrong += len(problems)
    finally:
        browsers.quit()
    print(f"{len(pages)} pages at {' and '.join(map(str, WIDTHS))} px, {used} times a player was used: {wrong or 'no'} problem{'' if wrong == 1 else 's'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
