package gradebook

import (
	"fmt"
	"os"
	"strings"
	"time"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/gradebook/intake"
	"linclass/assignments/lgrade/internal/gradebook/late"
	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/assignments/lgrade/internal/grading"
	"linclass/assignments/lgrade/internal/notebook"
	"linclass/assignments/lgrade/internal/release"
)

// A Class is everybody's work on an assignment.
type Class struct {
	Assignment *assignment.Assignment
	Records    []*Record // in the order of the roster, then those who are not in it

	notebooks []*submission // of each record, nil if there is none that can be graded
	given     given
}

// A submission is a notebook that can be graded.
type submission struct {
	data     []byte
	notebook *notebook.Notebook
}

// Dates say when the work was due and what counts as the time when it came.
type Dates struct {
	Due        time.Time // zero if there is no date
	Policy     late.Policy
	Times      late.Times // come before all other clocks
	Extensions late.Extensions
	Zone       *time.Location
}

// NewClass reads what everybody has handed in. Nobody's notebook is an error: what
// is wrong with it is in the record.
func NewClass(a *assignment.Assignment, people []intake.Person, d Dates) (*Class, error) {
	given, err := givenBy(a)
	if err != nil {
		return nil, err
	}
	c := &Class{Assignment: a, given: given}
	times := d.handedIn(people)
	for _, p := range people {
		r := &Record{Student: p.Student, InRoster: p.InRoster, Max: a.Points(), Notes: p.Notes, Private: p.Private}
		c.Records = append(c.Records, r)
		c.notebooks = append(c.notebooks, c.read(r, p.Submission))
		if at, ok := times[p.Submission]; ok {
			r.Handed, r.Clock = at, "submitted.csv"
		}
		if err := r.dates(d, p.Submission); err != nil {
			return nil, &extensionError{r.Student.ID, err}
		}
	}
	return c, nil
}

// An extensionError names whose extension in the roster is not valid.
type extensionError struct {
	Student string
	err     error
}

func (e *extensionError) Error() string {
	return fmt.Sprintf("roster: extension of %s: %v", e.Student, e.err)
}
func (e *extensionError) Unwrap() error { return e.err }

func (c *Class) read(r *Record, s *intake.Submission) *submission {
	c.begin(r)
	if s == nil {
		r.Problem = "nothing was handed in"
		return nil
	}
	r.File, r.Handed, r.Clock = s.Path, s.Time, s.Clock
	r.Notes = append(r.Notes, s.Notes...)
	data, err := s.Read()
	if err != nil {
		r.Problem = err.Error()
		return nil
	}
	n, err := notebook.Read(data)
	if err != nil {
		r.Problem = fmt.Sprintf("%s: %v", s.Path, err)
		return nil
	}
	for i := range r.Written {
		w := &r.Written[i]
		answer, found := c.given.answer(n, w.Name)
		if !found {
			r.Notes = append(r.Notes, fmt.Sprintf("the cell for the answer to %s is missing", w.Name))
		}
		w.Answer, w.Marked = answer, answer == ""
	}
	return &submission{data: data, notebook: n}
}

// begin gives a record all tasks and questions, with no points yet.
func (c *Class) begin(r *Record) {
	for _, t := range c.Assignment.Tasks {
		r.Tasks = append(r.Tasks, grading.Task{Name: t.Name, Points: t.Points})
	}
	for _, w := range c.Assignment.Written {
		r.Written = append(r.Written, Written{Name: w.Name, Points: w.Points, Marked: true})
	}
}

// handedIn returns the times that the list has for submissions. Those of a team have one
// submission: its time is that of the member who handed it in, or else of the members
// that the list has and who handed in nothing else; of several the latest.
func (d Dates) handedIn(people []intake.Person) map[*intake.Submission]time.Time {
	if len(d.Times) == 0 {
		return nil
	}
	class := &roster.Roster{}
	for _, p := range people {
		class.Students = append(class.Students, p.Student)
	}
	times, others := map[*intake.Submission]time.Time{}, map[*intake.Submission]time.Time{}
	latest := func(of map[*intake.Submission]time.Time, s *intake.Submission, id string) {
		if at, ok := d.Times[id]; ok && !at.Before(of[s]) {
			of[s] = at
		}
	}
	for _, p := range people {
		if p.Submission == nil {
			continue
		}
		if !p.Replaced {
			latest(others, p.Submission, p.ID)
		}
		for _, key := range p.Submission.Keys {
			if who := class.Find(key); who != nil {
				latest(times, p.Submission, who.ID)
			}
		}
	}
	for s, at := range others {
		if _, known := times[s]; !known {
			times[s] = at
		}
	}
	return times
}

