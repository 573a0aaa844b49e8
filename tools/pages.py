"""The HTML pages of executed notebooks, and the page that lists them."""
import re
import shutil
from pathlib import Path

import jinja2
from markupsafe import Markup
from nbconvert import HTMLExporter
from nbconvert.filters import markdown2html

import nbtext

# Debian's copy of MathJax, so that formulas show without a network too.
LOCAL_MATHJAX = Path("/usr/share/javascript/mathjax")
MATHJAX_PARTS = [
    "MathJax.js",
    "config/TeX-AMS_SVG.js",
    "extensions",
    "jax/element",
    "jax/input/TeX",
    "jax/output/SVG/autoload",
    "jax/output/SVG/config.js",
    "jax/output/SVG/fonts/TeX",
    "jax/output/SVG/jax.js",
]

TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)


def render(template, path, **values):
    values["local_mathjax"] = LOCAL_MATHJAX.exists()
    path.write_text(TEMPLATES.get_template(template).render(**values), encoding="utf-8")


def write_page(result, out):
    # What the kernel says of its language lacks a name for the highlighter.
    result.notebook.metadata.language_info = dict(nbtext.METADATA["language_info"])
    exporter = HTMLExporter(template_name="basic", anchor_link_text="#")
    body, resources = exporter.from_notebook_node(result.notebook)
    render(
        "page.html.j2",
        out / f"{result.name}.html",
        result=result,
        heading=heading(result),
        body=Markup(body),
        highlighting=Markup("\n".join(resources["inlining"]["css"])),
    )


def write_index(results, out):
    copy_mathjax(out / "mathjax")
    cards = [
        {"result": r, "heading": heading(r), "goals": goals(r), "figure": next(iter(r.figures()), None)}
        for r in results
    ]
    render("index.html.j2", out / "index.html", cards=cards)


def blocks(result):
    """The paragraphs of the notebook's text."""
    for cell in result.notebook.cells:
        if cell.cell_type == "markdown":
            yield from re.split(r"\n\s*\n", cell.source.strip())


def heading(result):
    for block in blocks(result):
        if block.startswith("# "):
            return block.splitlines()[0][2:].strip()
    return result.name


def goals(result):
    """The first paragraph below the heading."""
    for block in blocks(result):
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        if lines:
            return Markup(markdown2html("\n".join(lines)))
    return ""


def copy_mathjax(target):
    if not LOCAL_MATHJAX.exists() or target.exists():
        return
    for part in MATHJAX_PARTS:
        source = LOCAL_MATHJAX / part
        if source.is_dir():
            shutil.copytree(source, target / part)
        else:
            (target / part).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target / part)
