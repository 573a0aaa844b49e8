"""Tests of the plugin, with a program in the place of lgrade; and, where nbgrader can
be imported, of a course that is graded with it."""
import importlib.util
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from lclass_nbgrader import Marks  # noqa: E402


def graded(kind, name, points, solution=False):
    meta = dict(schema_version=3, grade_id=name, grade=True, solution=solution, locked=not solution, task=False, points=points)
    cell = kind(f"check {name}")
    cell.metadata["nbgrader"] = nbformat.from_dict(meta)
    return cell


def task(name, points, earned, **more):
    return dict(name=name, cell=f"{name}-check", points=points, earned=earned, checks=[], hidden=0, failed=0, **more)


def points(cell):
    """How nbgrader's utils.determine_grade reads the points of a code cell."""
    for output in cell.outputs:
        if output.output_type == "error":
            return 0
        if output.output_type == "execute_result":
            part = float(output.data["text/plain"])
            return part if part > 0 else cell.metadata.nbgrader.points
    return cell.metadata.nbgrader.points


class PluginTest(unittest.TestCase):
    def grade(self, notebook, tasks, code=0):
        """Runs the plugin with a program that says what lgrade would."""
        with tempfile.TemporaryDirectory() as temp:
            said = Path(temp, "said.json")
            said.write_text(json.dumps(dict(assignment="double", tasks=tasks, notes=[])), encoding="utf-8")
            program = Path(temp, "lgrade")
            program.write_text(f'#!/bin/sh\n[ "$1" = marks ] && [ -f "$2" ] && [ "$3" = --json ] && cat {said}\necho what went wrong >&2\nexit {code}\n')
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
            return Marks(lgrade=str(program)).preprocess(notebook, {"nbgrader": {"notebook": "double"}})[0]

    def test_points(self):
        names = {"all": 3.0, "part": 1.5, "none": 0.0}
        cells = [graded(new_code_cell, f"{name}-check", 3) for name in names]
        notebook = self.grade(new_notebook(cells=cells), [task(name, 3.0, earned) for name, earned in names.items()])
        nbformat.validate(notebook)
        self.assertEqual([points(cell) for cell in notebook.cells], list(names.values()))

    def test_what_was_in_the_cell_before_counts_for_nothing(self):
        cell = graded(new_code_cell, "Double-check", 3)
        cell.outputs = [nbformat.v4.new_output("execute_result", data={"text/plain": "3"})]
        notebook = self.grade(new_notebook(cells=[cell]), [task("Double", 3, 0)])
        self.assertEqual(points(notebook.cells[0]), 0)

    def test_texts(self):
        double = task("Double", 3, 1, problem="did not end within 5 s")
        double["checks"] = [
            dict(name="doubles 2", passed=True, hidden=False),
            dict(name="doubles -Inf", passed=False, hidden=False, what="Double(-Inf)", got="NaN", want="-Inf", hint="0·(-Inf) is NaN"),
            dict(name="is linear", passed=False, hidden=True),
        ]
        double.update(hidden=2, failed=1)
        notebook = self.grade(new_notebook(cells=[graded(new_code_cell, "Double-check", 3)]), [double])
        self.assertEqual(
            notebook.cells[0].outputs[0].text,
            "Double: 1 of 3 points\n"
            "  ! did not end within 5 s\n"
            "  ✓ doubles 2\n"
            "  ✗ doubles -Inf\n"
            "      Double(-Inf)\n"
            "      got:  NaN\n"
            "      want: -Inf\n"
            "      hint: 0·(-Inf) is NaN\n"
            "  ✗ is linear\n"
            "  1 of 2 further checks failed\n",
        )

    def test_other_cells_stay(self):
        cells = [new_code_cell("x"), new_markdown_cell("y"), graded(new_markdown_cell, "why", 1, solution=True)]
        notebook = self.grade(new_notebook(cells=cells), [])
        self.assertEqual([c.get("outputs") for c in notebook.cells], [[], None, None])

    def test_silence_is_no_success(self):
        notebook = new_notebook(cells=[graded(new_code_cell, "Double-check", 3)])
        with self.assertRaisesRegex(RuntimeError, "no marks for the graded cell Double-check"):
            self.grade(notebook, [])
        with self.assertRaisesRegex(RuntimeError, "could not grade double: what went wrong"):
            self.grade(notebook, [task("Double", 3, 3)], code=1)


