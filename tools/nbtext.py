#!/usr/bin/env python3
"""Notebooks as plain text, and their one normal form in git.

  nbtext.py show NOTEBOOK         print a notebook as text
  nbtext.py make TEXT NOTEBOOK    write the notebook that the text describes
  nbtext.py strip NOTEBOOK...     rewrite notebooks in the normal form
  nbtext.py check NOTEBOOK...     fail for a notebook that is not in it

In the text a line "# %%" starts a code cell and "# %% [markdown]" a markdown
cell. What nbgrader keeps of a cell of an assignment stands behind the mark, as
in "# %% nbgrader={"grade_id": "Score", …}". The normal form has no outputs, no
execution counts, no other metadata, the kernel "Go (lclass)", and cell ids that
come from the cell's own text.

For readable diffs: git config diff.ipynb.textconv 'tools/nbtext.py show'
"""
import hashlib
import json
import re
import sys

MARK = "# %%"
METADATA = {
    "kernelspec": {"display_name": "Go (lclass)", "language": "go", "name": "lclass"},
    "language_info": {"file_extension": ".go", "mimetype": "text/x-go", "name": "go"},
}


def read(path):
    """The cells of a notebook, as triples of type, source and nbgrader's metadata."""
    with open(path, encoding="utf-8") as f:
        cells = json.load(f)["cells"]
    return [(c["cell_type"], "".join(c["source"]), c.get("metadata", {}).get("nbgrader")) for c in cells]


def to_text(cells):
    parts = []
    for kind, source, grade in cells:
        mark = MARK if kind == "code" else f"{MARK} [{kind}]"
        if grade:
            mark += f" nbgrader={json.dumps(grade, sort_keys=True)}"
        source = re.sub(rf"^(\\*{MARK})", r"\\\1", source, flags=re.M)
        parts.append(f"{mark}\n{source}\n")
    return "\n".join(parts)


def from_text(text):
    cells = []
    for line in text.splitlines(keepends=True):
        mark = re.fullmatch(rf"{MARK}(?: \[(markdown|raw)\])?(?: nbgrader=(.*))?\s*", line)
        if mark:
            cells.append((mark[1] or "code", [], json.loads(mark[2]) if mark[2] else None))
        elif cells:
            cells[-1][1].append(re.sub(rf"^\\(\\*{MARK})", r"\1", line))
        elif line.strip():
            raise ValueError(f"the first line must be {MARK!r} or {MARK + ' [markdown]'!r}, it is {line!r}")
    return [(kind, "".join(lines).strip("\n"), grade) for kind, lines, grade in cells]


def dump(cells):
    """The normal form of a notebook, byte for byte."""
    out, seen = [], set()
    for kind, source, grade in cells:
        source = source.strip("\n")
        digest = hashlib.sha256(f"{kind}\n{source}".encode()).hexdigest()[:8]
        name = digest
        while name in seen:
            name = f"{digest}-{len(seen)}"
        seen.add(name)
        metadata = {"nbgrader": grade} if grade else {}
        cell = {"cell_type": kind, "id": name, "metadata": metadata, "source": source.splitlines(keepends=True)}
        if kind == "code":
            cell.update(execution_count=None, outputs=[])
        out.append(cell)
    notebook = {"cells": out, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="\n") as f:
        f.write(text)


def normal(path):
    with open(path, encoding="utf-8", newline="") as f:
        return f.read() == dump(read(path))


def main(args):
    command, paths = (args[0], args[1:]) if args else ("", [])
    if command == "show" and len(paths) == 1:
        sys.stdout.write(to_text(read(paths[0])))
    elif command == "make" and len(paths) == 2:
        with open(paths[0], encoding="utf-8") as f:
            write(paths[1], dump(from_text(f.read())))
    elif command == "strip":
        for path in paths:
            if not normal(path):
                write(path, dump(read(path)))
                print("stripped", path)
    elif command == "check":
        bad = [path for path in paths if not normal(path)]
        for path in bad:
            print(f"{path}: has outputs or is not in the normal form; run 'make strip'")
        return 1 if bad else 0
    else:
        print(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
