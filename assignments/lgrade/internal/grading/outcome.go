package grading

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"linclass/assignments/checking"
	"linclass/assignments/checking/graded"
	"linclass/assignments/lgrade/internal/sandbox"
)

// An outcome is what a run said of a task.
type outcome struct {
	plan    []graded.Planned
	results map[int]*checking.Result // by place in the plan
	problem string                   // why there are not all
}

// run makes the checks of a task.
func (g *Grader) run(ctx context.Context, p *sandbox.Program, task string, seed uint64) (*outcome, error) {
	limit := time.Duration(g.assignment.Seconds * float64(time.Second))
	run, err := p.Run(ctx, limit, graded.Arguments(task, seed)...)
	if err != nil {
		return nil, err
	}
	o := &outcome{results: map[int]*checking.Result{}}
	ended := false
	for _, report := range run.Reports {
		var m graded.Message
		if err := json.Unmarshal(report, &m); err != nil {
			break // of a program that was stopped meanwhile
		}
		switch {
		case m.Plan != nil:
			o.plan = m.Plan
		case m.Result != nil && o.results[m.Result.Place] == nil:
			o.results[m.Result.Place] = &m.Result.Result
		case m.End:
			ended = true
		}
	}
	if !ended {
		o.problem = g.why(run, o)
	}
	return o, nil
}

// why says how a run stopped. The words of a program that has begun with hidden checks
// are left out: they could tell a student what those are.
func (g *Grader) why(run *sandbox.Run, o *outcome) string {
	place := len(o.results)
	where := "before its checks begin"
	if o.plan != nil {
		where = "in its checks"
	}
	switch run.Why {
	case sandbox.TimeOut:
		return fmt.Sprintf("did not end within %g s", g.assignment.Seconds)
	case sandbox.Memory:
		return "ran out of memory " + where
	case sandbox.Recursion:
		return "calls itself too often: the calls are nested too deeply"
	case sandbox.Returned:
		return "ended " + where
	}
	const asleep = "all goroutines are asleep - deadlock!"
	hidden := place < len(o.plan) && o.plan[place].Hidden
	switch {
	case run.Message == asleep:
		return "waits for ever: all its goroutines are asleep"
	case run.Message == "" || hidden:
		return fmt.Sprintf("stopped with exit code %d %s", run.Code, where)
	}
	return fmt.Sprintf("stopped %s: %s", where, run.Message)
}
