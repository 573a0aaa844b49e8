package release

import (
	"errors"
	"regexp"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/notebook"
)

// grade_ids are words to nbgrader, too.
var word = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)

// CheckCell returns the grade_id of the cell that checks a task.
func CheckCell(task string) string { return task + "-check" }

// A role is what a cell is for.
type role struct {
	what                    string
	kind                    string
	grade, solution, locked bool
	points                  float64
}

// valid compares the cells with what assignment.toml says.
func valid(a *assignment.Assignment, n *notebook.Notebook) error {
	var problems []error
	add := func(cell, what, format string, args ...any) {
		problems = append(problems, mistake(cell, 0, what, format, args...))
	}
	if n.Kernel() != "lclass" {
		add("", "kernelspec", "the metadata name no kernelspec lclass: choose the kernel \"Go (lclass)\" in Jupyter and save, or run make strip")
	}
	roles := roles(a)
	seen := map[string]string{} // the cell, by grade_id
	for i, c := range n.Cells {
		g, name := c.Grade, n.Name(i)
		if g == nil {
			continue
		}
		want, known := roles[g.ID]
		if other, twice := seen[g.ID]; twice {
			add(name, "grade_id twice", "%s and %s have the same grade_id: rename one of them", other, name)
			continue
		}
		seen[g.ID] = name
		switch {
		case !word.MatchString(g.ID):
			add(name, "grade_id", "%s: a grade_id is made of letters, digits, _ and -", name)
		case !known && (g.Grade || g.Solution):
			add(name, "unknown", "%s is graded, but assignment.toml has no [[task]] and no [[written]] of that name", name)
		case known && c.Kind != want.kind:
			add(name, "cell_type", "%s is a %s cell, but %s is a %s cell", name, c.Kind, want.what, want.kind)
		case known && (g.Grade != want.grade || g.Solution != want.solution || g.Locked != want.locked):
			add(name, "metadata", "%s: the metadata of %s are grade: %v, solution: %v, locked: %v; here they are %v, %v, %v",
				name, want.what, want.grade, want.solution, want.locked, g.Grade, g.Solution, g.Locked)
		case known && g.Points != want.points:
			add(name, "points", "%s has %g points, but %g in assignment.toml", name, g.Points, want.points)
		}
	}
	for _, t := range a.Tasks {
		if seen[t.Name] == "" {
			add(t.Name, "no cell", "task %s has no solution cell: a code cell with the grade_id %q", t.Name, t.Name)
		}
		if id := CheckCell(t.Name); seen[id] == "" {
			add(id, "no cell", "task %s has no check cell: a code cell with the grade_id %q", t.Name, id)
		}
	}
	for _, w := range a.Written {
		if seen[w.Name] == "" {
			add(w.Name, "no cell", "the question %s has no cell: a markdown cell with the grade_id %q", w.Name, w.Name)
		}
	}
	return errors.Join(problems...)
}

func roles(a *assignment.Assignment) map[string]role {
	roles := map[string]role{}
	for _, t := range a.Tasks {
		roles[t.Name] = role{what: "a solution", kind: "code", solution: true}
		roles[CheckCell(t.Name)] = role{what: "a check", kind: "code", grade: true, locked: true, points: t.Points}
	}
	for _, w := range a.Written {
		roles[w.Name] = role{what: "a written answer", kind: "markdown", grade: true, solution: true, points: w.Points}
	}
	return roles
}
