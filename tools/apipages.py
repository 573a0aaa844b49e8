"""The pages of the library's documentation, and where lessons link to them.

tools/apidoc makes the documentation of the doc comments. A page is api-NAME.html.
"""
import json
import os
import re
import subprocess
from html import escape
from pathlib import Path

from markupsafe import Markup

import pages

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ["./lclass/...", "./datasets/...", "./frames/...", "./plots/..."]


class Api:
    """The documentation of the packages that programs may import."""

    def __init__(self, lessons):
        self.lessons = lessons
        run = subprocess.run(["go", "-C", "tools", "run", "./apidoc", ROOT, *PACKAGES], cwd=ROOT, env=dict(os.environ, GOWORK="off"), capture_output=True, text=True, check=False)
        if run.returncode:
            raise SystemExit(f"apipages: apidoc failed:\n{run.stderr}")
        self.take(json.loads(run.stdout))

    def take(self, packages):
        self.packages = packages
        self.names = {p["name"]: set(anchors(p["items"])) for p in self.packages}

    def pages(self):
        """The pages of the packages, and the list of them: names and texts."""
        yield "api.html", self.page("api.html.j2", name="api", title="The Go API", description="The documentation of the packages of linclass.", source="lclass", packages=self.packages)
        for p in self.packages:
            yield f"api-{p['name']}.html", self.page("api-package.html.j2", name=f"api-{p['name']}", title=f"Package {p['name']}", description=p["synopsis"], source=p["source"], package=p)

    def page(self, template, packages=None, package=None, **about):
        text = pages.TEMPLATES.get_template(template).render(page=pages.Page(self.lessons, **about), packages=packages, package=package, html=html)
        # Nothing there is a formula.
        head, body = text.split("<main", 1)
        return f"{head}<main{body.replace('$', '&#36;')}"

    def used(self, notebook):
        """The names of each package that the cells of a notebook use."""
        found = {}
        for cell in notebook.cells:
            if cell.cell_type == "code":
                for package, name in re.findall(r"\b([a-z]+)\.([A-Z]\w*)", without_texts(cell.source)):
                    if name in self.names.get(package, ()):
                        found.setdefault(package, set()).add(name)
        return {p["name"]: sorted(found[p["name"]]) for p in self.packages if p["name"] in found}

    def place(self, page, notebook):
        """The page of a lesson with links to the names that its cells use."""
        used = self.used(notebook)
        if not used:
            return page
        lines = "\n".join(
            f'<p><a href="api-{package}.html">{package}</a>: ' + ", ".join(f'<a href="api-{package}.html#{name}">{name}</a>' for name in names) + "</p>" for package, names in used.items()
        )
        section = f'<nav class="api-names" aria-label="The Go API of this page">\n<p>The Go API of this page</p>\n{lines}\n</nav>\n'
        at = page.rindex("</main>") + len("</main>")
        return page[:at] + "\n" + section + page[at:]


def without_texts(code):
    """Go without its comments and strings."""
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|`[^`]*`', " ", code, flags=re.S)


def anchors(items):
    for item in items or ():
        yield from item["names"] or ()
        yield from anchors(item["items"])


def html(text):
    """HTML of apidoc. Its blocks of text can be wider than the page, and are scrolled by key."""
    return Markup(text.replace("<pre>", '<pre tabindex="0">'))
