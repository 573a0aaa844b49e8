"""Whether the links of the pages lead somewhere, and whether their images can
be read aloud."""
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """What a page links to, what can be linked to in it, and its images."""

    def __init__(self, path):
        super().__init__()
        self.path, self.anchors, self.links, self.images = Path(path), {""}, [], []
        self.feed(self.path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.anchors.update(value for key, value in attrs.items() if value and (key == "id" or (tag, key) == ("a", "name")))
        self.links += [attrs[key] for key in ("href", "src") if attrs.get(key)]
        if tag == "img":
            self.images.append(attrs)


def check(paths, elsewhere=()):
    """What is broken in the pages, and the addresses outside, which nobody follows.

    elsewhere has the names of pages that exist but were not written now.
    """
    pages = {path.resolve(): Page(path) for path in paths}
    broken, outside = [], []
    for page in pages.values():
        for link in dict.fromkeys(page.links):
            where = urlsplit(link)
            if where.scheme in ("http", "https", "mailto"):
                outside.append(link)
            elif where.scheme != "data" and not where.netloc:
                why = lost(page, where, pages, elsewhere)
                broken += [f"{page.path.name} links to {link}: {why}"] if why else []
        silent = sum(not image.get("alt") for image in page.images)
        if silent:
            broken.append(f"{page.path.name}: {silent} of {len(page.images)} images have no alternative text")
    return broken, sorted(set(outside))


def lost(page, where, pages, elsewhere):
    """Why a link of a page leads nowhere, or nothing."""
    path = (page.path.parent / unquote(where.path)).resolve() if where.path else page.path.resolve()
    if path in pages:
        # As a browser does: the anchor as it is written, or else without escapes.
        known = {where.fragment, unquote(where.fragment)} & pages[path].anchors
        return "" if known else f"{path.name} has no anchor #{unquote(where.fragment)}"
    if path.exists() or (path.suffix == ".html" and path.stem in elsewhere):
        return ""
    return "there is no such file"
