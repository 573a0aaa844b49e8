package lclass

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"linclass/lclass/shard"
)

// watched are samples elsewhere that must stay what they are.
type watched struct {
	samples shard.Evaluator
	first   *shard.Sum // the first answer, its shards and their samples
}

// sum asks the samples, and refuses what is no answer.
func (w *watched) sum(ctx context.Context, q shard.Query) (*shard.Sum, error) {
	sum, err := w.ask(ctx, q)
	if err != nil {
		return nil, err
	}
	if err := q.Check(sum); err != nil {
		return nil, err
	}
	if w.first == nil {
		w.first = &shard.Sum{N: sum.N, Shards: slices.Clone(sum.Shards)}
	}
	return sum, w.same(q, sum)
}

// ask returns when the context is done, if the samples do not.
func (w *watched) ask(ctx context.Context, q shard.Query) (*shard.Sum, error) {
	if ctx.Done() == nil {
		return w.samples.Sum(ctx, q)
	}
	// The solver goes on to change these.
	q.Theta, q.Along, q.Centre, q.Scale, q.Target = slices.Clone(q.Theta), slices.Clone(q.Along), slices.Clone(q.Centre), slices.Clone(q.Scale), slices.Clone(q.Target)
	type answer struct {
		sum *shard.Sum
		err error
	}
	answers := make(chan answer, 1)
	go func() {
		sum, err := w.samples.Sum(ctx, q)
		answers <- answer{sum, err}
	}()
	select {
	case a := <-answers:
		return a.sum, a.err
	case <-ctx.Done():
		return nil, fmt.Errorf("stopped: %w", context.Cause(ctx))
	}
}

// same compares the shards with those of the first answer.
func (w *watched) same(q shard.Query, sum *shard.Sum) error {
	if len(sum.Shards) != len(w.first.Shards) {
		return fmt.Errorf("%w: the sum is of %d shards, and was of %d at the first query", ErrChanged, len(sum.Shards), len(w.first.Shards))
	}
	for i, s := range sum.Shards {
		switch first := w.first.Shards[i]; {
		case s.N != first.N:
			return fmt.Errorf("%w: shard %d has %d samples, and had %d at the first query", ErrChanged, i, s.N, first.N)
		case s.Fingerprint != first.Fingerprint:
			return fmt.Errorf("%w: shard %d has other targets, weights, names or another loss than at the first query", ErrChanged, i)
		}
	}
	// Products look at some of the samples.
	if q.Kind != shard.Products && sum.N != w.first.N {
		return fmt.Errorf("%w: the shards have %d samples, and had %d at the first query", ErrChanged, sum.N, w.first.N)
	}
	return nil
}

// fingerprint returns 64 bits of all that answers depend on but the features.
func (p *problem) fingerprint() uint64 {
	h := fnv.New64a()
	d := p.data
	fmt.Fprintf(h, "%q %q %q %T %+v %d", d.features, d.classes, d.target, p.loss, p.loss, p.k)
	number := func(v uint64) { h.Write(binary.LittleEndian.AppendUint64(nil, v)) }
	for _, t := range p.targets.Class {
		number(uint64(t))
	}
	for _, values := range [][]float64{p.targets.Value, d.weight} {
		for _, v := range values {
			number(math.Float64bits(v))
		}
	}
	return h.Sum64()
}
