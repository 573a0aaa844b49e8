package solve_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/solve"
)

// Conjugate gradients lead to the minimum that the matrix of second derivatives leads to.
func TestTruncatedAgreesWithNewton(t *testing.T) {
	for _, c := range []struct {
		loss loss.Loss
		k    int
	}{{loss.Logistic{}, 1}, {loss.SquaredHinge{}, 1}, {loss.Softmax{}, 3}} {
		for _, factors := range [][]float64{nil, {1, 2, 0.5, 1, 3, 1}} {
			for _, noBias := range []bool{false, true} {
				o := problem(c.loss, 400, 6, c.k, 0.01)
				o.PenaltyFactors, o.NoBias = factors, noBias
				if _, ok := c.loss.(loss.SquaredHinge); ok {
					for i, v := range o.Targets.Value {
						o.Targets.Value[i] = 2*v - 1
					}
				}
				newton := last(t, solve.Newton(o, solve.NewtonSettings{MaxIter: 100, Tol: 1e-13}))
				truncated := last(t, solve.Truncated(o, solve.QuasiNewtonSettings{MaxIter: 100, Tol: 1e-13}))
				name := fmt.Sprintf("%T, factors %v, no bias %v", c.loss, factors, noBias)
				for at, it := range map[string]solve.Iterate{"Newton": newton, "Truncated": truncated} {
					if it.End != solve.Converged {
						t.Errorf("%s: %s ends %v: %s", name, at, it.End, it.Note)
					}
				}
				near(t, name, truncated.Theta, newton.Theta, 1e-6)
				if math.Abs(truncated.Loss-newton.Loss) > 1e-12 {
					t.Errorf("%s: loss %v, want %v", name, truncated.Loss, newton.Loss)
				}
				if it := last(t, solve.Truncated(o, solve.QuasiNewtonSettings{MaxIter: 1, Tol: 1e-13})); it.End != solve.Exhausted || !strings.Contains(it.Note, "raise Newton.MaxIter") {
					t.Errorf("%s: one step ends %v: %s", name, it.End, it.Note)
				}
				again := last(t, solve.Truncated(o, solve.QuasiNewtonSettings{MaxIter: 100, Tol: 1e-10, Start: truncated.Theta}))
				if again.Epoch > 1 {
					t.Errorf("%s: %d steps from the minimum", name, again.Epoch)
				}
			}
		}
	}
}
