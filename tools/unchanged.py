"""Keeps what became of notebooks, until something changes that their cells depend on:
the notebook, the packages that it imports, the kernel, the data sets, the programs that
run it."""
import hashlib
import importlib.metadata
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parent.parent

# What decides what a cell gives, besides the packages that it imports.
# GoNB and goimports are those of kernel/go.mod.
FILES = [
    *("go.mod", "go.sum", "bin/go.dirs", "kernel/build.sh", "kernel/cell/*", "kernel/config/**/*", "kernel/share/**/*"),
    *("kernel/go.mod", "kernel/go.sum", "kernel/cmd/*/*", "tools/run_notebooks.py", "tools/unchanged.py"),
]
PROGRAMS = ["linclass/plots/cmd/lclass-plot", "linclass/datasets/cmd/lclass-data"]


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def data_sets():
    """The files of the data sets. Their loaders look at the contents."""
    cache = os.environ.get("LCLASS_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "lclass")
    for place in filter(None, [os.environ.get("LCLASS_DATA"), cache]):
        for name in ("mnist", "titanic"):
            for path in sorted(Path(place, name).glob("*")):
                yield [str(path), path.stat().st_size, path.stat().st_mtime_ns]


def packages(paths, *flags):
    """What Go has compiled of packages: for each of those that there are, the build IDs
    of it and of all that it imports. As for cells, but for the flags."""
    script = '. kernel/share/jupyter/kernels/lclass/env.sh && exec go list -e -export -deps -json=ImportPath,BuildID,Deps,Error "$@"'
    out = subprocess.run(["sh", "-c", script, "sh", *flags, *paths], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    decoder, found = json.JSONDecoder(), {}
    while out := out.lstrip():
        package, end = decoder.raw_decode(out)
        out = out[end:]
        if "Error" not in package:
            found[package["ImportPath"]] = package
    ids = {path: package.get("BuildID", "") for path, package in found.items()}
    return {path: sorted((p, ids.get(p, "")) for p in [path, *found[path].get("Deps", [])]) for path in paths if path in found}


def strings(path):
    """The strings of the cells that may be import paths. Some words mean many packages
    to Go, and so do three dots; a name that ends in .go is a file."""
    sources = [cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]
    found = set(re.findall(r'"([a-z][A-Za-z0-9./_-]*)"', "\n".join(sources)))
    return sorted(name for name in found - {"all", "cmd", "main", "std", "tool", "work"} if "..." not in name and not name.endswith(".go"))


def keys(notebooks, settings, compiled=packages):
    """A text for each notebook that is another one when its results may be others, or
    None for all of them where Go cannot say what it has compiled."""
    wanted = {path: strings(path) for path in notebooks}
    try:
        programs = compiled(PROGRAMS, "-tags=")
        built = compiled(sorted({"runtime", *(name for names in wanted.values() for name in names)}))
        shared = [programs[name] for name in PROGRAMS] + built["runtime"]
    except (OSError, subprocess.CalledProcessError, ValueError, KeyError) as err:
        print(f"running all notebooks, because Go does not report what it compiled: {err!r}", file=sys.stderr)
        return dict.fromkeys(notebooks)
    everything = [
        settings,
        sorted(item for item in os.environ.items() if item[0].startswith("LCLASS_")),
        list(data_sets()),
        [digest(path) for pattern in FILES for path in sorted(ROOT.glob(pattern)) if path.is_file()],
        sys.version,
        platform.platform(),
        [importlib.metadata.version(name) for name in ("nbclient", "jupyter_client", "nbformat")],
        shared,
    ]
    return {path: key(everything, digest(path), {name: built.get(name) for name in names}) for path, names in wanted.items()}


def key(*parts):
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


class Kept:
    """The results in a directory, each with its key."""

    def __init__(self, directory):
        self.directory = directory

    def find(self, name, key):
        """The fields of the result of a notebook, None if they are not kept for this key."""
        path = self.directory / f"{name}.json"
        if key is None or not path.exists():
            return None
        fields = json.loads(path.read_text(encoding="utf-8"))
        if fields.pop("key") != key:
            return None
        return {**fields, "notebook": nbformat.reads(fields["notebook"], 4), "slowest": tuple(fields["slowest"]), "skipped": set(fields["skipped"])}

    def keep(self, key, result):
        """Keeps a result without failures."""
        path = self.directory / f"{result.name}.json"
        path.unlink(missing_ok=True)
        if key is None or result.failures:
            return
        fields = {**vars(result), "key": key, "notebook": nbformat.writes(result.notebook), "skipped": sorted(result.skipped)}
        self.directory.mkdir(exist_ok=True)
        written = path.with_suffix(".new")
        written.write_text(json.dumps(fields), encoding="utf-8")
        written.replace(path)
