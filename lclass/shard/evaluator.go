package shard

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// An Evaluator computes sums over samples, wherever they are stored. It must return the
// same sum for the same query every time, or fits are not reproducible.
type Evaluator interface {
	Sum(ctx context.Context, q Query) (*Sum, error)
}

// Together returns an evaluator for the samples of several shards. It queries as many at
// a time as there are cores and merges their sums in the order of the shards, so that
// results do not depend on which answers first. It returns the first error in that order,
// with the number of the shard; an answer that fails [Query.Check] is an error too.
func Together(shards ...Evaluator) Evaluator { return together(shards) }

type together []Evaluator

// Sum implements Evaluator.
func (t together) Sum(ctx context.Context, q Query) (*Sum, error) {
	if len(t) == 0 {
		return nil, fmt.Errorf("shard: there are no shards")
	}
	for i, e := range t {
		if e == nil {
			return nil, fmt.Errorf("shard %d is nil", i)
		}
	}
	sums, errs := make([]*Sum, len(t)), make([]error, len(t))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(len(t), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(t); i = int(next.Add(1)) - 1 {
				if sums[i], errs[i] = t[i].Sum(ctx, q); errs[i] != nil {
					next.Store(int64(len(t)))
				}
			}
		})
	}
	wg.Wait()
	var all *Sum
	for i, s := range sums {
		err := errs[i]
		if err == nil {
			err = q.Check(s)
		}
		if err == nil && i > 0 {
			err = all.Merge(s)
		}
		if err != nil {
			return nil, fmt.Errorf("shard %d: %w", i, err)
		}
		if i == 0 {
			all = s
		}
	}
	return all, nil
}
