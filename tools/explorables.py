"""The explorables of the site: where they stand in the lessons, and a page for each.

Go's part is site/explore, and the page's part site/page/src/explore. A reader without
JavaScript or WebAssembly sees the figures of the lesson and none of this.
"""
import hashlib
import os
import re
import subprocess
from html import escape
from pathlib import Path

from markupsafe import Markup

import pages

ROOT = Path(__file__).resolve().parent.parent

# Each explorable stands after the first cell of a notebook whose source has a text.
PLACES = [
    # name, title, notebook, text, lectures
    ("outliers", "Who gets dragged?", "leastsquares", "p := &plots.Player{Title: \"Far points arrive", "Dongguk, Edinburgh"),
    ("perceptron", "A line that learns from its mistakes", "perceptron", "film(\"The online perceptron\"", "Chemnitz, KMITL, Dongguk, Edinburgh"),
    ("line", "Find the best line yourself", "logistic", "The same loss, three ways down", "Notes, Chemnitz, Dongguk, Edinburgh"),
    ("softmax", "Five scores, five probabilities", "manyclasses", "z := scores()", "Chemnitz, KMITL"),
    ("regions", "Where does “?” come from?", "manyclasses", "Softmax: three convex regions", "Dongguk, Chemnitz, Edinburgh"),
    ("threshold", "One half is a choice", "metrics", "plots.Thresholds(metric.Rank", "Notes, Chemnitz, Edinburgh"),
    ("street", "The widest street", "svm", "The widest street; it rests", "KMITL"),
    ("likelihood", "Likelihood is a landscape", "mle", "The bell curve of greatest likelihood", "Notes, Chemnitz"),
    ("bowls", "Down two bowls", "regression", "From wall to wall", "KMITL, Dongguk"),
    ("digit", "Draw a digit", "mnist", "for row, k := range []int{said, truth}", "Edinburgh, Dongguk"),
    ("degree", "Too simple, too complicated", "selection", "Too simple on the left, too complicated on the right", "Chemnitz, Edinburgh"),
]
NO_WEIGHTS = "Here you can draw a digit, and a model that has learnt from MNIST reads it. This site was built without MNIST. With a network, <code>make data site</code> adds it."
CELL = re.compile(r'(?:<span id="cell-[^"]*"></span>\s*)?<div class="cell border-box-sizing')


