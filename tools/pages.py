"""The HTML pages of executed notebooks, and the page that lists them."""
import functools
import re
import shutil
from pathlib import Path

import jinja2
from markupsafe import Markup
from nbconvert import HTMLExporter
from nbconvert.filters import markdown2html

import nbtext
import questions
from coverage import SIGNS, count_kinds, source

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
TEMPLATES.globals.update(
    kinds=count_kinds,
    source=source,
    signs=SIGNS,
    words={"agrees": "agrees", "near": "near", "slip": "a slip", "differs": "differs"},
)


def render(template, path, **values):
    values["local_mathjax"] = LOCAL_MATHJAX.exists()
    path.write_text(TEMPLATES.get_template(template).render(**values), encoding="utf-8")


# A place to link to before each cell of code.
ANCHORS = """
{%- extends 'basic/index.html.j2' -%}
{%- block codecell -%}
<span id="cell-{{ cell.id }}"></span>
{{ super() }}
{%- endblock codecell -%}
"""


class Exporter(HTMLExporter):
    @functools.wraps(HTMLExporter.markdown2html)
    def markdown2html(self, context, source):
        """Takes the text inside <details> for Markdown, as Jupyter does. nbconvert
        alone may take it for HTML, in which code has no lines."""
        convert = functools.partial(super().markdown2html, context)
        parts = re.split(r"^(</?details>.*)$", source, flags=re.M)
        return "".join(part if i % 2 else keep_together(convert(part)) for i, part in enumerate(parts))


def whole(found):
    text = found[0]
    return text if text.startswith("$") and text.endswith("$") else f'<span class="whole">{text}</span>'


def keep_together(body):
    """Lets no line of text end within "70 %" or "60 000", or between a formula and the
    comma after it."""
    parts = re.split(r"(<pre\b.*?</pre>|<code\b.*?</code>|<[^>]*>|\$\$.*?\$\$)", body, flags=re.S)
    for i in range(0, len(parts), 2):
        text = re.sub(r"(?<=[\d$]) %|(?<=\d) (?=\d{3}\b)", lambda found: found[0].replace(" ", "\u00a0"), parts[i])
        parts[i] = re.sub(r"[^ \n$]*\$[^$]+\$[^ \n$]*", whole, text)
    return "".join(parts)


def write_page(result, out, notebooks, order=()):
    """Writes the page of a notebook; notebooks has the names of all there are, order
    that in which they are read."""
    # What the kernel says of its language lacks a name for the highlighter.
    result.notebook.metadata.language_info = dict(nbtext.METADATA["language_info"])
    exporter = Exporter(template_name="basic", raw_template=ANCHORS, anchor_link_text="#")
    body, resources = questions.export(exporter, result.notebook, result.name, lambda text: keep_together(markdown2html(text)))
    body = mark_tables(body)
    render(
        "page.html.j2",
        out / f"{result.name}.html",
        result=result,
        heading=heading(result),
        neighbours=neighbours(result.name, [name for name in order if name in notebooks]),
        body=Markup(link_pages(body, notebooks)),
        highlighting=Markup("\n".join(resources["inlining"]["css"])),
    )


def neighbours(name, order):
    """The notebooks that are read before one and after it, None where there is none."""
    at = order.index(name) + 1 if name in order else -1
    around = [None, *order, None]
    return (around[at - 1], around[at + 1]) if at > 0 else (None, None)


def link_pages(body, notebooks):
    """Makes links from notebook to notebook links from page to page."""

    def link(found):
        return f'href="{found[1]}.html{found[2]}"' if found[1] in notebooks else found[0]

    return re.sub(r'href="([^"/#]+)\.ipynb(|#[^"]*)"', link, body)


def mark_tables(body):
    """Gives what cells have printed in columns the class "table": on a narrow screen
    its lines are not broken, and one can scroll to their ends. Sentences among them are
    broken all the same."""

    def mark(found):
        lines = found[2].split("\n")
        rows = [bool(re.search(r"\S {2,}\S", line)) for line in lines]
        if sum(rows) < 2:
            return found[0]
        text = "\n".join(line if row or len(line) < 40 else f"<span>{line}</span>" for row, line in zip(rows, lines))
        return f'{found[1]}<pre class="table">{text}</pre>'

    return re.sub(r'(<div class="[^"]*\boutput_stdout\b[^"]*">\s*)<pre>(.*?)</pre>', mark, body, flags=re.S)


def write_index(results, order, coverage, out):
    """Writes the list of the notebooks, by theme, and what of the lectures they cover."""
    copy_mathjax(out / "mathjax")
    themes = {}
    for r in results:
        card = {"result": r, "heading": heading(r), "goals": goals(r), "picture": picture(r)}
        themes.setdefault(order.get(r.name, ""), []).append(card)
    render("index.html.j2", out / "index.html", themes=themes, coverage=coverage)


# The first panel of a figure, or of the frame of a player that is seen on paper.
FIRST_IMAGE = re.compile(r'(?:^<div class="lclass-panels"|<div class="frame still)[^>]*>(?:<div[^>]*>)?<img[^>]* alt="([^"]*)" src="([^"]*)"')


def picture(result):
    """The first thing to be seen in a notebook."""
    for output in result.outputs():
        data = output.get("data", {})
        if "image/png" in data:
            return {"src": f"data:image/png;base64,{data['image/png']}", "alt": output.metadata.get("alt") or heading(result)}
        image = FIRST_IMAGE.search(data.get("text/html", ""))
        if image:
            return {"src": Markup(image[2]), "alt": Markup(image[1])}
    return None


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
