"""Tests of glossary.py: which words of a page lead to the glossary."""
import unittest

import glossary
from course import Term

TERMS = [Term("margin", ["margins"], "svm 1", "How far."), Term("support vector", [], "svm 2", "On the edge."), Term("class", ["classes"], "read 1", "A kind."), Term("$m$", [], "svm 1", "The margin.", True)]


def cell(html):
    return f'<div class="cell text_cell"><div class="inner">{html}</div></div>'


def mark(html, lesson="svm"):
    body, terms = glossary.mark(html, TERMS, lesson)
    return body, [term.word for term in terms]


class Mark(unittest.TestCase):
    def test_first_use_in_a_section(self):
        body, words = mark(cell("<p>Margins and a margin.</p><h2>2. Margin</h2><p>A margin<br>of a Class, a class.</p><h2>3</h2><p>class</p>"))
        link = '<a class="term" href="glossary.html#margin" data-term="margin">'
        self.assertIn(f"<p>{link}Margins</a> and a margin.</p><h2>2. Margin</h2><p>A {link}margin</a><br>of a <a", body)
        self.assertEqual(body.count('data-term="class"'), 1, "a word of the first page is marked once")
        self.assertEqual(words, ["class", "margin"])

    def test_where_nothing_is_marked(self):
        for html in (
            cell("<p><code>margin</code> <b>margin</b> <a href='x'>margin</a> $margin$ $$margin$$ margin-like</p>"),
            cell("<table><tr><td><p>margin</p></td></tr></table><pre>margin</pre>margin"),
            '<div class="output"><p>margin</p></div>',
        ):
            self.assertEqual(mark(html), (html, []))
        self.assertEqual(mark(cell("<p>margin</p>"), "read")[1], [])

    def test_the_longest_word_wins(self):
        terms = [*TERMS, Term("vector", [], "svm 1", "An arrow.")]
        self.assertEqual([t.word for t in glossary.mark(cell("<p>a support vector</p>"), terms, "svm")[1]], ["support vector"])


if __name__ == "__main__":
    unittest.main()
