package solve_test

import (
	"fmt"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// With many features, models by second derivatives of few weights, or of sparse columns, have
// the same minimum as those by a bound.
func TestManyFeatures(t *testing.T) {
	for _, c := range []struct {
		l loss.Bounded
		k int
	}{{loss.Squared{}, 1}, {loss.Squared{}, 2}, {loss.Logistic{}, 1}, {loss.Softmax{}, 3}, {loss.SquaredHinge{}, 1}} {
		for _, sparse := range []bool{false, true} {
			for _, ratio := range []float64{1, 0.5} {
				for _, lambda := range []float64{0.3, 0.1, 0.03} {
					n := 80
					if lambda == 0.1 {
						n = 900 // more than features
					}
					t.Run(fmt.Sprintf("%T/%d/sparse=%v/λ=%v/ρ=%v", c.l, c.k, sparse, lambda, ratio), func(t *testing.T) {
						o := problem(c.l, n, 600/c.k, c.k, lambda*(1-ratio))
						if _, ok := c.l.(loss.SquaredHinge); ok {
							plusMinus(o)
						}
						if sparse {
							o.X = thinned(o.X)
						}
						o.L1 = lambda * ratio
						set := solve.ProximalSettings{MaxIter: 1000, Tol: 1e-8, Memory: 10}
						end := last(t, solve.Proximal(o, set))
						t.Logf("%d models, gap %v, slope %v", end.Epoch, end.Gap, end.Gradient)
						if end.End != solve.Converged {
							t.Fatalf("end %v: %s", end.End, end.Note)
						}
						bound := last(t, solve.Proximal(o, solve.ByBound(set)))
						if bound.End != solve.Converged {
							t.Fatalf("by a bound: end %v: %s", bound.End, bound.Note)
						}
						const rounding = 1e-14
						if far := end.Loss - bound.Loss; far > end.Gap+rounding || -far > bound.Gap+rounding {
							t.Errorf("loss %v, by a bound %v; they claim to be %v and %v above the minimum", end.Loss, bound.Loss, end.Gap, bound.Gap)
						}
					})
				}
			}
		}
	}
}

// thinned returns sparse rows with every third value of others.
func thinned(x rows.Rows) rows.Rows {
	var b rows.Builder
	n, d := x.Dims()
	for i := range n {
		for j := i % 3; j < d; j += 3 {
			b.Add(j, x.At(i, j))
		}
		b.EndRow()
	}
	return b.Sparse(d)
}

// Texts of several classes need few models, however many features have a weight.
func TestSparseSoftmax(t *testing.T) {
	const most = 30 // models
	o := problem(loss.Softmax{}, 300, 2000, 3, 0)
	o.X, o.L1 = thinned(o.X), 1e-3
	end := last(t, solve.Proximal(o, solve.ProximalSettings{MaxIter: 1000, Tol: 1e-8, Memory: 10}))
	if end.End != solve.Converged || end.Epoch > most {
		t.Errorf("end %v after %d models, want at most %d: %s", end.End, end.Epoch, most, end.Note)
	}
}

// Where far more features want to leave 0 than there is room for, the first models are of
// those with the largest slopes, and few models are needed all the same.
func TestMoreFeaturesThanRoom(t *testing.T) {
	const most = 30 // models
	for _, c := range []struct {
		l loss.Bounded
		k int
	}{{loss.Squared{}, 1}, {loss.Logistic{}, 1}, {loss.Softmax{}, 3}} {
		t.Run(fmt.Sprintf("%T", c.l), func(t *testing.T) {
			o := problem(c.l, 80, 6000, c.k, 0)
			o.L1 = 0.01
			end := last(t, solve.Proximal(o, solve.ProximalSettings{MaxIter: 1000, Tol: 1e-8, Memory: 10}))
			if end.End != solve.Converged || end.Epoch > most {
				t.Errorf("end %v after %d models, want at most %d: %s", end.End, end.Epoch, most, end.Note)
			}
		})
	}
}
