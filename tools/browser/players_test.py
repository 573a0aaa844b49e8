"""Tests of players.py: pages of package plots pass, and pages that are spoilt do
not, each for the reason why it is spoilt."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import browser
import players

ROOT = Path(__file__).resolve().parents[2]

# What is spoilt: a text of the page, what it becomes, and what is said of it.
SPOILT = {
    "next": ("next.onclick = () => step(now + 1)", "next.onclick = () => step(now)", "next: the frames [1] are seen, not 2"),
    "mouse": (".controls { display: flex;", ".controls { display: flex; pointer-events: none;", "next does not arrive"),
    "back": ("back.onclick = () => step(now - 1)", "back.onclick = () => step(now)", "back: the frames [2] are seen, not 1"),
    "count": ("output.textContent = `${now + 1}", "output.textContent = `${now}", "the count is '0 / 4'"),
    "slider follows": ("slider.value = now + 1", "slider.value = 1", "the slider is at 1, not 2"),
    "slider moves": ("slider.oninput = () => step(slider.value - 1)", "", "slider at 4: the frames"),
    "back at the start": ("back.disabled = now === 0", "back.disabled = false", "back is on at frame 1"),
    "next at the end": ("next.disabled = now === frames.length - 1", "next.disabled = false", "next is on at frame 4"),
    "Home": ("Home:", "Hom:", "Home: the frames"),
    "End": ("End:", "En:", "End: the frames"),
    "left": ("ArrowLeft:", "Left:", "←: the frames [4] are seen, not 3"),
    "right": ("ArrowRight:", "Right:", "→: the frames [1] are seen, not 2"),
    "space": ('" ": () => play.onclick()', '"p": () => play.onclick()', "space does not play"),
    "plays": ("      show(now + 1);\n      wait();", "      wait();", "no frame follows the first"),
    "plays on": ("      show(now + 1);\n      wait();", "      show(now + 1);", "play does not end"),
    "stops": ("    clearTimeout(timer);\n    timer = null;", "    timer = null;", "play does not stop"),
    "speed": ("player.dataset.delay / speed.value", "player.dataset.delay", "a frame does not last 1600 ms"),
    "again": ("if (now === frames.length - 1) show(0);", "", "play at the end does not begin again"),
    "calm buttons": ("prefers-reduced-motion: reduce) { .lclass", "prefers-contrast: more) { .lclass", "play and speed are offered all the same"),
    "calm space": ("if (calm.matches) return;", "", "less motion: space plays all the same"),
    "paper": ("@media print", "@media speech", "on paper there are controls"),
    "paper frame": (".frame.still { display: block; }", "", "on paper the frames [] are seen, not 4"),
    "wide": ("max-width: 100%; height: auto", "width: 1200px; height: auto", "px wide in a window of"),
    "alt": ('alt="A line with the normal (1, 0.5)."', 'alt=""', "1 frames have no alternative text"),
    "picture": ("data:image/svg+xml,", "data:image/svg+xml,broken", "the picture of frame 1 is not drawn"),
    "console": ("</html>", "<script>missing()</script></html>", "missing is not defined"),
    "network": ("</html>", '<img src="http://127.0.0.1:9/x.png"></html>', "the network is asked for http://127.0.0.1:9/x.png"),
}


class Players(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temp = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temp.cleanup)
        cls.dir = Path(temp.name)
        subprocess.run(["go", "run", "tools/browser/testdata/players.go", cls.dir], cwd=ROOT, check=True)
        cls.driver = browser.start()
        cls.addClassCleanup(cls.driver.quit)

    def check(self, name, *widths):
        return players.check(self.driver, self.dir / f"{name}.html", widths)

    def test_good(self):
        for name in ("several", "single", "still", "panels"):
            with self.subTest(name):
                self.assertEqual(self.check(name, *players.WIDTHS), (2, []))

    def test_spoilt(self):
        good = (self.dir / "several.html").read_text(encoding="utf-8")
        for name, (was, becomes, says) in SPOILT.items():
            with self.subTest(name):
                self.assertIn(was, good)
                (self.dir / "spoilt.html").write_text(good.replace(was, becomes), encoding="utf-8")
                _, problems = self.check("spoilt", 1000)
                self.assertTrue(any(says in p for p in problems), problems)

    def test_exit_code(self):
        for name, code in {"several": 0, "wide": 1, "none": 1}.items():
            page = self.dir / f"{name}.html"
            if name == "wide":
                page.write_text('<p style="width: 2000px">x</p>', encoding="utf-8")
            run = subprocess.run([sys.executable, "-B", players.__file__, page], capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, code, run.stdout + run.stderr)


if __name__ == "__main__":
    unittest.main()
