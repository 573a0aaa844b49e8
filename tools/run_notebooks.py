#!/usr/bin/env python3
"""Executes notebooks with the kernel "Go (lclass)" and writes pages from them.

Every notebook runs in an empty directory of its own, and the file in git stays
as it is. The results go to the output directory: NAME.html, NAME.ipynb,
index.html, and checks.json with what the cells found when they compared a
lecture's numbers with ours.
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

import pages

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Result:
    """What became of one notebook."""

    name: str
    notebook: nbformat.NotebookNode
    seconds: float = 0
    checks: list = field(default_factory=list)
    failures: list = field(default_factory=list)

    def outputs(self):
        return [o for cell in self.notebook.cells for o in cell.get("outputs", [])]

    def figures(self):
        return [o.data["image/png"] for o in self.outputs() if "image/png" in o.get("data", {})]

    def passed(self):
        return sum(bool(c["ok"]) for c in self.checks)


class Client(NotebookClient):
    """Notes how long each cell took, and the Go program of a failing cell."""

    def __init__(self, temp, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.temp = temp
        self.seconds = {}
        self.program = []

    async def async_execute_cell(self, cell, cell_index, **kwargs):
        start = time.monotonic()
        try:
            return await super().async_execute_cell(cell, cell_index, **kwargs)
        except CellExecutionError:
            for path in self.temp.glob("gonb_*/main.go"):
                self.program = path.read_text(encoding="utf-8").splitlines()
            raise
        finally:
            self.seconds[cell_index] = time.monotonic() - start


async def execute(path, args):
    """Runs one notebook. Its errors are part of the result."""
    result = Result(path.stem, nbformat.read(path, 4))
    with tempfile.TemporaryDirectory(prefix="lclass-", ignore_cleanup_errors=True) as temp:
        temp = Path(temp)
        work, checks, log = temp / "work", temp / "checks", temp / "kernel.log"
        work.mkdir()
        client = Client(
            temp,
            result.notebook,
            kernel_name="lclass",
            timeout=args.timeout,
            startup_timeout=60,
            interrupt_on_timeout=True,
            resources={"metadata": {"path": str(work)}},
        )
        env = dict(os.environ, LCLASS_CI="1", LCLASS_CHECKS=str(checks), TMPDIR=str(temp))
        start = time.monotonic()
        try:
            with open(log, "w", encoding="utf-8") as stderr:
                await client.async_execute(env=env, stderr=stderr)
        except CellExecutionError:
            result.failures.append(cell_error(result.notebook, client.program))
        except Exception as err:  # the kernel did not start, or died
            cells = sum(result.notebook.cells[i].cell_type == "code" for i in client.seconds)
            place = f"cell {cells}: " if cells else ""
            result.failures.append(f"{place}{type(err).__name__}: {err}\n{log.read_text(encoding='utf-8')[-2000:]}")
        result.seconds = time.monotonic() - start
        read_checks(checks, result)
    for cell in result.notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = merge_streams(cell.outputs)
    result.failures += failed_checks(result) + limits(result, client.seconds, args)
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


def cell_error(notebook, program):
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
    where = program_line(code[number - 1 :: -1], code, program, stderr) or failing.source
    return "\n".join([f"cell {number}: {plain(error.evalue)}", where, *stderr.strip().splitlines()[-30:]])


def compiler_line(code, text):
    """The source line that the kernel calls Cell[2]: Line 3."""
    run, line = map(int, re.match(r"Cell\[(\d+)\]: Line (\d+)", text).groups())
    for number, cell in enumerate(code, 1):
        lines = cell.source.splitlines()
        if cell.execution_count == run and line <= len(lines):
            return f"cell {number}, line {line}: {lines[line - 1].strip()}"
    return text.splitlines()[0]


def program_line(latest_first, code, program, stderr):
    """The source line of a panic, from its line in the Go program of the cell."""
    mark = re.search(r"/main\.go:(\d+)", stderr)
    text = program[int(mark[1]) - 1] if mark and int(mark[1]) <= len(program) else ""
    for cell in latest_first:
        lines = cell.source.splitlines()
        if text.strip() and text in lines:
            return f"cell {code.index(cell) + 1}, line {lines.index(text) + 1}: {text.strip()}"
    return ""


def plain(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


CHECK_FIELDS = ["row", "lecture", "notebook", "what", "says", "computed", "ok", "why"]


def read_checks(path, result):
    """Takes over what the cells wrote, one JSON object a line."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for line in lines:
        try:
            check = {"notebook": result.name, "why": "", **json.loads(line)}
            result.checks.append({name: check[name] for name in CHECK_FIELDS})
        except (ValueError, KeyError) as err:
            result.failures.append(f"not a check: {line!r} ({err!r})")


