"""The HTML pages of executed notebooks, and the pages around them."""
import copy
import functools
import re
import shutil
from pathlib import Path

import jinja2
from markupsafe import Markup
from nbconvert import HTMLExporter
from nbconvert.filters import markdown2html

import folds
import glossary
import nbtext
import questions
from course import page_of
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
TEMPLATES.filters["plain"] = lambda text: plain(text)
TEMPLATES.filters["inline"] = lambda text: inline(text)


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


def write_page(result, out, notebooks, course):
    """Writes the page of a notebook; notebooks has the names of all there are, course the
    lessons in the order in which they are read."""
    # What the kernel says of its language lacks a name for the highlighter.
    result.notebook.metadata.language_info = dict(nbtext.METADATA["language_info"])
    notebook = questions.mark(result.notebook, result.name)
    body, terms = glossary.mark(link_rows(body_of(notebook, notebooks), course), course.terms, result.name)
    body = questions.fill(body, result.name, lambda text: keep_together(markdown2html(text)))
    render("page.html.j2", out / f"{result.name}.html", page=Page(course, result), body=Markup(body), terms=terms, facts=facts(result))


def link_rows(body, course):
    """The body with links from each check to its row on the route of a lecture."""
    lectures = {row.number: row.lectures for row in course.rows}
    routes = {route.lecture for route in course.routes}

    def line(found):
        of = re.search(r": (\w+) says <b>", found[0])
        row = re.search(r'(<span style="white-space:nowrap">)row (\d+)(</span>)', found[0])
        if not row:
            return found[0]
        own = lectures.get(int(row[2]), [])
        lecture = of[1] if of and of[1] in own else next(iter(own), "")
        if lecture not in routes:
            return found[0]
        link = f'{row[1]}<a style="color:#0067a3" href="{page_of(lecture)}.html#row-{row[2]}">row {row[2]}</a>{row[3]}'
        return found[0].replace(row[0], link)

    return re.sub(r'<div style="[^"]*"><b style="[^"]*">\S [\w ]+</b> · \w+ · .*?</div>', line, body, flags=re.S)


def body_of(notebook, notebooks=()):
    """The cells of a notebook as they are on its page."""
    shown = copy.deepcopy(notebook)
    for cell in shown.cells:
        if cell.cell_type == "code":
            cell.outputs = folds.gather_checks(cell.outputs)
    exporter = Exporter(template_name="basic", raw_template=ANCHORS, anchor_link_text="#")
    body, _ = exporter.from_notebook_node(shown)
    body = folds.fold_code(body, [c.source for c in shown.cells if c.cell_type == "code"])
    body = body.replace('<a class="anchor-link" ', '<a class="anchor-link" aria-label="Link to this section" ')
    return Markup(link_pages(mark_optional(accessible(mark_tables(body))), notebooks))


def accessible(body):
    """The body as its readers' programs expect it: no empty headings of tables, and no
    other role for figures."""
    body = re.sub(r"<th([^>]*)>\s*</th>", r"<td\1></td>", body)
    return re.sub(r'(<figure class="lclass-player"[^>]*?) role="group"', r"\1", body)


def mark_optional(body):
    """Shows that a section can be skipped, beside its heading."""
    return re.sub(r'(<h[23] id="[^"]*")(>(?:\w+\. )?)Optional: (\w)', lambda m: f'{m[1]} class="optional"{m[2]}<span class="tag">Optional</span> {m[3].upper()}', body)


class Page:
    """What the shell around a text needs to know: its place in the course, and what there
    is to say of it."""

    def __init__(self, course, result=None, **values):
        self.course = course
        lesson = course.get(result.name) if result and course else None
        self.name = result.name if result else values.get("name", "")
        self.title = values.get("title") or (heading(result) if result else "")
        self.description = plain(values.get("description") or (first_text(result) if result else ""))
        self.theme = values.get("theme") or (lesson.theme if lesson else "")
        self.minutes = lesson.minutes if lesson else 0
        self.needs = [course[name] for name in lesson.needs] if lesson else []
        self.sections = lesson.sections if lesson else []
        around = list(course or {})
        self.before, self.after = (course.get(name) for name in neighbours(self.name, around)) if course else (None, None)
        self.source = values.get("source") or (f"notebooks/{self.name}.ipynb" if lesson else "")

    @property
    def edit(self):
        """The address at which the page can be changed, if the course has one."""
        base = self.course.settings.get("edit") if self.course else ""
        return f"{base.rstrip('/')}/{self.source}" if base and self.source else ""


def facts(result):
    """What was checked on a page."""
    return TEMPLATES.get_template("facts.html.j2").module.facts(result)


def plain(text):
    """Text for a title or a description: no Markdown, no formulas."""
    text = re.sub(r"<[^>]*>", "", str(text))
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\$([^$]*)\$", lambda m: re.sub(r"\\[a-z]+\s?|[{}]", "", m[1]), text)
    return " ".join(re.sub(r"[*`]", "", text).split())


def inline(text):
    """A line of Markdown without the paragraph around it."""
    return Markup(re.sub(r"^\s*<p>(.*)</p>\s*$", r"\1", keep_together(markdown2html(re.sub(r"^(\w+)\. ", r"\1\\. ", text))), flags=re.S))


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


def write_index(results, course, coverage, out):
    """Writes the front door, with the lessons by theme, and the pages around them."""
    copy_mathjax(out / "mathjax")
    themes = {}
    for r in results:
        lesson = course.get(r.name)
        card = {"result": r, "heading": heading(r), "goals": Markup(link_pages(goals(r), course)), "picture": picture(r), "minutes": lesson.minutes if lesson else 0}
        themes.setdefault(lesson.theme if lesson else "", []).append(card)
    live = next((picture(r, r.players()) for r in results if r.name == "leastsquares"), None)
    aim = "Linear classification from the first line to handwritten digits: five university lectures in one course, every figure and number computed again."
    render("index.html.j2", out / "index.html", themes=themes, live=live, page=Page(course, name="index", title="Linear classification", description=aim))
    render("checks.html.j2", out / "checks.html", coverage=coverage, page=Page(course, name="checks", title="The checks", description="Every figure and number of the five lectures, and the checks that compare it with ours.", source="notebooks/rows.txt"))
    render("glossary.html.j2", out / "glossary.html", page=Page(course, name="glossary", title="Glossary", description="The words and symbols of the course, in a sentence each.", source="notebooks/glossary.txt"))
    for route in course.routes:
        about = Page(course, name=route.page, title=route.title, description=route.about, source=f"notebooks/routes/{route.lecture.lower()}.txt")
        render("route.html.j2", out / f"{route.page}.html", route=route, coverage=coverage, page=about)
    render("teach.html.j2", out / "teach.html", page=Page(course, name="teach", title="For lecturers", description="Routes for five lectures, assignments that grade themselves, the lab image, licence, and how to change a page.", source="tools/templates/teach.html.j2"))


# The first panel of a figure, or of the frame of a player that is seen on paper.
FIRST_IMAGE = re.compile(r'(?:^<div class="lclass-panels"|<div class="frame still)[^>]*>(?:<div[^>]*>)?<img[^>]* alt="([^"]*)" src="([^"]*)"')


def picture(result, outputs=None):
    """The first thing to be seen in a notebook, or in some of its outputs."""
    for output in result.outputs() if outputs is None else outputs:
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


def first_text(result):
    """The first paragraph below the heading, as Markdown."""
    for block in blocks(result):
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        if lines:
            return "\n".join(lines)
    return ""


def goals(result):
    return Markup(markdown2html(first_text(result)))


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
