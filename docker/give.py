#!/usr/bin/env python3
"""Gives the notebooks of a course to a student's directory.

  give.py COURSE WORK VERSION

Notebooks of COURSE/notebooks and COURSE/assignments that are missing in WORK are
copied. One that the student has left as it was gives way to a newer one. One
that was changed stays, and the newer one is put beside it once, with the version
in its name. WORK/.lab/given.json notes what was given.
"""
import hashlib
import json
import os
import sys
import tempfile
from pathlib import Path

FOLDERS = ["notebooks", "assignments"]
RECORD = ".lab/given.json"


def main(course, work, version):
    course, work = Path(course), Path(work)
    given = read_record(work / RECORD)
    for folder in FOLDERS:
        for new in sorted((course / folder).glob("*.ipynb")):
            give(new.read_bytes(), folder, new.stem, work, version, given)
    write(work / RECORD, json.dumps(given, indent=1, sort_keys=True).encode())


def give(new, folder, stem, work, version, given):
    """Puts a notebook into the folder unless it was put there before."""
    name = f"{folder}/{stem}.ipynb"
    if put(new, name, work, given):
        return
    if given.get(name) == sha256(new) or (work / name).read_bytes() == new:
        return  # the student's changes are to this very version
    count = 1
    while True:
        beside = f"{folder}/{stem}.{version}{'' if count == 1 else f'-{count}'}.ipynb"
        if given.get(beside) == sha256(new):
            return  # and if it is not there any more, the student did not want it
        if put(new, beside, work, given):
            print(f"lab: you have changed {name}: the new one is {beside}", file=sys.stderr)
            return
        count += 1


def put(new, name, work, given):
    """Writes the file if there is none, or one that was given and not changed."""
    path = work / name
    if path.exists():
        old = path.read_bytes()
        if old != new and given.get(name) != sha256(old):
            return False
    if not path.exists() or old != new:
        write(path, new)
    given[name] = sha256(new)
    return True


def read_record(path):
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}  # what is there counts as the student's
    return record if isinstance(record, dict) else {}


def write(path, content):
    """Writes the whole file or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", suffix=".new", delete=False) as f:
        f.write(content)
        os.fsync(f.fileno())
    os.chmod(f.name, 0o644)
    os.replace(f.name, path)


def sha256(content):
    return hashlib.sha256(content).hexdigest()


if __name__ == "__main__":
    main(*sys.argv[1:])
