package gradebook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"linclass/assignments/checking"
	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/gradebook/intake"
	"linclass/assignments/lgrade/internal/gradebook/late"
	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/assignments/lgrade/internal/gradebook/table"
	"linclass/assignments/lgrade/internal/grading"
	"linclass/assignments/lgrade/internal/notebook"
	"linclass/internal/errtest"
)

// fake gives Score as many points as the first code cell says.
type fake struct {
	runs   atomic.Int32
	before func(n *notebook.Notebook) error // may be nil
}

func (f *fake) Grade(_ context.Context, n *notebook.Notebook) (*grading.Marks, error) {
	f.runs.Add(1)
	if f.before != nil {
		if err := f.before(n); err != nil {
			return nil, err
		}
	}
	var points float64
	if _, err := fmt.Sscan(n.Cells[0].Source, &points); err != nil {
		return nil, err
	}
	passed := grading.Result{Result: checking.Result{Task: "Score", Check: "adds the bias", Points: points, Passed: true}}
	failed := grading.Result{Result: checking.Result{Task: "Score", Check: "takes three features", Points: 2 - points, Passed: points == 2}, Hidden: true}
	return &grading.Marks{Tasks: []grading.Task{
		{Name: "Score", Points: 2, Earned: points, Results: []grading.Result{passed, failed}},
		{Name: "Step", Points: 5, Problem: "cell 4, line 2: undefined: wieghts"},
	}}, nil
}

