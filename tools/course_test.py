"""Tests of course.py, coverage.py, links.py and pages.py, without a kernel."""
import dataclasses
import json
import re
import tempfile
import unittest
from pathlib import Path

import nbformat

import course
import links
import nbtext
import pages
from coverage import Coverage, count_kinds, count_states
from run_notebooks import Result

ROWS = """
# a comment
lectures: Notes, KMITL
1 | Notes        | a line   |
2 | all          | a table  |
3 | KMITL        | a photo  | MNIST
4 | Notes, KMITL | a sum    | Titanic in part
"""


PRINTED = "Notes\tA line, \"w\"\t1\t1\nKMITL\tA table\t2\t1\n"


def check(row, notebook="a", cell=1, lecture="Notes", what="w", state="agrees", kind="printed"):
    """A check that quotes the text 1, or one of another kind."""
    quoted = {"lecture": lecture, "place": "A table", "text": "1"} if kind == "printed" else {"lecture": "", "place": "", "text": ""}
    place = {"row": row, "kind": kind, **quoted, "notebook": notebook, "cell": cell, "id": f"id{cell}"}
    return {**place, "what": what, "says": "1", "computed": "1.0", "ok": state != "differs", "state": state, "why": ""}


class Directory(unittest.TestCase):
    def setUp(self):
        temp = tempfile.TemporaryDirectory()
        self.addCleanup(temp.cleanup)
        self.dir = Path(temp.name)

    def write(self, name, text):
        path = self.dir / name
        path.write_text(text, encoding="utf-8")
        return path


