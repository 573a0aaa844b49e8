// Package graded is the inside of a program that grading runs: it makes the checks of
// one task and reports on a private channel. What an answer prints is no report.
package graded

import (
	"encoding/json"
	"os"
	"strconv"

	"linclass/assignments/checking"
)

// A Message is one report. Just one of its fields is set.
type Message struct {
	Plan   []Planned `json:",omitempty"` // first of all: the checks to be made, in order
	Result *Result   `json:",omitempty"`
	End    bool      `json:",omitempty"` // last of all
}

// Planned is a check to be made.
type Planned struct {
	Check  string
	Points float64
	Hidden bool // students do not have it
}

// A Result is what came of the check at a place of the plan.
type Result struct {
	Place int // in Plan, from 0
	checking.Result
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

	plan := make([]Planned, len(checks))
	for i, c := range checks {
		plan[i] = Planned{Check: c.Name, Points: c.Points, Hidden: i >= visible}
	}
	p.report(Message{Plan: plan})
	for i, c := range checks {
		r := c.Run(p.Task)
		r.What, r.Got, r.Want = short(r.What), short(r.Got), short(r.Want)
		p.report(Message{Result: &Result{Place: i, Result: r}})
	}
	p.report(Message{End: true})
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

func (p *Program) report(m Message) {
	line, err := json.Marshal(m)
	if err != nil {
		panic("graded: " + err.Error())
	}
	p.send(line)
}
