package cluster

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"linclass/lclass"
	"linclass/lclass/shard"
)

// Options say how a fit finds its workers and how long it waits for them.
type Options struct {
	// Set is the set of workers, as in NewWorker.
	Set string
	// Shards is the required number of shards: Open waits until the workers hold as many.
	// 0 means those that the workers hold now, at least one.
	Shards int
	// Gone is how long a worker may be silent before its shards go to another one; 0
	// means 10 seconds.
	Gone time.Duration
	// Patience is how long Open and each pass wait for workers and for the server before
	// they give up; 0 means 10 minutes.
	Patience time.Duration
	// Progress is called after each pass, unless it is nil.
	Progress func()
}

// A Set is the shards of a set of workers. Several fits may use it, one after the other
// or at once.
type Set struct {
	options Options
	client  client.Client
	host    worker.Worker
	id      string // of these shards
	table   Table
	shards  []Shard

	mu     sync.Mutex
	groups []group
}

// Open asks the workers of a set what they hold. Close the set after the fits.
func Open(ctx context.Context, c client.Client, o Options) (*Set, error) {
	o.Gone, o.Patience = cmp.Or(o.Gone, 10*time.Second), cmp.Or(o.Patience, 10*time.Minute)
	s := &Set{options: o, client: c}
	if err := s.find(ctx); err != nil {
		return nil, err
	}
	id, err := digest(o.Set, Version(), s.shards)
	if err != nil {
		return nil, err
	}
	s.id = id
	// A program that starts again finishes the pass of the one before.
	if s.host, err = host(c, s.queue()); err != nil {
		return nil, err
	}
	return s, nil
}

// digest identifies what can be written as JSON.
func digest(v ...any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("cluster: %w", err)
	}
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:8]), nil
}

// Close ends the part of the fits that runs in this program. The server keeps the sums.
func (s *Set) Close() { s.host.Stop() }

// Shards returns all shards, in the order in which their sums are merged.
func (s *Set) Shards() []Shard { return slices.Clone(s.shards) }

// Table returns the description of the shards' columns.
func (s *Set) Table() Table { return s.table }

// Like returns Data with the features, classes and target of the shards, for
// lclass.FitShards.
func (s *Set) Like() (*lclass.Data, error) { return s.table.data() }

// Fit fits a specification with lclass.FitShards. start is as in [Spec.Estimator].
func (s *Set) Fit(ctx context.Context, spec Spec, start *lclass.Model) (*lclass.Model, error) {
	samples, err := s.Samples(spec)
	if err != nil {
		return nil, err
	}
	like, err := s.Like()
	if err != nil {
		return nil, err
	}
	e, err := spec.Estimator(start)
	if err != nil {
		return nil, err
	}
	return lclass.FitShards(ctx, e, like, samples)
}

// Summary returns the standard errors, tests and intervals of a model that Fit returned for
// a specification; see lclass.Model.SummaryShards.
func (s *Set) Summary(ctx context.Context, spec Spec, m *lclass.Model, options ...lclass.SummaryOptions) (*lclass.Summary, error) {
	samples, err := s.Samples(spec)
	if err != nil {
		return nil, err
	}
	return m.SummaryShards(ctx, samples, options...)
}

// Samples returns the evaluator for the fit of a specification. It answers one query at a
// time. It returns [ErrTables] for a classifier if shards have different classes.
func (s *Set) Samples(spec Spec) (*Samples, error) {
	if _, err := spec.Estimator(nil); err != nil {
		return nil, err
	}
	if err := s.table.fits(spec); err != nil {
		return nil, err
	}
	id, err := digest(spec)
	if err != nil {
		return nil, err
	}
	return &Samples{set: s, spec: spec, fit: s.id + "-" + id}, nil
}

// Samples are the shards of a set as the evaluator of one fit.
type Samples struct {
	set  *Set
	spec Spec
	fit  string

	mu   sync.Mutex
	pass int
}

var _ shard.Evaluator = (*Samples)(nil)

// Passes returns how many queries have been answered.
func (s *Samples) Passes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pass
}

// few is the number of samples below which a sum says much about each of them.
const few = 100

// Warnings names the shards with fewer than 100 samples, whose sums say much about each
// sample.
func (s *Set) Warnings() []string {
	var all []string
	for _, h := range s.shards {
		if h.N < few {
			all = append(all, fmt.Sprintf("shard %s has only %d samples, so its sums say much about each of them; merge it with others if the samples are persons", h.Name, h.N))
		}
	}
	return all
}

func (s *Set) queue() string { return commonQueue(s.options.Set) + "/fits/" + s.id }

// host runs the workflows of a queue in this program.
func host(c client.Client, queue string) (worker.Worker, error) {
	w := worker.New(c, queue, worker.Options{
		LocalActivityWorkerOnly: true,
		// Merging large sums takes long, and is no deadlock.
		DeadlockDetectionTimeout: time.Hour,
	})
	w.RegisterWorkflowWithOptions(pass, workflow.RegisterOptions{Name: passName})
	w.RegisterWorkflowWithOptions(survey, workflow.RegisterOptions{Name: surveyName})
	if err := w.Start(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoEngine, err)
	}
	return w, nil
}