class Course(Directory):
    def test_order(self):
        self.write("order.txt", "lab\n# Lines\nregression\n\nsvm\n# Data\nmnist\n")
        found = course.read_order(self.dir)
        self.assertEqual(
            [(name, lesson.theme) for name, lesson in found.items()],
            [("lab", ""), ("regression", "Lines"), ("svm", "Lines"), ("mnist", "Data")],
        )
        self.assertEqual([lesson.name for lesson in found.themes()["Lines"]], ["regression", "svm"])

    def test_needs(self):
        self.write("order.txt", "regression\nsvm\n")
        self.write("needs.txt", "# a remark\nsvm: regression\n")
        self.assertEqual(course.read_order(self.dir)["svm"].needs, ["regression"])
        self.write("needs.txt", "svm: regresion\n")
        with self.assertRaisesRegex(ValueError, "needs.txt: regresion is not in order.txt"):
            course.read_order(self.dir)

    def test_lesson(self):
        self.write("order.txt", "svm\n")
        text = "# Support *vectors*\n\nWhich line?\n\n## 1. Is 80 % 8×10 %?\n" + 400 * "word " + "\n<details><summary>Hint</summary>" + 900 * "word " + "</details>\n"
        cells = [nbformat.v4.new_markdown_cell(text), nbformat.v4.new_code_cell("x"), nbformat.v4.new_markdown_cell("## 2. Optional: more")]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), self.dir / "svm.ipynb")
        lesson = course.read_order(self.dir)["svm"]
        self.assertEqual((lesson.title, lesson.aim, lesson.minutes), ("Support *vectors*", "Which line?", 2))
        self.assertEqual([(s.anchor, s.number, s.optional) for s in lesson.sections], [("1.-Is-80-%25-8%C3%9710-%25?", "1", False), ("2.-Optional:-more", "2", True)])

    def lesson(self):
        self.write("order.txt", "svm\n")
        text = "# Support vectors\n\n## 1. Lines\n\n### A2. Streets\n"
        nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(text)]), self.dir / "svm.ipynb")

    def test_route(self):
        self.lesson()
        self.write("rows.txt", "lectures: Notes\n1 | Notes | a line |\n")
        (self.dir / "routes").mkdir()
        text = "# Notes: a chapter\nIt is short.\n## Lines\nshows: A line.\nhere: svm 1, svm A2\nadds: A street.\nrows: 1\n"
        self.write("routes/notes.txt", text)
        (route,) = course.read_order(self.dir).routes
        (stop,) = route.stops
        self.assertEqual((route.page, route.title, stop.title, stop.shows, stop.adds), ("lecture-notes", "Notes: a chapter", "Lines", "A line.", "A street."))
        self.assertEqual(stop.here, [("svm.html#1.-Lines", "1. Lines", "Support vectors"), ("svm.html#A2.-Streets", "A2. Streets", "Support vectors")])
        self.assertEqual([row.title for row in stop.rows], ["a line"])
        self.assertEqual(route.public, "")
        self.write("routes/notes.txt", text.replace("## Lines", "public: https://example.org/notes\n## Lines"))
        (route,) = course.read_order(self.dir).routes
        self.assertEqual((route.public, len(route.stops)), ("https://example.org/notes", 1))
        for was, becomes, says in [
            ("svm A2", "svm 7", "'svm 7' is not a section of a lesson"),
            ("rows: 1", "rows: 2", "has row 2, which is not in rows.txt"),
            ("rows: 1\n", "", "notes.txt lacks the rows [1]"),
            ("adds:", "add:", "begins with none of"),
            ("## Lines", "public: javascript:alert(1)\n## Lines", "has no address that begins with https://"),
        ]:
            self.write("routes/notes.txt", text.replace(was, becomes))
            with self.assertRaisesRegex(ValueError, re.escape(says)):
                course.read_order(self.dir)

    def test_glossary(self):
        self.lesson()
        self.write("glossary.txt", "# words\nmargin | margins | svm 1 | How far.\n\n## Symbols\n$m$ | | svm A2 | The margin.\n")
        word, symbol = course.read_order(self.dir).terms
        self.assertEqual((word.word, word.others, word.anchor, word.symbol, symbol.symbol), ("margin", ["margins"], "margin", False, True))
        for wrong, says in {"margin | svm 1 | How far.": "is not: word", "margin | | svm 9 | How far.": "glossary.txt: margin: 'svm 9' is not a section"}.items():
            self.write("glossary.txt", wrong)
            with self.assertRaisesRegex(ValueError, says):
                course.read_order(self.dir)

    def test_the_words_of_the_project(self):
        terms = course.read_order(Path(__file__).parent.parent / "notebooks").terms
        anchors = [term.anchor for term in terms]
        self.assertEqual(len(set(anchors)), len(anchors))
        self.assertGreaterEqual(sum(not term.symbol for term in terms), 60)
        for term in terms:
            self.assertRegex(term.meaning, r"^[A-Z±].*\.$")

    def test_rows(self):
        self.write("rows.txt", ROWS)
        lectures, rows = course.read_rows(self.dir)
        self.assertEqual(lectures, ["Notes", "KMITL"])
        self.assertEqual([row.number for row in rows], [1, 2, 3, 4])
        self.assertEqual(rows[1], course.Row(2, ["Notes", "KMITL"], "a table"))
        self.assertEqual((rows[2].data, rows[2].part), ("MNIST", False))
        self.assertEqual((rows[3].data, rows[3].part), ("Titanic", True))

    def test_bad_rows(self):
        for text, says in {
            "1 | Notes | a line": "is not: row",
            "one | Notes | a line |": "is not: row",
            "lectures: Notes\n1 | Nots | a line |": "row 1 is of Nots",
        }.items():
            self.write("rows.txt", text)
            with self.assertRaisesRegex(ValueError, says):
                course.read_rows(self.dir)

    def test_printed(self):
        Path(self.dir, "lecture").mkdir()
        self.write("lecture/printed.tsv", PRINTED)
        self.assertEqual(
            course.read_printed(self.dir), [course.Printed("Notes", 'A line, "w"', 1, "1"), course.Printed("KMITL", "A table", 2, "1")]
        )
        for wrong in ("Notes\tA line\t1\n", "Notes\tA line\tone\t1\n"):
            self.write("lecture/printed.tsv", PRINTED + wrong)
            with self.assertRaisesRegex(ValueError, "is not: lecture, place, row, text"):
                course.read_printed(self.dir)

    def test_no_plan(self):
        self.assertEqual((course.read_order(self.dir), course.read_rows(self.dir), course.read_printed(self.dir)), ({}, ([], []), []))

    def test_exercises_of_the_project(self):
        lessons = set((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
        for path in lessons - {path for path in lessons if path.stem == "read"}:  # which is about reading
            text = "\n".join(source for kind, source, _ in nbtext.read(path) if kind == "markdown")
            labels = re.findall(r"^\*\*\d.*?\*\*", text.partition("## Exercises")[2], flags=re.M)
            self.assertEqual(labels, ["**1 (easy).**", "**2 (medium).**", "**3 (open).**"], path.name)

    def test_the_rows_of_the_project(self):
        lectures, rows = course.read_rows(Path(__file__).parent.parent / "notebooks")
        self.assertEqual([row.number for row in rows], list(range(1, 37)))
        self.assertEqual({row.number: row.data for row in rows if row.data}, {25: "MNIST", 29: "Titanic", 33: "Titanic", 34: "MNIST"})
        self.assertEqual(len(lectures), 5)


class Covered(Directory):
    def cover(self, checks, skipped=(), complete=True, printed=()):
        self.write("rows.txt", ROWS)
        return Coverage(*course.read_rows(self.dir), printed, checks, set(skipped), complete)

    def states(self, *args, **kwargs):
        c = self.cover(*args, **kwargs)
        return [c.state(row) for row in c.rows]

    ALL = [check(1), check(2, "b", 3), check(2, "b", 2, "KMITL"), check(3, lecture="KMITL"), check(4)]

    def test_all(self):
        self.assertEqual(self.states(self.ALL), ["checked"] * 4)
        self.assertEqual(self.cover(self.ALL).failures(), [])

    def test_missing(self):
        self.assertEqual(self.states(self.ALL[1:]), ["missing", "checked", "checked", "checked"])
        self.assertEqual(self.cover(self.ALL[1:]).failures(), ["row 1 of the lectures, a line: no notebook checks it"])

    def test_some_notebooks(self):
        self.assertEqual(self.states(self.ALL[1:], complete=False)[0], "not run")
        self.assertEqual(self.cover(self.ALL[1:], complete=False).failures(), [])

    def test_two_notebooks(self):
        twice = self.cover([*self.ALL, check(1, "b")])
        self.assertEqual(twice.state(twice.rows[0]), "in two notebooks")
        self.assertEqual(len(twice.failures()), 1)
        self.assertIn("checked in a and b", twice.failures()[0])

    def test_differs(self):
        self.assertEqual(self.states([*self.ALL, check(1, state="differs")])[0], "differs")

    def test_near(self):
        c = self.cover([*self.ALL, check(1, state="near")])
        self.assertEqual([c.state(row) for row in c.rows], ["near", "checked", "checked", "checked"])
        self.assertEqual((c.remarks(c.rows[0], "Notes"), c.failures()), (["≈ near"], []))
        self.assertEqual(self.states([*self.ALL, check(1, state="near"), check(1, state="differs")])[0], "differs")

    def test_a_row_without_a_printed_check(self):
        c = self.cover([check(1, kind="theory"), *self.ALL[1:], check(4, kind="ours")])
        self.assertEqual(([c.state(row) for row in c.rows], c.failures()), (["checked"] * 4, []))
        self.assertEqual([c.remarks(row, "Notes") for row in c.of("Notes")], [["nothing printed is checked"], [], []])
        self.assertEqual(c.summary("Notes"), "3 of 3 rows are covered, 2 of them by a printed text or number")
        # Row 4 quotes Notes and not KMITL.
        self.assertEqual([c.remarks(row, "KMITL") for row in c.of("KMITL")], [[], [], ["nothing printed is checked"]])
        self.assertEqual([r["kinds"] for r in c.as_json()["rows"]][::3], [{"printed": 0, "theory": 1, "ours": 0}, {"printed": 1, "theory": 0, "ours": 1}])

    def test_checks_of_a_lecture(self):
        checks = [check(4), check(4, lecture="KMITL"), check(4, kind="theory"), check(3), check(3, lecture="KMITL")]
        c = self.cover(checks)
        self.assertEqual(c.checks_of(c.rows[3], "Notes"), [checks[0], checks[2]])
        self.assertEqual(c.checks_of(c.rows[3], "KMITL"), checks[1:3])
        # Row 3 is of KMITL alone: what it quotes of Notes has no other table.
        self.assertEqual(c.checks_of(c.rows[2], "KMITL"), checks[3:])

    def test_unused(self):
        printed = [course.Printed("Notes", "A line", 1, "1"), course.Printed("Notes", "A line", 1, "2"), course.Printed("KMITL", "A photo", 3, "3")]
        c = self.cover(self.ALL, printed=printed)
        self.assertEqual(c.unused(), printed[1:])
        self.assertEqual(len(c.failures()), 2)
        self.assertEqual(c.failures()[0], "printed.tsv: no check quotes '2' of Notes, row 1; remove the line or add a check")
        self.assertEqual(c.as_json()["unused"], [dataclasses.asdict(p) for p in printed[1:]])
        # Of another lecture, row or kind does not count.
        for other in (check(1, lecture="KMITL"), check(2), check(1, kind="theory")):
            self.assertEqual(self.cover([other], printed=printed[:1]).unused(), printed[:1])
        self.assertEqual(self.cover(self.ALL, printed=printed, skipped=["MNIST"]).unused(), printed[1:2])
        self.assertEqual(self.cover(self.ALL, printed=printed, complete=False).unused(), [])
        slip = [course.Printed("Notes", "A line", 0, "1")]
        self.assertEqual(self.cover(self.ALL, printed=slip).unused(), slip)
        self.assertEqual(self.cover(self.ALL, printed=slip, skipped=["Titanic"]).unused(), [])
        self.assertEqual(self.cover([check(0, state="slip")], printed=slip).unused(), [])

    def test_counts(self):
        checks = [check(1, kind="theory"), check(1), check(1, state="near"), check(1, kind="ours", state="differs"), check(1, state="slip"), check(1)]
        self.assertEqual(count_kinds(checks), "4 printed, 1 theory, 1 ours")
        self.assertEqual(count_kinds(checks[:1]), "1 theory")
        self.assertEqual(
            count_states(checks), [("agrees", "✓ 3 agree"), ("near", "≈ 1 near"), ("slip", "✎ 1 slip"), ("differs", "✗ 1 differs")]
        )
        self.assertEqual(count_states(checks[:2]), [("agrees", "✓ 2 agree")])
        self.assertEqual((count_kinds([]), count_states([])), ("", []))

    def test_without_data(self):
        some = [check(1), check(2), check(4)]
        self.assertEqual(self.states(some, ["MNIST", "Titanic"])[2:], ["without MNIST", "without Titanic"])
        self.assertEqual(self.cover(some, ["MNIST", "Titanic"]).failures(), [])
        self.assertEqual(self.states(some)[2], "missing")
        # What does not need the data is not excused.
        self.assertEqual(self.states(some[:2], ["MNIST", "Titanic"])[3], "missing")

    def test_unknown_row(self):
        self.assertEqual(self.cover([*self.ALL, check(9), check(0, state="slip")]).failures(), ["row 9, which a checks, is not in rows.txt"])

    def test_report(self):
        slip = check(0, "b", 7, "KMITL", "the name of precision", state="slip")
        report = self.cover([*self.ALL[1:], check(2, "b", 4, kind="theory"), check(4, kind="ours"), slip], ["MNIST"]).report()
        notes, kmitl = report.split("\n\n")
        self.assertTrue(notes.startswith("Notes: 2 of 3 rows are covered, 2 of them by a printed text or number\n"), notes)
        self.assertRegex(notes, r" 1  a line +– +MISSING\n")
        self.assertRegex(notes, r" 2  a table +b 3, 4 +1 printed, 1 theory\n")
        self.assertRegex(notes, r" 4  a sum +a 1 +1 printed, 1 ours$")
        self.assertRegex(kmitl, r" 2  a table +b 2, 4 +1 printed, 1 theory\n")
        self.assertRegex(kmitl, r" 3  a photo +a 1 +1 printed +without MNIST\n")
        self.assertRegex(kmitl, r" 4  a sum +a 1 +1 ours +nothing printed is checked\n")
        self.assertRegex(kmitl, r"– +a slip outside the rows +b 7 +the name of precision")

    def test_json(self):
        self.cover(self.ALL, ["MNIST"]).write(self.dir)
        said = json.loads((self.dir / "coverage.json").read_text(encoding="utf-8"))
        self.assertEqual((said["complete"], said["skipped"], len(said["rows"])), (True, ["MNIST"], 4))
        self.assertEqual(said["rows"][1]["notebooks"], ["b"])
        self.assertEqual([c["cell"] for c in said["rows"][1]["checks"]], [3, 2])


class Index(Directory):
    """What the pages say of the checks."""

    def page(self, checks, name="checks"):
        """The text of a page after a run of one notebook."""
        result = Result("a", nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# About a")]), seconds=44.3, checks=checks)
        self.write("rows.txt", ROWS)
        self.write("order.txt", "a\n")
        lessons = course.read_order(self.dir)
        pages.write_page(result, self.dir, {"a"}, lessons)
        pages.write_index([result], lessons, Coverage(lessons.lectures, lessons.rows, [], checks, set(), True), self.dir)
        return " ".join(re.sub(r"<[^>]*>", " ", (self.dir / f"{name}.html").read_text(encoding="utf-8")).split())

    def test_kinds_and_states(self):
        checks = [
            check(1, what="a"),
            check(1, what="b", kind="theory"),
            check(1, what="c", kind="ours"),
            {**check(1, what="d", state="near"), "why": "It is rounded."},
            check(1, what="e", state="slip"),
            check(1, what="f", state="differs"),
        ]
        self.assertIn("checks : 4 printed, 1 theory, 1 ours ✓ 3 agree ≈ 1 near ✎ 1 slip ✗ 1 differs", self.page(checks, "a"))
        found = self.page(checks)
        for want in (
            "✓ agrees · printed · a: Notes says 1, we compute 1.0 (A table)",
            "✓ agrees · theory · b: expected 1, we compute 1.0",
            "✓ agrees · ours · c: expected 1, we compute 1.0",
            "≈ near · printed · d: Notes says 1, we compute 1.0. Why: It is rounded. (A table)",
            "✎ a slip · printed · e: Notes says",
            "✗ differs · printed · f: Notes says",
        ):
            self.assertIn(want, found)

    def test_no_time(self):
        for name in ("a", "index", "checks"):
            self.assertNotIn("44.3", self.page([check(1)], name))

    def test_rows(self):
        found = self.page([check(1, kind="theory"), check(2, state="near")])
        self.assertIn("1 a line nothing printed is checked a 1 ✓ agrees · theory", found)
        self.assertIn("2 a table ≈ near a 1 ≈ near · printed · w: Notes says", found)


class Rows(Directory):
    def test_checks_link_to_the_route(self):
        self.write("order.txt", "")
        self.write("rows.txt", "lectures: Notes, KMITL\n1 | Notes, KMITL | a line |\n2 | KMITL | a table |\n")
        (self.dir / "routes").mkdir()
        self.write("routes/kmitl.txt", "# KMITL\nShort.\n## All\nrows: 1, 2\n")
        found = course.read_order(self.dir)
        line = '<div style="x"><b style="y">✓ agrees</b> · {} <small>(<span style="white-space:nowrap">row {}</span>)</small></div>'
        for kind, row, where in [("printed · <b>w</b>: KMITL says <b>1</b>", 1, "lecture-kmitl.html#row-1"), ("ours · <b>w</b>: expected <b>1</b>", 2, "lecture-kmitl.html#row-2"), ("printed · <b>w</b>: Notes says <b>1</b>", 1, None), ("ours · <b>w</b>: expected", 9, None)]:
            text = line.format(kind, row)
            linked = pages.link_rows(text, found)
            if where:
                self.assertIn(f'href="{where}">row {row}</a></span>', linked)
            else:
                self.assertEqual(linked, text)


class Links(Directory):
    def check(self, body, *elsewhere):
        other = self.write("other.html", '<h2 id="Größe">x</h2><h2 id="8%C3%978">y</h2><a name="old"></a>')
        return links.check([self.write("page.html", body), other], elsewhere)

    def test_good(self):
        self.write("style.css", "")
        body = """<p id="here"><a href="#here">a</a><a href="#">b</a><a href="other.html">c</a>
            <a href="other.html#Gr%C3%B6%C3%9Fe">d</a><a href="other.html#old">e</a><a href="other.html#8%C3%978">g</a><link href="style.css">
            <a href="later.html#x">f</a><img src="data:image/png;base64,AA" alt="a line">"""
        self.assertEqual(self.check(body, "later"), ([], []))

    def test_broken(self):
        for body, says in {
            '<a href="#nowhere">': "page.html links to #nowhere: page.html has no anchor #nowhere",
            '<a href="other.html#none">': "other.html has no anchor #none",
            '<a href="gone.html">': "page.html links to gone.html: there is no such file",
            '<a href="other.ipynb">': "there is no such file",
            '<img src="gone.png" alt="x">': "page.html links to gone.png",
            '<img src="data:,">': "page.html: 1 of 1 images have no alternative text",
            '<img src="data:," alt="">': "1 of 1 images",
        }.items():
            broken, _ = self.check(body)
            self.assertEqual(len(broken), 1, body)
            self.assertIn(says, broken[0])

    def test_outside(self):
        body = '<a href="https://example.org/a">x</a><a href="mailto:a@example.org">y</a><a href="https://example.org/a">z</a>'
        self.assertEqual(self.check(body), ([], ["https://example.org/a", "mailto:a@example.org"]))


class Pages(unittest.TestCase):
    def result(self, *outputs):
        shown = [nbformat.v4.new_output("display_data", data=data, metadata=metadata) for data, metadata in outputs]
        cell = nbformat.v4.new_code_cell(outputs=shown)
        return Result("a", nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# About a"), cell]))

    PLAYER = """<style>p {}</style><figure class="lclass-player" id="x" data-first="1">
<div class="frame"><img width="20" height="10" alt="first" src="data:image/svg+xml,1"><p>one</p></div>
<div class="frame still now"><img width="20" height="10" alt="a &lt; b" src="data:image/svg+xml,%3C2"><p>two</p></div></figure>"""

    PANELS = '<div class="lclass-panels" style="x:y"><img width="2" style="x" alt="left" src="data:,A"><img alt="right" src="data:,B"></div>'
    PLAYER_OF_PANELS = f"""<style>p {{}}</style><figure class="lclass-player" id="y">
<div class="frame">{PANELS}<p>one</p></div>
<div class="frame still now">{PANELS.replace("data:,", "data:,2")}<p>two</p></div></figure>"""

    def test_picture(self):
        player, figure, text = ({"text/html": self.PLAYER}, {}), ({"image/png": "AA"}, {"alt": "a dot"}), ({"text/html": "<b>x</b>"}, {})
        panels, moving = ({"text/html": self.PANELS}, {}), ({"text/html": self.PLAYER_OF_PANELS}, {})
        for outputs, want in [
            ([], None),
            ([text], None),
            ([text, figure, player], {"src": "data:image/png;base64,AA", "alt": "a dot"}),
            ([text, player, figure], {"src": "data:image/svg+xml,%3C2", "alt": "a &lt; b"}),
            ([text, panels, figure], {"src": "data:,A", "alt": "left"}),
            ([moving, figure], {"src": "data:,2A", "alt": "left"}),
        ]:
            self.assertEqual(pages.picture(self.result(*outputs)), want)
        both = self.result(player, figure, player, panels, moving)
        self.assertEqual((len(both.players()), len(both.figures())), (3, 2))

    def test_neighbours(self):
        order = ["lab", "svm", "mle"]
        for name, want in {"lab": (None, "svm"), "svm": ("lab", "mle"), "mle": ("svm", None), "mine": (None, None)}.items():
            self.assertEqual(pages.neighbours(name, order), want)

    def test_link_pages(self):
        for was, becomes in {
            '<a href="svm.ipynb">': '<a href="svm.html">',
            '<a href="svm.ipynb#Margins">': '<a href="svm.html#Margins">',
            '<a href="other.ipynb">': '<a href="other.ipynb">',
            '<a href="../svm.ipynb">': '<a href="../svm.ipynb">',
            '<a href="https://example.org/svm.ipynb">': '<a href="https://example.org/svm.ipynb">',
        }.items():
            self.assertEqual(pages.link_pages(was, {"svm", "mle"}), becomes)

    def test_mark_tables(self):
        for kind, text, table in [
            ("output_stdout", "name   w\npetal  1.5\n", True),
            ("output_stdout", "one  gap\nis no table\n", False),
            ("output_stdout", "a sentence.\nAnother one.\n", False),
            ("output_stderr", "name   w\npetal  1.5\n", False),
        ]:
            body = f'<div class="output_subarea {kind} output_text">\n<pre>{text}</pre>\n</div>'
            want = body.replace("<pre>", '<pre class="table">') if table else body
            self.assertEqual(pages.mark_tables(body), want)

    def test_sentences_among_tables(self):
        sentence = "This sentence is too long for a line of a phone."
        body = f'<div class="output_stdout"><pre>{sentence}\nname   w\npetal  1.5\n</pre></div>'
        want = body.replace("<pre>", '<pre class="table">').replace(sentence, f"<span>{sentence}</span>")
        self.assertEqual(pages.mark_tables(body), want)

    def test_keep_together(self):
        for was, becomes in {
            "<p>70 % of 60 000 in 5 of 100 cases, 12 3456</p>": "<p>70\u00a0% of 60\u00a0000 in 5 of 100 cases, 12 3456</p>",
            "<p>by $a$ and $b$ and $c$.</p>": '<p>by $a$ and $b$ and <span class="whole">$c$.</span></p>',
            "<p>by $a b$, or ($c$), $d$ too</p>": '<p>by <span class="whole">$a b$,</span> or <span class="whole">($c$),</span> $d$ too</p>',
            "<p>the $k$-th, $p$ %</p>": '<p>the <span class="whole">$k$-th,</span> <span class="whole">$p$\u00a0%</span></p>',
            "<p>that is\n$$x = 1,$$</p>": "<p>that is\n$$x = 1,$$</p>",
            "<pre>10 % $x$,</pre>$y$.": '<pre>10 % $x$,</pre><span class="whole">$y$.</span>',
            "<code>1 000</code>, 1 000": "<code>1 000</code>, 1\u00a0000",
        }.items():
            self.assertEqual(pages.keep_together(was), becomes)


if __name__ == "__main__":
    unittest.main()
