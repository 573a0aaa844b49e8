package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"golang.org/x/sync/errgroup"

	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/lclass/shard"
)

// A Worker holds shards and answers queries about them.
type Worker struct {
	name, set string
	version   string
	files     Files
	table     Table
	cores     chan struct{} // as many shards are summed at a time

	mu     sync.Mutex
	shards map[string]*held
}

// held is a shard and its evaluators, by what their sums depend on.
type held struct {
	Shard
	data       *lclass.Data
	raw        bool // its features may be texts or missing
	zeroBased  bool // Files.ZeroBased
	evaluators map[string]shard.Evaluator
}

// NewWorker reads the shards of files. name identifies the worker within its set: a
// restarted worker must keep its name, and no two workers may share one. set is the name
// that fits use in Options.Set.
func NewWorker(set, name string, files Files) (*Worker, error) {
	for _, word := range []string{set, name} {
		if word == "" || strings.Contains(word, "/") {
			return nil, invalid.Setting("cluster: name of a worker or a set", word, "it must not be empty nor contain a slash")
		}
	}
	names, err := files.names()
	if err != nil {
		return nil, err
	}
	w := &Worker{name: name, set: set, version: Version(), files: files, shards: map[string]*held{}, cores: make(chan struct{}, runtime.GOMAXPROCS(0))}
	for _, name := range names {
		h, err := files.open(name)
		if err != nil {
			return nil, err
		}
		if len(w.shards) == 0 {
			w.table = tableOf(h)
		} else if w.table, err = w.table.join(tableOf(h), name, names[0]); err != nil {
			return nil, err
		}
		w.shards[name] = h
	}
	return w, nil
}

// Shards returns the shards that the worker holds, by name.
func (w *Worker) Shards() []Shard {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []Shard
	for _, h := range w.shards {
		all = append(all, h.Shard)
	}
	slices.SortFunc(all, func(a, b Shard) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Table returns the description of the shards' columns.
func (w *Worker) Table() Table {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.table
}

// Run answers queries until ctx is done. It retries while the server cannot be reached.
func (w *Worker) Run(ctx context.Context, c client.Client) error {
	fatal := make(chan error, 2)
	for _, queue := range []string{ownQueue(w.set, w.name), commonQueue(w.set)} {
		poller := worker.New(c, queue, worker.Options{
			Identity: w.name, DisableWorkflowWorker: true,
			MaxHeartbeatThrottleInterval: time.Second,
			OnFatalError:                 func(err error) { fatal <- err },
		})
		poller.RegisterActivityWithOptions(w.sum, activity.RegisterOptions{Name: sumName})
		poller.RegisterActivityWithOptions(w.hold, activity.RegisterOptions{Name: holdName})
		if err := poller.Start(); err != nil {
			return fmt.Errorf("%w: %w", ErrNoEngine, err)
		}
		defer poller.Stop()
	}
	select {
	case <-ctx.Done():
		return nil
	case err := <-fatal:
		return fmt.Errorf("cluster: worker %s: %w", w.name, err)
	}
}

func (w *Worker) hold(context.Context) (holding, error) {
	return holding{w.name, w.version, w.Table(), w.Shards()}, nil
}

// sum answers a query for the shards of a task.
func (w *Worker) sum(ctx context.Context, t task, query []byte) (answer, error) {
	if t.Version != w.version {
		return answer{}, failed(fmt.Errorf("%w: worker %s is %s; the fit is %s; install the same on all machines", ErrVersion, w.name, w.version, t.Version))
	}
	q, err := decode[shard.Query](query)
	if err != nil {
		return answer{}, err
	}
	done := make(chan struct{})
	defer close(done)
	go alive(ctx, done)
	sums := make([]*shard.Sum, len(t.Shards))
	var g errgroup.Group
	for i, s := range t.Shards {
		g.Go(func() error {
			select {
			case w.cores <- struct{}{}:
				defer func() { <-w.cores }()
			case <-ctx.Done():
				return context.Cause(ctx)
			}
			e, err := w.evaluator(s, t.Spec)
			if err == nil {
				sums[i], err = e.Sum(ctx, q)
			}
			switch {
			case err == nil || ctx.Err() != nil || errors.As(err, new(*temporal.ApplicationError)):
				return err
			case errors.As(err, new(*fs.PathError)):
				return elsewhere(fmt.Errorf("worker %s cannot read it: %w", w.name, err))
			}
			return failed(fmt.Errorf("shard %s of worker %s: %w", s.Name, w.name, err))
		})
	}
	if err := g.Wait(); err != nil {
		return answer{}, err
	}
	text, err := encode(sums)
	if len(text) > received {
		// A server that does not take the answer still has this.
		activity.RecordHeartbeat(ctx, len(text))
	}
	return answer{w.name, text}, err
}

// received is how many bytes a Temporal server receives at once.
const received = 4 << 20

// alive tells the server that the activity goes on.
func alive(ctx context.Context, done <-chan struct{}) {
	interval := activity.GetInfo(ctx).HeartbeatTimeout / 5
	if interval <= 0 {
		return
	}
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			activity.RecordHeartbeat(ctx)
		case <-done:
			return
		}
	}
}

// evaluator returns that of a shard, which the worker opens if it does not hold it.
func (w *Worker) evaluator(s Shard, spec Spec) (shard.Evaluator, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	h := w.shards[s.Name]
	if h == nil {
		var err error
		if h, err = w.files.open(s.Name); err != nil {
			return nil, elsewhere(fmt.Errorf("worker %s cannot read it: %w", w.name, err))
		}
		table := tableOf(h)
		if len(w.shards) > 0 {
			table, err = w.table.join(table, s.Name, "the others of this worker")
		}
		if err == nil && w.table.Mixed == "" {
			err = table.fits(spec)
		}
		if err != nil {
			return nil, err
		}
		w.table, w.shards[s.Name] = table, h
	}
	if h.Hash != s.Hash {
		return nil, fmt.Errorf("%w: the file is not the one with which the fit began; restore it, or start a new fit", lclass.ErrChanged)
	}
	key, err := digest(spec)
	if err != nil {
		return nil, err
	}
	if e := h.evaluators[key]; e != nil {
		return e, nil
	}
	estimator, err := spec.Estimator(nil)
	if err != nil {
		return nil, err
	}
	e, err := lclass.Shard(estimator, h.data)
	if err == nil {
		h.evaluators[key] = e
	}
	return e, err
}
