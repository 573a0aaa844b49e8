#!/usr/bin/env python3
"""Writes the pages of the site: those of build/, with scripts that change and run their
cells.

  site_pages.py PAGES RELEASE SITE

PAGES has what 'make notebooks' writes, and RELEASE the notebooks of the assignments as
students get them. SITE gets the pages, their scripts, figures and the index of the search
in SITE/assets, and the service worker. What runs the cells is in SITE/toolchain; its
manifest.json names the script of the worker.

The site loads nothing from elsewhere and runs no script but its own files. So what the
pages of build/ have within them is taken out: the scripts of players, for which one script
of the site does the same; the figures, which become files that are loaded when the reader
comes near; and MathJax, as the formulas are set here. The notebook of a page is a file too,
loaded with what changes and runs the cells.
"""
import base64
import copy
import hashlib
import html
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote_to_bytes

import nbformat
from markupsafe import Markup
from nbconvert.filters import markdown2html

import apipages
import course
import explorables
import nbtext
import pages
import plainmath

ROOT = Path(__file__).resolve().parent.parent
BUNDLER = ROOT / "site/page/build.mjs"
TRY = ROOT / "site/page/try.ipynb"
ASSIGNMENTS = ROOT / "assignments/order.txt"
DATA_SOURCES = ROOT / "datasets/embedded/SOURCE.md"

# The fonts that every page needs first.
FONTS = re.compile(r"KaTeX_(Main-Regular|Math-Italic)-\w+\.woff2$")

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "connect-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
)

WAYS = """<a class="button" href="read.html">Start to learn</a>
  <a class="button plain" href="teach.html">Teach with it</a>
  <a class="button plain" href="try.html">Try your own</a>
</p>
<p>Nothing to install: change a cell of a lesson and run it in your browser."""

# What the contents of every page have besides the lessons.
MORE = """<li><a href="try.html">Try your own</a></li>
    <li><a href="explore.html">Figures to try</a></li>
    <li><a href="api.html">Go API</a></li>
    <li><a href="index.html#assignments">Assignments</a></li>
    <li><a href="licences.html">Licences</a></li>"""

# The index of the search, whose name has the digest of its content.
INDEX = "index-HASH.json"
# The notebook of a page, likewise.
NOTEBOOK = "notebook-HASH.json"
UNSEARCHED = ["licences.html", "index.html"]
UNSEARCHED_KIND = "api-"  # names of the library would hide the lessons that explain them

# What changes its name, or that of its directory, with its content.
HASHED = re.compile(r"^(assets|toolchain)/.*[.-][0-9A-Za-z]{8,}[./]")


def fail(text):
    sys.exit(f"site_pages: {text}")


def replace(page, pattern, text, where, flags=re.S):
    """The page with the text in place of the one thing that fits the pattern."""
    page, count = re.subn(pattern, lambda _: text, page, flags=flags)
    if count != 1:
        fail(f"{where} has {count} places that fit {pattern!r}, not one; has the template changed?")
    return page


