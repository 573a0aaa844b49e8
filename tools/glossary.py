"""Marks the words of the glossary in the text of a lesson: each at its first use in a
section, and those of the first page only once."""
import re

FORMULA = r"\$\$.*?\$\$|\$[^$]*\$"
TOKEN = re.compile(r"(<!--.*?-->|<[^>]*>)", re.S)

# Within these nothing is marked.
SILENT = {"a", "b", "button", "code", "h1", "h2", "h3", "h4", "pre", "script", "small", "strong", "style", "summary", "table"}
EMPTY = {"br", "img", "hr", "input", "link", "meta", "wbr"}


def pattern(terms):
    """What finds the words, and the term of each."""
    of = {form.lower(): term for term in terms if not term.symbol for form in [term.word, *term.others]}
    forms = sorted(of, key=len, reverse=True)
    return (re.compile(rf"({FORMULA})|(?<![\w-])({'|'.join(map(re.escape, forms))})(?![\w-])", re.I | re.S), of) if forms else (None, of)


def mark(body, terms, lesson):
    """The body of the page of a lesson with links to the glossary, and the terms that it
    has links to."""
    words, of = pattern(terms)
    if not words or lesson == "read":
        return body, []
    open_tags, silent, in_text, in_cell = [], 0, 0, 0
    seen, once, used, out = set(), set(), {}, []

    def link(found):
        if found[1]:
            return found[0]
        term = of[found[2].lower()]
        if term.word in seen | once:
            return found[0]
        (once if term.place.startswith("read ") else seen).add(term.word)
        used[term.word] = term
        return f'<a class="term" href="glossary.html#{term.anchor}" data-term="{term.anchor}">{found[0]}</a>'

    for piece in TOKEN.split(body):
        name = re.match(r"</?([a-z][a-z0-9]*)", piece)
        if not name:
            out.append(words.sub(link, piece) if in_text and in_cell and not silent and not piece.startswith("<") else piece)
            continue
        tag = name[1]
        if tag == "h2":
            seen.clear()
        if tag not in EMPTY and not piece.endswith("/>"):
            if piece.startswith("</"):
                while open_tags:
                    last, cell = open_tags.pop()
                    silent -= last in SILENT
                    in_text -= last in ("p", "li")
                    in_cell -= cell
                    if last == tag:
                        break
            else:
                cell = "text_cell" in piece and tag == "div"
                open_tags.append((tag, cell))
                silent += tag in SILENT
                in_text += tag in ("p", "li")
                in_cell += cell
        out.append(piece)
    return "".join(out), sorted(used.values(), key=lambda term: term.word.lower())
