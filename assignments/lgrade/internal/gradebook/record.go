// Package gradebook grades a class: it gives every student's notebook to a grader,
// adds the marks of the written answers and what late work costs, and writes the
// table of grades, the feedback pages, and what is left to mark by hand.
package gradebook

import (
	"time"

	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/assignments/lgrade/internal/grading"
)

// A Record is what is known of one student's work on an assignment.
type Record struct {
	Student  roster.Student `json:"student"`
	InRoster bool           `json:"in_roster"`

	File    string    `json:"file,omitempty"`    // the notebook that counts; "" if there is none
	Handed  time.Time `json:"handed,omitzero"`   // zero if nothing says when
	Clock   string    `json:"clock,omitempty"`   // what says when
	Due     time.Time `json:"due,omitzero"`      // with the student's extension; zero if there is no date
	Days    int       `json:"days_late"`         // begun days
	Lost    float64   `json:"late_penalty"`      // points that these cost
	Problem string    `json:"problem,omitempty"` // why nothing could be graded

	Tasks   []grading.Task `json:"tasks"`
	Written []Written      `json:"written"`
	Notes   []string       `json:"notes,omitempty"`
	Private []string       `json:"private_notes,omitempty"` // for the lecturer alone

	Raw   float64 `json:"raw_score"` // of tasks and written answers
	Score float64 `json:"score"`     // without what being late costs
	Max   float64 `json:"max_score"`
}

// Written is the answer to a question that is marked by hand.
type Written struct {
	Name    string  `json:"name"`
	Points  float64 `json:"points"` // at most
	Earned  float64 `json:"earned"`
	Answer  string  `json:"answer,omitempty"` // "" if nothing was written
	Marked  bool    `json:"marked"`           // or there is nothing to mark
	Comment string  `json:"comment,omitempty"`
}

// Unmarked returns how many written answers wait for their marks.
func (r *Record) Unmarked() int {
	n := 0
	for _, w := range r.Written {
		if !w.Marked {
			n++
		}
	}
	return n
}

// Earned returns the points of a task or a question, 0 if there is none of the name.
func (r *Record) Earned(name string) float64 {
	for _, t := range r.Tasks {
		if t.Name == name {
			return t.Earned
		}
	}
	for _, w := range r.Written {
		if w.Name == name {
			return w.Earned
		}
	}
	return 0
}
