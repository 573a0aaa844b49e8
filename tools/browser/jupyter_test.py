"""Tests what the kernel brings to Jupyter Notebook 6."""
import os
import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from selenium.common.exceptions import TimeoutException
from selenium.webdriver.support.ui import WebDriverWait

import browser

ROOT = Path(__file__).resolve().parents[2]

# An image as the kernel sends it; returns its alternative text in the notebook.
SHOW = """
if (!window.Jupyter?.notebook?._fully_loaded) return null;
const area = Jupyter.notebook.insert_cell_below("code").output_area;
const data = {"image/png": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="};
area.append_output({output_type: "display_data", data, metadata: {alt: "a black dot"}});
return area.element.find(".output_png img").attr("alt");
"""

# A table of symbols and a hint, as the notebooks have them.
TEXT = r"""
| symbol | in the lectures | here |
|---|---|---|
| $\mathbf{w}^\top \mathbf{x} + b = \sum_j w_j x_j + b$ | the weighted sum of all features of one sample, and the bias, which most of the lectures call the score | a score, which is positive on one side of the boundary and negative on the other side |

<details><summary>Hint</summary>

Look closely.
</details>
"""
# Renders a text in a narrow cell; returns whether its formula stays in one line, and how
# its hint looks.
RENDER = """
if (!window.Jupyter?.notebook?._fully_loaded) return null;
let cell = Jupyter.notebook.get_cells().find((c) => c.cell_type == "markdown");
if (!cell) {
  cell = Jupyter.notebook.insert_cell_below("markdown");
  cell.set_text(arguments[0]);
  cell.element.css("width", "420px");
  cell.execute();
}
const formula = cell.element.find("td .MathJax")[0], summary = cell.element.find("summary")[0];
if (!formula || !summary) return null;
const style = getComputedStyle(summary);
// One line is 14 pixels high.
return {lines: Math.ceil(formula.getBoundingClientRect().height / 40), marker: style.display, cursor: style.cursor};
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Notebook6(unittest.TestCase):
    def setUp(self):
        try:
            import notebook
        except ImportError:
            self.skipTest("there is no Jupyter Notebook here")
        if not notebook.__version__.startswith("6."):
            self.skipTest(f"this is Jupyter Notebook {notebook.__version__}, and not 6")
        temp = tempfile.TemporaryDirectory()
        self.addCleanup(temp.cleanup)
        text, self.notebook = Path(temp.name, "x.txt"), Path(temp.name, "x.ipynb")
        text.write_text("# %%\n%%\n", encoding="utf-8")
        subprocess.run([sys.executable, "-B", ROOT / "tools/nbtext.py", "make", text, self.notebook], check=True)
        self.port = free_port()
        options = ["--no-browser", "--ip=127.0.0.1", f"--port={self.port}", "--NotebookApp.token=", "--NotebookApp.password="]
        if os.getuid() == 0:
            options.append("--allow-root")
        server = subprocess.Popen(
            [sys.executable, "-m", "notebook", *options],
            cwd=temp.name,
            env=dict(os.environ, JUPYTER_PATH=str(ROOT / "kernel/share/jupyter")),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.addCleanup(server.wait, 1200)
        self.addCleanup(server.terminate)
        self.driver = browser.start()
        self.addCleanup(self.driver.quit)

    def listens(self, _):
        with socket.socket() as s:
            return s.connect_ex(("127.0.0.1", self.port)) == 0

    def test_figure(self):
        WebDriverWait(self.driver, 1200).until(self.listens)
        self.driver.get(f"http://127.0.0.1:{self.port}/notebooks/{self.notebook.name}")
        # The kernel's script is loaded some time after the notebook.
        WebDriverWait(self.driver, 1200).until(lambda d: d.execute_script(SHOW) == "a black dot")

    def test_text(self):
        WebDriverWait(self.driver, 1200).until(self.listens)
        self.driver.get(f"http://127.0.0.1:{self.port}/notebooks/{self.notebook.name}")
        want = {"lines": 1, "marker": "list-item", "cursor": "pointer"}
        got = None

        def as_wanted(driver):
            nonlocal got
            got = driver.execute_script(RENDER, TEXT)
            return got == want

        try:
            WebDriverWait(self.driver, 1200).until(as_wanted)
        except TimeoutException:
            self.fail(f"got {got}, want {want}")


if __name__ == "__main__":
    unittest.main()
