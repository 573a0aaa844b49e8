"""Tests of questions.py: what a file may say, where questions stand, and damaged files."""
import random
import re
import tempfile
import unittest
from pathlib import Path

import nbformat
from nbconvert.filters import markdown2html

import nbtext
import pages
import questions
from questions import Mistake, parse

CHOICE = """# Part 1

## pick
Which one?

- [ ] this
  It is not.
- [x] that
  It is,
  indeed.
- [ ] none
  One is.
"""
NUMBER = """# Part 1

## count
after: Before you run it
How many?

answer: -1.5 ± 0.1, computed
why: It is −1.5.
- 3: Too many.
hint: Count again,
  and slowly.
"""
PLACE = """# Part 2

## spot
Where?

picture: x₁ from -1 to 4, x₂ from 0 to 3
circles: 0 1; 2 2
line: 0 0; 1 1
line: 1 1; 2 0
place: point
answer: 1 2 ± 0.3
why: There.
hint: Look.
- 2 1: The other way round.
"""
ORDER = """# Part 2

## sort
In which order?

1. first
   It begins.
2. second
   It follows.
3. third
   It ends.
why: So.
"""
LESSON = """# %% [markdown]
# Title

## Part 1

Text.

**Before you run it:** guess.

More text.

# %%
x

# %% [markdown]
Afterwards.

```sh
# Part 2
```

## Part 2

Its text.

# %%
y

# %% [markdown]
## Exercises
"""


def cells(lesson=LESSON):
    return [(kind, source) for kind, source, _ in nbtext.from_text(lesson)]