// find asks the workers until they have all shards.
func (s *Set) find(ctx context.Context) error {
	queue := commonQueue(s.options.Set) + "/surveys/" + uuid.NewString()
	w, err := host(s.client, queue)
	if err != nil {
		return err
	}
	defer w.Stop()
	end := time.Now().Add(s.options.Patience)
	for {
		workers, all, err := s.ask(ctx, queue)
		switch {
		case err == nil:
			err = s.take(all)
		case IsAway(err) && ctx.Err() == nil && time.Now().Before(end):
			err = nil
		default:
			err = s.explain(ctx, err)
		}
		if err != nil {
			return err
		}
		switch {
		case len(s.shards) > 0 && len(s.shards) >= s.options.Shards:
			return nil
		case time.Now().Before(end):
		case len(all) == 0:
			return fmt.Errorf("%w answer for the set %q; start lclass-worker, with the same server and namespace", ErrNoWorkers, s.options.Set)
		default:
			return fmt.Errorf("%w: the workers %q hold %d of %d shards of the set %q; start the others", ErrNotHeld, workers, len(s.shards), s.options.Shards, s.options.Set)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(time.Second):
		}
	}
}

// ask returns the names of the workers that have polled lately, and what those hold that
// answer.
func (s *Set) ask(ctx context.Context, queue string) (workers []string, all []holding, err error) {
	// DescribeTaskQueue knows only those of one partition of the queue.
	described, err := s.client.DescribeTaskQueueEnhanced(ctx, client.DescribeTaskQueueEnhancedOptions{
		TaskQueue: commonQueue(s.options.Set), ReportPollers: true, TaskQueueTypes: []client.TaskQueueType{client.TaskQueueTypeActivity},
	})
	if err != nil {
		return nil, nil, err
	}
	//lint:ignore SA1019 what replaces it knows no pollers
	for _, v := range described.VersionsInfo {
		for _, p := range v.TypesInfo[client.TaskQueueTypeActivity].Pollers {
			workers = append(workers, p.Identity)
		}
	}
	slices.Sort(workers)
	if workers = slices.Compact(workers); len(workers) == 0 {
		return nil, nil, nil
	}
	run, err := s.client.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID: queue, TaskQueue: queue, WorkflowExecutionTimeout: s.options.Patience,
	}, surveyName, s.options.Set, workers, s.options.Gone)
	if err == nil {
		err = s.result(ctx, run, &all)
	}
	return workers, all, err
}

// take makes groups of what workers hold: every shard belongs to the worker that has the
// fewest so far.
func (s *Set) take(all []holding) error {
	s.shards, s.groups = nil, nil
	holders := map[string][]string{}
	first := map[string]Shard{}
	from := "" // the first worker with a table
	for _, h := range all {
		if h.Version != Version() {
			return fmt.Errorf("%w: worker %s is %s; this program is %s; install the same on all machines", ErrVersion, h.Worker, h.Version, Version())
		}
		if h.Table.Mixed != "" {
			h.Table.Mixed = fmt.Sprintf("worker %s: %s", h.Worker, h.Table.Mixed)
		}
		if len(h.Shards) == 0 {
			continue // a spare worker, which has seen no table
		}
		var err error
		if len(first) == 0 {
			s.table, from = h.Table, h.Worker
		} else if s.table, err = s.table.join(h.Table, "worker "+h.Worker, from); err != nil {
			return err
		}
		for _, x := range h.Shards {
			if other, ok := first[x.Name]; ok && other != x {
				return fmt.Errorf("%w: shard %s of worker %s is another file than that of worker %s; give files of different content different names", ErrTables, x.Name, h.Worker, holders[x.Name][0])
			}
			first[x.Name] = x
			holders[x.Name] = append(holders[x.Name], h.Worker)
		}
	}
	of := map[string]*group{}
	for _, name := range slices.Sorted(maps.Keys(first)) {
		s.shards = append(s.shards, first[name])
		best := slices.MinFunc(holders[name], func(a, b string) int { return cmp.Compare(load(of[a]), load(of[b])) })
		if of[best] == nil {
			of[best] = &group{Workers: []string{best}}
		}
		of[best].Shards = append(of[best].Shards, first[name])
	}
	for _, w := range slices.Sorted(maps.Keys(of)) {
		s.groups = append(s.groups, *of[w])
	}
	return nil
}

func load(g *group) int {
	if g == nil {
		return 0
	}
	return len(g.Shards)
}

// Sum implements shard.Evaluator.
func (s *Samples) Sum(ctx context.Context, q shard.Query) (*shard.Sum, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sum, err := s.set.run(ctx, fmt.Sprintf("lclass/%s/%05d-%s", s.fit, s.pass, hash(q)), s.spec.sums(), q)
	if err == nil {
		s.pass++
		if s.set.options.Progress != nil {
			s.set.options.Progress()
		}
	}
	return sum, err
}

