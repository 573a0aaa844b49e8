#!/usr/bin/env python3
"""Writes the pages of the site: those of build/, with scripts that change and run their
cells.

  site_pages.py PAGES RELEASE SITE

PAGES has what 'make notebooks' writes, and RELEASE the notebooks of the assignments as
students get them. SITE gets the pages, the scripts in SITE/assets, MathJax, and the
service worker. What runs the cells is in SITE/toolchain; its
manifest.json names the script of the worker.

The site loads nothing from elsewhere and runs no script but its own files. So what the
pages of build/ have within them, the scripts of players and of MathJax, is taken out:
one script of the site does the same.
"""
import copy
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import nbformat
from markupsafe import Markup
from nbconvert.filters import markdown2html

import explorables
import nbtext
import pages

ROOT = Path(__file__).resolve().parent.parent
BUNDLER = ROOT / "site/page/build.mjs"
TRY = ROOT / "site/page/try.ipynb"
ASSIGNMENTS = ROOT / "assignments/order.txt"
DATA_SOURCES = ROOT / "datasets/embedded/SOURCE.md"
MATHJAX_LICENCE = Path("/usr/share/doc/libjs-mathjax/copyright")

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "connect-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "base-uri 'none'",
        "form-action 'none'",
    ]
)

SUBTITLE = """Nothing to install: open a page, change a cell and run it in your browser.
Linear classification in Go: the figures and numbers of five lectures, computed again.
You can also <a href="#assignments">do the assignments</a> and <a href="try.html">try your own</a>.
<a href="licences.html">Licences</a> of all parts."""

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
    can run. The name and the metadata are those of the file that readers download."""
    page = secure(page, where)
    data = {"editor": f"assets/{names['page.js']}", "toolchain": "toolchain/", "worker": f"toolchain/{toolchain['worker']}"}
    embedded = ""
    if notebook:
        plain = {"name": name or Path(where).stem, "metadata": metadata or nbtext.METADATA, "cells": [cell(c) for c in notebook.cells]}
        count = page.count('<div class="cell border-box-sizing')
        if count != len(plain["cells"]):
            fail(f"{where} has {count} cells, its notebook has {len(plain['cells'])}")
        text = json.dumps(plain, ensure_ascii=False, sort_keys=True)
        data |= {"name": Path(where).stem, "version": hashlib.sha256(text.encode()).hexdigest()[:16]}
        embedded = f'<script type="application/json" id="notebook">{text.replace("<", chr(92) + "u003c")}</script>\n'
    attributes = "".join(f' data-{key}="{value}"' for key, value in data.items())
    page = replace(page, r"</head>", f'<link rel="stylesheet" href="assets/{names["page.css"]}">\n</head>', where)
    return replace(page, r"</body>", f'{embedded}<script src="assets/{names["boot.js"]}"{attributes}></script>\n</body>', where)


def cell(c):
    return {"id": c.id, "type": c.cell_type, "source": c.source, "metadata": dict(c.metadata) if "nbgrader" in c.metadata else {}}


def link_try(page, where):
    back = '<a href="index.html">← all notebooks</a>'
    return replace(page, re.escape(back), f'<span>{back} · <a href="try.html">Try your own</a></span>', where)


def plain_page(notebook, template, **values):
    """A page of a notebook that was not run."""
    notebook.metadata.language_info = dict(nbtext.METADATA["language_info"])
    exporter = pages.Exporter(template_name="basic", raw_template=pages.ANCHORS, anchor_link_text="#")
    body, resources = exporter.from_notebook_node(notebook)
    return pages.TEMPLATES.get_template(template).render(body=Markup(body), highlighting=Markup("\n".join(resources["inlining"]["css"])), **values)


def assignment_page(name, release, names, toolchain):
    """The page of an assignment, and what the index says of it."""
    path = release / f"{name}.ipynb"
    if not path.exists():
        fail(f"there is no {path}: 'make release' writes it")
    notebook = nbformat.read(path, 4)
    metadata = copy.deepcopy(dict(notebook.metadata))
    result = SimpleNamespace(name=name, notebook=notebook)
    entry = {"href": f"assignment-{name}.html", "heading": pages.heading(result), "goals": pages.goals(result)}
    page = plain_page(notebook, "assignment.html.j2", heading=entry["heading"], name=name)
    return furnish(page, entry["href"], names, toolchain, notebook, name, metadata), entry


def assignment_names():
    lines = (line.partition("#")[0].strip() for line in ASSIGNMENTS.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line]


def licences_page(site, bundled):
    """The licences of all that the site is made of."""
    own = [{"name": "linclass", "version": "", "text": (ROOT / "LICENSE").read_text(encoding="utf-8")}]
    tools = json.loads((site / "toolchain/licences.json").read_text(encoding="utf-8"))
    version = re.search(r'MathJax\.version="([\d.]+)"', (site / "mathjax/MathJax.js").read_text(encoding="utf-8"))
    mathjax = {"name": "MathJax", "version": version[1] if version else "", "text": MATHJAX_LICENCE.read_text(encoding="utf-8")}
    parts = [p for p in own + tools + bundled if p["name"] != "linclass"]
    data = Markup(markdown2html(DATA_SOURCES.read_text(encoding="utf-8").split("\n", 1)[1]))
    return pages.TEMPLATES.get_template("licences.html.j2").render(parts=own + parts + [mathjax], data=data)


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
    bundled = bundle(site / "assets")
    names = bundled["names"]
    tries = explorables.Explorables(site, names)
    for path in found:
        notebook = nbformat.read(path.with_suffix(".ipynb"), 4)
        page = furnish(tries.place(path.read_text(encoding="utf-8"), notebook, path.name), path.name, names, toolchain, notebook)
        write(site / path.name, link_try(page, path.name))
    for name, page in tries.pages():
        write(site / name, furnish(page, name, names, toolchain))
    entries = []
    for name in assignment_names():
        page, entry = assignment_page(name, release, names, toolchain)
        write(site / entry["href"], page)
        entries.append(entry)
    index = furnish((source / "index.html").read_text(encoding="utf-8"), "index.html", names, toolchain)
    index = replace(index, r'(?<=<p class="subtitle">).*?(?=</p>)', SUBTITLE, "index.html")
    section = pages.TEMPLATES.get_template("assignments.html.j2").render(assignments=entries)
    write(site / "index.html", replace(index, r'(?=<h2 class="theme" id="checks">)', section, "index.html"))
    own = nbformat.read(TRY, 4)
    write(site / "try.html", furnish(plain_page(own, "try.html.j2", heading="Try your own"), "try.html", names, toolchain, own))
    pages.copy_mathjax(site / "mathjax")
    if not (site / "mathjax").exists():
        fail(f"there is no MathJax in {pages.LOCAL_MATHJAX}; on Debian: apt-get install libjs-mathjax")
    write(site / "licences.html", furnish(licences_page(site, bundled["licences"]), "licences.html", names, toolchain))
    write_worker(site)
    print(f"site_pages: {len(list(site.glob('*.html')))} pages in {site}")


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
