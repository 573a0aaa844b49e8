"""Tests of nbtext.py and of run_notebooks.py, with the real kernel."""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import nbtext

TOOLS = Path(__file__).parent
TEXTS = sorted(TOOLS.glob("testdata/*.txt"))
ROWS = """lectures: L3
1 | L3 | never checked |
33 | L3 | an accuracy |
34 | L3 | digits | MNIST
"""
PRINTED = "L3\tNames\t0\ta\nL3\tResults\t33\t0.79\nL3\tResults\t33\t0.80\nL3\tDigits\t34\t0.9\n"


class Text(unittest.TestCase):
    def test_round_trip(self):
        for path in TEXTS:
            text = path.read_text(encoding="utf-8")
            self.assertEqual(nbtext.to_text(nbtext.from_text(text)), text, path)

    def test_source_like_a_mark(self):
        cells = [("code", "a\n# %%\n\\# %% [markdown]", None), ("markdown", "", None), ("raw", "x", None)]
        self.assertEqual(nbtext.from_text(nbtext.to_text(cells)), cells)

    def test_nbgrader(self):
        grade = {"grade": True, "grade_id": "xor", "points": 3}
        cells = [("code", "a", grade), ("markdown", "b", grade), ("code", "a", None)]
        self.assertEqual(nbtext.from_text(nbtext.to_text(cells)), cells)
        with tempfile.TemporaryDirectory() as temp:
            path = Path(temp, "a.ipynb")
            path.write_text(nbtext.dump(cells), encoding="utf-8")
            self.assertEqual(nbtext.read(path), cells)

    def test_strip_is_stable(self):
        with tempfile.TemporaryDirectory() as temp:
            path = Path(temp, "a.ipynb")
            cell = {"cell_type": "code", "source": "x := 1\n", "outputs": [1], "execution_count": 7, "metadata": {}}
            path.write_text(json.dumps({"cells": [cell, cell]}), encoding="utf-8")
            self.assertEqual(nbtext.main(["check", str(path)]), 1)
            nbtext.main(["strip", str(path)])
            once = path.read_bytes()
            self.assertEqual(nbtext.main(["check", str(path)]), 0)
            nbtext.main(["strip", str(path)])
            self.assertEqual(path.read_bytes(), once)
            ids = [c["id"] for c in json.loads(once)["cells"]]
            self.assertEqual(len(set(ids)), 2)


