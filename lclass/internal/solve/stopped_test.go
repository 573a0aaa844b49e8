package solve_test

import (
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// Fits of many sparse features end with an error, whenever they are stopped.
func TestSparseFitsStop(t *testing.T) {
	const n, d = 700, 600
	r := rand.New(rand.NewPCG(9, 9))
	var b rows.Builder
	o := &objective.Objective{Loss: loss.Logistic{}, K: 1}
	var every []int
	for i := range n {
		every = append(every, i)
		for j := range d {
			if r.IntN(20) == 0 {
				b.Add(j, r.NormFloat64())
			}
		}
		b.EndRow()
		class := r.IntN(2)
		o.Weight = append(o.Weight, 1)
		o.Targets.Class, o.Targets.Value = append(o.Targets.Class, class), append(o.Targets.Value, float64(class))
	}
	x := b.Sparse(d)
	// fresh has rows that remember nothing from another fit.
	fresh := func() *objective.Objective {
		of := *o
		of.X = x.Subset(every)
		return &of
	}
	for name, fit := range map[string]func(*objective.Objective) solve.Seq{
		"Truncated": func(o *objective.Objective) solve.Seq {
			o.L2 = 0.01
			return solve.Truncated(o, solve.QuasiNewtonSettings{MaxIter: 100, Tol: 1e-12})
		},
		"Proximal": func(o *objective.Objective) solve.Seq {
			o.L1 = 0.01
			return solve.Proximal(o, solve.ProximalSettings{MaxIter: 100, Tol: 1e-10, Memory: 10})
		},
	} {
		whole := fresh()
		var asked atomic.Int64
		whole.Stop = func() bool { asked.Add(1); return false }
		if end := last(t, fit(whole)); end.End != solve.Converged {
			t.Errorf("%s ends %v: %s", name, end.End, end.Note)
		}
		all := asked.Load()
		for after := int64(0); after < all*3/4; after += 1 + all/40 {
			part := fresh()
			var asked atomic.Int64
			part.Stop = func() bool { return asked.Add(1) > after }
			var failed error
			for _, err := range fit(part) {
				failed = err
			}
			if failed == nil || !errors.Is(failed, solve.ErrDiverged) && !errors.Is(failed, solve.ErrStopped) {
				t.Errorf("%s, stopped after %d of %d questions: error %v", name, after, all, failed)
			}
		}
	}
}