def secure(page, where):
    """The page with the policy, and without the scripts within it."""
    page = replace(page, r'<meta charset="utf-8">', f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">', where)
    page = replace(page, r'<script type="text/x-mathjax-config">.*?</script>\s*<script>\nfunction load\(.*?</script>', "", where)
    page = re.sub(r"<script>\s*\(\(\) => \{\n  const player = .*?</script>", "", page, flags=re.S)
    rest = re.search(r"<script.{0,80}", page, flags=re.S)
    if rest:
        fail(f"{where} has a script that the site does not know: {rest[0]!r}")
    return page


def furnish(page, where, names, toolchain, notebook=None, name=None, metadata=None):
    """The page with the scripts and styles of the site, and with the notebook, if its cells
    can run: as data, which notebook_as_file takes out. The name and the metadata are those of
    the file that readers download."""
    page = secure(page, where)
    data = {"editor": f"assets/{names['page.js']}", "toolchain": "toolchain/", "worker": f"toolchain/{toolchain['worker']}", "search": f"assets/{names['search.js']}", "index": f"assets/{INDEX}"}
    embedded = ""
    if notebook:
        plain = {"name": name or Path(where).stem, "metadata": metadata or nbtext.METADATA, "cells": [cell(c) for c in notebook.cells]}
        page = mark_cells(page, where, plain["cells"])
        text = json.dumps(plain, ensure_ascii=False, sort_keys=True)
        page = replace(page, r'(?=<main class="notebook")', '<div class="lclass-page"></div>\n', where)
        data |= {"notebook": f"assets/{NOTEBOOK}", "name": Path(where).stem, "version": hashlib.sha256(text.encode()).hexdigest()[:16]}
        embedded = f'<script type="application/json" id="notebook">{text.replace("<", chr(92) + "u003c")}</script>\n'
    attributes = "".join(f' data-{key}="{value}"' for key, value in data.items())
    questions = re.findall(r'<section class="lclass-question" id="([^"]*)"', page)
    if questions:
        page = replace(page, r"(?<=</h1>)", quiz(questions), where)
        embedded += f'<script src="assets/{names["questions.js"]}"></script>\n'
    fonts = "".join(f'<link rel="preload" href="assets/{font}" as="font" type="font/woff2" crossorigin>\n' for font in names.get("fonts", []))
    head = f'<script src="assets/{names["theme.js"]}"></script>\n{fonts}<link rel="stylesheet" href="assets/{names["page.css"]}">\n</head>'
    page = replace(page, r"</head>", head, where)
    page = replace(page, r"</body>", f'{embedded}<script src="assets/{names["boot.js"]}"{attributes}></script>\n</body>', where)
    return page.replace("<!-- site: more -->", MORE)


def quiz(questions):
    """How many of the questions are answered, as the page begins; questions.js goes on."""
    return (
        '\n<div class="lclass-quiz" role="group" aria-label="The questions of this page">'
        f"<span>0 of {len(questions)} questions answered. Your answers stay in this browser.</span>"
        f'<a href="#{questions[0]}">Go to the next one</a></div>'
    )


def cell(c):
    return {"id": c.id, "type": c.cell_type, "source": c.source, "metadata": dict(c.metadata) if "nbgrader" in c.metadata else {}}


def mark_cells(page, where, cells):
    """The page whose cells say which cells of the notebook they are, and which of them are
    answers that readers write."""
    parts = re.split(r'(?<=<div class="cell border-box-sizing)([^>]*)', page)
    found = parts[1::2]
    if len(found) != len(cells):
        fail(f"{where} has {len(found)} cells, its notebook has {len(cells)}")
    parts[1::2] = [f'{rest} data-cell="{html.escape(c["id"])}"{" data-answer" if is_answer(c) else ""}' for rest, c in zip(found, cells)]
    return "".join(parts)


def is_answer(c):
    """Whether a cell of text is an answer to a question of an assignment."""
    return c["type"] == "markdown" and c["metadata"].get("nbgrader", {}).get("solution") is True and c["metadata"].get("editable") is not False


def notebook_as_file(page, assets):
    """The page with its notebook as a file of its own."""
    found = re.search(r'<script type="application/json" id="notebook">(.*?)</script>\n', page, re.S)
    if not found:
        return page
    name = NOTEBOOK.replace("HASH", hashlib.sha256(found[1].encode()).hexdigest()[:16])
    write(assets / name, found[1])
    return page.replace(found[0], "").replace(NOTEBOOK, name)


# Where a formula can be, and where none is.
NO_TEXT = re.compile(r"(<head>.*?</head>|<script\b.*?</script>|<style\b.*?</style>|<pre\b.*?</pre>|<code\b.*?</code>|<[^>]*>)", re.S)
FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$]+?)\$|(\\begin\{(\w+\*?)\}.+?\\end\{\4\})", re.S)


def set_formulas(texts):
    """The pages with their formulas as HTML and MathML, the styles for them, and the formulas
    as plain text."""
    wanted = Counter(tex(found) for text in texts.values() for part in NO_TEXT.split(text)[::2] for found in FORMULA.finditer(part))
    done = dict(zip(wanted, node("math.mjs", list(wanted))))
    plain = {formula: plainmath.plain(text) for formula, text in done.items()}
    done, styles = share_styles(done, wanted)
    return {where: with_formulas(text, done) for where, text in texts.items()}, styles, plain


