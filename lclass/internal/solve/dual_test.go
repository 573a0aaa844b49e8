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
func TestDualAndInterior(t *testing.T) {
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
					other = end(t, solve.Interior(o, solve.InteriorSettings{MaxIter: 100, Tol: 1e-9}))
				} else {
					other = end(t, solve.Newton(o, newton))
				}
				checkMinimum(t, o, other.Theta)
				if other.End != solve.Converged {
					t.Errorf("Newton: end %v, gap %v: %s", other.End, other.Gap, other.Note)
				}
				if math.Abs(other.Loss-dual.Loss) > 1e-9*dual.Loss+other.Gap || other.Gap > 1e-8*dual.Loss {
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
			"dual":     solve.Dual(o, solve.DualSettings{MaxIter: 10000, Tol: 1e-10}),
			"interior": solve.Interior(o, solve.InteriorSettings{MaxIter: 100, Tol: 1e-12}),
		} {
			near(t, name, end(t, steps).Theta, []float64{c.w, c.b}, 1e-6)
		}
	}
}

// The bias, which nothing keeps small, takes no more epochs than the weights.
func TestDualFindsTheBiasInPassing(t *testing.T) {
	for _, c := range []struct {
		l loss.Loss
		k int
	}{{loss.Hinge{}, 1}, {loss.SquaredHinge{}, 1}, {loss.WestonWatkins{}, 3}, {loss.CrammerSinger{}, 3}} {
		for _, d := range []int{4, 60} {
			o := problem(c.l, 300, d, c.k, 0.1)
			if c.k == 1 {
				plusMinus(o)
			}
			it := end(t, solve.Dual(o, solve.DualSettings{MaxIter: 100, Tol: 1e-6}))
			if it.End != solve.Converged {
				t.Errorf("%T of %d features: %s", c.l, d, it.Note)
			}
		}
	}
}

func TestDualRunsOut(t *testing.T) {
	o := problem(loss.Hinge{}, 150, 4, 1, 1e-4)
	plusMinus(o)
	if it := end(t, solve.Dual(o, solve.DualSettings{MaxIter: 3, Tol: 1e-12})); it.End != solve.Exhausted || it.Note == "" {
		t.Errorf("end %v: %q", it.End, it.Note)
	}
	if it := end(t, solve.Interior(o, solve.InteriorSettings{MaxIter: 1, Tol: 1e-12})); it.End != solve.Exhausted || it.Note == "" {
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

// Means that are far beyond the deviations leave no digits of w·x + b unless
// they are taken off: the gap is proved all the same, with a start, too.
func TestDualFarFromTheOrigin(t *testing.T) {
	for _, c := range []struct {
		l loss.Loss
		k int
	}{{loss.Hinge{}, 1}, {loss.SquaredHinge{}, 1}, {loss.WestonWatkins{}, 3}, {loss.CrammerSinger{}, 3}} {
		near0, far := problem(c.l, 60, 3, c.k, 0.05), problem(c.l, 60, 3, c.k, 0.05)
		if c.k == 1 {
			plusMinus(near0)
			plusMinus(far)
		}
		x := make([]float64, 3*60)
		for i := range 60 {
			near0.X.Row(x[3*i:3*i+3], i)
			x[3*i+1] += 1e9
		}
		far.X = rows.NewDense(60, 3, x)
		want := end(t, solve.Dual(near0, solve.DualSettings{MaxIter: 20000, Tol: 1e-9}))
		w, _ := near0.Split(want.Theta)
		methods := map[string]func(start []float64) solve.Seq{
			"dual": func(start []float64) solve.Seq {
				return solve.Dual(far, solve.DualSettings{Start: start, MaxIter: 20000, Tol: 1e-9})
			},
		}
		if _, ok := c.l.(loss.Polyhedral); ok {
			methods["interior"] = func(start []float64) solve.Seq {
				return solve.Interior(far, solve.InteriorSettings{Start: start, MaxIter: 100, Tol: 1e-9})
			}
		}
		for name, from := range methods {
			it := end(t, from(nil))
			again := end(t, from(it.Theta))
			for what, it := range map[string]solve.Iterate{"from 0": it, "from its end": again} {
				if it.End != solve.Converged || !it.Proved || math.Abs(it.Loss-want.Loss) > 1e-6*want.Loss {
					t.Errorf("%T, %s %s: end %v, loss %v, want %v; %s", c.l, name, what, it.End, it.Loss, want.Loss, it.Note)
				}
				v, _ := far.Split(it.Theta)
				near(t, "weights", v, w, 1e-3) // 1e-7 is the last digit of 1e9
			}
		}
	}
}

// A penalty that leaves next to no weights leaves the bias to be found: that of
// the class with more samples.
func TestDualWithALargePenalty(t *testing.T) {
	for _, lambda := range []float64{1e3, 1e8, 1e300} {
		o := problem(loss.Hinge{}, 60, 3, 1, lambda)
		plusMinus(o)
		var share float64
		for i := range o.Targets.Value {
			if i%5 == 0 {
				o.Targets.Value[i], o.Targets.Class[i] = -1, 0
			} else {
				o.Targets.Value[i], o.Targets.Class[i] = 1, 1
			}
			share += o.Weight[i] * (1 - o.Targets.Value[i]) / 2
		}
		share /= o.TotalWeight()
		it := end(t, solve.Dual(o, solve.DualSettings{MaxIter: 10000, Tol: 1e-6}))
		if want := 2 * share; it.End != solve.Converged || math.Abs(it.Loss-want) > 1e-2*want {
			t.Errorf("λ = %v: end %v, loss %v, want %v: %s", lambda, it.End, it.Loss, want, it.Note)
		}
	}
}

// What is handed out when no more can be proved is the best that was seen.
func TestInteriorEndsWithTheBest(t *testing.T) {
	o := problem(loss.WestonWatkins{}, 40, 3, 3, 0.05)
	x := make([]float64, 3*40)
	for i := range 40 {
		o.X.Row(x[3*i:3*i+3], i)
	}
	x[3*7+2] = 1e12
	o.X = rows.NewDense(40, 3, x)
	var last solve.Iterate
	best := math.Inf(1)
	for it, err := range solve.Interior(o, solve.InteriorSettings{MaxIter: 100, Tol: 1e-10}) {
		if err != nil {
			t.Fatal(err)
		}
		last = it
		if it.Proved {
			best = math.Min(best, it.Gap)
		}
	}
	if last.Gap != best {
		t.Errorf("ends with gap %v; the best was %v", last.Gap, best)
	}
}
