#!/usr/bin/env python3
"""Executes notebooks with the kernel "Go (lclass)" and writes pages from them.

Every notebook runs in an empty directory of its own, and the file in git stays
as it is. The results go to the output directory: NAME.html, NAME.ipynb,
index.html, checks.json with what the cells found when they compared expected
values with ours, and coverage.json with the same by the rows of
notebooks/rows.txt. After a run of all notebooks, a row that none of them checks is
a failure, and so is a line of notebooks/lecture/printed.tsv that no check uses.
A row that two notebooks check and a link that leads nowhere are always failures.
A slow cell is none: the table of the run marks it.

A notebook is not run again while nothing has changed that its cells depend on, and
nothing had failed: its page is written from the results of that time.
"""
import argparse
import asyncio
import json
import os
import re
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

import course
import links
import pages
import unchanged
from coverage import KINDS, SIGNS, Coverage, count_kinds, count_states, source

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Result:
    """What became of one notebook."""

    name: str
    notebook: nbformat.NotebookNode
    seconds: float = 0
    slowest: tuple = (0, 0)  # the seconds of the slowest cell of code, and its number
    checks: list = field(default_factory=list)
    skipped: set = field(default_factory=set)  # data sets that were not there
    failures: list = field(default_factory=list)
    earlier: bool = field(default=False, kw_only=True)  # of an earlier run

    def outputs(self):
        return [o for cell in self.notebook.cells for o in cell.get("outputs", [])]

    def figures(self):
        return [o for o in self.outputs() if "image/png" in o.get("data", {}) or html(o).startswith('<div class="lclass-panels"')]

    def players(self):
        return [o for o in self.outputs() if 'class="lclass-player"' in html(o)]

    def passed(self):
        return sum(bool(c["ok"]) for c in self.checks)

    def kinds(self):
        return count_kinds(self.checks)

    def states(self):
        return count_states(self.checks)


def html(output):
    return output.get("data", {}).get("text/html", "")


