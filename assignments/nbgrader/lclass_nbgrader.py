"""Grading with lgrade inside nbgrader.

nbgrader runs a student's notebook in a kernel, on the lecturer's machine and with the
lecturer's rights, and takes silence for success: a cell that ends without an error
has all of its points. Marks takes the place of that step. Nothing is run in a kernel;
lgrade makes the checks in its sandbox, and each graded cell gets the output that
nbgrader reads the points from.
"""
import json
import subprocess
import tempfile
from pathlib import Path

import nbformat
from nbconvert.preprocessors import Preprocessor
from nbformat.v4 import new_output
from traitlets import Bool, Integer, List, Unicode


class Marks(Preprocessor):
    """Gives the graded code cells of a notebook the points that lgrade gives them."""

    enabled = Bool(True).tag(config=True)
    lgrade = Unicode("lgrade", help="the command, as a path if it is not on PATH").tag(config=True)
    options = List(Unicode(), help="further options of lgrade marks, such as --course=/path/to/linclass").tag(config=True)
    patience = Integer(36000, help="seconds for one notebook; lgrade itself ends earlier").tag(config=True)

    def preprocess(self, nb, resources):
        name = resources.get("nbgrader", {}).get("notebook", "notebook")
        marks = {task["cell"]: task for task in self.marks(nb, name)["tasks"]}
        for cell in nb.cells:
            if is_check(cell):
                show(cell, marks)
        return nb, resources

    def marks(self, nb, name):
        """What lgrade says of a notebook. nbgrader's working directory is that of the
        course, where lgrade finds course.toml."""
        with tempfile.TemporaryDirectory() as temp:
            path = Path(temp, f"{name}.ipynb")
            nbformat.write(nb, path)
            command = [self.lgrade, "marks", str(path), "--json", *self.options]
            done = subprocess.run(command, capture_output=True, text=True, timeout=self.patience)
        if done.returncode:
            raise RuntimeError(f"lgrade could not grade {name}: {done.stderr.strip()}")
        return json.loads(done.stdout)


def is_check(cell):
    """Tells whether points are given for what a code cell finds out."""
    graded = cell.metadata.get("nbgrader", {})
    return cell.cell_type == "code" and graded.get("grade", False) and not graded.get("solution", False)


def show(cell, marks):
    """Replaces the outputs of a graded cell. nbgrader gives all points unless there is
    an error, which is none, or a result above 0, which is that many."""
    name = cell.metadata.nbgrader.grade_id
    if name not in marks:
        raise RuntimeError(f"lgrade has no marks for the graded cell {name}: is the notebook the one that lgrade releases?")
    task = marks[name]
    text = "\n".join(lines(task)) + "\n"
    cell.outputs = [new_output("stream", name="stdout", text=text)]
    if task["earned"] <= 0:
        cell.outputs.append(new_output("error", ename="NoPoints", evalue=task["name"], traceback=["no points"]))
    elif task["earned"] < task["points"]:
        data = {"text/plain": repr(task["earned"])}
        cell.outputs.append(new_output("execute_result", data=data, execution_count=1))
    cell.execution_count = 1


def lines(task):
    """What a student reads: the checks, and of hidden ones only what lgrade shows."""
    yield f"{task['name']}: {task['earned']:g} of {task['points']:g} points"
    if task.get("problem"):
        yield f"  ! {task['problem']}"
    for check in task["checks"]:
        yield f"  {'✓' if check['passed'] else '✗'} {check['name']}"
        if not check["passed"]:
            for key, label in (("what", ""), ("got", "got:  "), ("want", "want: "), ("hint", "hint: ")):
                if check.get(key):
                    yield f"      {label}{check[key]}"
    if task["failed"]:
        yield f"  {task['failed']} of {task['hidden']} further checks failed"