def with_formulas(text, done):
    """A page with what is done for each formula in its place."""
    parts = NO_TEXT.split(text)
    parts[::2] = [FORMULA.sub(lambda found: done[tex(found)], re.sub(r"\n\s*\n", "\n", part)) for part in parts[::2]]
    return "".join(parts)


# How often a style must be in the formulas of the site to be worth a class.
OFTEN = 50
SPAN = re.compile(r'<span(?: class="([^"]*)")? style="([^"]*)">')


def share_styles(formulas, counts):
    """The formulas with classes for their most frequent styles, and the rules of these."""
    styles = Counter()
    for formula, text in formulas.items():
        for found in SPAN.finditer(text):
            styles[found[2]] += counts[formula]
    classes = {style: f"f{i}" for i, (style, count) in enumerate(styles.most_common()) if count >= OFTEN}

    def share(found):
        if found[2] not in classes:
            return found[0]
        return f'<span class="{" ".join(filter(None, [found[1], classes[found[2]]]))}">'

    # As important as the attributes in whose place they are.
    rules = "".join(f".{name}{{{re.sub(';|$', '!important;', style.rstrip(';'))}}}\n" for style, name in classes.items())
    return {formula: SPAN.sub(share, text) for formula, text in formulas.items()}, rules


def tex(found):
    """A formula, and whether it stands alone."""
    return html.unescape(found[1] or found[2] or found[3]), found[2] is None


IMAGE = re.compile(r'<img\b[^>]*?\bsrc="data:image/(png|svg\+xml)([^",]*),([^"]*)"[^>]*>')


def figures_as_files(page, assets):
    """The page with its figures as files of their own."""

    def take(found):
        kind, coding, data = found.groups()
        data = html.unescape(data)
        content = base64.b64decode(data) if "base64" in coding else unquote_to_bytes(data)
        name = f"figure-{hashlib.sha256(content).hexdigest()[:16]}.{'png' if kind == 'png' else 'svg'}"
        if not (assets / name).exists():
            (assets / name).write_bytes(content)
        start = found.start(3) - found.start()
        own = found[0]
        begin = own.index('src="data:')
        return f'{own[:begin]}loading="lazy" decoding="async" src="assets/{name}"{own[start + len(found[3]) + 1:]}'

    return IMAGE.sub(take, page)


# What the search leaves out: answers, which a reader wants to find first, and notes that go.
ANSWER = re.compile(r'<details(?: class="answer")?>\s*<summary>(?:Answer|Solution)</summary>.*?</details>|<p class="x-wait".*?</p>', re.S)
SECTION = re.compile(r'<h([123])\b(?:[^>]*?\bid="([^"]*)")?[^>]*>(.*?)</h\1>', re.S)


def sections(where, page, plain):
    """What the search finds in a page: a part for each heading, with formulas as plain text
    and without answers."""
    body = re.search(r"<main\b.*?</main>", page, re.S)
    if not body:
        return []
    body = with_formulas(ANSWER.sub(" ", body[0]), {formula: f" {html.escape(text)} " if formula[1] else html.escape(text) for formula, text in plain.items()})
    heads = [head for head in SECTION.finditer(body) if head[1] == "1" or head[2]]
    found, page_title = [], words(heads[0][3]) if heads else where
    for head, after in zip(heads, [*heads[1:], None]):
        part = body[head.end() : after.start() if after else None]
        code = " ".join(words(c) for c in re.findall(r"<pre\b.*?</pre>", part, re.S))
        alts = " ".join(dict.fromkeys(html.unescape(a) for a in re.findall(r'<img\b[^>]*?\balt="([^"]*)"', part)))
        text = words(re.sub(r'<pre\b.*?</pre>|<div class="prompt[^>]*>.*?</div>', " ", part, flags=re.S))
        anchor = f"#{head[2]}" if head[1] != "1" else ""
        found.append({"id": f"{where}{anchor}", "title": words(head[3]), "page": page_title, "text": f"{text} {alts}".strip(), "code": code})
    return found


