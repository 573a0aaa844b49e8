#!/usr/bin/env python3
"""Questions with feedback: their files, and their place in the pages.

  questions.py check    fail for a file of notebooks/questions that has a mistake
  questions.py count    print how many questions there are, by page and kind

A file NAME.md has the questions of NAME.ipynb. CONTRIBUTING.md says how to write one.
"""
import copy
import html
import math
import re
import sys
from collections import Counter
from pathlib import Path

from nbconvert.filters import markdown2html

import nbtext

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
QUESTIONS = NOTEBOOKS / "questions"

FIELDS = "after answer unit picture circles squares line place why hint".split()
MANY = ("circles", "squares", "line")
KINDS = {"choice": "after answer", "number": "after answer unit why hint", "place": "after answer picture circles squares line place why hint", "order": "after answer why"}
PLACES = {"point": 2, "line": 2, "threshold": 1}


class Mistake(Exception):
    """What is wrong in a file, and where."""

    def __init__(self, path, line, text):
        super().__init__(f"{path}:{line}: {text}")


class Item:
    """A choice, a step, or a wrong answer, and the reason."""

    def __init__(self, line, text, value=None, right=False):
        self.line, self.text, self.value, self.right, self.lines = line, text, value, right, []

    @property
    def reason(self):
        return "\n".join(self.lines).strip()


class Question:
    def __init__(self, name, line, heading):
        self.name, self.line, self.heading = name, line, heading
        self.kind, self.lines, self.fields, self.at, self.items = None, [], {}, {}, []
        self.answer = self.tolerance = None
        self.computed = False

    @property
    def text(self):
        return "\n".join(self.lines).strip()

    def field(self, name):
        return self.fields[name][0] if name in self.fields else ""


def number(text):
    """The number that a text is, with either minus; None if it is none."""
    text = text.strip().replace("−", "-")
    return float(text) if re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", text) else None


def numbers(text):
    found = [number(part) for part in text.split()]
    return None if not found or None in found else found


