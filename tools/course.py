"""The plan of the course: in which order its notebooks are read, what the lectures
show that one of them has to check, and which of their texts the checks quote."""
from dataclasses import dataclass
from pathlib import Path


def read_order(directory):
    """The names of order.txt with the heading "# ..." that each is below."""
    path, theme, order = Path(directory, "order.txt"), "", {}
    for line in lines(path):
        if line.startswith("#"):
            theme = line[1:].strip()
        else:
            order[line] = theme
    return order


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
        of = lectures if fields[1] == "all" else names(fields[1])
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
