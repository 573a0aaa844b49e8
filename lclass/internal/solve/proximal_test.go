package solve_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

var proximal = solve.ProximalSettings{MaxIter: 1000, Tol: 1e-14, Memory: 10}

// bounded hides the second derivatives of a loss, so that the model has the
// bound and the memory of steps instead.
type bounded struct{ loss.Bounded }

func (b bounded) Mixed() bool { return b.Bounded.(loss.Curved).Mixed() }

func valueAt(o *objective.Objective, theta []float64) float64 {
	return o.Value(o.Pass(theta, objective.Want{}), theta)
}

// checkMinimum moves from θ along each axis and in random directions: nowhere
// is the objective lower.
func checkMinimum(t *testing.T, o *objective.Objective, theta []float64) {
	t.Helper()
	least := valueAt(o, theta)
	rng := rand.New(rand.NewPCG(4, 4))
	for trial := range 40 * len(theta) {
		size := math.Pow(10, -1-float64(trial%4))
		near := append([]float64(nil), theta...)
		if trial%2 == 0 {
			near[trial/2%len(theta)] += size * rng.NormFloat64()
		} else {
			for i := range near {
				near[i] += size * rng.NormFloat64()
			}
		}
		if v := valueAt(o, near); v < least*(1-1e-12) {
			t.Fatalf("objective %v at the end, %v at a distance of %v", least, v, size)
		}
	}
}

func TestProximal(t *testing.T) {
	for _, c := range []struct {
		l loss.Bounded
		k int
	}{{loss.Logistic{}, 1}, {loss.Softmax{}, 3}, {loss.Squared{}, 1}, {loss.Squared{}, 3}, {loss.SquaredHinge{}, 1}} {
		for _, ratio := range []float64{0, 0.5, 1} {
			for _, lambda := range []float64{0.003, 0.03, 0.3} {
				t.Run(fmt.Sprintf("%T/%d/λ=%v/ρ=%v", c.l, c.k, lambda, ratio), func(t *testing.T) {
					o := problem(c.l, 200, 6, c.k, lambda*(1-ratio))
					if _, ok := c.l.(loss.SquaredHinge); ok {
						plusMinus(o)
					}
					o.L1 = lambda * ratio
					end := last(t, solve.Proximal(o, proximal))
					if end.End != solve.Converged || end.Gradient > 1e-9 {
						t.Fatalf("end %v after %d steps, largest slope %v: %s", end.End, end.Epoch, end.Gradient, end.Note)
					}
					checkMinimum(t, o, end.Theta)

					warm := proximal
					warm.Start = end.Theta
					again := last(t, solve.Proximal(o, warm))
					if again.Epoch > 1 {
						t.Errorf("%d steps from the end", again.Epoch)
					}
					near(t, "from the end", again.Theta, end.Theta, 1e-7)

					o.Loss = bounded{c.l}
					byBound := last(t, solve.Proximal(o, proximal))
					if byBound.End != solve.Converged {
						t.Errorf("by the bound: end %v: %s", byBound.End, byBound.Note)
					}
					near(t, "by the bound", byBound.Theta, end.Theta, 1e-5)
					for i, v := range end.Theta {
						if (v == 0) != (byBound.Theta[i] == 0) {
							t.Errorf("θ%d is %v, by the bound %v", i, v, byBound.Theta[i])
						}
					}
					if ratio == 1 && lambda == 0.3 {
						var zeros int
						for _, v := range end.Theta {
							if v == 0 {
								zeros++
							}
						}
						if zeros < c.k {
							t.Errorf("%d weights are 0", zeros)
						}
					}
				})
			}
		}
	}
}

// With λ₁ at the largest slope of the constant scores, or above, all weights
// are 0; a little below, one is not.
func TestProximalAtTheLargestPenalty(t *testing.T) {
	o := problem(loss.Softmax{}, 200, 6, 3, 0)
	o.L1 = 1e6
	constant := last(t, solve.Proximal(o, proximal))
	o.L1 = 0
	g := o.Gradient(o.Pass(constant.Theta, objective.Want{Gradient: true}), constant.Theta)
	w, _ := o.Split(g)
	var most float64
	for _, v := range w {
		most = math.Max(most, math.Abs(v))
	}
	for _, c := range []struct {
		by   float64
		some bool
	}{{1.001, false}, {0.99, true}} {
		o.L1 = most * c.by
		end := last(t, solve.Proximal(o, proximal))
		w, _ := o.Split(end.Theta)
		var some bool
		for _, v := range w {
			some = some || v != 0
		}
		if some != c.some {
			t.Errorf("λ₁ = %v of the largest slope: weights %v", c.by, w)
		}
	}
}