// home makes an assignment of two tasks and a question.
func home(t *testing.T) *assignment.Assignment {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module x\n")
	write(t, filepath.Join(dir, "perceptron", "assignment.toml"), `title = "The perceptron"
feedback = "hints"
seconds = 10
[[task]]
name = "Score"
points = 2
[[task]]
name = "Step"
points = 5
[[written]]
name = "xor"
points = 3
`)
	write(t, filepath.Join(dir, "perceptron", "perceptron.ipynb"),
		ipynb("", "Why?\n\n<!-- BEGIN SOLUTION -->\nNo line does it.\n<!-- END SOLUTION -->\n"))
	h, err := assignment.Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	a, err := h.Open("perceptron")
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// ipynb makes a notebook with a code cell and the answer to the question xor.
func ipynb(code, text string) string {
	quote := func(s string) string {
		b, _ := json.Marshal(s)
		return string(b)
	}
	return fmt.Sprintf(`{"cells": [{"cell_type": "code", "metadata": {}, "source": %s},
		{"cell_type": "markdown", "metadata": {"nbgrader": {"grade_id": "xor", "grade": true, "solution": true}}, "source": %s}],
		"nbformat": 4}`, quote(code), quote(text))
}

type school struct {
	*testing.T
	a     *assignment.Assignment
	dir   string
	store *Store
	list  *roster.Roster
	dates Dates
}

func newSchool(t *testing.T, files map[string]string) *school {
	s := &school{T: t, a: home(t), dir: t.TempDir()}
	for name, text := range files {
		write(t, filepath.Join(s.dir, name), text)
	}
	store, err := OpenStore(filepath.Join(t.TempDir(), "graded"))
	if err != nil {
		t.Fatal(err)
	}
	s.store = store
	s.dates.Zone = time.UTC
	return s
}

func (s *school) class() *Class {
	s.Helper()
	in, err := intake.Open(s.Context(), []string{s.dir}, intake.Options{Assignment: "perceptron", Zone: time.UTC, Roster: s.list})
	if err != nil {
		s.Fatal(err)
	}
	c, err := NewClass(s.a, in.People(s.list), s.dates)
	if err != nil {
		s.Fatal(err)
	}
	return c
}

func (s *school) grade(run Run) (*Class, Outcome) {
	s.Helper()
	c := s.class()
	run.Store = s.store
	out, err := c.Grade(s.Context(), run)
	if err != nil {
		s.Fatal(err)
	}
	c.Total(s.dates.Policy)
	return c, out
}

func find(c *Class, id string) *Record {
	for _, r := range c.Records {
		if r.Student.ID == id {
			return r
		}
	}
	return nil
}

func TestGrades(t *testing.T) {
	s := newSchool(t, map[string]string{
		"b1/perceptron.ipynb": ipynb("2", "Why?\n\nBecause."),
		"b2/mine.ipynb":       ipynb("1", "Why?\n\n*Your answer here.*"),
		"b3/perceptron.ipynb": "not a notebook",
		"b4/perceptron.ipynb": "",
		"b5/report.pdf":       "%PDF",
		"b9/perceptron.ipynb": ipynb("1", ""),
	})
	s.list = &roster.Roster{}
	for _, id := range []string{"b1", "b2", "b3", "b4", "b5", "b6"} {
		s.list.Students = append(s.list.Students, roster.Student{ID: id, First: "F" + id, Last: "L" + id})
	}
	c, out := s.grade(Run{Grader: &fake{}, Workers: 3})
	if out.Graded != 3 || out.Unchanged != 0 || len(out.Failed) != 0 {
		t.Errorf("%+v", out)
	}
	got, err := table.Read("grades.csv", c.Grades())
	if err != nil {
		t.Fatal(err)
	}
	if want := append(slices.Clone(NbgraderColumns), "Score", "Step", "xor", "days_late", "clock", "unmarked", "file", "notes"); !slices.Equal(got.Columns, want) {
		t.Errorf("columns %q, want %q", got.Columns, want)
	}
	want := map[string][]string{ // score, Score, xor, unmarked, a part of the notes
		"b1": {"2", "2", "", "1", "Step: cell 4, line 2: undefined: wieghts"},
		"b2": {"1", "1", "0", "0", "the file is not called perceptron.ipynb but mine.ipynb"},
		"b3": {"0", "0", "0", "0", "b3/perceptron.ipynb: the file is not a notebook"},
		"b4": {"0", "0", "0", "0", "b4/perceptron.ipynb is empty"},
		"b5": {"0", "0", "0", "0", "no notebook among the files: report.pdf"},
		"b6": {"0", "0", "0", "0", "nothing was handed in"},
		"b9": {"1", "1", "0", "0", "b9 is not in the roster"},
	}
	if len(got.Rows) != len(want) {
		t.Errorf("%d rows", len(got.Rows))
	}
	for _, row := range got.Rows {
		w := want[row.Get("student_id")]
		cells := []string{row.Get("score"), row.Get("Score"), row.Get("xor"), row.Get("unmarked")}
		if !slices.Equal(cells, w[:4]) || !strings.Contains(row.Get("notes"), w[4]) || row.Get("max_score") != "10" {
			t.Errorf("%s: %q with notes %q, want %q", row.Get("student_id"), cells, row.Get("notes"), w)
		}
	}
}

// What has not changed is not run again; what has, is.
func TestRunAgain(t *testing.T) {
	s := newSchool(t, map[string]string{"b1.ipynb": ipynb("2", ""), "b2.ipynb": ipynb("1", "")})
	grader := &fake{}
	first, _ := s.grade(Run{Grader: grader, Checks: "v1"})
	for _, c := range []struct {
		name   string
		before func()
		run    Run
		graded int
	}{
		{"the same", func() {}, Run{Checks: "v1"}, 0},
		{"one changed", func() { write(t, filepath.Join(s.dir, "b2.ipynb"), ipynb("2", "")) }, Run{Checks: "v1"}, 1},
		{"checks changed", func() {}, Run{Checks: "v2"}, 2},
		{"asked for", func() {}, Run{Checks: "v2", Again: true}, 2},
		{"only one, the other has changed", func() { write(t, filepath.Join(s.dir, "b1.ipynb"), ipynb("1", "")) }, Run{Checks: "v3", Only: "B2"}, 1},
		{"only one, the other is not graded yet", func() { os.Remove(s.store.Path("marks", "b1.json")) }, Run{Checks: "v3", Only: "b2"}, 1},
		{"all again", func() { write(t, filepath.Join(s.dir, "b1.ipynb"), ipynb("2", "")) }, Run{Checks: "v2"}, 2},
		{"marks spoilt", func() { write(t, s.store.Path("marks", "b1.json"), `{"Fingerpr`) }, Run{Checks: "v2"}, 1},
	} {
		c.before()
		c.run.Grader = grader
		before := grader.runs.Load()
		class, out := s.grade(c.run)
		if ran := int(grader.runs.Load() - before); ran != c.graded || out.Graded != c.graded || out.Unchanged != 2-c.graded {
			t.Errorf("%s: ran %d, %+v, want %d", c.name, ran, out, c.graded)
		}
		if b1 := find(class, "b1"); c.name == "only one, the other has changed" && (b1.Raw != 2 || b1.Problem != "") ||
			c.name == "only one, the other is not graded yet" && (b1.Raw != 0 || b1.Problem == "") {
			t.Errorf("%s: b1 has %g points: %s", c.name, b1.Raw, b1.Problem)
		}
		if c.name == "the same" && string(class.Grades()) != string(first.Grades()) {
			t.Errorf("grades differ:\n%s\n%s", first.Grades(), class.Grades())
		}
	}
}

// A team has one submission and one grade: its written answers are marked once.
func TestTeam(t *testing.T) {
	s := newSchool(t, map[string]string{"b1.ipynb": ipynb("2", "Why?\n\nBecause."), "b4.ipynb": ipynb("1", "Why?\n\nBecause.")})
	s.list = &roster.Roster{}
	for _, id := range []string{"b1", "b2", "b3", "b4"} {
		student := roster.Student{ID: id}
		if id != "b4" {
			student.Team = "1"
		}
		s.list.Students = append(s.list.Students, student)
	}
	merge := func() *Class {
		c, _ := s.grade(Run{Grader: &fake{}})
		if _, err := (Sheets{Store: s.store}).Merge(c); err != nil {
			t.Fatal(err)
		}
		c.Total(s.dates.Policy)
		return c
	}
	merge()
	sheet, err := os.ReadFile(s.store.Path("written.csv"))
	if err != nil || strings.Count(string(sheet), "Because") != 2 {
		t.Fatalf("%v: want an answer of the team and one of b4:\n%s", err, sheet)
	}
	write(t, s.store.Path("written.csv"), strings.Replace(string(sheet), "Because.,,", "Because.,3,good", 1))
	c := merge()
	for id, want := range map[string]float64{"b1": 5, "b2": 5, "b3": 5, "b4": 1} {
		if r := find(c, id); r.Score != want {
			t.Errorf("%s has %g points, want %g: %q", id, r.Score, want, r.Notes)
		}
	}
	if r := find(c, "b2"); len(r.Notes) == 0 || !strings.Contains(strings.Join(r.Notes, "\n"), "b1") {
		t.Errorf("no note says whose submission it is: %q", r.Notes)
	}
}

// An interrupted run keeps what it has done, and nothing that is half done.
func TestInterrupted(t *testing.T) {
	files := map[string]string{}
	for i := range 20 {
		files[fmt.Sprintf("b%02d.ipynb", i)] = ipynb("1", fmt.Sprint(i))
	}
	s := newSchool(t, files)
	ctx, cancel := context.WithCancel(t.Context())
	var n atomic.Int32
	grader := &fake{before: func(*notebook.Notebook) error {
		if n.Add(1) == 7 {
			cancel()
		}
		return nil
	}}
	if _, err := s.class().Grade(ctx, Run{Grader: grader, Store: s.store}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	kept, err := filepath.Glob(s.store.Path("marks", "*.json"))
	if err != nil || len(kept) != 6 {
		t.Errorf("%d marks are kept, %v", len(kept), err)
	}
	if _, out := s.grade(Run{Grader: &fake{}}); out.Graded != 14 || out.Unchanged != 6 {
		t.Errorf("%+v", out)
	}
}

// A run that is interrupted before it begins takes no marks, not even those that it has.
func TestInterruptedUnchanged(t *testing.T) {
	s := newSchool(t, map[string]string{"b1.ipynb": ipynb("1", ""), "b2.ipynb": ipynb("2", "")})
	s.grade(Run{Grader: &fake{}})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out, err := s.class().Grade(ctx, Run{Grader: &fake{}, Store: s.store})
	if !errors.Is(err, context.Canceled) || out.Graded != 0 || out.Unchanged != 0 || len(out.Failed) != 0 {
		t.Errorf("%+v, %v", out, err)
	}
}

// A grader that fails for one notebook must not cost the class its grades.
func TestGraderFails(t *testing.T) {
	s := newSchool(t, map[string]string{"b1.ipynb": ipynb("1", ""), "b2.ipynb": ipynb("2", ""), "b3.ipynb": ipynb("0", "")})
	grader := &fake{before: func(n *notebook.Notebook) error {
		switch n.Cells[0].Source {
		case "1":
			panic("a bug")
		case "0":
			return errors.New("no disk")
		}
		return nil
	}}
	c, out := s.grade(Run{Grader: grader, Workers: 2})
	if out.Graded != 1 || len(out.Failed) != 2 || find(c, "b2").Score != 2 {
		t.Errorf("%+v", out)
	}
	for id, want := range map[string]string{"b1": "the grader itself failed: a bug", "b3": "no disk"} {
		if r := find(c, id); !strings.HasPrefix(r.Problem, "grading failed") || !slices.Contains(r.Private, want) {
			t.Errorf("%s: %q, %q; want %q", id, r.Problem, r.Private, want)
		}
	}
	if _, out := s.grade(Run{Grader: &fake{}}); out.Graded != 2 || out.Unchanged != 1 {
		t.Errorf("what failed is not tried again: %+v", out)
	}
}

func TestLate(t *testing.T) {
	s := newSchool(t, map[string]string{"b1.ipynb": ipynb("2", ""), "b2.ipynb": ipynb("2", ""), "b3.ipynb": ipynb("2", ""), "b4.ipynb": ipynb("2", "")})
	due := time.Date(2026, 10, 5, 23, 59, 0, 0, time.UTC)
	s.list = &roster.Roster{Students: []roster.Student{{ID: "b1"}, {ID: "b2"}, {ID: "b3", Extension: "1"}, {ID: "b4"}}}
	s.dates = Dates{Due: due, Policy: late.Policy{Percent: 10, Cap: 50}, Zone: time.UTC,
		Times:      late.Times{"b1": due, "b2": due.Add(25 * time.Hour), "b3": due.Add(25 * time.Hour), "b4": due.Add(99 * 24 * time.Hour)},
		Extensions: late.Extensions{"b4": "2027-01-13"}}
	c, _ := s.grade(Run{Grader: &fake{}})
	for id, want := range map[string][2]float64{"b1": {0, 2}, "b2": {2, 1.6}, "b3": {1, 1.8}, "b4": {0, 2}} {
		r := find(c, id)
		if float64(r.Days) != want[0] || r.Score != want[1] || r.Raw != 2 || r.Clock != "submitted.csv" {
			t.Errorf("%s: %d days, score %g of %g by %s; want %v", id, r.Days, r.Score, r.Raw, r.Clock, want)
		}
	}
	s.list.Students[0].Extension = "soon"
	if _, err := NewClass(s.a, (&intake.Intake{}).People(s.list), s.dates); !errtest.Is(err, &extensionError{Student: "b1"}) || !errtest.Is(err, &late.TimeError{Text: "soon"}) {
		t.Error(err)
	}
}

// The time of who handed in is that of all in the team.
func TestLateTeam(t *testing.T) {
	due := time.Date(2026, 10, 5, 23, 59, 0, 0, time.UTC)
	early, tardy := due.Add(-time.Hour), due.Add(25*time.Hour)
	for _, c := range []struct {
		name  string
		times late.Times
		days  int
	}{
		{"of who handed in", late.Times{"b1": tardy}, 2},
		{"of who handed in, not of another", late.Times{"b1": tardy, "b2": early}, 2},
		{"of another, if there is no other", late.Times{"b2": tardy}, 2},
		{"in time", late.Times{"b1": early, "b2": tardy}, 0},
	} {
		s := newSchool(t, map[string]string{"b1.ipynb": ipynb("2", "")})
		s.list = &roster.Roster{Students: []roster.Student{{ID: "b1", Team: "1"}, {ID: "b2", Team: "1"}, {ID: "b3", Team: "1", Extension: "7"}}}
		s.dates = Dates{Due: due, Policy: late.Policy{Percent: 10}, Zone: time.UTC, Times: c.times}
		class, _ := s.grade(Run{Grader: &fake{}})
		for id, days := range map[string]int{"b1": c.days, "b2": c.days, "b3": 0} {
			if r := find(class, id); r.Days != days || r.Clock != "submitted.csv" || r.Score != 2-0.2*float64(days) {
				t.Errorf("%s: %s is %d days late by %s with %g points, want %d days", c.name, id, r.Days, r.Clock, r.Score, days)
			}
		}
	}
}

// The time that the list has for a member's own notebook is not that of the team's, if that
// is another one.
func TestLateTeamOfTwoNotebooks(t *testing.T) {
	due := time.Date(2026, 10, 5, 23, 59, 0, 0, time.UTC)
	s := newSchool(t, map[string]string{"b1.ipynb": ipynb("1", ""), "b2.ipynb": ipynb("2", "")})
	s.list = &roster.Roster{Students: []roster.Student{{ID: "b1", Team: "1"}, {ID: "b2", Team: "1"}}}
	s.dates = Dates{Due: due, Policy: late.Policy{Percent: 10}, Zone: time.UTC, Times: late.Times{"b1": due.Add(-time.Hour)}}
	for name, at := range map[string]time.Time{"b1.ipynb": due.Add(-time.Hour), "b2.ipynb": due.Add(50 * time.Hour)} {
		if err := os.Chtimes(filepath.Join(s.dir, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	class, _ := s.grade(Run{Grader: &fake{}})
	for _, id := range []string{"b1", "b2"} {
		if r := find(class, id); r.Days != 3 || r.Clock == "submitted.csv" {
			t.Errorf("%s is %d days late by %s, want 3 by the file of b2", id, r.Days, r.Clock)
		}
	}
}

func TestSummary(t *testing.T) {
	s := newSchool(t, map[string]string{"b1.ipynb": ipynb("2", "An answer"), "b2.ipynb": ipynb("1", ""), "b3.ipynb": "x"})
	c, _ := s.grade(Run{Grader: &fake{}})
	var out strings.Builder
	c.Summary(&out)
	for _, want := range []string{
		"The perceptron: 3 students, 3 notebooks, 2 graded, 0 late",
		"median 1, lowest 1, highest 2 of 10 points",
		"Score                 2     1.50     0    0    0 █  1    0 █  1",
		"   1 of 2    Score: takes three features",
		"count 0 until then: 1",
		"b3: b3.ipynb: the file is not a notebook",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

func TestFileName(t *testing.T) {
	for id, want := range map[string]string{"b123": "b123", "B123": "B123", "jane@x.edu": "jane@x.edu", "โสม": "โสม"} {
		if got := FileName(id); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q", id, got)
		}
	}
	seen := map[string]string{}
	for _, id := range []string{"../../etc/passwd", "..", ".", "", "a/b", "a_b", "a\\b", "a\x00b", strings.Repeat("x", 300), strings.Repeat("x", 301), ".hidden"} {
		name := FileName(id)
		if !filepath.IsLocal(name) || strings.ContainsAny(name, "/\\\x00") || strings.HasPrefix(name, ".") || len(name) > 200 {
			t.Errorf("%q: %q", id, name)
		}
		if other, taken := seen[name]; taken {
			t.Errorf("%q and %q are both %q", id, other, name)
		}
		seen[name] = id
	}
}
