"""Tests of unchanged.py: a key changes with all that its notebook depends on, and with
nothing else."""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import nbtext
import unchanged

BUILT = {name: [[name, "1"]] for name in ["runtime", *unchanged.PROGRAMS, "linclass/a", "linclass/b", "linclass/none"]}


class Keys(unittest.TestCase):
    def setUp(self):
        temp = tempfile.TemporaryDirectory()
        self.addCleanup(temp.cleanup)
        self.dir = Path(temp.name)
        self.notebooks = [self.dir / "a.ipynb", self.dir / "b.ipynb"]
        for path in self.notebooks:
            self.write(path, "fmt.Println()")
        (self.dir / "titanic").mkdir()
        changed = mock.patch.dict(os.environ, LCLASS_DATA=str(self.dir), LCLASS_CACHE=str(self.dir / "none"))
        changed.start()
        self.addCleanup(changed.stop)

    def write(self, path, source):
        path.write_text(nbtext.dump([("code", f'import "linclass/{path.stem}"', None), ("code", source, None)]), encoding="utf-8")

    def keys(self, built=BUILT, settings=()):
        return list(unchanged.keys(self.notebooks, list(settings), lambda names, *_: {name: built[name] for name in names if name in built}).values())

    def assert_changes(self, which, **kwargs):
        """Wants other keys for the notebooks whose names are in which, than last time."""
        now = self.keys(**kwargs)
        changed = "".join(path.stem for path, key, was in zip(self.notebooks, now, self.before) if key != was)
        self.assertEqual(changed, which)

    def test_keys(self):
        self.before = self.keys()
        self.assertNotEqual(*self.before)
        self.assert_changes("")
        self.assert_changes("a", built={**BUILT, "linclass/a": [["linclass/a", "2"]]})
        self.assert_changes("b", built={**BUILT, "linclass/b": [["linclass/b", "1"], ["linclass/c", "2"]]})
        self.assert_changes("", built={**BUILT, "linclass/none": [["linclass/none", "2"]]})
        for name in ("runtime", *unchanged.PROGRAMS):
            self.assert_changes("ab", built={**BUILT, name: [[name, "2"]]})
        self.assert_changes("ab", settings=[15])
        with mock.patch.dict(os.environ, LCLASS_OFFLINE="no"):
            self.assert_changes("ab")
        self.write(self.notebooks[0], "fmt.Print()")
        self.assert_changes("a")
        self.before = self.keys()
        (self.dir / "titanic" / "titanic.csv").write_text("x", encoding="utf-8")
        self.assert_changes("ab")

    def test_files_of_the_kernel(self):
        before = self.keys()
        with mock.patch.object(unchanged, "FILES", unchanged.FILES[1:]):
            self.assertTrue(all(now != was for now, was in zip(self.keys(), before)))

    def test_files_that_there_are(self):
        """Files and programs that the kernel is made of have not been renamed."""
        for pattern in unchanged.FILES:
            self.assertTrue(list(unchanged.ROOT.glob(pattern)), f"{pattern}: run make kernel if it is in bin")
        built = (unchanged.ROOT / "kernel" / "build.sh").read_text(encoding="utf-8")
        for program in unchanged.PROGRAMS:
            self.assertIn("./" + program.split("/", 1)[1], built)

    def test_no_go(self):
        def fails(*_):
            raise subprocess.CalledProcessError(1, "go")

        self.assertEqual(unchanged.keys(self.notebooks, [], fails), dict.fromkeys(self.notebooks))

    def test_strings(self):
        self.write(self.notebooks[0], 'f("all", "main.go", "linclass/...", "math/rand/v2", "Two words", "sort")')
        self.assertEqual(unchanged.strings(self.notebooks[0]), ["linclass/a", "math/rand/v2", "sort"])


class Packages(unittest.TestCase):
    def test_build_ids(self):
        self.assertEqual(list(unchanged.packages(unchanged.PROGRAMS, "-tags=")), unchanged.PROGRAMS)
        found = unchanged.packages(["linclass/lclass/metric", "linclass/lclass", "no such"])
        self.assertEqual(list(found), ["linclass/lclass/metric", "linclass/lclass"])
        ids = dict(found["linclass/lclass"])
        for name in ("linclass/lclass", "linclass/lclass/internal/solve", "runtime"):
            self.assertRegex(ids[name], "^.+/.+$")


if __name__ == "__main__":
    unittest.main()