class Explorables:
    """What the pages need: the program, built into assets, and the names of the scripts."""

    def __init__(self, site, names, lessons):
        self.lessons = lessons
        program = build(site / "assets")
        self.weights = digits(site / "assets")
        self.files = f'data-script="assets/{names["explore.js"]}" data-worker="assets/{names["worker.js"]}" data-program="assets/{program}"'
        self.style = f'<link rel="stylesheet" href="assets/{names["explore.css"]}">\n</head>'

    def section(self, name, title, link, level=3):
        if name == "digit" and not self.weights:
            return f"<h{level}>{escape(title)}</h{level}>\n<p>{NO_WEIGHTS}</p>\n"
        weights = f'data-weights="assets/{self.weights}" ' if name == "digit" else ""
        return (
            f'<section class="explorable" id="try-{name}" data-name="{name}" {weights}{self.files} hidden>\n<div class="x-head"><h{level}>{escape(title)}</h{level}>{link}</div>\n'
            '<p class="x-wait" role="status">The figure is loading …</p>\n</section>\n'
        )

    def place(self, page, notebook, where):
        """The page of a lesson with its explorables."""
        stem = Path(where).stem
        mine = [p for p in PLACES if p[2] == stem]
        starts = [m.start() for m in CELL.finditer(page)] + [page.index("</main>")]
        inserts = []
        for name, title, _, text, _ in mine:
            if name == "digit" and not self.weights:
                continue  # the figures of the lesson stay
            found = [i for i, c in enumerate(notebook.cells) if text in c.source]
            if not found:
                raise SystemExit(f"explorables: no cell of {stem} has the text {text!r}, after which {name} stands")
            link = f'<a href="explore-{name}.html">On a page of its own</a>'
            inserts.append((starts[found[0] + 1], self.section(name, f"Try it: {title}", link)))
        for at, section in sorted(inserts, reverse=True):  # from the end, so that places stay
            page = page[:at] + section + page[at:]
        return page.replace("</head>", self.style, 1) if mine else page

    def front(self, page):
        """The front page with the first explorable, which a reader who only looks does not load."""
        name, title = PLACES[0][:2]
        link = f'<a href="explore-{name}.html">On a page of its own</a>'
        section = self.section(name, f"Try it: {title}", link, 2).replace("<section ", "<section data-wait ", 1).replace("The figure is loading …", "The figure loads when you scroll or move the pointer.")
        before = '<h2>What you will be able to do</h2>'
        if before not in page:
            raise SystemExit(f"explorables: the front page has no {before}")
        return page.replace(before, section + before, 1).replace("</head>", self.style, 1)

    def pages(self):
        """The pages of the explorables, and the list of them: names and texts."""
        for name, title, notebook, _, lectures in PLACES:
            link = f'<a href="{notebook}.html#try-{name}">In its lesson</a>'
            yield f"explore-{name}.html", self.page(f"explore-{name}", title, self.section(name, title, link, 1), lectures)
        items = "\n".join(f'<li><a href="explore-{n}.html">{escape(t)}</a> <small>({escape(l)}; in <a href="{b}.html#try-{n}">{b}</a>)</small></li>' for n, t, b, _, l in PLACES)
        yield "explore.html", self.page("explore", "Figures to try", f"<h1>Figures to try</h1>\n<ul>\n{items}\n</ul>\n", "")

    def page(self, name, title, section, lectures):
        about = pages.Page(self.lessons, name=name, title=title, description=f"{title} A figure of the lectures to try: its points, lines and numbers change under your hand.", source="site/explore")
        page = pages.TEMPLATES.get_template("explorable.html.j2").render(page=about, section=Markup(section), lectures=lectures)
        return page.replace("</head>", self.style, 1)


def digits(assets):
    """Fits the models of the drawn digit and returns the name of the file, None without MNIST."""
    assets.mkdir(parents=True, exist_ok=True)
    out, program = assets / "digit.json", assets / "digits"
    subprocess.run(["go", "build", "-o", program.resolve(), "./site/explore/digits"], cwd=ROOT, check=True)
    run = subprocess.run([program.resolve(), out.resolve()], cwd=ROOT, check=False)
    program.unlink()
    if run.returncode not in (0, 3):  # 3 without the data
        raise SystemExit("explorables: the models of the digits were not fitted")
    return named(out) if out.exists() else None


def named(path):
    """Gives a file a name that changes with its content, and returns it."""
    name = f"{path.stem}-{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}{path.suffix}"
    path.rename(path.with_name(name))
    return name


# What computes is compiled as usual, and all else without inlining, which makes the program
# smaller by 7 % and the fits of a drag slower by up to a quarter.
INLINED = "./lclass/internal/... runtime internal/runtime/... math slices".split()


def build(assets):
    """Builds the program and returns its name, which changes with the content."""
    assets.mkdir(parents=True, exist_ok=True)
    out = assets / "explore.wasm"
    command = ["go", "build", "-trimpath", "-buildvcs=false", "-buildmode=c-shared", "-tags=notebook,page", "-ldflags=-s -w", "-gcflags=all=-l"]
    command += [f"-gcflags={packages}=" for packages in INLINED] + ["-o", out.resolve(), "./site/explore/wasm"]
    environment = dict(os.environ, GOOS="wasip1", GOARCH="wasm", GOFLAGS="", GOWORK="off", CGO_ENABLED="0")
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    for old in assets.glob("explore-*.wasm"):
        old.unlink()
    return named(out)
