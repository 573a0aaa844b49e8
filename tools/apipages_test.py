"""Tests of apipages.py: which names of the library cells use, and where links stand."""
import unittest

import nbformat

import nbtext
from apipages import Api

PACKAGES = [
    {"name": "lclass", "items": [{"names": ["Logistic"], "items": [{"names": ["Logistic.Fit"], "items": None}]}, {"names": ["Must"], "items": None}]},
    {"name": "metric", "items": [{"names": ["Accuracy"], "items": None}]},
]


def api():
    made = Api.__new__(Api)  # without the go command
    made.take(PACKAGES)
    return made


def notebook(code):
    return nbformat.reads(nbtext.dump([("markdown", "lclass.Must", None), ("code", code, None)]), 4)


class Names(unittest.TestCase):
    def test_used(self):
        code = 'm := lclass.Logistic{}.Fit(d) // metric.Accuracy\nfmt.Println("lclass.Must", lclass.Unknown, m.Must)'
        self.assertEqual(api().used(notebook(code)), {"lclass": ["Logistic"]})

    def test_order_is_that_of_the_packages_and_names(self):
        self.assertEqual(api().used(notebook("metric.Accuracy(lclass.Must(lclass.Logistic{}))")), {"lclass": ["Logistic", "Must"], "metric": ["Accuracy"]})

    def test_links_stand_below_the_text(self):
        page = api().place("<main>x</main>\n<footer>", notebook("lclass.Must()"))
        self.assertIn('<a href="api-lclass.html#Must">Must</a>', page)
        self.assertLess(page.index("</main>"), page.index("<nav"))
        self.assertLess(page.index("</nav>"), page.index("<footer>"))

    def test_no_names_no_links(self):
        self.assertEqual(api().place("<main></main>", notebook("fmt.Println()")), "<main></main>")


if __name__ == "__main__":
    unittest.main()