def words(markup):
    """The text of HTML."""
    markup = re.sub(r'<a class="anchor-link".*?</a>|<summary>.*?</summary>|<style\b.*?</style>', "", markup, flags=re.S)
    text = html.unescape(re.sub(r"<[^>]*>", "", re.sub(r"</(p|li|td|th|div|h\d|pre)>|<br>", " ", markup)))
    return " ".join(text.split())


def node(program, data):
    run = subprocess.run(["node", BUNDLER.with_name(program)], input=json.dumps(data), capture_output=True, text=True, check=False)
    if run.returncode:
        fail(f"{program} failed:\n{run.stderr}")
    return json.loads(run.stdout)


def plain_page(notebook, template, page, **values):
    """A page of a notebook that was not run."""
    notebook.metadata.language_info = dict(nbtext.METADATA["language_info"])
    return pages.TEMPLATES.get_template(template).render(body=pages.body_of(notebook), page=page, **values)


def assignment_page(name, release, names, toolchain, lessons):
    """The page of an assignment, and what the index says of it."""
    path = release / f"{name}.ipynb"
    if not path.exists():
        fail(f"there is no {path}: 'make release' writes it")
    notebook = nbformat.read(path, 4)
    metadata = copy.deepcopy(dict(notebook.metadata))
    result = SimpleNamespace(name=name, notebook=notebook)
    entry = {"href": f"assignment-{name}.html", "heading": pages.heading(result), "goals": pages.goals(result)}
    about = pages.Page(lessons, name=f"assignment-{name}", title=entry["heading"], description=pages.first_text(result), theme="Assignments", source=f"assignments/{name}/{name}.ipynb")
    page = link_lessons(plain_page(notebook, "assignment.html.j2", about, name=name), lessons)
    return furnish(page, entry["href"], names, toolchain, notebook, name, metadata), entry


def link_lessons(page, lessons):
    """The page of an assignment with links to the lessons that its list of lectures names."""

    def link(found):
        name = html.unescape(found[1])
        return f'<a href="{name}.html">{html.escape(lessons[name].title)}</a>' if name in lessons else found[0]

    return re.sub(r"<p><strong>Lectures\..*?</p>", lambda found: re.sub(r"<code>(.*?)</code>", link, found[0]), page, count=1, flags=re.S)


def assignment_names():
    lines = (line.partition("#")[0].strip() for line in ASSIGNMENTS.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line]


def licences_page(site, bundled, lessons):
    """The licences of all that the site is made of."""
    own = [{"name": "linclass", "version": "", "text": (ROOT / "LICENSE").read_text(encoding="utf-8")}]
    tools = json.loads((site / "toolchain/licences.json").read_text(encoding="utf-8"))
    parts = [p for p in own + tools + bundled if p["name"] != "linclass"]
    data = Markup(markdown2html(DATA_SOURCES.read_text(encoding="utf-8").split("\n", 1)[1]))
    about = pages.Page(lessons, name="licences", title="Licences", description="The licences of all that this site is made of.")
    return pages.TEMPLATES.get_template("licences.html.j2").render(parts=own + parts, data=data, page=about)


def bundle(out):
    run = subprocess.run(["node", BUNDLER, out.resolve()], capture_output=True, text=True, check=False)
    if run.returncode:
        fail(f"the scripts were not bundled:\n{run.stderr}")
    return json.loads(run.stdout)


def write(path, text):
    path.write_text(text, encoding="utf-8")


