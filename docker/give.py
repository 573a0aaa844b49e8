#!/usr/bin/env python3
"""Gives the notebooks of a course to a student's directory.

  give.py COURSE WORK VERSION

Notebooks of COURSE/notebooks and COURSE/assignments that are missing in WORK are
copied. One that the student has left as it was gives way to a newer one. One
that was changed stays, and the newer one is put beside it once, with the version
in its name. WORK/.lab/given.json notes what was given.

Whatever else is in the way stays as it is, and costs a line of warning.
"""
import hashlib
import json
import os
import stat
import sys
import tempfile
from pathlib import Path

FOLDERS = ["notebooks", "assignments"]
RECORD = ".lab/given.json"
LARGEST = 100_000_000  # bytes; no course gives a larger notebook
KINDS = [(stat.S_ISDIR, "a directory"), (stat.S_ISLNK, "a link"), (stat.S_ISFIFO, "a pipe")]


def main(course, work, version):
    course, work = Path(course), Path(work)
    given = read_record(work / RECORD)
    for folder in FOLDERS:
        missed = {}  # reason → names
        for new in sorted((course / folder).glob("*.ipynb")):
            try:
                give(new.read_bytes(), folder, new.stem, work, version, given)
            except OSError as error:
                missed.setdefault(error.strerror, []).append(new.name)
        for reason, names in missed.items():
            warn(f"{folder}: {listed(names)} cannot be copied: {reason}")
    try:
        write(work / RECORD, json.dumps(given, indent=1, sort_keys=True).encode())
    except OSError as error:
        warn(f"{RECORD} cannot be written: {error.strerror}. At the next start, all notebooks count as changed by you")


def give(new, folder, stem, work, version, given):
    """Puts a notebook into the folder unless it was put there before."""
    name = f"{folder}/{stem}.ipynb"
    kind = other_kind(work / name)
    if not kind:
        if put(new, name, work, given):
            return
        if given.get(name) == sha256(new) or same(work / name, new):
            return  # the student's changes are to this very version
    count = 1
    while True:
        beside = f"{folder}/{stem}.{version}{'' if count == 1 else f'-{count}'}.ipynb"
        if given.get(beside) == sha256(new):
            return  # and if it is not there any more, the student did not want it
        if not other_kind(work / beside) and put(new, beside, work, given):
            why = f"{name} is {kind}" if kind else f"you have changed {name}"
            warn(f"{why}: the new one is {beside}")
            return
        count += 1


def put(new, name, work, given):
    """Writes the file if there is none, or one that was given and not changed."""
    path = work / name
    if not path.exists():
        write(path, new)
    elif not same(path, new):
        if given.get(name) != digest(path):
            return False
        write(path, new)
    given[name] = sha256(new)
    return True


def other_kind(path):
    """What there is in place of a plain file; None for nothing or a file."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISREG(mode):
        return None
    return next((name for is_kind, name in KINDS if is_kind(mode)), "no file")


def same(path, content):
    return path.stat().st_size == len(content) and digest(path) == sha256(content)


def read_record(path):
    try:
        if other_kind(path):
            return {}
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}  # what is there counts as the student's
    return record if isinstance(record, dict) else {}


def write(path, content):
    """Writes the whole file or nothing."""
    if other_kind(path):
        raise FileExistsError(0, f"it is {other_kind(path)}")
    path.parent.mkdir(parents=True, exist_ok=True)
    f = tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", suffix=".new", delete=False)
    try:
        with f:
            f.write(content)
            f.flush()
            os.fsync(f.fileno())
        os.chmod(f.name, 0o644)
        os.replace(f.name, path)
    except OSError:
        os.unlink(f.name)
        raise


def digest(path):
    if path.stat().st_size > LARGEST:
        return None
    with path.open("rb") as f:
        return hashlib.file_digest(f, "sha256").hexdigest()


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def listed(names):
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"


def warn(text):
    print(f"lab: {text}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
