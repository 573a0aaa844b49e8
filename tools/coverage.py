"""Which figures and numbers of the lectures the notebooks check, and where."""
import json
import textwrap

CHECKED, DIFFERS, MISSING, TWICE, NOT_RUN = "checked", "differs", "missing", "in two notebooks", "not run"


class Coverage:
    """The rows of the lectures with the checks of a run.

    complete tells whether all notebooks ran; otherwise a row without checks is
    not missing. skipped has the data sets that notebooks looked for in vain.
    """

    def __init__(self, lectures, rows, checks, skipped, complete):
        self.lectures, self.rows, self.skipped, self.complete = lectures, rows, skipped, complete
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
            return CHECKED
        return MISSING if self.complete else NOT_RUN

    def covered(self, row):
        return self.state(row) not in (DIFFERS, MISSING, TWICE, NOT_RUN)

    def of(self, lecture):
        return [row for row in self.rows if lecture in row.lectures]

    def summary(self, lecture):
        rows = self.of(lecture)
        return f"{sum(map(self.covered, rows))} of {len(rows)} rows"

    def checks_of(self, row, lecture):
        """What the row has for this lecture: not what it says of the others."""
        others = [name for name in self.lectures if name != lecture]
        return [c for c in self.checks[row.number] if c["lecture"] not in others] or self.checks[row.number]

    def slips(self, lecture):
        """Where the lecture slips outside the rows."""
        return [c for c in self.checks.get(0, []) if c["lecture"] == lecture]

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
        return found

    def report(self):
        """The table of each lecture, as text."""
        return "\n\n".join(self.lecture_report(lecture) for lecture in self.lectures if self.of(lecture))

    def lecture_report(self, lecture):
        rows = [row for row in self.of(lecture) if self.state(row) != NOT_RUN]
        out = [f"{lecture}: {self.summary(lecture)}"]
        for row in rows:
            checks, state = sorted(self.checks_of(row, lecture), key=lambda c: c["slip"]), self.state(row)
            cells = ", ".join(str(n) for n in sorted({c["cell"] for c in checks}))
            place = f"{', '.join(self.notebooks(row))} {cells}" if checks else "–"
            value = f"{checks[0]['what']}: {checks[0]['computed']}" if checks else ""
            more = f" (+{len(checks) - 1})" if len(checks) > 1 else ""
            mark = "" if state == CHECKED else f"  {state.upper() if not self.covered(row) else state}"
            out.append(f"{row.number:4}  {short(row.title, 60):<60}  {short(place, 24):<24}  {short(value, 44)}{more}{mark}".rstrip())
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
                "notebooks": self.notebooks(row),
                "checks": self.checks[row.number],
            }
            for row in self.rows
        ]
        return {"complete": self.complete, "skipped": sorted(self.skipped), "rows": rows, "others": self.checks.get(0, [])}

    def write(self, out):
        text = json.dumps(self.as_json(), indent=1, ensure_ascii=False) + "\n"
        (out / "coverage.json").write_text(text, encoding="utf-8")


def short(text, width):
    text = " ".join(text.split())
    return text if len(text) <= width else textwrap.shorten(text, width, placeholder=" …")
