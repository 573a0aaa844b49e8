"""Uses the lab as a student does, in a headless Chromium. Pictures of what it saw
go to build/lab/."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/browser"))

from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException, TimeoutException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

import browser
from lab import Lab, work_directory

PICTURES = ROOT / "build/lab"
PATIENCE = 1800  # seconds for what takes less than twenty on a quiet computer

# What a look at a page throws that is not complete yet.
NOT_YET = [NoSuchElementException, StaleElementReferenceException, IndexError, StopIteration, ValueError]

# Which of an element and those around it, up to the output of the cell, scroll sideways.
SCROLLS = """
const wide = [];
for (let e = arguments[0]; e && !e.matches(".jp-OutputArea"); e = e.parentElement) {
    if (e.scrollWidth > e.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(e).overflowX)) {
        wide.push(`${e.className}: ${e.scrollWidth} px in ${e.clientWidth}`);
    }
}
return wide;
"""

# The notebook that is seen; JupyterLab keeps the others in the page.
SEEN = ".jp-NotebookPanel:not(.lm-mod-hidden)"


def answers(assignment):
    """The functions of the solution, by name."""
    source = json.loads(Path(ROOT, "assignments", assignment, f"{assignment}.ipynb").read_text(encoding="utf-8"))
    cells = [c for c in source["cells"] if c["cell_type"] == "code" and c["metadata"]["nbgrader"]["solution"]]
    return {c["metadata"]["nbgrader"]["grade_id"]: re.sub(r".*(BEGIN|END) SOLUTION.*\n", "", "".join(c["source"])) for c in cells}


def lgrade(*args, cwd):
    """Runs bin/lgrade over the assignments here."""
    environment = dict(os.environ, LGRADE_ASSIGNMENTS=str(ROOT))
    done = subprocess.run([ROOT / "bin/lgrade", *map(str, args)], cwd=cwd, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(f"lgrade {args[0]}: exit code {done.returncode}\n{done.stdout}{done.stderr}")


def written(element):
    """The text of an element, also where it is not in the window."""
    return element.get_attribute("textContent")


class Student(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.box = Lab(cls.addClassCleanup, work_directory(cls.addClassCleanup), publish=True)
        cls.port = cls.box.port()
        cls.driver = browser.start()
        cls.addClassCleanup(cls.driver.quit)
        cls.driver.set_window_size(1400, 1000)
        cls.driver.get(f"http://127.0.0.1:{cls.port}/lab?token={cls.box.token}")
        PICTURES.mkdir(parents=True, exist_ok=True)
        for old in PICTURES.glob("*.png"):
            old.unlink()

    def test_perceptron(self):
        self.run_all("perceptron")

    def test_irls(self):
        self.run_all("irls")

    def test_work(self):
        self.run_all("discriminants")

        self.menu("Kernel", "Restart Kernel…")
        self.click(".jp-Dialog button.jp-mod-accept")
        self.until(lambda: self.status() == "idle", "the kernel does not restart")
        self.picture("restarted")

        self.new_cell('import "fmt"\n\nfunc answer() int { return 6 * 7 }\n\n%%\nfmt.Println("answer:", answer())')
        self.run_cell()
        self.until(lambda: "answer: 42" in self.output(), "a cell does not run after a restart")

        self.new_cell("%%\nfmt.Println(answ")
        self.until(self.completes, "Tab does not complete answ")
        self.picture("completed")
        self.insert("())")
        self.run_cell()
        self.until(lambda: self.output().strip() == "42", "the cell with the completed name does not run")

        self.new_cell("%%\nfmt.Println(anwser())")
        self.run_cell()
        self.until(lambda: "undefined: anwser" in self.output(), "the compiler's error is not shown")
        self.picture("error")

        self.new_cell('%%\nfmt.Println("round and round")\nfor {\n}')
        self.run_cell()
        self.until(lambda: "round" in self.output(), "the endless loop does not run")
        self.menu("Kernel", "Interrupt Kernel")
        self.until(lambda: self.status() == "idle", "the endless loop is not interrupted")
        self.picture("interrupted")
        self.new_cell('%%\nfmt.Println("still", answer())')
        self.run_cell()
        self.until(lambda: "still 42" in self.output(), "no cell runs after the interrupt")

        self.save()
        saved = self.saved("discriminants")
        self.assertIn("still 42", json.dumps(saved))
        self.driver.refresh()
        self.loaded()
        last = self.until(lambda: self.cells()[-1], "the notebook is not loaded again")
        self.scroll(last)
        self.until(lambda: "still 42" in self.cells()[-1].text, "what was saved is not there after a reload")
        self.check_player("reloaded")

    def test_assignment(self):
        """The whole way of an assignment: open it, solve it, check it, hand it in, and
        read the feedback."""
        self.open("perceptron", "assignments")
        for name, answer in answers("perceptron").items():
            self.solve(name, answer)
        self.menu("Run", "Run All Cells")
        self.until(self.running, "the assignment does not start to run")
        self.until(lambda: not self.running(), "the assignment does not end")
        self.save()
        handed_in = self.saved("perceptron", "assignments")
        said = "".join(text for c in handed_in["cells"] for o in c.get("outputs", []) for text in o.get("text", []))
        self.assertEqual((said.count("✓") > 8, said.count("✗")), (True, 0), said)
        self.scroll(self.until(lambda: next((e for e in self.all(f"{SEEN} .jp-OutputArea-output pre") if "✓" in written(e)), None), "no check is seen"))
        self.picture("assignment-checked")

        temp = tempfile.TemporaryDirectory()
        self.addCleanup(temp.cleanup)
        course = Path(temp.name, "course")
        lgrade("init", course, cwd=ROOT)
        student = course / "submissions/student/perceptron"
        student.mkdir(parents=True)
        (student / "perceptron.ipynb").write_text(json.dumps(handed_in), encoding="utf-8")
        lgrade("grade", "perceptron", "submissions", cwd=course)
        (page,) = (course / "graded/perceptron/feedback").glob("*.html")
        self.driver.get(page.as_uri())
        self.until(lambda: "17 of 20" in self.find("body").text, "the feedback does not have the points of the four functions")
        self.picture("assignment-feedback")

    def solve(self, name, answer):
        cell = self.until(lambda: self.cell_with(f"func {name}("), f"there is no cell for {name}")
        self.scroll(cell)
        cell.find_element(By.CSS_SELECTOR, ".cm-content").click()
        ActionChains(self.driver).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL).perform()
        self.insert(answer)

    def cell_with(self, text):
        """The first cell with a text; None if it is not there yet. JupyterLab makes the cells
        below the window when it has nothing else to do."""
        return next((c for c in self.cells() if text in written(c)), None)

    def run_all(self, name):
        self.open(name)
        self.menu("Run", "Run All Cells")
        self.until(self.running, f"{name} does not start to run")
        self.until(lambda: not self.running(), f"{name} does not end")
        self.save()
        self.check_outputs(name)
        self.check_figure(name)
        self.check_player(name)

    # What is seen.

    def open(self, name, folder="notebooks"):
        self.driver.get(f"http://127.0.0.1:{self.port}/lab/tree/{folder}/{name}.ipynb?reset")
        self.loaded()

    def loaded(self):
        self.until(lambda: self.find(f"{SEEN} .jp-Notebook .jp-Cell"), "the notebook does not open")
        self.until(lambda: not self.all("#jupyterlab-splash"), "JupyterLab does not start")
        self.until(lambda: self.find(f"{SEEN} .jp-Toolbar-kernelName").text == "Go (lclass)", "the notebook has another kernel")
        self.until(lambda: self.status() == "idle", "the kernel does not start")

    def status(self):
        return self.find(f"{SEEN} .jp-Notebook-ExecutionIndicator").get_attribute("data-status")

    def running(self):
        return self.status() != "idle" or any("*" in p.text for p in self.all(f"{SEEN} .jp-InputPrompt"))

    def check_outputs(self, name):
        cells = [c for c in self.saved(name)["cells"] if c["cell_type"] == "code" and "".join(c["source"]).strip()]
        for cell in cells:
            source = "".join(cell["source"])
            self.assertTrue(cell["execution_count"], f"was not run:\n{source}")
            self.assertNotIn("error", [o["output_type"] for o in cell["outputs"]], f"fails:\n{source}")
        self.assertGreater(len(cells), 10)

    def check_figure(self, name):
        image = self.until(lambda: next(iter(self.all(f"{SEEN} .jp-OutputArea img")), None), f"{name} shows no figure")
        self.scroll(image)
        self.until(lambda: self.driver.execute_script("return arguments[0].naturalWidth", image) > 100, "the figure is blank")
        self.picture(f"{name}-figure")

    def check_player(self, name):
        player = self.until(lambda: next(iter(self.all(f"{SEEN} .lclass-player")), None), f"{name} has no player")
        self.scroll(player)
        count = lambda: player.find_element(By.CSS_SELECTOR, ".count").text.split(" / ")[0]
        seen = lambda: [f.is_displayed() for f in player.find_elements(By.CSS_SELECTOR, ".frame")].index(True)
        self.until(lambda: player.find_elements(By.CSS_SELECTOR, ".count"), f"the player of {name} has no buttons")
        before, frame = self.until(lambda: (count(), seen()), f"the player of {name} shows no frame")
        button = ".next" if player.find_element(By.CSS_SELECTOR, ".next").is_enabled() else ".back"
        player.find_element(By.CSS_SELECTOR, button).click()
        self.until(lambda: count() != before and seen() != frame, f"the player of {name} does not move")
        self.picture(f"{name}-player")
        self.assertEqual(self.driver.execute_script(SCROLLS, player), [], f"the player of {name} is wider than its place")

    # What is done.

    def menu(self, title, entry):
        self.until(lambda: self.label(".lm-MenuBar-itemLabel", title), f"there is no menu {title}").click()
        self.until(lambda: self.label(".lm-Menu-itemLabel", entry), f"there is no {title} > {entry}").click()

    def label(self, selector, text):
        return next((e for e in self.all(selector) if e.text == text), None)

    def new_cell(self, source):
        self.scroll(self.cells()[-1])
        self.cells()[-1].find_element(By.CSS_SELECTOR, ".jp-InputPrompt, .jp-MarkdownOutput").click()
        number = len(self.cells())
        self.press(Keys.ESCAPE, "b")
        self.until(lambda: len(self.cells()) > number, "there is no new cell")
        self.press(Keys.ENTER)
        self.until(lambda: self.all(f"{SEEN} .jp-mod-active .cm-focused"), "the new cell cannot be edited")
        self.insert(source)

    def insert(self, text):
        self.driver.execute_cdp_cmd("Input.insertText", {"text": text})

    def run_cell(self):
        ActionChains(self.driver).key_down(Keys.CONTROL).send_keys(Keys.ENTER).key_up(Keys.CONTROL).perform()

    def completes(self):
        """Whether Tab completes the name; the first one may come too early."""
        self.press(Keys.TAB)
        try:
            return WebDriverWait(self.driver, 15).until(lambda _: "answer" in self.active().text)
        except TimeoutException:
            return False

    def save(self):
        ActionChains(self.driver).key_down(Keys.CONTROL).send_keys("s").key_up(Keys.CONTROL).perform()
        self.until(lambda: not self.all(".lm-DockPanel-tabBar .lm-mod-current.jp-mod-dirty"), "the notebook is not saved")

    def saved(self, name, folder="notebooks"):
        status, answer = self.box.request(f"/api/contents/{folder}/{name}.ipynb")
        self.assertEqual(status, 200)
        return json.loads(answer)["content"]

    # The page.

    def cells(self):
        return self.all(f"{SEEN} .jp-Notebook .jp-Cell")

    def active(self):
        return self.find(f"{SEEN} .jp-Cell.jp-mod-active")

    def output(self):
        return "".join(e.text for e in self.all(f"{SEEN} .jp-Cell.jp-mod-active .jp-OutputArea-output"))

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def click(self, selector):
        self.until(lambda: self.find(selector), f"there is no {selector}").click()

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def scroll(self, element):
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)

    def until(self, condition, otherwise, seconds=PATIENCE):
        wait = WebDriverWait(self.driver, seconds, ignored_exceptions=NOT_YET)
        try:
            return wait.until(lambda _: condition())
        except TimeoutException:
            self.picture("failed")
            raise AssertionError(otherwise) from None

    def picture(self, name):
        self.driver.save_screenshot(str(PICTURES / f"{name}.png"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
