package gradebook

import (
	"fmt"
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
	written := c.given.read(n)
	for i := range r.Written {
		w := &r.Written[i]
		w.Answer = strings.Join(written.answers[w.Name], "\n\n")
		w.Marked = w.Answer == ""
		switch {
		case written.found[w.Name]:
		case w.Marked:
			r.Notes = append(r.Notes, fmt.Sprintf("the cell for the answer to %s is missing", w.Name))
		default:
			r.Notes = append(r.Notes, fmt.Sprintf("the cell for the answer to %s is missing; the text below its question counts as the answer", w.Name))
		}
	}
	if len(written.loose) > 0 && len(r.Written) > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("text that belongs to no question and is not marked as an answer: %s", strings.Join(written.loose, ", ")))
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
		if at, ok := d.Times[strings.ToLower(id)]; ok && !at.Before(of[s]) {
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
	if special, ok := d.Extensions[strings.ToLower(r.Student.ID)]; ok {
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
