package solve_test

import (
	"fmt"
	"math"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// plusMinus codes the targets of two classes as ±1.
func plusMinus(o *objective.Objective) {
	for i, v := range o.Targets.Value {
		o.Targets.Value[i] = 2*v - 1
	}
}

// The least loss that two quite different methods prove by their gaps.
func TestDualAndMultipliers(t *testing.T) {
	for _, c := range []struct {
		l loss.Loss
		k int
	}{{loss.Hinge{}, 1}, {loss.SquaredHinge{}, 1}, {loss.WestonWatkins{}, 3}, {loss.CrammerSinger{}, 3}, {loss.WestonWatkins{}, 2}} {
		for _, lambda := range []float64{0.01, 0.1, 3} {
			t.Run(fmt.Sprintf("%T/%d/λ=%v", c.l, c.k, lambda), func(t *testing.T) {
				o := problem(c.l, 150, 4, c.k, lambda)
				if c.k == 1 {
					plusMinus(o)
				}
				o.Weight[7] = 0
				set := solve.DualSettings{MaxIter: 20000, Tol: 1e-9}
				dual := end(t, solve.Dual(o, set))
				if dual.End != solve.Converged || dual.Gap > 1e-9*dual.Loss {
					t.Fatalf("dual: end %v, gap %v: %s", dual.End, dual.Gap, dual.Note)
				}
				var other solve.Iterate
				if _, ok := c.l.(loss.Polyhedral); ok {
					other = end(t, solve.Multipliers(o, solve.MultipliersSettings{MaxIter: 100, Tol: 1e-10}))
				} else {
					other = end(t, solve.Newton(o, newton))
				}
				checkMinimum(t, o, other.Theta)
				if other.End != solve.Converged {
					t.Errorf("Newton: end %v, gap %v: %s", other.End, other.Gap, other.Note)
				}
				if math.Abs(other.Loss-dual.Loss) > 2e-9*dual.Loss {
					t.Errorf("loss %v by Newton, %v by the dual", other.Loss, dual.Loss)
				}
				w, _ := o.Split(dual.Theta)
				v, _ := o.Split(other.Theta)
				near(t, "weights", v, w, 2e-4) // the root of the gap over λ

				set.Start, set.Tol = dual.Theta, 1e-6
				if warm := end(t, solve.Dual(o, set)); warm.End != solve.Converged {
					t.Errorf("from the end: end %v: %s", warm.End, warm.Note)
				}
			})
		}
	}
}

// end returns the last iterate.
func end(t *testing.T, steps solve.Seq) solve.Iterate {
	t.Helper()
	var it solve.Iterate
	for next, err := range steps {
		if err != nil {
			t.Fatal(err)
		}
		it = next
	}
	return it
}

// Of the points −1 and 1 on a line, and λ small, the machine with the largest
// margin has w = 1, b = 0; with points at 1 and 4 the middle is 2.5 and
// w = 2/3.
func TestLargestMargin(t *testing.T) {
	for _, c := range []struct{ left, right, w, b float64 }{{-1, 1, 1, 0}, {1, 4, 2. / 3, -2.5 * 2 / 3}} {
		o := onLine(c.left, c.right)
		for name, steps := range map[string]solve.Seq{
			"dual":        solve.Dual(o, solve.DualSettings{MaxIter: 10000, Tol: 1e-10}),
			"multipliers": solve.Multipliers(o, solve.MultipliersSettings{MaxIter: 100, Tol: 1e-12}),
		} {
			near(t, name, end(t, steps).Theta, []float64{c.w, c.b}, 1e-6)
		}
	}
}

func TestDualRunsOut(t *testing.T) {
	o := problem(loss.Hinge{}, 150, 4, 1, 1e-4)
	plusMinus(o)
	if it := end(t, solve.Dual(o, solve.DualSettings{MaxIter: 3, Tol: 1e-12})); it.End != solve.Exhausted || it.Note == "" {
		t.Errorf("end %v: %q", it.End, it.Note)
	}
	if it := end(t, solve.Multipliers(o, solve.MultipliersSettings{MaxIter: 1, Tol: 1e-12})); it.End != solve.Exhausted || it.Note == "" {
		t.Errorf("end %v: %q", it.End, it.Note)
	}
}

// onLine is two samples with one feature.
func onLine(left, right float64) *objective.Objective {
	return &objective.Objective{
		X: rows.NewDense(2, 1, []float64{left, right}), Loss: loss.Hinge{}, K: 1, L2: 1e-3,
		Weight:  []float64{1, 1},
		Targets: loss.Targets{Class: []int{0, 1}, Value: []float64{-1, 1}},
	}
}
