package grading

import (
	"context"
	"fmt"
	"time"

	"linclass/assignments/checking/graded"
	"linclass/assignments/lgrade/internal/sandbox"
)

// An outcome is what a run said of a task.
type outcome struct {
	graded.Log
	problem  string // why there are not all results
	computed time.Duration
}

// slower is how many times as long as the solution an answer may compute, at least.
const slower = 20

// solutionTime is how long the solution may, which is by the author.
const solutionTime = 10 * time.Minute

// run makes the checks of a task, within its limit.
func (g *Grader) run(ctx context.Context, p *sandbox.Program, task string, seed uint64) (*outcome, error) {
	run, err := p.Run(ctx, g.limit[task], graded.Arguments(task, seed)...)
	if err != nil {
		return nil, err
	}
	o := &outcome{Log: graded.Read(task, run.Reports), computed: run.Computed}
	if !o.Ended {
		o.problem = g.why(task, run, o)
	}
	return o, nil
}

// why says how a run stopped. The words of a program that has begun with hidden checks
// are left out: they could tell a student what those are.
func (g *Grader) why(task string, run *sandbox.Run, o *outcome) string {
	place := len(o.Results)
	where := "before its checks begin"
	if o.Plan != nil {
		where = "in its checks"
	}
	switch run.Why {
	case sandbox.TimeOut:
		return fmt.Sprintf("did not end within %g s", g.limit[task].Seconds())
	case sandbox.Memory:
		return "ran out of memory " + where
	case sandbox.Recursion:
		return "calls itself too often: the calls are nested too deeply"
	case sandbox.Returned:
		return "ended " + where
	}
	const asleep = "all goroutines are asleep - deadlock!"
	hidden := place < len(o.Plan) && o.Plan[place].Hidden
	switch {
	case run.Message == asleep:
		return "waits for ever: all its goroutines are asleep"
	case run.Message == "" || hidden:
		return fmt.Sprintf("stopped with exit code %d %s", run.Code, where)
	}
	return fmt.Sprintf("stopped %s: %s", where, run.Message)
}