class Parser(unittest.TestCase):
    def one(self, text):
        found = parse(text, "x.md")
        self.assertEqual(len(found), 1)
        return found[0]

    def test_choice(self):
        q = self.one(CHOICE)
        self.assertEqual((q.kind, q.name, q.heading, q.text, q.computed), ("choice", "pick", "Part 1", "Which one?", False))
        self.assertEqual([(i.text, i.right) for i in q.items], [("this", False), ("that", True), ("none", False)])
        self.assertEqual(q.items[1].reason, "It is,\nindeed.")

    def test_choice_is_no_list(self):
        q = self.one(CHOICE.replace("] this", "] + + −").replace("] none", "] 1. first"))
        page = questions.render(q, "Question", markdown2html)
        self.assertIn("<li>+ + −</li>", page)
        self.assertIn("<li>1. first</li>", page)

    def test_number(self):
        q = self.one(NUMBER)
        self.assertEqual((q.kind, q.answer, q.tolerance, q.computed), ("number", [-1.5], 0.1, True))
        self.assertEqual([i.value for i in q.items], [[3.0]])
        self.assertEqual(q.field("hint"), "Count again, and slowly.")

    def test_place(self):
        q = self.one(PLACE)
        self.assertEqual((q.kind, q.answer, q.axes, q.ends), ("place", [1.0, 2.0], ("x₁", "x₂"), [-1.0, 4.0, 0.0, 3.0]))
        self.assertEqual([name for name, _ in q.given], ["circles", "line", "line"])

    def test_number_line(self):
        q = self.one("# A\n## b\nWhere?\npicture: x from 0 to 8\nsquares: 1; 5\nplace: threshold\nanswer: 3 ± 0.2\nwhy: There.\nhint: Look.\n")
        self.assertEqual((q.flat, q.given), (True, [("squares", [(1.0, 0.5), (5.0, 0.5)])]))
        self.assertNotIn("NaN", questions.picture(q))

    def test_order(self):
        q = self.one(ORDER)
        self.assertEqual((q.kind, [i.text for i in q.items]), ("order", ["first", "second", "third"]))
        for n in range(3, 12):
            self.assertEqual(sorted(questions.mixed(n)), list(range(n)))
            self.assertNotEqual(questions.mixed(n), list(range(n)))

    def test_mistakes(self):
        for name, text, line, says in [
            ("no heading", CHOICE.replace("# Part 1\n", "\n"), 3, "no heading of the lesson above"),
            ("no name", CHOICE.replace("## pick", "## "), 3, "is no name of a question"),
            ("a name in capitals", CHOICE.replace("## pick", "## Pick"), 3, "is no name of a question"),
            ("a name twice", CHOICE + CHOICE, 15, "the name 'pick' is also that of line 3"),
            ("text outside", "words\n" + CHOICE, 1, "text outside a question"),
            ("no text", CHOICE.replace("Which one?\n", ""), 3, "the question has no text"),
            ("two choices", CHOICE[: CHOICE.index("- [ ] none")], 3, "2 choices; give at least 3"),
            ("no reason", CHOICE.replace("  It is not.\n", ""), 6, "the choice has no reason"),
            ("nothing right", CHOICE.replace("[x]", "[ ]"), 3, "0 choices are marked [x]"),
            ("two right", CHOICE.replace("- [ ] none", "- [x] none"), 3, "2 choices are marked [x]"),
            ("another mark", CHOICE.replace("[x]", "[y]"), 8, "[y] marks no choice"),
            ("a formula alone", CHOICE.replace("that", "$x_1$"), 8, "a formula alone"),
            ("the same choice", CHOICE.replace("none", "this"), 3, "two choices are the same"),
            ("typed answer of a choice", CHOICE.replace("Which one?\n", "Which one?\nanswer: that\n"), 5, "can only be 'computed'"),
            ("a field of another kind", CHOICE.replace("Which one?\n", "Which one?\nunit: m\n"), 5, "has no 'unit'"),
            ("steps among choices", CHOICE + "1. x\n", 13, "cannot be mixed"),
            ("a reason that is not indented", CHOICE.replace("  One is.", "One is."), 12, "a reason is indented"),
            ("no answer", NUMBER.replace("answer: -1.5 ± 0.1, computed\n", ""), 3, "the question has no 'answer'"),
            ("no tolerance", NUMBER.replace(" ± 0.1", ""), 7, "must be written '2.5 ± 0.1'"),
            ("no number", NUMBER.replace("-1.5 ±", "many ±"), 7, "must be written '2.5 ± 0.1'"),
            ("negative tolerance", NUMBER.replace("± 0.1", "± -0.1"), 7, "the tolerance is negative"),
            ("no why", NUMBER.replace("why: It is −1.5.\n", ""), 3, "the question has no 'why'"),
            ("why of another number", NUMBER.replace("−1.5.", "1.5."), 8, "does not say the answer"),
            ("a wrong answer that is right", NUMBER.replace("- 3:", "- -1.45:"), 9, "within the tolerance of the right one"),
            ("a wrong answer that is no number", NUMBER.replace("- 3:", "- three:"), 9, "'three' is no number"),
            ("nothing about wrong answers", NUMBER[: NUMBER.index("- 3")], 3, "says nothing about wrong answers"),
            ("a field twice", NUMBER.replace("why:", "why: a\nwhy:"), 9, "has 'why' twice, in lines 8 and 9"),
            ("an empty field", NUMBER.replace("why: It is −1.5.", "why:"), 8, "'why' is empty"),
            ("another picture", PLACE.replace(" from -1 to 4, x₂ from 0 to 3", " of some size"), 6, "a picture must be written"),
            ("a picture of no width", PLACE.replace("from -1 to 4", "from 4 to 4"), 6, "a picture must be written"),
            ("an answer outside", PLACE.replace("1 2 ± 0.3", "1 5 ± 0.3"), 11, "the answer lies outside the picture"),
            ("one number for a point", PLACE.replace("1 2 ± 0.3", "1 ± 0.3"), 11, "the answer has 1 numbers; it needs 2"),
            ("an exact place", PLACE.replace("± 0.3", "± 0"), 11, "nobody can drag so exactly"),
            ("another place", PLACE.replace("place: point", "place: circle"), 10, "'circle' cannot be placed"),
            ("a point of one number", PLACE.replace("2 2", "2"), 7, "pairs of x and y"),
            ("a line of one point", PLACE.replace("0 0; 1 1", "0 0"), 8, "pairs of x and y"),
            ("a point on a number line", PLACE.replace(", x₂ from 0 to 3", ""), 10, "no place on a number line"),
            ("steps out of order", ORDER.replace("3. third", "4. third"), 10, "step 4 stands where step 3 should"),
            ("a step without a reason", ORDER.replace("   It ends.\n", ""), 10, "the step has no reason"),
            ("two steps", ORDER.replace("3. third\n   It ends.\n", ""), 3, "2 steps; give at least 3"),
            ("a strange character", CHOICE.replace("that", "th\x00at"), 8, "remove it"),
        ]:
            with self.subTest(name), self.assertRaises(Mistake) as caught:
                parse(text, "x.md")
            self.assertRegex(str(caught.exception), rf"^x\.md:{line}: .*{re.escape(says)}")

    def test_damaged(self):
        """Whatever happens to a file: it is read, or a Mistake says in which line."""
        rng, good, lines = random.Random(1), (CHOICE + NUMBER + PLACE + ORDER).encode(), 0
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "x.md"
            for _ in range(2000):
                text = bytearray(good)
                for _ in range(rng.randint(1, 4)):
                    i, j = sorted(rng.randrange(len(text) + 1) for _ in range(2))
                    change = rng.randrange(5)
                    if change == 0 and i < len(text):
                        text[i] = rng.randrange(256)
                    elif change == 1:
                        del text[i:j]
                    elif change == 2:
                        text[i:i] = text[j : j + 40]
                    elif change == 3:
                        text = text[j:] + text[i:j]
                    else:
                        text[i:i] = rng.choice([b"\n", b"#", b"## x\n", b"answer: ", b"- [x] ", b"1e999", b"0.000000001", b"nan", b"9" * 400, "±".encode(), b"  "])
                path.write_bytes(text)
                try:
                    for question in questions.read(path):
                        questions.render(question, "Question", markdown2html)
                except Mistake as mistake:
                    self.assertRegex(str(mistake), rf"^{re.escape(str(path))}:\d+: \S")
                    lines += 1
        self.assertGreater(lines, 500)


