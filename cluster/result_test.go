package cluster

import (
	"context"
	"errors"
	"testing"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
)

// answers is a workflow that answers each call with the next error.
type answers struct {
	client.WorkflowRun
	errs  []error
	asked int
}

func (a *answers) GetID() string    { return "pass" }
func (a *answers) GetRunID() string { return "run" }
func (a *answers) Get(context.Context, any) error {
	a.asked++
	return a.errs[a.asked-1]
}

// described is a server that answers the question for a workflow with an error.
type described struct {
	client.Client
	err error
}

func (d described) DescribeWorkflowExecution(context.Context, string, string) (*workflowservice.DescribeWorkflowExecutionResponse, error) {
	return nil, d.err
}

// A call that ends before the workflow does is made again, unless the server is away; what the
// workflow says is its result.
func TestResultAsksAgain(t *testing.T) {
	failed, away := errors.New("failed"), serviceerror.NewUnavailable("away")
	for _, c := range []struct {
		name   string
		errs   []error
		server error
		want   error
	}{
		{"a deadline passed early", []error{context.DeadlineExceeded, nil}, nil, nil},
		{"the server's deadline", []error{serviceerror.NewDeadlineExceeded("late"), context.DeadlineExceeded, failed}, nil, failed},
		{"the server is away", []error{context.DeadlineExceeded}, away, away},
		{"the workflow fails", []error{failed}, away, failed},
	} {
		run := &answers{errs: c.errs}
		s := &Set{client: described{err: c.server}}
		if err := s.result(t.Context(), run, nil); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", c.name, err, c.want)
		}
		if run.asked != len(c.errs) {
			t.Errorf("%s: asked %d times, want %d", c.name, run.asked, len(c.errs))
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	run := &answers{errs: []error{context.Canceled}}
	if err := (&Set{client: described{}}).result(ended, run, nil); !errors.Is(err, context.Canceled) || run.asked != 1 {
		t.Errorf("cancelled: error %v after %d calls", err, run.asked)
	}
}
