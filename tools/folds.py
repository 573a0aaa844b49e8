"""Closes on a page what is not the idea of a cell: imports, figures, made-up data, and
checks. A click opens it, and so does a printer. The lines that are left are the
algorithm.

What a statement is for is read from its text, one statement at the left margin at a time:

  imports   import ( … )
  check     it calls Number, Numbers, Near, True, About or Slip of package lecture
  figure    it uses package plots, or a variable that such a statement has made; a
            function that draws
  data      a function that draws random numbers and returns data

A statement that fits a model, makes its steps or changes a variable by an amount is never
closed, whatever else it does. What runs in a cell is closed as a whole if it does nothing
but check: it fits and prints nothing and draws no figure.
"""
import html
import re

from coverage import KINDS, SIGNS

CHECK = re.compile(r"\blecture\.(Number|Numbers|Near|True|About|Slip)\(")
FIGURE = re.compile(r"\bplots\.")
DRAWS = re.compile(r"\*plots\.Figure\b|\bplots\.[A-Z]\w*\(")
DATA = re.compile(r"func \w+\([^)]*\)[^{]*\b(Data|Frame|DataFrame|float64|int)\b[^{]*\{.*\brand\.New\(", re.S)
FIT = re.compile(r"\.(Fit|Steps|FitCtx)\(")
MODEL = re.compile(FIT.pattern + r"|[-+*/]=|\bAddScaled\(|\bSolve\w*\(")
PRINT = re.compile(r"\bfmt\.Print")
MADE = re.compile(r"^(?:var )?(\w+(?:, \w+)*) :?= ")

# The words on a closed part, by what is in it.
TITLES = {"imports": "Imports", "check": "Checks", "figure": "Figure", "data": "Made-up data"}

# A figure of one line stays open: the word on the closed part would take as much room.
LEAST = {"figure": 2, "data": 2, "imports": 1, "check": 1}

# So few lines that stay open between two closed parts are closed with them.
BETWEEN = 3


def statements(source):
    """The source in pieces that begin at the left margin, with the lines before them that
    are empty or comments."""
    pieces, depth, open_piece = [], 0, False
    for line in source.split("\n"):
        bare = re.sub(r'"(?:\\.|[^"\\])*"|`[^`]*`|\'(?:\\.|[^\'\\])+\'|//.*', "", line)
        begins = depth == 0 and not line[:1].isspace() and not re.match(r"[)}\]]|case\b|default:", line)
        if begins and not open_piece:
            pieces.append([])
        pieces = pieces or [[]]
        pieces[-1].append(line)
        depth = max(0, depth + sum(bare.count(c) for c in "({[") - sum(bare.count(c) for c in ")}]"))
        # What is empty or a comment belongs to the statement below it.
        open_piece = not bare.strip() and (depth == 0) and (begins or open_piece)
    return pieces


def kind(text, figures):
    """What a statement is for, None for the algorithm. figures has the names of the
    variables that hold figures."""
    code = re.sub(r"//.*", "", text).strip()
    if code.startswith("import"):
        return "imports"
    if MODEL.search(code):
        return None
    if CHECK.search(code):
        return "check"
    if code.startswith("func "):
        return "figure" if DRAWS.search(code) else "data" if DATA.match(code) else None
    if FIGURE.search(code) or any(re.search(rf"(?<![\w.]){name}\b", code) for name in figures):
        return "figure"
    return None


def parts(source):
    """The lines of the source as pairs of a kind, None for what stays open, and lines."""
    found, figures = [], set()
    for piece in statements(source):
        text = "\n".join(piece)
        what = "mark" if text.strip() == "%%" else kind(text, figures)
        made = MADE.match(re.sub(r"(?m)^\s*//.*\n", "", text).strip())
        if what == "figure" and made and not text.strip().startswith("func"):
            figures.update(name for name in made[1].split(", ") if name != "_")
        found.append([what, piece])
    close_checking(found)
    # The line %% goes with what it runs.
    for i, part in enumerate(found):
        if part[0] == "mark":
            part[0] = found[i + 1][0] if i + 1 < len(found) else None
    joined = join(found)
    for before, part, after in zip(joined, joined[1:], joined[2:]):
        small = count(part[1]) <= BETWEEN and not re.search(f"{MODEL.pattern}|{PRINT.pattern}|^func", "\n".join(part[1]), re.M)
        if part[0] is None and small and before[0] in ("figure", "check") and after[0] in ("figure", "check"):
            part[0] = before[0]
    joined = join(joined)
    for part in joined:
        if part[0] and count(part[1]) < LEAST[part[0]]:
            part[0] = None
    return [(what, lines) for what, lines in join(joined)]