class Places(unittest.TestCase):
    def place(self, text, lesson=LESSON):
        return [(c, n, q.name) for c, n, q in questions.place(parse(text, "x.md"), cells(lesson), "x.md")]

    def test_end_of_section_and_after(self):
        both = NUMBER.replace("# Part 1\n", "") + "\n"
        text = "# Part 1\n" + both + CHOICE.replace("# Part 1\n", "")
        # The words stand in line 6 of the first cell; the section ends before "## Part 2".
        self.assertEqual(self.place(text), [(0, 7, "count"), (2, 6, "pick")])

    def test_mistakes(self):
        for name, text, says in [
            ("no such heading", CHOICE.replace("# Part 1", "# Part 3"), "x.md:3: the lesson has no heading 'Part 3'"),
            ("no such words", NUMBER.replace("Before you run it", "Before you go"), "x.md:4: 0 paragraphs"),
            ("words of two paragraphs", NUMBER.replace("Before you run it", "ext."), "x.md:4: 2 paragraphs"),
            ("the last section", CHOICE.replace("# Part 1", "# Exercises"), "no heading follows 'Exercises'"),
            ("another order", CHOICE + NUMBER, "keep them in the order of the page"),
        ]:
            with self.subTest(name), self.assertRaises(Mistake) as caught:
                self.place(text)
            self.assertIn(says, str(caught.exception))

    def test_page(self):
        notebook = nbformat.reads(nbtext.dump([(kind, source, None) for kind, source in cells()]), 4)
        before = [c.source for c in notebook.cells]
        with tempfile.TemporaryDirectory() as directory:
            (Path(directory) / "x.md").write_text(NUMBER + CHOICE.replace("# Part 1\n", "") + PLACE + ORDER.replace("# Part 2\n", ""), encoding="utf-8")
            exporter = pages.Exporter(template_name="basic", raw_template=pages.ANCHORS, anchor_link_text="#")
            body, plain = (
                questions.fill(exporter.from_notebook_node(questions.mark(notebook, name, Path(directory)))[0], name, directory=Path(directory))
                for name in "xy"
            )
        self.assertEqual([c.source for c in notebook.cells], before)
        self.assertNotIn("lclass-question", plain)
        self.assertEqual(re.findall(r'id="question-(\w+)" data-kind="(\w+)"', body), [("count", "number"), ("pick", "choice"), ("spot", "place"), ("sort", "order")])
        at = [body.index(words) for words in ["guess.", "question-count", "More text.", "question-pick", ">Part 2", "question-spot", "question-sort", ">Exercises"]]
        self.assertEqual(at, sorted(at))
        self.assertNotIn("<!--question", body)
        self.assertIn('data-answer="-1.5" data-tolerance="0.1"', body)
        self.assertEqual(body.count('<div class="cell border-box-sizing'), len(notebook.cells))


class Files(unittest.TestCase):
    def test_all(self):
        """Every lesson with exercises has questions, and there are some of every kind."""
        found = questions.everything()
        for path in sorted(questions.NOTEBOOKS.glob("*.ipynb")):
            if any(re.search(r"^## Exercises$", source, re.M) for _, source, _ in nbtext.read(path)):
                self.assertGreaterEqual(len(found.get(path.stem, [])), 7, path.stem)
        every = [q for some in found.values() for q in some]
        self.assertGreaterEqual(len(every), 130)
        self.assertEqual({q.kind for q in every}, set(questions.KINDS))

    def test_not_utf8(self):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "x.md"
            path.write_bytes(b"# A\xff\n")
            with self.assertRaisesRegex(Mistake, "not UTF-8"):
                questions.read(path)


if __name__ == "__main__":
    unittest.main()
