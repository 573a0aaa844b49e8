package grading

import (
	"context"
	"fmt"
	"time"

	"linclass/assignments/checking/graded"
	"linclass/assignments/lgrade/internal/sandbox"
)

// An outcome is what a judge said of a task.
type outcome struct {
	graded.Log
	started  bool   // the answer did
	problem  string // why there are not all results
	computed time.Duration
}

// slower is how many times as long as the solution an answer may compute, at least.
const slower = 20

// solutionTime is how long the solution may, which is by the author.
const solutionTime = 10 * time.Minute

// run lets the judge make the checks of a task on an answer, which has a limit of time.
func (g *Grader) run(ctx context.Context, p *sandbox.Program, task string, seed uint64, limit time.Duration) (*outcome, error) {
	answer, started, err := p.Start(ctx, limit)
	if err != nil {
		return nil, err
	}
	var reports [][]byte
	var judge sandbox.End
	if started {
		reports, judge = g.judge.Run(ctx, limit, answer, graded.Arguments(task, seed)...)
	}
	end := answer.Stop()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	o := &outcome{Log: graded.Read(task, reports), started: started, computed: end.Computed}
	switch {
	case o.Ended:
	case end.Why == sandbox.Waiting && judge.Why == sandbox.TimeOut:
		o.problem = "what it returns takes too long to check"
	case end.Why == sandbox.Waiting:
		o.problem = "what it returns is too much to check"
	default:
		o.problem = why(end, o, limit)
	}
	return o, nil
}

// why says how an answer stopped. The words of one that has begun with hidden checks
// are left out: they could tell a student what those are.
func why(end sandbox.End, o *outcome, limit time.Duration) string {
	where := "before its checks began"
	if o.started {
		where = "during its checks"
	}
	switch end.Why {
	case sandbox.TimeOut:
		return fmt.Sprintf("did not end within %g s", limit.Seconds())
	case sandbox.Memory:
		return "ran out of memory " + where
	case sandbox.Recursion:
		return "calls itself too often: does the recursion end?"
	case sandbox.TooLong:
		return "returns more than can be checked"
	case sandbox.Returned:
		return "ended " + where
	}
	const asleep = "all goroutines are asleep - deadlock!"
	place := len(o.Results)
	hidden := place < len(o.Plan) && o.Plan[place].Hidden
	switch {
	case end.Message == asleep:
		return "waits for ever: all its goroutines are asleep"
	case end.Message == "" || hidden:
		return fmt.Sprintf("stopped with exit code %d %s", end.Code, where)
	}
	return fmt.Sprintf("stopped %s: %s", where, graded.Printable(end.Message))
}
