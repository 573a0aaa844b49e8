// Package feedback makes the page that a student gets: what was earned and lost, by
// which check, and what to look at. Of hidden checks it says no more than
// assignment.toml allows, and never what they put in or got.
package feedback

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"time"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/gradebook"
	"linclass/assignments/lgrade/internal/gradebook/table"
	"linclass/assignments/lgrade/internal/grading"
)

//go:embed feedback.html
var source string

var page = template.Must(template.New("feedback").Funcs(template.FuncMap{
	"points": table.Number,
	"when":   func(t time.Time) string { return t.Format("2 January 2006, 15:04 (MST)") },
}).Parse(source))

// Page returns a student's page as one HTML file that needs nothing else. The mode
// is the feedback of assignment.toml; in any that is not known, hidden checks are
// only counted.
func Page(title, mode string, r *gradebook.Record) ([]byte, error) {
	v := view{Title: title, Record: r}
	for _, t := range r.Tasks {
		v.Tasks = append(v.Tasks, taskView(t, mode))
	}
	var out bytes.Buffer
	err := page.Execute(&out, v)
	return out.Bytes(), err
}

type view struct {
	Title string
	*gradebook.Record
	Tasks []task // instead of the record's
}

type task struct {
	Name, Anchor   string
	Points, Earned float64
	Problem        string
	Open, Hidden   []check
	Counted        *count // instead of Hidden
}

type check struct {
	Name                  string
	Passed                bool
	Points                float64
	What, Got, Want, Hint string // what the page says of a failure
}

type count struct{ Passed, All int }

func taskView(t grading.Task, mode string) task {
	v := task{Name: t.Name, Anchor: "task-" + t.Name, Points: t.Points, Earned: t.Earned, Problem: t.Problem}
	counted := count{}
	for _, r := range t.Results {
		c := check{Name: r.Check, Passed: r.Passed, Points: r.Points}
		if !r.Hidden {
			if !r.Passed {
				c.What, c.Got, c.Want, c.Hint = r.What, r.Got, r.Want, r.Hint
			}
			v.Open = append(v.Open, c)
			continue
		}
		counted.All++
		if r.Passed {
			counted.Passed++
		}
		switch mode {
		case assignment.Hints:
			if !r.Passed {
				c.Hint = r.Hint
			}
			v.Hidden = append(v.Hidden, c)
		case assignment.Names:
			v.Hidden = append(v.Hidden, c)
		}
	}
	if counted.All > 0 && v.Hidden == nil {
		v.Counted = &counted
	}
	return v
}

// Bar returns how much of the bar of a task is filled, in percent.
func (t task) Bar() string { return percent(t.Earned, t.Points) }

// Bar does the same for all of the work.
func (v view) Bar() string { return percent(v.Score, v.Max) }

func percent(earned, points float64) string {
	if points <= 0 {
		return "0"
	}
	return fmt.Sprintf("%.0f", 100*min(max(earned/points, 0), 1))
}