func (r *Record) dates(d Dates, s *intake.Submission) error {
	extension := r.Student.Extension
	if special, ok := d.Extensions[r.Student.ID]; ok {
		extension = special
	}
	if !d.Due.IsZero() {
		due, err := late.Extended(d.Due, extension, d.Zone)
		if err != nil {
			return err
		}
		r.Due = due
	}
	if s == nil {
		return nil
	}
	r.Days = d.Policy.Days(r.Due, r.Handed)
	switch {
	case s.Late && r.Handed.IsZero():
		r.Private = append(r.Private, "the LMS marks it late but gives no time: put the time into submitted.csv")
	case !r.Due.IsZero() && r.Handed.IsZero():
		r.Private = append(r.Private, "its time is unknown, so it counts as on time: if it was late, put the time into submitted.csv")
	}
	return nil
}

// Total adds up the points of all records, after their marks have changed.
func (c *Class) Total(p late.Policy) {
	for _, r := range c.Records {
		r.Raw = 0
		for _, t := range r.Tasks {
			r.Raw += t.Earned
		}
		for _, w := range r.Written {
			r.Raw += w.Earned
		}
		r.Lost = p.Deduction(r.Raw, r.Days)
		r.Score = r.Raw - r.Lost
	}
}

// given is what the release has: the cells of the written answers by name, and the
// texts of all cells.
type given struct {
	blank map[string]string
	texts map[string]bool
}

func givenBy(a *assignment.Assignment) (given, error) {
	g := given{map[string]string{}, map[string]bool{}}
	data, err := os.ReadFile(a.Notebook())
	if err != nil {
		return g, err
	}
	n, err := notebook.Read(data)
	if err != nil {
		return g, fmt.Errorf("%s: %w", a.Notebook(), err)
	}
	for _, c := range n.Cells {
		g.texts[strings.TrimSpace(c.Source)] = true
	}
	for _, w := range a.Written {
		for _, c := range n.Find(w.Name) {
			rest, _, err := notebook.Cut(c.Source, notebook.Blank)
			if err != nil {
				return g, fmt.Errorf("%s: cell %s: %w", a.Notebook(), w.Name, err)
			}
			g.blank[w.Name] = rest
		}
	}
	return g, nil
}

// answer returns what a student wrote in a cell beyond what was there, or in text
// cells of his or her own right below it. A cell that was copied counts with all its
// copies. Found is false if the cell is gone.
func (g given) answer(n *notebook.Notebook, name string) (text string, found bool) {
	var parts []string
	within := false
	for _, c := range n.Cells {
		switch {
		case c.Grade != nil && c.Grade.ID == name:
			within, found = true, true
		case c.Grade != nil || c.Kind == "code" || g.texts[strings.TrimSpace(c.Source)]:
			within = false
		}
		if text := beyond(c.Source, g.blank[name]); within && text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "\n\n"), found
}

func beyond(text, blank string) string {
	placeholder := notebook.Blank(notebook.Part{})[0]
	before, after, _ := strings.Cut(blank, placeholder)
	text = strings.TrimSpace(text)
	text = strings.TrimPrefix(text, strings.TrimSpace(before))
	text = strings.TrimSuffix(text, strings.TrimSpace(after))
	text = strings.TrimSpace(text)
	text = strings.TrimSpace(strings.TrimPrefix(text, placeholder))
	return strings.TrimSpace(strings.TrimSuffix(text, placeholder))
}

// NoteReleases notes which notebooks are of another assignment, or of another release
// than the one with the id.
func (c *Class) NoteReleases(current string) {
	for i, s := range c.notebooks {
		if s == nil {
			continue
		}
		r := c.Records[i]
		of, id := release.Of(s.notebook)
		switch {
		case of != "" && of != c.Assignment.Name:
			r.Notes = append(r.Notes, fmt.Sprintf("this is the notebook of %s, not of %s", of, c.Assignment.Name))
		case id != "" && id != current:
			r.Notes = append(r.Notes, fmt.Sprintf("this notebook is from another release (%s, not %s)", id, current))
		}
	}
}