class Client(NotebookClient):
    """Notes how long each cell took, and what it wrote to the file of the checks."""

    def __init__(self, checks, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.checks = checks
        self.seconds = {}
        self.recorded = []  # lines, each with the index of the cell

    async def async_execute_cell(self, cell, cell_index, **kwargs):
        start = time.monotonic()
        try:
            return await super().async_execute_cell(cell, cell_index, **kwargs)
        finally:
            self.seconds[cell_index] = time.monotonic() - start
            lines = self.checks.read_text(encoding="utf-8").splitlines() if self.checks.exists() else []
            self.recorded += [(cell_index, line) for line in lines[len(self.recorded) :]]


async def execute(path, args):
    """Runs one notebook. Its errors are part of the result."""
    result = Result(path.stem, nbformat.read(path, 4))
    with tempfile.TemporaryDirectory(prefix="lclass-", ignore_cleanup_errors=True) as temp:
        temp = Path(temp)
        work, checks, log = temp / "work", temp / "checks", temp / "kernel.log"
        work.mkdir()
        client = Client(
            checks,
            result.notebook,
            kernel_name="lclass",
            timeout=args.timeout,
            startup_timeout=1200,
            interrupt_on_timeout=True,
            resources={"metadata": {"path": str(work)}},
        )
        env = dict(os.environ, LCLASS_CI="1", LCLASS_CHECKS=str(checks), TMPDIR=str(temp))
        start = time.monotonic()
        try:
            with open(log, "w", encoding="utf-8") as stderr:
                await client.async_execute(env=env, stderr=stderr)
        except CellExecutionError:
            result.failures.append(cell_error(result.notebook))
        except Exception as err:  # the kernel did not start, or died
            cells = sum(result.notebook.cells[i].cell_type == "code" for i in client.seconds)
            place = f"cell {cells}: " if cells else ""
            result.failures.append(f"{place}{type(err).__name__}: {err}\n{log.read_text(encoding='utf-8')[-2000:]}")
        result.seconds = time.monotonic() - start
        read_checks(client.recorded, result)
    for cell in result.notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = merge_streams(cell.outputs)
    result.failures += failed_checks(result) + limits(result, client.seconds, args) + minus_zeros(result)
    return result


def merge_streams(outputs):
    """Joins neighbouring pieces of one stream: the kernel sends every write."""
    merged = []
    for out in outputs:
        last = merged[-1] if merged else None
        if last and out.output_type == last.output_type == "stream" and out.name == last.name:
            last.text += out.text
        else:
            merged.append(out)
    return merged


def cell_error(notebook):
    """The failing cell, the source lines and what the compiler or the program said."""
    code = [c for c in notebook.cells if c.cell_type == "code"]
    failing = next(c for c in code if any(o.output_type == "error" for o in c.outputs))
    error = next(o for o in failing.outputs if o.output_type == "error")
    number = code.index(failing) + 1

    compiler = [plain(t) for t in error.traceback if t.startswith("Cell[")]
    if compiler:
        messages = [f"{compiler_line(code, text)}: {text.strip().splitlines()[-1]}" for text in compiler]
        return "\n".join([f"cell {number} does not compile", *messages])

    stderr = plain("".join(o.text for o in failing.outputs if o.get("name") == "stderr"))
    called = re.search(r"\[\[ Cell \[(\d+)\] Line (\d+) \]\]", stderr)
    where = source_line(code, *map(int, called.groups())) if called else None
    where = where or failing.source
    return "\n".join([f"cell {number}: {plain(error.evalue)}", where, *stderr.strip().splitlines()[-30:]])


def compiler_line(code, text):
    """The source line that the kernel calls Cell[2]: Line 3."""
    run, line = map(int, re.match(r"Cell\[(\d+)\]: Line (\d+)", text).groups())
    return source_line(code, run, line) or text.splitlines()[0]


def source_line(code, run, line):
    """That line of the cell of that run; None if there is none."""
    for number, cell in enumerate(code, 1):
        lines = cell.source.splitlines()
        if cell.execution_count == run and 0 < line <= len(lines):
            return f"cell {number}, line {line}: {lines[line - 1].strip()}"
    return None


def plain(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


MINUS_ZERO = re.compile(r"(?<![\w.])[-−]0\.0+(?![\de])")
CHECK_FIELDS = ["row", "kind", "lecture", "place", "text", "notebook", "cell", "id", "what", "says", "computed", "ok", "state", "why"]


def read_checks(recorded, result):
    """Takes over what the cells wrote, one JSON object a line."""
    cells = result.notebook.cells
    for index, line in recorded:
        number = sum(cell.cell_type == "code" for cell in cells[: index + 1])
        cell = {"notebook": result.name, "cell": number, "id": cells[index].id}
        try:
            said = json.loads(line)
            if "skipped" in said:
                result.skipped.add(said["skipped"])
            else:
                check = {name: {**said, **cell}[name] for name in CHECK_FIELDS}
                if check["kind"] not in KINDS or check["state"] not in SIGNS or check["ok"] == (check["state"] == "differs"):
                    raise ValueError("its kind, state and ok do not fit")
                result.checks.append(check)
        except (ValueError, KeyError, TypeError) as err:
            result.failures.append(f"not a check: {line!r} ({err!r})")


def failed_checks(result):
    return [
        f"check of row {c['row']}, {c['what']}: {source(c)} {c['says']}, we compute {c['computed']}. {c['why']}".rstrip(". ")
        for c in result.checks
        if not c["ok"]
    ]


def limits(result, seconds, args):
    """Cells that do not end or that a class cannot read. Notes the slowest of all."""
    found, number = [], 0
    for index, cell in enumerate(result.notebook.cells):
        if cell.cell_type != "code":
            continue
        number += 1
        took = seconds.get(index, 0)
        result.slowest = max(result.slowest, (took, number))
        if took >= args.timeout:
            found.append(f"cell {number} was stopped after {args.timeout} s")
        lines = len(cell.source.splitlines())
        if lines > args.cell_lines:
            found.append(f"cell {number} has {lines} lines, the limit is {args.cell_lines}")
    return found


def minus_zeros(result):
    """Numbers that are 0 but for their sign, as they are printed."""
    found, code = [], [cell for cell in result.notebook.cells if cell.cell_type == "code"]
    for number, cell in enumerate(code, 1):
        for output in cell.outputs:
            texts = [output.get("text", ""), *(text for kind, text in output.get("data", {}).items() if kind.startswith("text/"))]
            printed = re.sub(r'data:[^"]*"', "", plain("\n".join(texts)))
            found += [f"cell {number} prints {zero}: round the number and add 0, or print its digits with %g" for zero in sorted(set(MINUS_ZERO.findall(printed)))]
    return found


def reading_order(paths, names):
    """As notebooks/order.txt has it, then by name."""
    return sorted(paths, key=lambda p: (names.index(p.stem) if p.stem in names else len(names), p.stem))


def save(result, args):
    nbformat.write(result.notebook, args.out / f"{result.name}.ipynb")
    pages.write_page(result, args.out, args.siblings, args.order)


def write_checks(results, out):
    rows = [check for r in results for check in r.checks]
    text = json.dumps(rows, indent=1, ensure_ascii=False) + "\n"
    (out / "checks.json").write_text(text, encoding="utf-8")


def table(results, args):
    width = max(len(r.name) for r in results)
    lines = [f"{'notebook':<{width}}  seconds  slowest cell  figures  players  checks"]
    for r in results:
        took, cell = r.slowest
        slowest = f"{cell}: {took:.1f} s"
        marks = f"  SLOW, over {args.cell_seconds:g} s" if took > args.cell_seconds else ""
        marks += "  earlier" if r.earlier else ""
        marks += "  FAILED" if r.failures else ""
        checks = f"{r.passed():3}/{len(r.checks)}  {r.kinds()}".rstrip()
        lines.append(f"{r.name:<{width}}  {r.seconds:7.1f}  {slowest:>12}  {len(r.figures()):7}  {len(r.players()):7}  {checks}{marks}")
    return "\n".join(lines)


async def run(paths, args):
    places = asyncio.Semaphore(args.jobs)
    keys = unchanged.keys(paths, [args.cell_lines])
    kept = unchanged.Kept(args.out / ".kept")

    async def one(path):
        async with places:
            fields = None if args.again else kept.find(path.stem, keys[path])
            if fields:
                result = Result(**{**fields, "earlier": True})
                await asyncio.to_thread(save, result, args)
                print(f"unchanged {path.stem}", flush=True)
                return result
            print(f"started   {path.stem}", flush=True)
            result = await execute(path, args)
            kept.keep(keys[path], result)
            await asyncio.to_thread(save, result, args)
            state = "FAILED   " if result.failures else "finished "
            print(f"{state} {path.stem}  {result.seconds:.1f} s", flush=True)
            return result

    return await asyncio.gather(*(one(p) for p in paths))


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("notebooks", nargs="*", type=Path, help="default: notebooks/*.ipynb")
    p.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), help="how many at once (%(default)s)")
    p.add_argument("-o", "--out", type=Path, default=ROOT / "build", help="output directory (build)")
    p.add_argument("--again", action="store_true", help="run unchanged notebooks, too")
    p.add_argument("--timeout", type=int, default=3600, help="stop a cell after this many seconds (%(default)s)")
    p.add_argument("--cell-seconds", type=float, default=10, help="mark a slower cell in the table (%(default)s)")
    p.add_argument("--cell-lines", type=int, default=25, help="a longer cell is a failure (%(default)s)")
    p.add_argument("--seconds", type=float, default=180, help="warn if the whole run takes longer (%(default)s)")
    args = p.parse_args()
    args.notebooks = args.notebooks or list((ROOT / "notebooks").glob("*.ipynb"))
    args.directory = args.notebooks[0].parent if args.notebooks else ROOT / "notebooks"
    args.order = course.read_order(args.directory)
    args.siblings = {path.stem for path in args.directory.glob("*.ipynb")}
    return args


