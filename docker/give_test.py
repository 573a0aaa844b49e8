import errno
import io
import os
import signal
import tempfile
import unittest
from contextlib import redirect_stderr
from pathlib import Path
from unittest import mock

import give


class Give(unittest.TestCase):
    def setUp(self):
        temp = tempfile.TemporaryDirectory()
        self.addCleanup(temp.cleanup)
        self.course, self.work = Path(temp.name, "course"), Path(temp.name, "work")
        (self.course / "notebooks").mkdir(parents=True)
        self.publish("old")
        self.give("v1")

    def publish(self, text, name="a"):
        (self.course / f"notebooks/{name}.ipynb").write_text(text, encoding="utf-8")

    def give(self, version):
        """Returns the lines of warning."""
        said = io.StringIO()
        with redirect_stderr(said):
            give.main(self.course, self.work, version)
        return said.getvalue().splitlines()

    def write(self, text, name="a"):
        (self.work / f"notebooks/{name}.ipynb").write_text(text, encoding="utf-8")

    def has(self):
        folder = self.work / "notebooks"
        return {p.name.removesuffix(".ipynb"): p.read_text(encoding="utf-8") for p in sorted(folder.iterdir())}

    def test_copies_what_is_missing(self):
        self.assertEqual(self.has(), {"a": "old"})
        (self.work / "notebooks/a.ipynb").unlink()
        self.publish("b", name="b")
        self.give("v1")
        self.assertEqual(self.has(), {"a": "old", "b": "b"})

    def test_changed_stays_without_a_newer_one(self):
        self.write("mine")
        self.give("v2")
        self.assertEqual(self.has(), {"a": "mine"})

    def test_unchanged_gives_way(self):
        self.publish("new")
        self.give("v2")
        self.assertEqual(self.has(), {"a": "new"})

    def test_changed_stays_and_the_newer_one_is_beside(self):
        self.write("mine")
        self.publish("new")
        self.give("v2")
        self.give("v2")
        self.assertEqual(self.has(), {"a": "mine", "a.v2": "new"})

    def test_the_one_beside_is_the_students_too(self):
        self.write("mine")
        self.publish("new")
        self.give("v2")
        self.write("mine, too", name="a.v2")
        self.give("v2")
        self.assertEqual(self.has(), {"a": "mine", "a.v2": "mine, too"})
        self.publish("newer")
        self.give("v2")
        self.assertEqual(self.has(), {"a": "mine", "a.v2": "mine, too", "a.v2-2": "newer"})

    def test_the_one_beside_that_was_removed_does_not_come_back(self):
        self.write("mine")
        self.publish("new")
        self.give("v2")
        (self.work / "notebooks/a.v2.ipynb").unlink()
        self.give("v2")
        self.assertEqual(self.has(), {"a": "mine"})

    def test_a_file_that_was_there_first_is_the_students(self):
        self.write("mine", name="b")
        self.publish("b", name="b")
        self.give("v1")
        self.assertEqual(self.has(), {"a": "old", "b": "mine", "b.v1": "b"})

    def test_without_a_record_everything_is_the_students(self):
        (self.work / give.RECORD).write_text("{", encoding="utf-8")
        self.publish("new")
        self.give("v2")
        self.assertEqual(self.has(), {"a": "old", "a.v2": "new"})

    def make(self, kind, path):
        match kind:
            case "directory":
                path.mkdir(parents=True)
            case "file":
                path.write_text("mine")
            case "pipe":
                os.mkfifo(path)
            case "link to nothing":
                path.symlink_to("nothing")
            case "link to itself":
                path.symlink_to(path.name)
            case "link to a file":
                (path.parent / "own").write_text("old")
                path.symlink_to("own")

    def test_what_is_in_the_way_stays(self):
        """One line of warning, everything else is given, and nothing waits for ever."""
        signal.alarm(600)
        self.addCleanup(signal.alarm, 0)
        self.publish("b", name="b")
        kinds = ["directory", "file", "pipe", "link to nothing", "link to itself", "link to a file"]
        for place in ["notebooks/a.ipynb", "notebooks/a.v2.ipynb", "notebooks", ".lab", give.RECORD]:
            for kind in kinds:
                usual = "directory" if place in ("notebooks", ".lab") else "file"
                if kind == usual:
                    continue
                with self.subTest(place=place, kind=kind), tempfile.TemporaryDirectory() as work:
                    self.work = Path(work)
                    path = self.work / place
                    path.parent.mkdir(exist_ok=True)
                    self.make(kind, path)
                    before = os.readlink(path) if path.is_symlink() else path.lstat().st_ino
                    if place == "notebooks/a.v2.ipynb":
                        self.write("mine")
                    said = self.give("v2")
                    after = os.readlink(path) if path.is_symlink() else path.lstat().st_ino
                    self.assertEqual(before, after)
                    self.assertEqual(len(said), 1, said)
                    if place != "notebooks":
                        self.assertEqual((self.work / "notebooks/b.ipynb").read_text(), "b")
                    if place == "notebooks/a.ipynb":
                        self.assertEqual((self.work / "notebooks/a.v2.ipynb").read_text(), "old")

    def test_a_full_disk_leaves_no_fragment(self):
        self.write("mine")
        self.publish("new")
        self.publish("b", name="b")
        for broken in ["os.fsync", "os.chmod", "os.replace"]:
            with mock.patch(broken, side_effect=OSError(errno.ENOSPC, "No space left on device")):
                said = self.give("v2")
            self.assertEqual(len(said), 2, said)  # the notebooks, and the record
            self.assertEqual(self.has(), {"a": "mine"})

    def test_a_huge_file_is_not_read(self):
        with open(self.work / "notebooks/a.ipynb", "wb") as f:
            f.truncate(1 << 36)
        self.publish("new")
        self.give("v2")
        self.assertEqual((self.work / "notebooks/a.v2.ipynb").read_text(), "new")


if __name__ == "__main__":
    unittest.main()
