"""Tests of site_pages.py: what becomes of a page, and which pages are refused."""
import copy
import json
import re
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import nbformat

import course
import nbtext
import pages
import site_pages

NAMES = {name: name.replace(".", "-ABCDEFGH.") for name in ("theme.js", "boot.js", "page.js", "search.js", "page.css")}
TOOLCHAIN = {"worker": "host.0123456789ab/worker.js"}
SOURCE = '\n// </script> & <b>\nfunc f() {}\n\n%%\n\tfmt.Println("ä\\t")\n\n'
PLAYER = '<figure class="lclass-player" id="x"></figure>\n<script>\n(() => {\n  const player = document.getElementById("x");\n})();\n</script>'


def page_of(source=SOURCE, html="<b>bold</b>"):
    """A notebook with one cell, and its page as 'make notebooks' writes it."""
    text = nbtext.dump([("markdown", "# Title", None), ("code", "x", None)])
    notebook = nbformat.reads(text, 4)
    notebook.cells[1].source = source
    notebook.cells[1].outputs = [nbformat.v4.new_output("display_data", {"text/html": html})]
    result = SimpleNamespace(name="x", notebook=notebook, failures=[], checks=[], kinds=str, states=list, figures=list, players=list)
    with tempfile.TemporaryDirectory() as out:
        pages.write_page(result, Path(out), {"x"}, course.Course(out))
        return (Path(out) / "x.html").read_text(encoding="utf-8"), notebook


def furnish(page, notebook):
    return site_pages.furnish(page, "x.html", NAMES, TOOLCHAIN, notebook)


