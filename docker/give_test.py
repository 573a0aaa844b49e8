import tempfile
import unittest
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
        with mock.patch("sys.stderr"):
            give.main(self.course, self.work, version)

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


if __name__ == "__main__":
    unittest.main()