def main(source, release, site):
    manifest = site / "toolchain/manifest.json"
    if not manifest.exists():
        fail(f"there is no {manifest}: 'make site' builds the toolchain first")
    found = sorted(p for p in source.glob("*.html") if p.with_suffix(".ipynb").exists())
    if not found:
        fail(f"there are no pages in {source}: 'make notebooks' writes them")
    toolchain = json.loads(manifest.read_text(encoding="utf-8"))
    for old in ("assets", "mathjax"):
        shutil.rmtree(site / old, ignore_errors=True)
    bundled = bundle(site / "assets")
    names = bundled["names"]
    names["fonts"] = sorted(p.name for p in (site / "assets").iterdir() if FONTS.search(p.name))
    lessons = course.read_order(ROOT / "notebooks")
    tries = explorables.Explorables(site, names, lessons)
    api = apipages.Api(lessons)
    made = {where: furnish(page, where, names, toolchain) for where, page in [*tries.pages(), *api.pages()]}
    for path in found:
        notebook = nbformat.read(path.with_suffix(".ipynb"), 4)
        made[path.name] = furnish(api.place(tries.place(path.read_text(encoding="utf-8"), notebook, path.name), notebook), path.name, names, toolchain, notebook)
    entries = []
    for name in assignment_names():
        page, entry = assignment_page(name, release, names, toolchain, lessons)
        made[entry["href"]] = page
        entries.append(entry)
    section = pages.TEMPLATES.get_template("assignments.html.j2").render(assignments=entries)
    for path in sorted(p for p in source.glob("*.html") if p not in found):
        page = furnish(path.read_text(encoding="utf-8"), path.name, names, toolchain)
        made[path.name] = page.replace("<!-- site: assignments -->", section)
    # Its picture leads to the figure that answers to the hand.
    made["index.html"] = made["index.html"].replace('<!-- site: live --><a href="leastsquares.html">', '<a href="explore-outliers.html">').replace('<a href="leastsquares.html">Step through it</a>', '<a href="explore-outliers.html">Move the points yourself</a>')
    made["index.html"] = replace(made["index.html"], r'(?<=<p class="ways">).*?(?=</p>)', WAYS, "index.html")
    made["index.html"] = tries.front(made["index.html"])
    own = nbformat.read(TRY, 4)
    about = pages.Page(lessons, name="try", title="Try your own", description="Write Go and run it in your browser, with the library of the course.", source="site/page/try.ipynb")
    made["try.html"] = furnish(plain_page(own, "try.html.j2", about), "try.html", names, toolchain, own)
    made["licences.html"] = furnish(licences_page(site, bundled["licences"], lessons), "licences.html", names, toolchain)
    unset = made
    made, styles, plain = set_formulas(unset)
    searched = [s for where, page in unset.items() if where not in UNSEARCHED and not where.startswith(UNSEARCHED_KIND) for s in sections(where, page, plain)]
    formulas = f"formulas-{hashlib.sha256(styles.encode()).hexdigest()[:16]}.css"
    write(site / "assets" / formulas, styles)
    made = {where: notebook_as_file(figures_as_files(page, site / "assets"), site / "assets") for where, page in made.items()}
    index = json.dumps(node("search.mjs", searched), ensure_ascii=False)
    name = INDEX.replace("HASH", hashlib.sha256(index.encode()).hexdigest()[:16])
    write(site / "assets" / name, index)
    for where, page in made.items():
        if 'class="katex"' in page:
            page = page.replace("</head>", f'<link rel="stylesheet" href="assets/{formulas}">\n</head>', 1)
        write(site / where, page.replace(INDEX, name))
    write_worker(site)
    print(f"site_pages: {len(made)} pages in {site}")


def write_worker(site):
    """The service worker, which knows the version of the site, and what never changes."""
    files = sorted(p.relative_to(site).as_posix() for p in site.rglob("*") if p.is_file() and p.name != "sw.js")
    digest = hashlib.sha256()
    for name in files:
        digest.update(f"{name}\0{hashlib.sha256((site / name).read_bytes()).hexdigest()}\n".encode())
    fixed = [name for name in files if HASHED.search(name)]
    known = f"const VERSION = {json.dumps(digest.hexdigest()[:16])}, FILES = {json.dumps(fixed)};\n"
    write(site / "sw.js", known + (BUNDLER.parent / "src/sw.js").read_text(encoding="utf-8"))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        fail("usage: site_pages.py PAGES RELEASE SITE")
    main(*map(Path, sys.argv[1:]))