class SitePages(unittest.TestCase):
    def test_source_is_in_the_page_exactly(self):
        page = furnish(*page_of())
        embedded = re.search(r'<script type="application/json" id="notebook">(.*?)</script>', page, re.S)
        self.assertEqual([c["source"] for c in json.loads(embedded[1])["cells"]], ["# Title", SOURCE])

    def test_only_scripts_of_the_site(self):
        page = furnish(*page_of(html=PLAYER))
        scripts = re.findall(r"<script[^>]*>", page)
        self.assertEqual(len(scripts), 3, scripts)
        self.assertIn('src="assets/theme-ABCDEFGH.js"', scripts[0])
        self.assertIn('type="application/json"', scripts[1])
        self.assertIn('src="assets/boot-ABCDEFGH.js"', scripts[2])
        self.assertIn("lclass-player", page)
        self.assertEqual(page.count("Content-Security-Policy"), 1)
        self.assertNotIn("http", re.sub(r"[^>]*>", "", site_pages.POLICY))

    def test_assignment(self):
        answer = nbtext.dump([("markdown", "# Assignment 1: scores\n\nYou write them.", None), ("code", 'panic("not implemented")', None)])
        notebook = nbformat.reads(answer, 4)
        notebook.metadata["lclass"] = {"assignment": "scores", "release": "01234567"}
        notebook.cells[0].metadata = {"editable": False, "nbgrader": {"grade_id": "title", "solution": False}}
        with tempfile.TemporaryDirectory() as release:
            nbformat.write(notebook, Path(release) / "scores.ipynb")
            page, entry = site_pages.assignment_page("scores", Path(release), NAMES, TOOLCHAIN, course.Course(release))
            with self.assertRaisesRegex(SystemExit, "make release"):
                site_pages.assignment_page("other", Path(release), NAMES, TOOLCHAIN, course.Course(release))
        self.assertEqual((entry["href"], entry["heading"]), ("assignment-scores.html", "Assignment 1: scores"))
        self.assertIn("You write them.", entry["goals"])
        embedded = json.loads(re.search(r'id="notebook">(.*?)</script>', page, re.S)[1])
        self.assertEqual((embedded["name"], embedded["metadata"]), ("scores", dict(notebook.metadata)))
        self.assertEqual([c["metadata"] for c in embedded["cells"]], [notebook.cells[0].metadata, {}])

    def test_an_assignment_links_to_lessons(self):
        page = "<p><code>svm</code></p><p><strong>Lectures.</strong> The notebooks <code>svm</code> and\n<code>x</code>.</p><p><code>svm</code></p>"
        self.assertEqual(
            site_pages.link_lessons(page, {"svm": course.Lesson("svm", title="The margin & more")}),
            '<p><code>svm</code></p><p><strong>Lectures.</strong> The notebooks <a href="svm.html">The margin &amp; more</a> and\n<code>x</code>.</p><p><code>svm</code></p>',
        )

    def test_version_is_that_of_the_source(self):
        def version(*args):
            return re.search(r'data-version="(\w+)"', furnish(*page_of(*args)))[1]

        self.assertEqual(version(SOURCE), version(SOURCE, "<i>other output</i>"))
        self.assertNotEqual(version(SOURCE), version(SOURCE + " "))

    def test_refused(self):
        page, notebook = page_of()
        more = copy.deepcopy(notebook)
        more.cells.append(nbformat.v4.new_code_cell("x"))
        refused = {
            "a script nobody knows": (page.replace("<b>bold</b>", "<script>1</script>"), notebook, "a script that the site does not know"),
            "another template": (page.replace("tex2jax", "x").replace("function load(", "function other("), notebook, "has the template changed?"),
            "another notebook": (page, more, "has 2 cells, its notebook has 3"),
        }
        for name, (text, nb, says) in refused.items():
            with self.subTest(name):
                with self.assertRaisesRegex(SystemExit, re.escape(says)):
                    furnish(text, nb)

    def test_figures_become_files(self):
        page = """<img width="2" alt="a" src="data:image/png;base64,QUI="> <img src="data:image/svg+xml,%3Csvg/%3E" alt="b"
height=3> <img src="data:image/png;base64,QUI=" alt="c"><img src="assets/x.png" alt="d">"""
        with tempfile.TemporaryDirectory() as assets:
            made = site_pages.figures_as_files(page, Path(assets))
            files = {p.name: p.read_bytes() for p in Path(assets).iterdir()}
        self.assertEqual(sorted(files.values()), [b"<svg/>", b"AB"])
        self.assertNotIn("data:", made)
        images = re.findall(r"<img[^>]*>", made)
        self.assertEqual([i.count('loading="lazy"') for i in images], [1, 1, 1, 0])
        named = [re.search(r'src="assets/([^"]*)"', i)[1] for i in images]
        self.assertEqual((files[named[0]], files[named[1]], named[2], named[3]), (b"AB", b"<svg/>", named[0], "x.png"))
        self.assertRegex(images[1], r'alt="b"\nheight=3>$')

    def test_notebook_becomes_a_file(self):
        page, notebook = page_of()
        notebook.cells[0].metadata = {"nbgrader": {"solution": True}}
        furnished = furnish(page, notebook)
        with tempfile.TemporaryDirectory() as assets:
            made = site_pages.notebook_as_file(furnished, Path(assets))
            (file,) = Path(assets).iterdir()
            kept = json.loads(file.read_text(encoding="utf-8"))
            self.assertEqual(site_pages.notebook_as_file(made, Path(assets)), made)
        self.assertEqual([c["source"] for c in kept["cells"]], ["# Title", SOURCE])
        self.assertIn(f'data-notebook="assets/{file.name}"', made)
        self.assertRegex(f"assets/{file.name}", site_pages.HASHED)
        self.assertNotIn("application/json", made)
        self.assertEqual(re.findall(r'<div class="cell [^>]*data-cell="([^"]*)"( data-answer)?>', made), list(zip([c.id for c in notebook.cells], [" data-answer", ""])))

    def test_frequent_styles_of_formulas_become_classes(self):
        often = '<span class="a b" style="height:1em;top:.5em;">x</span><span style="height:1em;top:.5em;"></span>'
        rare = '<span style="top:2em;">y</span>'
        counts = {"often": site_pages.OFTEN // 2, "rare": site_pages.OFTEN - 1}
        made, rules = site_pages.share_styles({"often": often, "rare": rare}, counts)
        self.assertEqual(made, {"often": '<span class="a b f0">x</span><span class="f0"></span>', "rare": rare})
        self.assertEqual(rules, ".f0{height:1em!important;top:.5em!important;}\n")

    def test_sections(self):
        page = """<main><h1 id="T">Title<a class="anchor-link" href="#T">#</a></h1><p>Aim with $\\eta$.</p>
<h2 id="1.-A">1. A of $x_1$</h2><p>Words.</p><pre>x &lt; 1</pre><img alt="a line" src="x"><h2>no place</h2><p>more$$x_1$$words</p>
<section class="lclass-question"><p>How far?</p><details class="answer"><summary>Answer</summary>\n<p>42 $a&lt;b$</p><pre>42</pre></details></section>
<details><summary>Hint</summary><p>Think.</p></details> <details><summary>Solution</summary><pre>return 42</pre></details></main>"""
        plain = {("\\eta", False): "η", ("x_1", False): "x₁", ("x_1", True): "x₁", ("a<b", False): "a < b"}
        self.assertEqual(
            site_pages.sections("x.html", page, plain),
            [
                {"id": "x.html", "title": "Title", "page": "Title", "text": "Aim with η.", "code": ""},
                {"id": "x.html#1.-A", "title": "1. A of x₁", "page": "Title", "text": "Words. no place more x₁ words How far? Think. a line", "code": "x < 1"},
            ],
        )

    def test_what_never_changes(self):
        with tempfile.TemporaryDirectory() as site:
            for name in ["index.html", "assets/page-ABCDEFGH.js", "assets/LICENSES.txt", "toolchain/manifest.json", "toolchain/compile.0123456789ab.wasm", "toolchain/host.0123456789ab/worker.js", "mathjax/fonts-12345678/x.js"]:
                path = Path(site) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(name, encoding="utf-8")

            def known():
                site_pages.write_worker(Path(site))
                return re.match(r'const VERSION = ("\w+"), FILES = (\[.*?\]);\n', (Path(site) / "sw.js").read_text(encoding="utf-8")).groups()

            version, files = known()
            self.assertEqual(json.loads(files), ["assets/page-ABCDEFGH.js", "toolchain/compile.0123456789ab.wasm", "toolchain/host.0123456789ab/worker.js"])
            self.assertEqual(known()[0], version)
            (Path(site) / "index.html").write_text("other", encoding="utf-8")
            self.assertNotEqual(known()[0], version)


if __name__ == "__main__":
    unittest.main()
