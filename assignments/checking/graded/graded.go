// Package graded is the inside of a judge: the program that makes the checks of one task
// and reports what they found. The functions that it checks run in another program, the
// answer, which it calls through package wire.
package graded

import (
	"os"
	"strconv"

	"linclass/assignments/checking"
	"linclass/assignments/checking/wire"
)

// Planned is a check that is going to be made.
type Planned struct {
	Check, Hint string
	Points      float64
	Hidden      bool // students do not have it
}

// A Log is what a judge has reported.
type Log struct {
	Plan    []Planned
	Results []checking.Result // in the order of the plan, as many as were made
	Ended   bool              // all checks were made
}

// The first byte of a report, in their order.
const (
	planned = iota // for each check: what is Planned
	result         // for each check: Passed, What, Got, Want
	ended
)

// Read reads the reports of a judge, of which the last may be missing.
func Read(task string, reports [][]byte) Log {
	var l Log
	for _, report := range reports {
		r := wire.NewReader(report)
		switch r.Byte() {
		case planned:
			l.Plan = append(l.Plan, Planned{Check: r.Text(), Hint: r.Text(), Points: r.Float(), Hidden: r.Bool()})
		case result:
			p := l.Plan[len(l.Results)]
			l.Results = append(l.Results, checking.Result{Task: task, Check: p.Check, Hint: p.Hint, Points: p.Points,
				Passed: r.Bool(), What: r.Text(), Got: r.Text(), Want: r.Text()})
		case ended:
			l.Ended = true
		}
	}
	return l
}

// Arguments are those of a judge that is to make the checks of a task, for New.
func Arguments(task string, seed uint64) []string {
	return []string{task, strconv.FormatUint(seed, 10)}
}

// A Program is one run of a judge.
type Program struct {
	Task string // the one to be checked
	Seed uint64 // for the data of hidden checks
	send func(report []byte)
}

// New returns what the judge is asked to do, by its arguments.
func New() *Program {
	if len(os.Args) != 3 {
		panic("graded: the arguments are a task and a seed")
	}
	seed, err := strconv.ParseUint(os.Args[2], 10, 64)
	if err != nil {
		panic("graded: the second argument is a seed: " + err.Error())
	}
	return &Program{Task: os.Args[1], Seed: seed, send: report}
}

// Run makes the checks of the task, and of no other one, and reports them. Once the
// answer is gone there are no results any more.
func (p *Program) Run(open, hidden []checking.Task) {
	checks := of(p.Task, open)
	visible := len(checks)
	checks = append(checks, of(p.Task, hidden)...)

	for i, c := range checks {
		var w wire.Writer
		w.Byte(planned)
		w.Text(c.Name)
		w.Text(c.Hint)
		w.Float(c.Points)
		w.Bool(i >= visible)
		p.send(w.Frame)
	}
	for _, c := range checks {
		r := c.Run(p.Task)
		if gone {
			return
		}
		var w wire.Writer
		w.Byte(result)
		w.Bool(r.Passed)
		w.Text(short(r.What))
		w.Text(short(r.Got))
		w.Text(short(r.Want))
		p.send(w.Frame)
	}
	p.send([]byte{ended})
}

// short cuts off what nobody reads: a check may show a slice of megabytes.
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
