"""Tests of folds.py: what of a cell is closed, and what never is."""
import re
import unittest
from pathlib import Path

from nbformat.v4 import new_output

import folds
import nbtext

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"

CELL = """import (
	"fmt"
)

// sigmoid is the model.
func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// frame sets the axes.
func frame(fig *plots.Figure) *plots.Figure {
	return fig.XRange(0, 1)
}

// cloud returns n samples.
func cloud(n int) *lclass.Data {
	rng := rand.New(rand.NewPCG(1, 1))
	return from(rng)
}

%%
m := lclass.Must(lclass.Logistic{}.Fit(cloud(10)))
fmt.Println(m)
left := plots.New("x", "y")
x := "func("
left.Func(sigmoid, x)
lecture.Number(1, lecture.Theory, "half", "0.5",
	sigmoid(0))"""


def shape(source):
    return [(what, folds.count(lines)) for what, lines in folds.parts(source)]


class Parts(unittest.TestCase):
    def test_kinds(self):
        self.assertEqual(shape(CELL), [("imports", 3), (None, 2), ("figure", 4), ("data", 5), (None, 3), ("figure", 3), ("check", 2)])

    def test_no_line_is_lost(self):
        for path in NOTEBOOKS.glob("*.ipynb"):
            for kind, source, _ in nbtext.read(path):
                if kind == "code":
                    self.assertEqual("\n".join(line for _, lines in folds.parts(source) for line in lines), source, path.name)

    def test_a_model_is_never_closed(self):
        closed = 0
        for path in NOTEBOOKS.glob("*.ipynb"):
            for kind, source, _ in nbtext.read(path):
                for what, lines in folds.parts(source) if kind == "code" else []:
                    text = re.sub(r"//.*", "", "\n".join(lines))
                    closed += bool(what)
                    if what:
                        self.assertNotRegex(text, r"\.(Fit|Steps)\(", path.name)
        self.assertGreater(closed, 100)

    def test_a_loop_that_draws_and_learns_stays_open(self):
        self.assertEqual(shape("%%\nfor i := range 9 {\n\tw -= eta * g\n\tp.Add(plots.New(x, y))\n}"), [(None, 5)])

    def test_what_only_checks_is_closed_as_a_whole(self):
        self.assertEqual(shape("func f() {}\n\n%%\nx := 1\nx += 2\nlecture.True(1, lecture.Ours, a, b, c, x > 2)"), [(None, 1), ("check", 4)])
        self.assertEqual(shape("%%\nx := 1\nfmt.Println(x)\nlecture.True(1, lecture.Ours, a, b, c, x > 2)"), [(None, 3), ("check", 1)])

    def test_one_line_of_a_figure_stays_open(self):
        self.assertEqual(shape("func f() {}\n\n%%\nf()\nplots.Show(x)"), [(None, 4)])

    def test_code_on_a_page(self):
        body = '<div class="input_area">\n<div class=" highlight hl-go"><pre><span></span><span class="n">x</span>\n%%\n<span class="n">plots.</span>New()\nplots.Show()\n</pre></div>'
        page = folds.fold_code(body, ["x\n%%\nplots.New()\nplots.Show()"])
        self.assertIn("<pre>x\n</pre><details", page)
        self.assertIn("<summary>Figure <small>3 lines</small></summary><pre>%%\nplots.New()\nplots.Show()\n</pre></details>", page)
        other = body.replace("plots.Show()\n", "")
        self.assertIn("<pre><span></span>x\n%%\nplots.New()\n</pre>", folds.fold_code(other, ["x\n%%\nplots.New()\nplots.Show()"]))


class Checks(unittest.TestCase):
    def line(self, sign, words, kind):
        return new_output("display_data", {"text/html": f'<div style="x"><b style="y">{sign} {words}</b> · {kind} · <b>w</b>: expected</div>'})

    def test_gathered(self):
        text = new_output("stream", text="one")
        agrees, printed, slip = self.line("✓", "agrees", "theory"), self.line("✓", "agrees", "printed"), self.line("✎", "a slip", "printed")
        found = folds.gather_checks([agrees, text, printed])
        self.assertEqual(found[0], text)
        html = found[1]["data"]["text/html"]
        self.assertTrue(html.startswith("<details class=\"checks\"><summary>2 checks: <b class=\"agrees\">✓ 2 agree</b> <small>1 printed, 1 theory</small></summary>"), html)
        self.assertEqual(html.count("<div"), 2)
        self.assertIn('<details class="checks" open>', folds.gather_checks([agrees, slip])[0]["data"]["text/html"])
        self.assertEqual(folds.gather_checks([text]), [text])

    def test_other_html_is_no_check(self):
        for html in ("<b>✓ agrees</b>", '<div style="x"><b style="y">✓ agrees</b> · other · x</div>'):
            self.assertIsNone(folds.check_of(new_output("display_data", {"text/html": html})))


if __name__ == "__main__":
    unittest.main()
