"""The plan of the course: in which order its notebooks are read, what the lectures
show that one of them has to check, which of their texts the checks quote, the route of
each lecture through the notebooks, and the words of the course."""
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote


@dataclass
class Section:
    """A section of a lesson. The anchor is the one that its page has."""

    title: str
    anchor: str

    @property
    def number(self):
        found = re.match(r"(\w+)\. ", self.title)
        return found[1] if found else ""

    @property
    def optional(self):
        return bool(re.match(r"(\w+\. )?Optional\b", self.title))


@dataclass
class Lesson:
    """A notebook of order.txt."""

    name: str
    theme: str = ""
    title: str = ""
    minutes: int = 0  # to read its text
    aim: str = ""  # the first paragraph below the title
    sections: list = field(default_factory=list)
    parts: list = field(default_factory=list)  # of sections
    needs: list = field(default_factory=list)  # the names of those to read before


class Course(dict):
    """The lessons by name, in reading order, and what needs.txt, rows.txt, glossary.txt,
    routes/ and course.json of their directory say."""

    def __init__(self, directory):
        super().__init__()
        self.directory, theme = Path(directory), ""
        for line in lines(self.directory / "order.txt"):
            if line.startswith("#"):
                theme = line[1:].strip()
            else:
                self[line] = read_lesson(self.directory / f"{line}.ipynb", theme)
        for name, needs in read_needs(self.directory / "needs.txt"):
            for unknown in {name, *needs} - set(self):
                raise ValueError(f"needs.txt: {unknown} is not in order.txt")
            self[name].needs = needs
        self.lectures, self.rows = read_rows(self.directory)
        self.terms = [self.located(term, "glossary.txt") for term in read_glossary(self.directory / "glossary.txt")]
        self.routes = [route for route in map(self.read_route, self.lectures) if route]
        self.settings = read_settings(self.directory / "course.json")

    def place(self, reference):
        """The address and the title of a section, such as "logistic 2" or "titanic B4"."""
        name, _, number = reference.partition(" ")
        part = next((p for p in self[name].parts if p.number == number), None) if name in self else None
        if not part:
            raise ValueError(f"{reference!r} is not a section of a lesson")
        return f"{name}.html#{part.anchor}", part.title, self[name].title

    def located(self, term, file):
        """The term, whose place exists."""
        try:
            self.place(term.place)
        except ValueError as err:
            raise ValueError(f"{file}: {term.word}: {err}") from None
        return term

    def read_route(self, lecture):
        path = self.directory / "routes" / f"{lecture.lower()}.txt"
        found = lines(path)
        if not found:
            return None
        route = Route(lecture, found[0].removeprefix("#").strip(), found[1], [])
        for line in found[2:]:
            key, _, value = line.partition(":")
            if line.startswith("## "):
                route.stops.append(Stop(line[3:].strip()))
            elif key == "public":
                route.public = value.strip()
                if not re.fullmatch(r"https://[\w./-]+", route.public):
                    raise ValueError(f"{path.name}: {line!r} has no address that begins with https://")
            elif key in ("shows", "adds"):
                setattr(route.stops[-1], key, value.strip())
            elif key == "here":
                route.stops[-1].here = [self.place(reference) for reference in names(value)]
            elif key == "rows":
                route.stops[-1].rows = [self.row(int(number), lecture) for number in names(value)]
            else:
                raise ValueError(f"{path.name}: {line!r} begins with none of public, shows, here, adds, rows")
        shown = [row.number for stop in route.stops for row in stop.rows]
        missing = {row.number for row in self.rows if lecture in row.lectures} - set(shown)
        if missing:
            raise ValueError(f"{path.name} lacks the rows {sorted(missing)}")
        return route

    def row(self, number, lecture):
        found = next((row for row in self.rows if row.number == number), None)
        if not found:
            raise ValueError(f"the route of {lecture} has row {number}, which is not in rows.txt")
        return found

    def themes(self):
        """The lessons by theme."""
        found = {}
        for lesson in self.values():
            found.setdefault(lesson.theme, []).append(lesson)
        return found


def read_order(directory):
    """The lessons of order.txt, by name."""
    return Course(directory)


@dataclass
class Term:
    """A word of glossary.txt, or a symbol."""

    word: str
    others: list  # other forms of it
    place: str
    meaning: str
    symbol: bool = False

    @property
    def anchor(self):
        return re.sub(r"[^a-z0-9]+", "-", self.word.lower()).strip("-")