// Features with units from 1e-6 to 1e6 and a penalty in those units. Without second
// derivatives the end is as good, but too little is known to prove it.
func TestProximalWithOddUnits(t *testing.T) {
	var least float64
	for _, l := range []loss.Bounded{loss.Logistic{}, bounded{loss.Logistic{}}} {
		o := problem(loss.Logistic{}, 200, 5, 1, 0)
		scaled := make([]float64, 0, 1000)
		row := make([]float64, 5)
		for i := range 200 {
			o.X.Row(row, i)
			for j, v := range row {
				scaled = append(scaled, v*[]float64{1e-6, 1, 1e6, 1e3, 1}[j]+[]float64{0, 1e3, 1e6, 0, 0}[j])
			}
		}
		o.X, o.Loss, o.L1 = rows.NewDense(200, 5, scaled), l, 1e-3
		end := last(t, solve.Proximal(o, proximal))
		if least == 0 {
			least = end.Loss
		}
		if _, curved := l.(loss.Curved); curved && end.End != solve.Converged || end.Gradient > 1e-6 || math.Abs(end.Loss-least) > 1e-12*least {
			t.Errorf("%T: end %v, largest slope %v, loss %v of %v: %s", l, end.End, end.Gradient, end.Loss, least, end.Note)
		}
	}
}

func TestProximalRunsOut(t *testing.T) {
	o := problem(loss.Logistic{}, 200, 5, 1, 0)
	o.L1 = 0.001
	end := last(t, solve.Proximal(o, solve.ProximalSettings{MaxIter: 2, Tol: 1e-12, Memory: 5}))
	if end.End != solve.Exhausted || end.Epoch != 2 || end.Note == "" {
		t.Errorf("end %v after %d steps: %q", end.End, end.Epoch, end.Note)
	}
}

// A weight that the loss does not feel, because all rows of its feature are beyond the
// margin, is not stuck.
func TestProximalOfRowsThatDoNotCount(t *testing.T) {
	for _, c := range []struct {
		name string
		l    loss.Bounded
	}{{"squared hinge", loss.SquaredHinge{}}, {"by a bound", bounded{loss.SquaredHinge{}}}} {
		o := &objective.Objective{
			X: rows.NewDense(3, 2, []float64{1, 0, 2, 0, 0, 1}), Loss: c.l, K: 1, L1: 0.1, NoBias: true,
			Weight: []float64{1, 1, 1}, Targets: loss.Targets{Class: []int{1, 1, 1}, Value: []float64{1, 1, 1}},
		}
		set := proximal
		set.Tol = 1e-10
		cold := last(t, solve.Proximal(o, set))
		set.Start = []float64{0.1, 3, 0} // the last row has a margin of 3
		warm := last(t, solve.Proximal(o, set))
		if cold.End != solve.Converged || warm.End != solve.Converged || math.Abs(cold.Loss-warm.Loss) > 1e-9 {
			t.Errorf("%s: ends %v and %v, losses %v and %v: %s", c.name, cold.End, warm.End, cold.Loss, warm.Loss, warm.Note)
		}
	}
}

// Weights that all go to 0, or to a bound, leave nothing for Newton's method, without biases.
func TestProximalWithoutSmoothWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for trial := range 60 {
		n, d := 1+rng.IntN(8), 8+592*(trial%2)
		o := &objective.Objective{Loss: loss.Squared{}, K: 1, NoBias: true, L1: 0.2 * rng.ExpFloat64()}
		x, start := make([]float64, n*d), make([]float64, d+1)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		o.X = rows.NewDense(n, d, x)
		for range n {
			o.Weight, o.Targets.Value = append(o.Weight, 1), append(o.Targets.Value, rng.NormFloat64())
		}
		for j := range d {
			start[j] = 0.1 * rng.NormFloat64()
			if trial%3 > 0 {
				o.Lower, o.Upper = append(o.Lower, -0.01*rng.ExpFloat64()), append(o.Upper, 0.01*rng.ExpFloat64())
			}
		}
		set := proximal
		set.Tol = 1e-10
		cold := last(t, solve.Proximal(o, set))
		set.Start = start
		warm := last(t, solve.Proximal(o, set))
		if cold.End != solve.Converged || warm.End != solve.Converged || math.Abs(cold.Loss-warm.Loss) > 1e-9 {
			t.Errorf("trial %d: ends %v and %v, losses %v and %v: %s", trial, cold.End, warm.End, cold.Loss, warm.Loss, warm.Note)
		}
	}
}

// Where scores are so large that they have no digits, a fit does not take the loss to be flat.
func TestProximalStaysNear(t *testing.T) {
	const d = 600
	var b rows.Builder
	for _, x := range []float64{-98.56355324665802, -3.180239873351449, -10000.622254681706} {
		b.Add(0, x)
		b.EndRow()
	}
	o := &objective.Objective{
		X: b.Sparse(d), Loss: loss.Logistic{}, K: 1, L1: 1.8e-29, Weight: []float64{0.7375181855115784, 6.715068971859924e-31, 6.613323045029991e-31},
		Targets: loss.Targets{Class: []int{1, 0, 0}, Value: []float64{1, 0, 0}},
	}
	first := math.Inf(1)
	for it, err := range solve.Proximal(o, solve.ProximalSettings{MaxIter: 100, Tol: 1e-12, Memory: 10}) {
		if err != nil {
			t.Fatal(err)
		}
		first = min(first, it.Loss)
		if it.Loss > first*1.001 {
			t.Fatalf("the loss has risen from %v to %v", first, it.Loss)
		}
	}
}