def close_checking(found):
    """Closes all that runs in a cell, if it only checks."""
    marks = [i for i, (what, _) in enumerate(found) if what == "mark"]
    if not marks:
        return
    runs = found[marks[0] + 1 :]
    text = "\n".join(line for _, lines in runs for line in lines)
    if any(what == "check" for what, _ in runs) and not any(p.search(text) for p in (FIT, PRINT, FIGURE)):
        for part in runs:
            part[0] = "check"


def count(lines):
    return len([line for line in lines if line.strip()])


def join(found):
    """Neighbours of one kind as one part. A figure and its checks stay two."""
    joined = []
    for what, lines in found:
        if joined and joined[-1][0] == what:
            joined[-1][1] = joined[-1][1] + lines
        else:
            joined.append([what, list(lines)])
    return joined


CODE = re.compile(r'(<div class=" ?highlight hl-go"><pre><span></span>)(.*?)(\n?</pre></div>)', re.S)


def fold_code(body, sources):
    """The body of a page, whose cells of code have these sources, with folds in them."""
    left = iter(sources)

    def fold(found):
        lines, source = found[2].split("\n"), next(left, None)
        if source is None or len(lines) != len(source.rstrip("\n").split("\n")):
            return found[0]  # code in a text, as in a solution
        pieces, at = [], 0
        for what, own in parts(source.rstrip("\n")):
            text = "\n".join(lines[at : at + len(own)]).strip("\n")
            at += len(own)
            pieces.append(closed(what, own, text) if what else f"<pre>{text}\n</pre>")
        return f'<div class="highlight hl-go">{"".join(pieces)}</div>'

    start = r'<div class="input_area">\s*'
    body = re.sub(start + CODE.pattern, lambda m: '<div class="input_area">\n' + fold(m), body, flags=re.S)
    return UNSTYLED.sub(r"\1", body)


# What the highlighter marks and the style of the pages does not tell apart.
UNSTYLED = re.compile(r'<span class="(?:w|p|n|nx|nv|nl|na|no|bp)">([^<]*)</span>')


def closed(what, lines, text):
    n = count(lines)
    return f'<details class="fold"><summary>{TITLES[what]} <small>{n} line{"" if n == 1 else "s"}</small></summary><pre>{text}\n</pre></details>'


# A check as package lecture shows it.
LINE = re.compile(r'^<div style="[^"]*"><b style="[^"]*">(\S) [\w ]+</b> · (\w+) · ')
STATES = {sign: state for state, sign in SIGNS.items()}


def check_of(output):
    """The state and the kind of the check that an output shows, None if it shows none."""
    found = LINE.match(output.get("data", {}).get("text/html", ""))
    return (STATES[found[1]], found[2]) if found and found[1] in STATES and found[2] in KINDS else None


def gather_checks(outputs):
    """The outputs of a cell with its checks as one, below the others. It is open if there
    is more to say than that they agree."""
    checks = [(check_of(o), o) for o in outputs if check_of(o)]
    if not checks:
        return outputs
    states = [state for (state, _), _ in checks]
    words = {"agrees": "agrees" if states.count("agrees") == 1 else "agree", "near": "near", "slip": "slip" if states.count("slip") == 1 else "slips", "differs": "differs"}
    signs = ", ".join(f'<b class="{state}">{SIGNS[state]} {states.count(state)} {words[state]}</b>' for state in SIGNS if state in states)
    kinds = ", ".join(f"{sum(k == kind for (_, k), _ in checks)} {kind}" for kind in KINDS if any(k == kind for (_, k), _ in checks))
    lines = "\n".join(o["data"]["text/html"] for _, o in checks)
    opened = " open" if set(states) - {"agrees"} else ""
    text = f'<details class="checks"{opened}><summary>{len(checks)} {"check" if len(checks) == 1 else "checks"}: {signs} <small>{html.escape(kinds)}</small></summary>\n{lines}\n</details>'
    gathered = {**checks[0][1], "data": {"text/html": text}}
    return [o for o in outputs if not check_of(o)] + [type(checks[0][1])(gathered)]
