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


@unittest.skipUnless(importlib.util.find_spec("nbgrader"), "nbgrader is not installed here")
class CourseTest(unittest.TestCase):
    """A course with the assignment that the tests of lgrade use. LGRADE is the program."""

    def test_autograde(self):
        lgrade = os.environ.get("LGRADE") or shutil.which("lgrade")
        if not lgrade:
            self.skipTest("LGRADE does not say where lgrade is: run make test-assignments")
        home = HERE.parent / "lgrade" / "testdata" / "home"
        with tempfile.TemporaryDirectory() as temp:
            course = Path(temp, "course")
            env = dict(os.environ, LGRADE_ASSIGNMENTS=str(home), PATH=f"{Path(lgrade).parent}:{os.environ['PATH']}")

            def run(*command):
                done = subprocess.run(command, cwd=course if course.exists() else temp, env=env, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

            run(lgrade, "init", str(course))
            for name in ("nbgrader_config.py", "lclass_nbgrader.py"):
                shutil.copy(HERE / name, course)
            run(lgrade, "release", "double", "-o", "source/double")
            nbgrader = (sys.executable, "-m", "nbgrader")
            run(*nbgrader, "generate_assignment", "double")
            notebook = nbformat.read(course / "release" / "double" / "double.ipynb", 4)
            for cell in notebook.cells:
                if cell.metadata.get("nbgrader", {}).get("grade_id") == "Double":
                    cell.source = "func Double(x float64) float64 { return 2 * x }"
            submitted = course / "submitted" / "ann" / "double"
            submitted.mkdir(parents=True)
            nbformat.write(notebook, submitted / "double.ipynb")
            run(*nbgrader, "autograde", "double")
            autograded = nbformat.read(course / "autograded" / "ann" / "double" / "double.ipynb", 4)
            got = {c.metadata.nbgrader.grade_id: points(c) for c in autograded.cells if c.get("outputs")}
            self.assertEqual(got, {"Double-check": 3, "Sum-check": 0})


if __name__ == "__main__":
    unittest.main()