def read(path):
    """The questions of a file, in its order."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Mistake(path, 1, f"not UTF-8: {error.reason} at byte {error.start}") from None
    return parse(text, path)


def parse(text, path):
    questions, heading, last, seen = [], None, None, {}

    def wrong(line, says):
        raise Mistake(path, line, says)

    for n, line in enumerate(text.split("\n"), 1):
        bad = re.search(r"[\x00-\x08\x0b-\x1f\x7f\ufeff\ufffd]", line)
        if bad:
            wrong(n, f"has the character {bad[0]!r}; remove it")
        question = questions[-1] if questions else None
        if re.match(r"# ", line):
            heading, last = line[2:].strip(), None
            if not heading:
                wrong(n, "a heading without words")
        elif line.startswith("##"):
            name = re.fullmatch(r"## ([a-z][a-z0-9-]*)", line)
            if not name:
                wrong(n, f"{line!r} is no name of a question; write '## ' and lower-case letters, digits and hyphens")
            if heading is None:
                wrong(n, "no heading of the lesson above the question; write '# ' and the heading after which it stands")
            if name[1] in seen:
                wrong(n, f"the name {name[1]!r} is also that of line {seen[name[1]]}; names occur once in a file")
            seen[name[1]] = n
            questions.append(Question(name[1], n, heading))
            last = questions[-1].lines
        elif not line.strip():
            if question and last is question.lines:
                last.append("")
        elif question is None or last is None:
            wrong(n, "text outside a question; begin one with '## ' and its name")
        elif line.startswith("  "):
            if last is question.lines:
                wrong(n, "an indented line continues a field or gives a reason, and there is none above it")
            last.append(line.strip())
        else:
            last = part(question, n, line, wrong)
    for question in questions:
        finish(question, wrong)
    return questions


def part(question, n, line, wrong):
    """Takes in one line, and returns the list to which indented lines below it belong."""
    field = re.fullmatch(rf"({'|'.join(FIELDS)}): *(.*)", line)
    choice = re.fullmatch(r"- \[(.)\] +(.*\S)\s*", line)
    step = re.fullmatch(r"(\d+)\. +(.*\S)\s*", line)
    miss = re.fullmatch(r"- ([^:]+): +(.*\S)\s*", line)
    if field:
        name = field[1]
        if name in question.fields and name not in MANY:
            wrong(n, f"the question has {name!r} twice, in lines {question.at[name]} and {n}")
        question.at.setdefault(name, n)
        lines = [field[2].strip()]
        if not lines[0]:
            wrong(n, f"{name!r} is empty")
        if name in MANY:
            question.fields.setdefault(name, []).append(lines[0])
        else:
            question.fields[name] = lines
        return lines
    if choice:
        if choice[1] not in " x":
            wrong(n, f"[{choice[1]}] marks no choice; write [x] for the right one and [ ] for the others")
        question.items.append(Item(n, choice[2], right=choice[1] == "x"))
        kind = "choice"
    elif step:
        question.items.append(Item(n, step[2], int(step[1])))
        kind = "order"
    elif miss:
        value = numbers(miss[1])
        if value is None:
            wrong(n, f"{miss[1]!r} is no number; a wrong answer is written '- 0.5: reason'")
        question.items.append(Item(n, miss[1].strip(), value))
        question.items[-1].lines.append(miss[2])
        kind = "values"
    elif question.items or question.fields.keys() - {"after"}:
        wrong(n, f"{line[:40]!r} is no field, no choice and no step; a reason is indented by two spaces")
    else:
        question.lines.append(line)
        return question.lines
    if question.kind not in (None, kind):
        wrong(n, "choices, steps and wrong answers cannot be mixed in one question")
    question.kind = kind
    return question.items[-1].lines


def finish(question, wrong):
    """Checks that the question is whole, and says which kind it is."""
    if question.kind in (None, "values"):
        question.kind = "place" if "picture" in question.fields or "place" in question.fields else "number"
    for name, at in question.at.items():
        if name not in KINDS[question.kind].split():
            wrong(at, f"a question of the kind {question.kind!r} has no {name!r}")
    for name, lines in question.fields.items():
        if name not in MANY:
            lines[:] = [" ".join(lines)]
    if not question.text:
        wrong(question.line, "the question has no text")
    {"choice": finish_choice, "number": finish_number, "place": finish_place, "order": finish_order}[question.kind](question, wrong)


def finish_choice(question, wrong):
    if len(question.items) < 3:
        wrong(question.line, f"{len(question.items)} choices; give at least 3")
    for item in question.items:
        if not item.reason:
            wrong(item.line, "the choice has no reason; write it below, indented by two spaces")
        if not re.sub(r"\$[^$]*\$", "", item.text).strip():
            wrong(item.line, "the choice is a formula alone, which screen readers do not read as the name of a button; write it as text, or add words")
    if len({item.text for item in question.items}) < len(question.items):
        wrong(question.line, "two choices are the same")
    right = sum(item.right for item in question.items)
    if right != 1:
        wrong(question.line, f"{right} choices are marked [x]; mark the right one")
    question.computed = computed_alone(question, wrong)


def computed_alone(question, wrong):
    if "answer" in question.fields and question.field("answer") != "computed":
        wrong(question.at["answer"], f"'answer' of the kind {question.kind!r} can only be 'computed'; the right answer is that of the marks or the numbers")
    return "answer" in question.fields


def required(question, wrong, names):
    for name in names:
        if name not in question.fields:
            wrong(question.line, f"the question has no {name!r}")


def finish_values(question, count, wrong):
    """The answer and its tolerance, and the wrong answers."""
    line = question.at["answer"]
    found = re.fullmatch(r"(.+?) ± (\S+?)(, computed)?", question.field("answer"))
    if not found or numbers(found[1]) is None or number(found[2]) is None:
        wrong(line, "the answer must be written '2.5 ± 0.1', with ', computed' if answers of the Go test give it")
    question.answer, question.tolerance, question.computed = numbers(found[1]), number(found[2]), bool(found[3])
    question.shown = found[1].strip()
    if question.tolerance < 0:
        wrong(line, "the tolerance is negative")
    if len(question.answer) != count:
        wrong(line, f"the answer has {len(question.answer)} numbers; it needs {count}")
    for item in question.items:
        if len(item.value) != count:
            wrong(item.line, f"the wrong answer has {len(item.value)} numbers; it needs {count}")
        if near(item.value, question):
            wrong(item.line, f"the wrong answer {item.text} is within the tolerance of the right one")
    if not question.items and "hint" not in question.fields:
        wrong(question.line, "the question says nothing about wrong answers; give a 'hint', or '- 0.5: reason'")


def near(value, question):
    return all(abs(a - b) <= question.tolerance + 1e-9 for a, b in zip(value, question.answer))


def finish_number(question, wrong):
    required(question, wrong, ["answer", "why"])
    finish_values(question, 1, wrong)
    said = [number(found) for found in re.findall(r"[-−]?\d+(?:\.\d+)?", re.sub(r"(?<=\d)[  \\,]+(?=\d{3})", "", question.field("why")))]
    if not any(v is not None and (near([v], question)) for v in said):
        wrong(question.at["why"], f"'why' does not say the answer, {question.shown}")


def finish_place(question, wrong):
    required(question, wrong, ["picture", "place", "answer", "why", "hint"])
    place = question.field("place")
    if place not in PLACES:
        wrong(question.at["place"], f"{place!r} cannot be placed; write one of {', '.join(PLACES)}")
    axes = re.fullmatch(r"(.+?) from (\S+) to (\S+)(?:, (.+?) from (\S+) to (\S+))?", question.field("picture"))
    question.flat = bool(axes) and not axes[4]  # a number line
    ends = [0 if i == 5 and question.flat else 1 if i == 6 and question.flat else number(axes[i]) for i in (2, 3, 5, 6)] if axes else [None]
    if None in ends or ends[0] >= ends[1] or ends[2] >= ends[3]:
        wrong(question.at["picture"], "a picture must be written 'x₁ from 0 to 4, x₂ from 0 to 3', or 'x from 0 to 4' for a number line")
    if question.flat and place != "threshold":
        wrong(question.at["place"], f"a {place} has no place on a number line; write 'threshold', or a second axis")
    question.axes, question.ends = (axes[1], axes[4] or ""), ends
    finish_values(question, PLACES[place], wrong)
    if question.tolerance == 0:
        wrong(question.at["answer"], "the tolerance of a place is 0; nobody can drag so exactly")
    limits = {"point": [ends[:2], ends[2:]], "line": [ends[2:]] * 2, "threshold": [ends[:2]]}[place]
    if not all(lo <= v <= hi for v, (lo, hi) in zip(question.answer, limits)):
        wrong(question.at["answer"], "the answer lies outside the picture")
    question.given = []
    for name in MANY:
        for text in question.fields.get(name, []):
            points = [numbers(p) for p in text.split(";")]
            if any(p is None or len(p) != (1 if question.flat else 2) for p in points) or (name == "line" and len(points) < 2):
                wrong(question.at[name], f"'{name}' must be written '0 1; 2 3', pairs of x and y, or '0; 2' on a number line")
            question.given.append((name, [(*p, 0.5) for p in points] if question.flat else points))


def finish_order(question, wrong):
    required(question, wrong, ["why"])
    if len(question.items) < 3:
        wrong(question.line, f"{len(question.items)} steps; give at least 3")
    for i, item in enumerate(question.items, 1):
        if item.value != i:
            wrong(item.line, f"step {item.value} stands where step {i} should; number them in the right order")
        if not item.reason:
            wrong(item.line, "the step has no reason; write it below, indented by two spaces")
    question.computed = computed_alone(question, wrong)


# Where a question stands: in the text of the lesson, before it becomes HTML.

HEADING = re.compile(r"^#{1,6} +(.*?) *#*$")


def marker(name):
    return f"<!--question {name}-->"


def sections(cells):
    """The pieces of the lesson's text in order, as (cell, first line, last line, heading):
    each is a paragraph, with the heading above it."""
    heading = None
    for c, (kind, source) in enumerate(cells):
        if kind != "markdown":
            continue
        fence, first, lines = False, None, source.split("\n")
        for n, line in enumerate([*lines, ""]):
            fence ^= line.startswith("```")
            if not fence and (not line.strip() or HEADING.match(line)):
                if first is not None:
                    yield c, first, n, heading
                    first = None
                if line.strip():
                    heading = HEADING.match(line)[1]
                    yield c, n, n, heading
            elif first is None:
                first = n


def place(questions, cells, path):
    """The places of questions: cell and line before which each stands, in the order of the
    page. cells are pairs of type and source."""
    pieces, found = list(sections(cells)), []
    for question in questions:
        inside = [i for i, piece in enumerate(pieces) if piece[3] == question.heading]
        if not inside:
            raise Mistake(path, question.line, f"the lesson has no heading {question.heading!r}")
        if "after" in question.fields:
            words = question.field("after")
            hits = [pieces[i] for i in inside if words in "\n".join(cells[pieces[i][0]][1].split("\n")[pieces[i][1] : pieces[i][2]])]
            if len(hits) != 1:
                raise Mistake(path, question.at["after"], f"{len(hits)} paragraphs below {question.heading!r} have the words {words!r}; one must")
            found.append((hits[0][0], hits[0][2], question))
            continue
        below = inside[-1] + 1
        if below == len(pieces):
            raise Mistake(path, question.line, f"no heading follows {question.heading!r}; use 'after'")
        found.append((pieces[below][0], pieces[below][1], question))
    order = sorted(range(len(found)), key=lambda i: (found[i][:2], i))
    if order != list(range(len(found))):
        first = next(i for i, o in enumerate(order) if i != o)
        raise Mistake(path, found[first][2].line, f"{found[first][2].name!r} stands behind questions that are below it in the file; keep them in the order of the page")
    return found


def mark(notebook, name, directory=QUESTIONS):
    """A copy of the notebook with a marker where each of its questions stands."""
    path, notebook = directory / f"{name}.md", copy.deepcopy(notebook)
    if path.exists():
        for c, n, question in reversed(place(read(path), [(c.cell_type, c.source) for c in notebook.cells], path)):
            lines = notebook.cells[c].source.split("\n")
            lines[n:n] = ["", marker(question.name), ""]
            notebook.cells[c].source = "\n".join(lines)
    return notebook


def fill(body, name, convert=markdown2html, directory=QUESTIONS):
    """The page of a marked notebook with its questions in their places."""
    path = directory / f"{name}.md"
    asked = read(path) if path.exists() else []
    for i, question in enumerate(asked, 1):
        before, found, after = body.partition(marker(question.name))
        if not found or marker(question.name) in after:
            raise Mistake(path, question.line, f"the page has not one place for {question.name!r}; is 'after' inside a table or a formula?")
        body = before + render(question, f"Question {i} of {len(asked)}", convert) + after
    return body


# HTML. Without scripts a reader sees the question and opens the answer; questions.js makes
# a form of the same elements.


def render(question, title, convert):
    def block(text):
        return convert(text).strip()

    def inline(text):
        text = re.sub(r"^(\d*)([-+*>#.)])(?= )", r"\1\\\2", text)  # no list and no heading
        return re.sub(r"^<p>(.*)</p>$", r"\1", block(text), flags=re.S)

    parts = {"choice": render_choice, "number": render_number, "place": render_place, "order": render_order}[question.kind]
    shown, answer, data = parts(question, block, inline)
    hint = f'<div class="hint">{block(question.field("hint"))}</div>' if question.field("hint") else ""
    attributes = "".join(f' data-{key}="{html.escape(str(value))}"' for key, value in data.items())
    return (
        f'<section class="lclass-question" id="question-{question.name}" data-kind="{question.kind}"{attributes} aria-label="{title}">\n'
        f'<p class="title">{title}</p>\n<div class="ask">{block(question.text)}</div>\n{shown}\n'
        f'<details class="answer"><summary>Answer</summary>\n{answer}{hint}</details>\n</section>'
    )


def render_choice(question, block, inline):
    shown = "".join(f"<li>{inline(item.text)}</li>" for item in question.items)
    answer = "".join(f'<li{" class=right" if item.right else ""}><b>{"Right" if item.right else "Wrong"}.</b> {inline(item.reason)}</li>' for item in question.items)
    return f'<ol class="choices" type="A">{shown}</ol>', f'<ol class="reasons" type="A">{answer}</ol>', {}


def values(question, block, inline):
    unit = f" {question.field('unit')}" if question.field("unit") else ""
    why = f'<div class="why">{block(question.field("why"))}</div>'
    misses = "".join(f'<li data-value="{" ".join(map(str, item.value))}"><b>{minus(", ".join(item.text.split()))}:</b> {inline(item.reason)}</li>' for item in question.items)
    answer = f'<p class="value"><b>{minus(", ".join(question.shown.split()))}{html.escape(unit)}</b></p>{why}'
    if misses:
        answer += f'<p class="misses">If you have</p><ul class="reasons">{misses}</ul>'
    return answer, {"answer": " ".join(map(str, question.answer)), "tolerance": question.tolerance}


def minus(text):
    return html.escape(text.replace("-", "−"))


def render_number(question, block, inline):
    answer, data = values(question, block, inline)
    if question.field("unit"):
        data["unit"] = question.field("unit")
    return "", answer, data


def render_place(question, block, inline):
    answer, data = values(question, block, inline)
    data |= {"place": question.field("place"), "ends": " ".join(map(str, question.ends)), "axes": "|".join(question.axes)}
    return picture(question), answer, data


WIDTH, HEIGHT, LEFT, BELOW, MARGIN = 360, 220, 44, 42, 12


def picture(question):
    """The picture. Its first rectangle is the frame, by which places.js finds the axes."""
    x0, x1, y0, y1 = question.ends
    width, height = WIDTH - LEFT - MARGIN, 60 if question.flat else HEIGHT
    bottom = MARGIN + height

    def at(x, y):
        return LEFT + (x - x0) / (x1 - x0) * width, bottom - (y - y0) / (y1 - y0) * height

    out = [f'<rect x="{LEFT}" y="{MARGIN}" width="{width}" height="{height}" fill="none" stroke="currentColor" opacity=".4"/>']
    for v in ticks(x0, x1):
        x = at(v, y0)[0]
        out.append(f'<path d="M{x:.1f} {bottom}v5" stroke="currentColor"/><text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{minus(f"{v:g}")}</text>')
    for v in [] if question.flat else ticks(y0, y1):
        y = at(x0, v)[1]
        out.append(f'<path d="M{LEFT} {y:.1f}h-5" stroke="currentColor"/><text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{minus(f"{v:g}")}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - MARGIN) / 2}" y="{bottom + 36}" text-anchor="middle">{html.escape(question.axes[0])}</text>')
    out.append(f'<text x="12" y="{MARGIN + height / 2}" text-anchor="middle" transform="rotate(-90 12 {MARGIN + height / 2})">{html.escape(question.axes[1])}</text>')
    said = []
    for name, points in question.given:
        places = [at(*p) for p in points]
        said.append(f"{name} at " + ", ".join(f"{x:g}" if question.flat else f"({x:g}, {y:g})" for x, y in points[:12]))
        if name == "line":
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
            out.append(f'<polyline points="{path}" fill="none" stroke="currentColor" stroke-width="2"/>')
        elif name == "circles":
            out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="none" stroke="var(--blue)" stroke-width="2.5"/>' for x, y in places]
        else:
            out += [f'<rect x="{x - 5:.1f}" y="{y - 5:.1f}" width="10" height="10" fill="var(--red)"/>' for x, y in places]
    axes = f"{question.axes[0]} from {x0:g} to {x1:g}" + ("" if question.flat else f", {question.axes[1]} from {y0:g} to {y1:g}")
    label = minus(f"{axes}. {'; '.join(said)}")
    return f'<svg class="plane" viewBox="0 0 {WIDTH} {bottom + BELOW}" role="img" aria-label="{label}" font-size="13" fill="currentColor">{"".join(out)}</svg>'


def ticks(low, high):
    step = 10 ** math.floor(math.log10((high - low) / 2))
    while (high - low) / step > 6:
        step *= 2 if f"{step:e}"[0] in "15" else 2.5
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(i * step, 10) for i in range(first, last + 1)]


def render_order(question, block, inline):
    shown = "".join(f'<li data-place="{i + 1}">{inline(question.items[i].text)}</li>' for i in mixed(len(question.items)))
    answer = "".join(f"<li><b>{inline(item.text)}</b> {inline(item.reason)}</li>" for item in question.items)
    return f'<ul class="steps">{shown}</ul>', f'<ol class="reasons">{answer}</ol><div class="why">{block(question.field("why"))}</div>', {}


def mixed(count):
    """The numbers below count, in an order that is not theirs."""
    return [*range(1, count, 2), *range(0, count, 2)]


def everything():
    """All questions by name of the notebook, with their places checked."""
    found = {}
    for path in sorted(QUESTIONS.glob("*.md")):
        notebook = NOTEBOOKS / f"{path.stem}.ipynb"
        if not notebook.exists():
            raise Mistake(path, 1, f"there is no {notebook}")
        found[path.stem] = read(path)
        place(found[path.stem], [(kind, source) for kind, source, _ in nbtext.read(notebook)], path)
    return found


def main(args):
    try:
        found = everything()
    except Mistake as mistake:
        print(mistake)
        return 1
    if args == ["count"]:
        for name, questions in found.items():
            kinds = Counter(q.kind for q in questions)
            print(f"{name:14} {len(questions):3}  {sum(q.computed for q in questions):3} computed  {dict(kinds)}")
        every = [q for questions in found.values() for q in questions]
        print(f"{'all':14} {len(every):3}  {sum(q.computed for q in every):3} computed  {dict(Counter(q.kind for q in every))}")
    elif args != ["check"]:
        print(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
