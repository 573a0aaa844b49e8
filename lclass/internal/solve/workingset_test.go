package solve_test

import (
	"fmt"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/solve"
)

// With few samples and many features, the minimum is that of all features together.
func TestWorkingSets(t *testing.T) {
	for _, c := range []struct {
		l loss.Bounded
		k int
	}{{loss.Squared{}, 1}, {loss.Logistic{}, 1}, {loss.Softmax{}, 3}, {loss.SquaredHinge{}, 1}} {
		for _, ratio := range []float64{1, 0.5} {
			for _, lambda := range []float64{0.3, 0.1, 0.03} {
				t.Run(fmt.Sprintf("%T/λ=%v/ρ=%v", c.l, lambda, ratio), func(t *testing.T) {
					o := problem(c.l, 80, 600/c.k, c.k, lambda*(1-ratio))
					if _, ok := c.l.(loss.SquaredHinge); ok {
						plusMinus(o)
					}
					o.L1 = lambda * ratio
					set := solve.ProximalSettings{MaxIter: 1000, Tol: 1e-8, Memory: 10}
					end := last(t, solve.Proximal(o, set))
					t.Logf("%d models, gap %v, slope %v", end.Epoch, end.Gap, end.Gradient)
					if end.End != solve.Converged {
						t.Fatalf("end %v: %s", end.End, end.Note)
					}
					together := last(t, solve.Proximal(o, solve.Together(set)))
					if together.End != solve.Converged {
						t.Fatalf("together: end %v: %s", together.End, together.Note)
					}
					const rounding = 1e-14
					if far := end.Loss - together.Loss; far > end.Gap+rounding || -far > together.Gap+rounding {
						t.Errorf("loss %v, together %v; they claim to be %v and %v above the minimum", end.Loss, together.Loss, end.Gap, together.Gap)
					}
				})
			}
		}
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