def failed_checks(result):
    return [
        f"check of row {c['row']}, {c['what']}: the lecture says {c['says']}, we compute {c['computed']} {c['why']}".rstrip()
        for c in result.checks
        if not c["ok"]
    ]


def limits(result, seconds, args):
    """Cells that a class cannot wait for or read."""
    found, number = [], 0
    for index, cell in enumerate(result.notebook.cells):
        if cell.cell_type != "code":
            continue
        number += 1
        took = seconds.get(index, 0)
        if took >= args.timeout:
            found.append(f"cell {number} was stopped after {args.timeout} s")
        elif took > args.cell_seconds:
            found.append(f"cell {number} took {took:.1f} s, the limit is {args.cell_seconds:g} s")
        lines = len(cell.source.splitlines())
        if lines > args.cell_lines:
            found.append(f"cell {number} has {lines} lines, the limit is {args.cell_lines}")
    return found


def reading_order(paths):
    """As notebooks/order.txt has it, one name a line; else by name."""
    orders = {p.parent / "order.txt" for p in paths}
    names = [line.strip() for o in orders if o.exists() for line in o.read_text(encoding="utf-8").splitlines()]
    return sorted(paths, key=lambda p: (names.index(p.stem) if p.stem in names else len(names), p.stem))


def save(result, out):
    nbformat.write(result.notebook, out / f"{result.name}.ipynb")
    pages.write_page(result, out)


def write_checks(results, out):
    rows = [check for r in results for check in r.checks]
    text = json.dumps(rows, indent=1, ensure_ascii=False) + "\n"
    (out / "checks.json").write_text(text, encoding="utf-8")


def table(results):
    width = max(len(r.name) for r in results)
    lines = [f"{'notebook':<{width}}  seconds  figures  checks"]
    for r in results:
        mark = "  FAILED" if r.failures else ""
        lines.append(f"{r.name:<{width}}  {r.seconds:7.1f}  {len(r.figures()):7}  {r.passed():3}/{len(r.checks)}{mark}")
    return "\n".join(lines)


async def run(paths, args):
    places = asyncio.Semaphore(args.jobs)

    async def one(path):
        async with places:
            print(f"started   {path.stem}", flush=True)
            result = await execute(path, args)
            await asyncio.to_thread(save, result, args.out)
            state = "FAILED   " if result.failures else "finished "
            print(f"{state} {path.stem}  {result.seconds:.1f} s", flush=True)
            return result

    return await asyncio.gather(*(one(p) for p in paths))


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("notebooks", nargs="*", type=Path, help="default: notebooks/*.ipynb")
    p.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), help="how many at once (%(default)s)")
    p.add_argument("-o", "--out", type=Path, default=ROOT / "build", help="output directory (build)")
    p.add_argument("--timeout", type=int, default=60, help="stop a cell after so many seconds (%(default)s)")
    p.add_argument("--cell-seconds", type=float, default=10, help="a slower cell is a failure (%(default)s)")
    p.add_argument("--cell-lines", type=int, default=25, help="a longer cell is a failure (%(default)s)")
    return p.parse_args()


def main():
    args = arguments()
    paths = reading_order(args.notebooks or list((ROOT / "notebooks").glob("*.ipynb")))
    if not paths:
        print("there are no notebooks in notebooks/")
        return 0
    os.environ["JUPYTER_PATH"] = os.pathsep.join(
        [str(ROOT / "kernel/share/jupyter"), *filter(None, [os.environ.get("JUPYTER_PATH")])]
    )
    args.out.mkdir(parents=True, exist_ok=True)
    results = asyncio.run(run(paths, args))
    write_checks(results, args.out)
    pages.write_index(results, args.out)

    for r in results:
        for failure in r.failures:
            print(f"\n{r.name}, " + failure.replace("\n", "\n    "))
    print(f"\n{table(results)}\n\nthe pages: {args.out / 'index.html'}")
    return 1 if any(r.failures for r in results) else 0


if __name__ == "__main__":
    sys.exit(main())
