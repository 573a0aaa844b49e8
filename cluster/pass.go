package cluster

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"linclass/lclass/shard"
)

// A plan is the input of the workflow of a pass, beside the query.
type plan struct {
	Set      string
	Task     task // without shards
	Groups   []group
	Gone     time.Duration
	Patience time.Duration
}

// An outcome is what a pass returns.
type outcome struct {
	Sum   []byte
	Moved map[string]string // the workers of shards that are not those that had them
}

// An answer is what an activity returns.
type answer struct {
	Worker string
	Sums   []byte // of the shards, in order
}

// The names that workflows and activities have in the server.
const (
	passName   = "lclass pass"
	surveyName = "lclass survey"
	sumName    = "lclass sum"
	holdName   = "lclass shards"
)

// commonQueue is the task queue that all workers of a set poll.
func commonQueue(set string) string { return "lclass/" + set }

// ownQueue is the one that a single worker polls.
func ownQueue(set, worker string) string { return "lclass/" + set + "/" + worker }

// pass asks the workers for the sums of all groups and merges them in order.
func pass(ctx workflow.Context, p plan, query []byte) (outcome, error) {
	answers := make([]workflow.Future, len(p.Groups))
	for i, g := range p.Groups {
		future, settle := workflow.NewFuture(ctx)
		answers[i] = future
		workflow.Go(ctx, func(ctx workflow.Context) { settle.Set(ask(ctx, p, g, query)) })
	}
	out := outcome{Moved: map[string]string{}}
	of := map[string]*shard.Sum{}
	for i, future := range answers {
		var a answer
		if err := future.Get(ctx, &a); err != nil {
			return out, err
		}
		sums, err := decode[[]*shard.Sum](a.Sums)
		if err == nil && len(sums) != len(p.Groups[i].Shards) {
			err = fmt.Errorf("worker %s returned %d sums for %d shards", a.Worker, len(sums), len(p.Groups[i].Shards))
		}
		if err != nil {
			return out, failed(err)
		}
		for j, s := range p.Groups[i].Shards {
			of[s.Name] = sums[j]
			if a.Worker != p.Groups[i].Workers[0] {
				out.Moved[s.Name] = a.Worker
			}
		}
	}
	q, err := decode[shard.Query](query)
	if err != nil {
		return out, failed(err)
	}
	// As a process merges them that has all shards.
	var parts []shard.Evaluator
	for _, name := range slices.Sorted(maps.Keys(of)) {
		parts = append(parts, known{of[name]})
	}
	sum, err := shard.Together(parts...).Sum(context.Background(), q)
	if err == nil {
		out.Sum, err = encode(sum)
	}
	return out, failed(err)
}

type known struct{ sum *shard.Sum }

func (k known) Sum(context.Context, shard.Query) (*shard.Sum, error) { return k.sum, nil }

// ask returns the sums of a group from the first worker that has them: one that holds the
// shards, or else any that can read them. It goes on until the patience ends.
func ask(ctx workflow.Context, p plan, g group, query []byte) (a answer, err error) {
	t := p.Task
	t.Shards = g.Shards
	end := workflow.Now(ctx).Add(p.Patience)
	lost := 0 // answers
	try := func(queue string) bool {
		left := end.Sub(workflow.Now(ctx))
		ctx := workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
			TaskQueue: queue, ScheduleToStartTimeout: p.Gone, HeartbeatTimeout: p.Gone,
			// Somebody else may be able to read them.
			StartToCloseTimeout: max(left, p.Gone), RetryPolicy: &temporal.RetryPolicy{MaximumAttempts: 1},
		})
		err = workflow.ExecuteActivity(ctx, sumName, t, query).Get(ctx, &a)
		if bytes := undelivered(err); bytes > 0 {
			// The first of them may have lost its worker.
			if lost++; lost > 1 {
				err = failed(tooLarge(fmt.Errorf("a worker had an answer of %.1f MB, which has not arrived after %v", float64(bytes)/1e6, p.Gone)))
			}
		} else if isRefused(err) {
			err = failed(tooLarge(err))
		}
		return err == nil || isFinal(err)
	}
	for {
		for _, w := range g.Workers {
			if try(ownQueue(p.Set, w)) {
				return a, err
			}
		}
		if try(commonQueue(p.Set)) {
			return a, err
		}
		if !workflow.Now(ctx).Before(end) {
			var names []string
			for _, s := range g.Shards {
				names = append(names, s.Name)
			}
			return a, failed(fmt.Errorf("%w: %q, for %v; start the worker %q again, or one that can read these files. The last reason: %w", ErrNotHeld, names, p.Patience, g.Workers, why(err)))
		}
		if err := workflow.Sleep(ctx, time.Second); err != nil {
			return a, err
		}
	}
}

// isFinal reports whether no other worker could do better.
func isFinal(err error) bool {
	var app *temporal.ApplicationError
	if errors.As(err, &app) {
		return app.NonRetryable()
	}
	return temporal.IsCanceledError(err)
}

// isRefused reports whether a worker had an answer that is too large. Newer servers say what
// their limits are, and the SDK keeps them.
func isRefused(err error) bool {
	app, ok := errors.AsType[*temporal.ApplicationError](err)
	return ok && app.Type() == "payloadSizeError" || errors.As(err, new(*temporal.ServerError))
}

// undelivered returns how many bytes an answer had that was ready before a worker fell silent,
// or 0 if there was none or it was small.
func undelivered(err error) (bytes int) {
	timeout, ok := errors.AsType[*temporal.TimeoutError](err)
	if !ok || !timeout.HasLastHeartbeatDetails() || timeout.LastHeartbeatDetails(&bytes) != nil {
		return 0
	}
	return bytes
}

// why says in short why an activity failed.
func why(err error) error {
	timeout, ok := errors.AsType[*temporal.TimeoutError](err)
	switch {
	case !ok:
		return remote(err)
	case timeout.TimeoutType() == enumspb.TIMEOUT_TYPE_SCHEDULE_TO_START:
		return errors.New("no worker answers")
	}
	return errors.New("a worker began and did not answer; it died or lost its network, or its sums have more than 4 MB and there is no --storage")
}

// survey asks workers what they hold. It leaves out those that do not answer.
func survey(ctx workflow.Context, set string, workers []string, gone time.Duration) ([]holding, error) {
	futures := make([]workflow.Future, len(workers))
	for i, w := range workers {
		futures[i] = workflow.ExecuteActivity(workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
			TaskQueue: ownQueue(set, w), ScheduleToStartTimeout: gone, StartToCloseTimeout: max(gone, time.Minute),
			RetryPolicy: &temporal.RetryPolicy{MaximumAttempts: 1},
		}), holdName)
	}
	var all []holding
	for _, f := range futures {
		var h holding
		if err := f.Get(ctx, &h); err == nil {
			all = append(all, h)
		} else if temporal.IsCanceledError(err) {
			return nil, err
		}
	}
	slices.SortFunc(all, func(a, b holding) int { return strings.Compare(a.Worker, b.Worker) })
	return all, nil
}
