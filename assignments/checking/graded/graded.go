// Package graded is the inside of a program that grading runs: it makes the checks of
// one task and reports on a private channel. What an answer prints is no report.
package graded

import (
	"fmt"
	"os"
	"strconv"

	"linclass/assignments/checking"
)

// Planned is a check that is going to be made.
type Planned struct {
	Check, Hint string
	Points      float64
	Hidden      bool // students do not have it
}

// A Log is what a program has reported.
type Log struct {
	Plan    []Planned
	Results map[int]checking.Result // by the place in Plan
	Ended   bool                    // all checks were made
}

// The reports, in their order. They are lines of fmt, as a program without
// encoding/json is a sixth smaller, and is ready so much sooner.
const (
	planned = "check %q %q %g %t\n" // for each check: what is Planned
	begun   = "begin\n"
	made    = "result %d %t %q %q %q\n" // place, Passed, What, Got, Want
	ended   = "end\n"
)

// Read reads the reports of a program, of which the last may be missing.
func Read(task string, reports [][]byte) Log {
	l := Log{Results: map[int]checking.Result{}}
	var plan []Planned
	for _, report := range reports {
		text := string(report)
		var p Planned
		var r checking.Result
		var place int
		switch {
		case text == begun:
			l.Plan = plan
		case text == ended:
			l.Ended = true
		case scan(text, planned, &p.Check, &p.Hint, &p.Points, &p.Hidden):
			plan = append(plan, p)
		case scan(text, made, &place, &r.Passed, &r.What, &r.Got, &r.Want):
			if _, twice := l.Results[place]; twice || place < 0 || place >= len(l.Plan) {
				continue
			}
			p := l.Plan[place]
			r.Task, r.Check, r.Hint, r.Points = task, p.Check, p.Hint, p.Points
			l.Results[place] = r
		}
	}
	return l
}

func scan(text, format string, values ...any) bool {
	n, err := fmt.Sscanf(text, format, values...)
	return err == nil && n == len(values)
}

// Arguments are those of a program that is to make the checks of a task, for New.
func Arguments(task string, seed uint64) []string {
	return []string{task, strconv.FormatUint(seed, 10)}
}

// A Program is one run.
type Program struct {
	Task string // the one to be checked
	Seed uint64 // for the data of hidden checks
	send func(report []byte)
}

// New returns what the program is asked to do, by its arguments.
func New() *Program {
	if len(os.Args) != 3 {
		panic("graded: the arguments are a task and a seed")
	}
	seed, err := strconv.ParseUint(os.Args[2], 10, 64)
	if err != nil {
		panic("graded: the second argument is a seed: " + err.Error())
	}
	return &Program{Task: os.Args[1], Seed: seed, send: channel()}
}

// Run makes the checks of the task, and of no other one, and reports them.
func (p *Program) Run(open, hidden []checking.Task) {
	checks := of(p.Task, open)
	visible := len(checks)
	checks = append(checks, of(p.Task, hidden)...)

	for i, c := range checks {
		p.report(planned, c.Name, c.Hint, c.Points, i >= visible)
	}
	p.report(begun)
	for i, c := range checks {
		r := c.Run(p.Task)
		p.report(made, i, r.Passed, short(r.What), short(r.Got), short(r.Want))
	}
	p.report(ended)
}

func (p *Program) report(format string, values ...any) {
	p.send(fmt.Appendf(nil, format, values...))
}

// short cuts off what nobody reads: an answer may panic with a text of megabytes.
func short(text string) string {
	const most = 1000
	if len(text) <= most {
		return text
	}
	return text[:most] + "…"
}

// of returns the checks of a task.
func of(name string, tasks []checking.Task) []checking.Check {
	var checks []checking.Check
	for _, t := range tasks {
		if t.Name == name {
			checks = append(checks, t.Checks...)
		}
	}
	return checks
}