def read_glossary(path):
    symbol = False
    for line in lines(path):
        if line.startswith("## "):
            symbol = True
        elif not line.startswith("#"):
            fields = [field.strip() for field in line.split("|")]
            if len(fields) != 4:
                raise ValueError(f"glossary.txt: {line!r} is not: word | other forms | place | meaning")
            yield Term(fields[0], [o for o in names(fields[1]) if o], fields[2], fields[3], symbol)


@dataclass
class Stop:
    """A section of a lecture: what it shows, where we show it, what we add."""

    title: str
    shows: str = ""
    here: list = field(default_factory=list)
    adds: str = ""
    rows: list = field(default_factory=list)


@dataclass
class Route:
    """The way of a lecture through the lessons, a file of routes/."""

    lecture: str
    title: str
    about: str
    stops: list
    public: str = ""  # the address of the course, if it has a page for all

    @property
    def page(self):
        return page_of(self.lecture)


def page_of(lecture):
    """The name of the page with the route of a lecture."""
    return f"lecture-{lecture.lower()}"


# How many words are read in a minute.
PACE = 200


def read_lesson(path, theme):
    """What the text of a notebook says of the lesson; only its name if there is none."""
    lesson = Lesson(path.stem, theme, path.stem)
    if not path.exists():
        return lesson
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    text = "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    text = re.sub(r"<details>.*?</details>", "", text, flags=re.S)
    titles = re.findall(r"^# (.+)$", text, re.M)
    lesson.title = titles[0].strip() if titles else lesson.name
    lesson.sections = [Section(title.strip(), anchor_of(title)) for title in re.findall(r"^## (.+)$", text, re.M)]
    lesson.parts = [Section(title.strip(), anchor_of(title)) for title in re.findall(r"^###? (.+)$", text, re.M)]
    lesson.aim = next((b for b in re.split(r"\n\s*\n", text.strip()) if not b.startswith("#")), "")
    words = [w for w in text.split() if any(c.isalnum() for c in w)]  # no rules of tables
    lesson.minutes = max(1, round(len(words) / PACE))
    return lesson


def anchor_of(title):
    """The anchor that nbconvert gives a heading."""
    return quote(re.sub(r"[*`]", "", title.strip()).replace(" ", "-"), safe="?/:@!$&'()*+,;=")


def read_needs(path):
    for line in lines(path):
        if not line.startswith("#"):
            name, _, needs = line.partition(":")
            yield name.strip(), names(needs)


def read_settings(path):
    """The addresses of the course: "edit" is followed by the path of a file to change."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


@dataclass
class Row:
    """A figure or number of the lectures, a line of rows.txt."""

    number: int
    lectures: list
    title: str
    data: str = ""  # the data set without which it is left out
    part: bool = False  # or without which only a part of it is


def read_rows(directory):
    """The lectures and the rows of rows.txt."""
    lectures, rows = [], []
    for line in lines(Path(directory, "rows.txt")):
        if line.startswith("#"):
            continue
        if line.startswith("lectures:"):
            lectures = names(line.removeprefix("lectures:"))
            continue
        fields = [field.strip() for field in line.split("|")]
        if len(fields) != 4 or not fields[0].isdigit():
            raise ValueError(f"rows.txt: {line!r} is not: row | lectures | what it shows | data set")
        of = {"all": lectures, "none": []}.get(fields[1], names(fields[1]))
        unknown = [name for name in of if name not in lectures]
        if unknown:
            raise ValueError(f"rows.txt: row {fields[0]} is of {', '.join(unknown)}, which is not among the lectures")
        rows.append(Row(int(fields[0]), of, fields[2], fields[3].removesuffix(" in part"), fields[3].endswith(" in part")))
    return lectures, rows


@dataclass(frozen=True)
class Printed:
    """A text that a lecture prints and a check quotes, a line of lecture/printed.tsv."""

    lecture: str
    place: str
    row: int
    text: str


def read_printed(directory):
    """The texts of lecture/printed.tsv."""
    found = []
    for line in lines(Path(directory, "lecture", "printed.tsv")):
        fields = line.split("\t")
        if len(fields) != 4 or not fields[2].isdigit():
            raise ValueError(f"printed.tsv: {line!r} is not: lecture, place, row, text, with tabs between them")
        found.append(Printed(fields[0], fields[1], int(fields[2]), fields[3]))
    return found


def names(text):
    return [name.strip() for name in text.split(",")]


def lines(path):
    if not path.exists():
        return []
    return [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