// run makes a pass, or takes over one that has been begun or done.
func (s *Set) run(ctx context.Context, id string, spec Spec, q shard.Query) (*shard.Sum, error) {
	query, err := encode(q)
	if err != nil {
		return nil, err
	}
	p := plan{s.options.Set, task{Version: Version(), Spec: spec}, s.split(q), s.options.Gone, s.options.Patience}
	options := client.StartWorkflowOptions{
		ID: id, TaskQueue: s.queue(), EnableEagerStart: true,
		WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE_FAILED_ONLY,
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		WorkflowExecutionTimeout: max(24*time.Hour, 2*s.options.Patience),
	}
	var out outcome
	for end := time.Now().Add(s.options.Patience); ; {
		run, err := s.client.ExecuteWorkflow(ctx, options, passName, p, query)
		if err == nil {
			err = s.result(ctx, run, &out)
		}
		if err == nil {
			s.remember(out.Moved)
			return decode[*shard.Sum](out.Sum)
		}
		if ctx.Err() != nil {
			s.cancel(id)
			return nil, context.Cause(ctx)
		}
		if isTooLarge(err, len(query)) {
			return nil, tooLarge(err)
		}
		if !IsAway(err) || time.Now().After(end) {
			return nil, s.explain(ctx, err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// result waits for what a workflow returns. When two events of a workflow come close together, the
// server may drop the notice of the second and answer only after 20 seconds, so result asks again
// every second.
func (s *Set) result(ctx context.Context, run client.WorkflowRun, out any) error {
	for {
		second, cancel := context.WithTimeout(ctx, time.Second)
		err := run.Get(second, out)
		// The deadline of the call may pass before that of its context.
		again := err != nil && (second.Err() != nil || IsAway(err)) && ctx.Err() == nil
		cancel()
		if !again {
			return err
		}
		// It fails if the server is away.
		if _, err := s.client.DescribeWorkflowExecution(ctx, run.GetID(), run.GetRunID()); err != nil {
			return err
		}
	}
}

// most bounds the bytes of the sums that a worker returns at once.
const most = 256 << 20

// split returns the groups, no larger than their sums allow.
func (s *Set) split(q shard.Query) []group {
	p := len(q.Centre) + 1
	k := max(1, len(q.Theta)/p)
	size := 8 * (len(q.Theta) + k*k*p*p)
	switch {
	case q.Kind == shard.Loss && !q.Curvature:
		size = 8 * len(q.Theta)
	case q.Kind == shard.Values:
		size = 16 * shard.MaxCategories * len(q.Features)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []group
	for _, g := range s.groups {
		for part := range slices.Chunk(g.Shards, max(1, most/max(1, size))) {
			all = append(all, group{part, g.Workers})
		}
	}
	return all
}

// remember lets shards go to the workers that answered for them, for the next pass, and
// only then to those that had them before.
func (s *Set) remember(moved map[string]string) {
	if len(moved) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var groups []group
	at := map[string]int{}
	for _, g := range s.groups {
		for _, x := range g.Shards {
			workers := g.Workers
			if w, ok := moved[x.Name]; ok {
				workers = append([]string{w}, slices.DeleteFunc(slices.Clone(workers), func(v string) bool { return v == w })...)
			}
			key := strings.Join(workers, "/")
			if _, ok := at[key]; !ok {
				at[key] = len(groups)
				groups = append(groups, group{Workers: workers})
			}
			groups[at[key]].Shards = append(groups[at[key]].Shards, x)
		}
	}
	s.groups = groups
}

// cancel ends a workflow that nobody waits for. If it fails, the workflow ends by itself.
func (s *Set) cancel(id string) {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	_ = s.client.CancelWorkflow(ctx, id, "")
}

// IsAway reports whether err means that the server cannot be reached at the moment.
func IsAway(err error) bool {
	return errors.As(err, new(*serviceerror.Unavailable)) || errors.As(err, new(*serviceerror.DeadlineExceeded)) ||
		errors.Is(err, context.DeadlineExceeded)
}

// explain returns the error of a workflow as that of the fit.
func (s *Set) explain(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case IsAway(err):
		return fmt.Errorf("%w: %w", ErrNoEngine, err)
	}
	return remote(err)
}

// hash identifies a query. Gob would not: its bytes depend on what else the program has
// encoded.
func hash(q shard.Query) string {
	h := sha256.New()
	fmt.Fprintln(h, string(q.Preparation), q.Kind, q.Gradient, q.Rough, q.Curvature, q.Skip, q.Share, q.Features, q.Reference, q.Leverage)
	for _, values := range [][]float64{q.Theta, q.Centre, q.Scale, q.Target, q.Along, q.Cuts, q.Root} {
		binary.Write(h, binary.LittleEndian, int64(len(values)))
		binary.Write(h, binary.LittleEndian, values)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