class Runner(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temp = tempfile.TemporaryDirectory()
        cls.out = Path(cls.temp.name, "out")
        texts = [path for path in TEXTS if path.stem != "loop"]
        for path in texts:
            nbtext.main(["make", str(path), str(Path(cls.temp.name, path.stem + ".ipynb"))])
        Path(cls.temp.name, "order.txt").write_text("# Wrong\nwrong\n# Right\ngood\n", encoding="utf-8")
        Path(cls.temp.name, "rows.txt").write_text(ROWS, encoding="utf-8")
        Path(cls.temp.name, "lecture").mkdir()
        Path(cls.temp.name, "lecture", "printed.tsv").write_text(PRINTED, encoding="utf-8")
        cls.everything = cls.run_notebooks(cls.out, *(p.stem for p in texts))

    @classmethod
    def tearDownClass(cls):
        cls.temp.cleanup()

    @classmethod
    def run_notebooks(cls, out, *names, limits=(), directory=None):
        paths = [Path(directory or cls.temp.name, name + ".ipynb") for name in names]
        command = [sys.executable, "-B", TOOLS / "run_notebooks.py", "-o", out, "--cell-lines=15", *limits, *paths]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def assert_says(self, *lines):
        for line in lines:
            self.assertIn(line, self.everything.stdout)

    def test_exit_code(self):
        self.assertEqual(self.everything.returncode, 1, self.everything.stderr)

    def test_slow_cells_are_no_failure(self):
        out = Path(self.temp.name, "good")
        good = self.run_notebooks(out, "good", limits=["--cell-seconds=0"])
        self.assertEqual(good.returncode, 0, good.stdout + good.stderr)
        self.assertRegex(good.stdout, r"\ngood .* 2/2  2 printed  SLOW, over 0 s\n")
        for page in ("good.html", "index.html"):
            text = (out / page).read_text(encoding="utf-8")
            self.assertNotIn("failed", re.sub(r"<script.*?</script>", "", text, flags=re.S))
            self.assertNotRegex(re.sub(r"<style.*?</style>", "", text, flags=re.S), r"\d\.\d s\b")

    def test_unchanged(self):
        out = Path(self.temp.name, "unchanged")
        first, before = self.run_notebooks(out, "good"), {}
        for name in ("good.html", "index.html", "checks.json", "coverage.json"):
            before[name] = (out / name).read_text(encoding="utf-8")
            (out / name).unlink()
        second = self.run_notebooks(out, "good")
        self.assertEqual([first.returncode, second.returncode], [0, 0], first.stdout + second.stdout)
        self.assertIn("\nfinished  good", first.stdout)
        self.assertIn("unchanged good\n", second.stdout)
        self.assertNotIn("started", second.stdout)
        self.assertRegex(second.stdout, r"\ngood .* 2/2  2 printed  earlier\n")
        self.assertEqual({name: (out / name).read_text(encoding="utf-8") for name in before}, before)
        self.assertIn("\nfinished  good", self.run_notebooks(out, "good", limits=["--again"]).stdout)

    def test_failures_are_not_kept(self):
        finished = re.findall(r"^finished  (\w+)", self.everything.stdout, flags=re.M)
        self.assertIn("good", finished)
        self.assertEqual(sorted(path.stem for path in (self.out / ".kept").iterdir()), sorted(finished))

    def test_exit_code_of_the_course(self):
        alone = Path(self.temp.name, "alone")
        alone.mkdir()
        for name in ("good.ipynb", "rows.txt"):
            shutil.copy(Path(self.temp.name, name), alone)
        run = self.run_notebooks(alone / "out", "good", directory=alone)
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertNotIn("FAILED", run.stdout)
        for wrong in ("row 1 of the lectures, never checked", "good.html links to wrong.ipynb"):
            self.assertIn(wrong, run.stdout)

    def test_compile_error(self):
        self.assert_says(
            "compile, cell 2 does not compile",
            "    cell 2, line 2: x := 1: declared and not used: x",
            '    cell 2, line 3: fmt.Println("hello", y): undefined: y',
        )

    def test_panic(self):
        self.assert_says("panic, cell 3: ", "    cell 2, line 2: return v[3]\n    panic: runtime error: index out of range")

    def test_endless_loop(self):
        alone = Path(self.temp.name, "loop")
        alone.mkdir()
        nbtext.main(["make", str(TOOLS / "testdata/loop.txt"), str(alone / "loop.ipynb")])
        loop = self.run_notebooks(alone / "out", "loop", limits=["--timeout=4"], directory=alone)
        self.assertEqual(loop.returncode, 1, loop.stdout + loop.stderr)
        self.assertIn("loop, cell 1 was stopped after 4 s", loop.stdout)

    def test_limits(self):
        self.assert_says("long, cell 2 has 16 lines, the limit is 15")

    def test_minus_zero(self):
        says = "round the number and add 0, or print its digits with %g"
        self.assert_says(f"wrong, cell 5 prints -0.00: {says}\n", f"wrong, cell 5 prints -0.000: {says}\n")
        self.assertEqual(self.everything.stdout.count("prints -0"), 2)

    def test_failed_check(self):
        self.assert_says("wrong, check of row 33, error: expected 0.79, we compute 0.790\n")
        self.assertNotIn("lecture says", self.everything.stdout)
        checks = json.loads((self.out / "checks.json").read_text(encoding="utf-8"))
        self.assertIn(
            {
                "row": 33,
                "kind": "theory",
                "lecture": "",
                "place": "",
                "text": "",
                "notebook": "wrong",
                "cell": 4,
                "id": next(c["id"] for c in checks if not c["ok"]),
                "what": "error",
                "says": "0.79",
                "computed": "0.790",
                "ok": False,
                "state": "differs",
                "why": "",
            },
            checks,
        )

    def test_not_a_check(self):
        self.assertRegex(self.everything.stdout, r'wrong, not a check: .*"state":"fine"')

    def test_unused_text(self):
        # The text of row 34 may need MNIST, which is not there.
        self.assert_says("    printed.tsv: no check quotes '0.80' of L3, row 33; remove the line or add a check\n")
        self.assertEqual(self.everything.stdout.count("no check quotes"), 1)

    def test_page(self):
        page = (self.out / "good.html").read_text(encoding="utf-8")
        self.assertIn("line 0\nline 1\nline 2", page)
        for count in (">checks</a>: 2 printed</span>", ">✓ 1 agrees</span>", ">✎ 1 slip</span>"):
            self.assertIn(count, page)
        self.assertNotIn("file:///", page)
        self.assertIn('<a href="wrong.html#A-wrong-number">wrong one</a>', page)
        self.assertIn('alt="a black dot"', page)
        self.assertRegex(page, r'<details><summary>Hint</summary>\s*<p>One <code>line</code>')
        self.assertRegex(page, r'(?s)<div class="highlight">.{,200}:=.*\n.{,200}:=.*</div>\s*</details>\s*<p>Below it')
        index = (self.out / "index.html").read_text(encoding="utf-8")
        self.assertIn('<a href="good.html">A good notebook</a>', index)
        self.assertLess(index.index('<h2 class="theme">Wrong</h2>'), index.index('<h2 class="theme">Right</h2>'))

    def test_text_and_outputs_in_order(self):
        page = (self.out / "good.html").read_text(encoding="utf-8")
        self.assertEqual(re.findall(r"(text|output) \d+", page), ["text", "output"] * 20)

    def test_links(self):
        self.assert_says(
            "    wrong.html links to nowhere.ipynb: there is no such file",
            "    wrong.html links to good.html#None: good.html has no anchor #None",
            "    wrong.html: 1 of 1 images have no alternative text",
            "which are not followed:\n    https://example.org/",
        )
        self.assertNotIn("good.html links to", self.everything.stdout)

    def test_coverage(self):
        self.assert_says(
            "\nL3: 1 of 3 rows are covered, 1 of them by a printed text or number\n",
            "    row 1 of the lectures, never checked: no notebook checks it",
            "    row 33 of the lectures, an accuracy: checked in wrong and good, and one should be its place",
        )
        coverage = json.loads((self.out / "coverage.json").read_text(encoding="utf-8"))
        self.assertEqual([row["state"] for row in coverage["rows"]], ["missing", "in two notebooks", "without MNIST"])
        check = coverage["rows"][1]["checks"][-1]
        self.assertEqual((check["notebook"], check["cell"]), ("good", 4))
        self.assertEqual(coverage["others"][0]["cell"], 5)
        page = (self.out / "checks.html").read_text(encoding="utf-8")
        link = f'good.html#cell-{check["id"]}'
        self.assertIn(f'<a href="{link}">good 4</a>', page)
        self.assertNotIn(f"links to {link}", self.everything.stdout)


if __name__ == "__main__":
    unittest.main()