LGRADE = os.environ.get("LGRADE")


@unittest.skipUnless(LGRADE, "LGRADE does not say where lgrade is: run make test-assignments")
class WithLgradeTest(unittest.TestCase):
    def test_points(self):
        """The assignment that tests grade, with one task wrong and one not done."""
        home = HERE.parent / "lgrade" / "internal" / "grading" / "testdata" / "course"
        notebook = nbformat.read(home / "assignments" / "tiny" / "tiny.ipynb", 4)
        answers = {
            "Score": "func Score(w []float64, b float64, x []float64) float64 { return b }",
            "Step": 'func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {\n\tpanic("not implemented: Step")\n}',
        }
        for cell in notebook.cells:
            cell.source = answers.get(cell.metadata.nbgrader.grade_id, cell.source)
        back = os.getcwd()
        with tempfile.TemporaryDirectory() as course:
            Path(course, "course.toml").write_text("seed = 5\n", encoding="utf-8")
            os.chdir(course)
            try:
                Marks(lgrade=LGRADE, options=[f"--course={home}"]).preprocess(notebook, {"nbgrader": {"notebook": "tiny"}})
            finally:
                os.chdir(back)
        nbformat.validate(notebook)
        checks = {c.metadata.nbgrader.grade_id: c for c in notebook.cells if c.get("outputs")}
        # Score keeps the checks of the bias and of untouched arguments; Train calls Step,
        # and gets that of the solution.
        self.assertEqual({name: points(c) for name, c in checks.items()}, {"Score-check": 2, "Step-check": 0, "Train-check": 4, "Order-check": 2})
        text = "".join(c.outputs[0].text for c in checks.values())
        self.assertIn("✗ agrees on secret points", text)
        self.assertNotIn("Score(secret)", text)
        self.assertNotIn("4711", text)


@unittest.skipUnless(LGRADE and importlib.util.find_spec("nbgrader"), "nbgrader is not installed here")
class CourseTest(unittest.TestCase):
    """A course in nbgrader, from the release to the points."""

    def test_autograde(self):
        root = HERE.parent.parent
        solution = nbformat.read(root / "assignments" / "perceptron" / "perceptron.ipynb", 4)
        answers = {c.metadata.nbgrader.grade_id: c.source for c in solution.cells if "nbgrader" in c.metadata}
        with tempfile.TemporaryDirectory() as temp:
            course = Path(temp, "course")
            env = dict(os.environ, LGRADE_ASSIGNMENTS=str(root), PATH=f"{Path(LGRADE).parent}:{os.environ['PATH']}")

            def run(*command):
                done = subprocess.run(command, cwd=course if course.exists() else temp, env=env, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

            run(LGRADE, "init", str(course))
            for name in ("nbgrader_config.py", "lclass_nbgrader.py"):
                shutil.copy(HERE / name, course)
            run(LGRADE, "release", "perceptron", "-o", "source/perceptron")
            nbgrader = (sys.executable, "-m", "nbgrader")
            run(*nbgrader, "generate_assignment", "perceptron")
            notebook = nbformat.read(course / "release" / "perceptron" / "perceptron.ipynb", 4)
            for cell in notebook.cells:
                if cell.metadata.get("nbgrader", {}).get("grade_id") == "Score":
                    self.assertIn("not implemented: Score", cell.source)
                    cell.source = answers["Score"]
            submitted = course / "submitted" / "ann" / "perceptron"
            submitted.mkdir(parents=True)
            nbformat.write(notebook, submitted / "perceptron.ipynb")
            run(*nbgrader, "autograde", "perceptron")
            autograded = nbformat.read(course / "autograded" / "ann" / "perceptron" / "perceptron.ipynb", 4)
            got = {c.metadata.nbgrader.grade_id: points(c) for c in autograded.cells if c.get("outputs")}
            self.assertEqual(got, {"Score-check": 2, "Step-check": 0, "Train-check": 0, "ANDTable-check": 0})


if __name__ == "__main__":
    unittest.main()