def main():
    args = arguments()
    paths = reading_order(args.notebooks, list(args.order))
    if not paths:
        print("there are no notebooks in notebooks/")
        return 0
    os.environ["JUPYTER_PATH"] = os.pathsep.join(
        [str(ROOT / "kernel/share/jupyter"), *filter(None, [os.environ.get("JUPYTER_PATH")])]
    )
    args.out.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    results = asyncio.run(run(paths, args))
    took = time.monotonic() - start
    write_checks(results, args.out)
    coverage = cover(results, args)
    coverage.write(args.out)
    pages.write_index(results, args.order, coverage, args.out)
    broken, outside = links.check([args.out / f"{name}.html" for name in ["index", *(r.name for r in results)]], args.siblings)

    for r in results:
        for failure in r.failures:
            print(f"\n{r.name}, " + failure.replace("\n", "\n    "))
    print("", coverage.report(), "", table(results, args), sep="\n")
    print(f"\neverything took {took:.0f} s", end="\n" if took <= args.seconds else f", and should take at most {args.seconds:.0f} s\n")
    if outside:
        print("external links, which are not followed:", *outside, sep="\n    ")
    wrong = coverage.failures() + broken
    if wrong:
        print("\nproblems of the course as a whole:", *wrong, sep="\n    ")
    print(f"\nthe pages: {args.out / 'index.html'}")
    return 1 if wrong or any(r.failures for r in results) else 0


def cover(results, args):
    lectures, rows = course.read_rows(args.directory)
    checks = [check for r in results for check in r.checks]
    skipped = {name for r in results for name in r.skipped}
    printed = course.read_printed(args.directory)
    return Coverage(lectures, rows, printed, checks, skipped, args.siblings <= {r.name for r in results})


if __name__ == "__main__":
    sys.exit(main())
