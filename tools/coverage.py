"""Which figures and numbers of the lectures the notebooks check, and where."""
import json
import textwrap

CHECKED, NEAR, DIFFERS, MISSING, TWICE, NOT_RUN = "checked", "near", "differs", "missing", "in two notebooks", "not run"

# Where the expected value of a check comes from.
KINDS = ["printed", "theory", "ours"]

# What became of a check, and its sign.
SIGNS = {"agrees": "✓", "near": "≈", "slip": "✎", "differs": "✗"}


def count_kinds(checks):
    """For example "6 printed, 13 theory, 2 ours"."""
    counts = [(sum(c["kind"] == kind for c in checks), kind) for kind in KINDS]
    return ", ".join(f"{count} {kind}" for count, kind in counts if count)


def count_states(checks):
    """For example ["✓ 19 agree", "≈ 1 near", "✎ 1 slip"], each with its state."""
    words = {"agrees": ("agrees", "agree"), "near": ("near", "near"), "slip": ("slip", "slips"), "differs": ("differs", "differ")}
    counts = [(state, sum(c["state"] == state for c in checks)) for state in SIGNS]
    return [(state, f"{SIGNS[state]} {count} {words[state][count > 1]}") for state, count in counts if count]


def source(check):
    """Who expects the value: only a printed one may be called what a lecture says."""
    return f"{check['lecture']} says" if check["kind"] == "printed" else "expected"


class Coverage:
    """The rows of the lectures with the checks of a run.

    printed has the texts that checks may quote. complete reports whether all
    notebooks ran; otherwise a row without checks is not missing, and a text
    without checks not unused. skipped has the data sets that notebooks looked for
    in vain.
    """

    def __init__(self, lectures, rows, printed, checks, skipped, complete):
        self.lectures, self.rows, self.printed, self.skipped, self.complete = lectures, rows, printed, skipped, complete
        self.checks = {row.number: [] for row in rows}
        for check in checks:
            self.checks.setdefault(check["row"], []).append(check)

    def notebooks(self, row):
        return list(dict.fromkeys(c["notebook"] for c in self.checks[row.number]))

    def state(self, row):
        checks = self.checks[row.number]
        if len(self.notebooks(row)) > 1:
            return TWICE
        if not all(c["ok"] for c in checks):
            return DIFFERS
        if row.data in self.skipped and (checks or not row.part):
            return f"without {row.data}"
        if checks:
            return NEAR if any(c["state"] == "near" for c in checks) else CHECKED
        return MISSING if self.complete else NOT_RUN

    def covered(self, row):
        return self.state(row) not in (DIFFERS, MISSING, TWICE, NOT_RUN)

    def of(self, lecture):
        return [row for row in self.rows if lecture in row.lectures]

    def quotes(self, row, lecture):
        """Whether a check of the row compares with what this lecture prints."""
        return any(c["kind"] == "printed" and c["lecture"] == lecture for c in self.checks[row.number])

    def remarks(self, row, lecture):
        """What there is to say of a row of this lecture."""
        state = self.state(row)
        found = [] if state == CHECKED else [f"{SIGNS['near']} {state}" if state == NEAR else state]
        if self.checks[row.number] and not self.quotes(row, lecture):
            found.append("nothing printed is checked")
        return found

    def summary(self, lecture):
        rows = self.of(lecture)
        quoted = sum(self.quotes(row, lecture) for row in rows)
        return f"{sum(map(self.covered, rows))} of {len(rows)} rows are covered, {quoted} of them by a printed text or number"

    def checks_of(self, row, lecture):
        """What the row has for this lecture: not what it says of the others."""
        others = [name for name in row.lectures if name != lecture]
        return [c for c in self.checks[row.number] if c["lecture"] not in others] or self.checks[row.number]

    def slips(self, lecture):
        """Where the lecture slips outside the rows."""
        return [c for c in self.checks.get(0, []) if c["lecture"] == lecture]

    def unused(self):
        """The printed texts that no check of a complete run quotes. Those that may
        need a data set that is not there are excused."""
        if not self.complete:
            return []
        used = {(c["lecture"], c["row"], c["text"]) for checks in self.checks.values() for c in checks}
        excused = {row.number for row in self.rows if row.data in self.skipped} | ({0} if self.skipped else set())
        return [p for p in self.printed if p.row not in excused and (p.lecture, p.row, p.text) not in used]

    def failures(self):
        """What is wrong with the course as a whole."""
        found = []
        for row in self.rows:
            if self.state(row) == MISSING:
                found.append(f"row {row.number} of the lectures, {row.title}: no notebook checks it")
            elif self.state(row) == TWICE:
                found.append(f"row {row.number} of the lectures, {row.title}: checked in {' and '.join(self.notebooks(row))}, and one should be its place")
        known = {0, *(row.number for row in self.rows)}
        for number in sorted(set(self.checks) - known):
            places = " and ".join(dict.fromkeys(c["notebook"] for c in self.checks[number]))
            found.append(f"row {number}, which {places} checks, is not in rows.txt")
        for p in self.unused():
            found.append(f"printed.tsv: no check quotes {p.text!r} of {p.lecture}, row {p.row}; remove the line or add a check")
        return found

    def report(self):
        """The table of each lecture, as text."""
        return "\n\n".join(self.lecture_report(lecture) for lecture in self.lectures if self.of(lecture))

    def lecture_report(self, lecture):
        rows = [row for row in self.of(lecture) if self.state(row) != NOT_RUN]
        out = [f"{lecture}: {self.summary(lecture)}"]
        for row in rows:
            checks = self.checks_of(row, lecture)
            cells = ", ".join(str(n) for n in sorted({c["cell"] for c in checks}))
            place = f"{', '.join(self.notebooks(row))} {cells}" if checks else "–"
            remarks = "; ".join(self.remarks(row, lecture))
            if not self.covered(row):
                remarks = remarks.upper()
            out.append(f"{row.number:4}  {short(row.title, 60):<60}  {short(place, 24):<24}  {count_kinds(checks):<28}  {remarks}".rstrip())
        for slip in self.slips(lecture):
            place = f"{slip['notebook']} {slip['cell']}"
            out.append(f"   –  {'a slip outside the rows':<60}  {short(place, 24):<24}  {short(slip['what'], 44)}")
        return "\n".join(out)

    def as_json(self):
        rows = [
            {
                "row": row.number,
                "lectures": row.lectures,
                "title": row.title,
                "data": row.data,
                "state": self.state(row),
                "kinds": {kind: sum(c["kind"] == kind for c in self.checks[row.number]) for kind in KINDS},
                "notebooks": self.notebooks(row),
                "checks": self.checks[row.number],
            }
            for row in self.rows
        ]
        return {
            "complete": self.complete,
            "skipped": sorted(self.skipped),
            "rows": rows,
            "others": self.checks.get(0, []),
            "unused": [vars(p) for p in self.unused()],
        }

    def write(self, out):
        text = json.dumps(self.as_json(), indent=1, ensure_ascii=False) + "\n"
        (out / "coverage.json").write_text(text, encoding="utf-8")


def short(text, width):
    text = " ".join(text.split())
    return text if len(text) <= width else textwrap.shorten(text, width, placeholder=" …")
