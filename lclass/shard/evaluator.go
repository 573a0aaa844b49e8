package shard

import (
	"context"
	"fmt"

	"linclass/lclass/internal/parallel"
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
	sums := make([]*Sum, len(t))
	err := parallel.Do(len(t), 0, func(i int) (err error) {
		if sums[i], err = t[i].Sum(ctx, q); err == nil {
			err = q.Check(sums[i])
		}
		if err != nil {
			return &placeError{i, err}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	all := sums[0]
	for i, s := range sums[1:] {
		if err := all.Merge(s); err != nil {
			return nil, &placeError{i + 1, err}
		}
	}
	return all, nil
}
