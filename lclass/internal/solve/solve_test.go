package solve_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// The solvers with settings close enough to agree to the digits tested.
var (
	newton      = solve.NewtonSettings{MaxIter: 100, Tol: 1e-12, Separable: true}
	quasiNewton = solve.QuasiNewtonSettings{MaxIter: 1000, Tol: 1e-15, Memory: 20, Separable: true}
	descent     = solve.DescentSettings{Eta: 0.5, Epochs: 20000, Batch: math.MaxInt, Tol: 1e-11}
)

// last returns the end of a fit; its history must not rise.
func last(t *testing.T, steps solve.Seq) solve.Iterate {
	t.Helper()
	return lastWithin(t, steps, 1e-14)
}

// lastWithin allows the history to rise by the rounding of the scores.
func lastWithin(t *testing.T, steps solve.Seq, rounding float64) solve.Iterate {
	t.Helper()
	var end solve.Iterate
	before := math.Inf(1)
	for it, err := range steps {
		if err != nil {
			t.Fatal(err)
		}
		if it.Loss > before*(1+rounding) {
			t.Fatalf("step %d raises the loss from %v to %v", it.Epoch, before, it.Loss)
		}
		before, end = it.Loss, it
	}
	return end
}

// problem is n rows of d normal features, the last of which depends on the
// first; the classes overlap. A number of scores above 1 stands for one-hot
// targets.
func problem(l loss.Loss, n, d, k int, lambda float64) *objective.Objective {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(n, d, nil)
	o := &objective.Objective{Loss: l, K: k, L2: lambda, Weight: make([]float64, n)}
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
		x.Set(i, d-1, x.At(i, d-1)+x.At(i, 0))
		score := x.At(i, 0) - 0.5*x.At(i, d-1) + 0.3 + rng.NormFloat64()
		class := 0
		if score > 0 {
			class = 1
		}
		if k > 2 && score > 1 {
			class = 2
		}
		o.Weight[i] = 0.5 + rng.Float64()
		o.Targets.Class = append(o.Targets.Class, class)
		for c := range k {
			value := 0.0
			if k == 1 && class == 1 || k > 1 && class == c {
				value = 1
			}
			o.Targets.Value = append(o.Targets.Value, value)
		}
	}
	o.X = rows.NewDense(n, d, x.RawMatrix().Data)
	return o
}

func near(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tol*math.Max(1, math.Abs(want[i]))) {
			t.Errorf("%s: θ = %.12g, want %.12g", what, got, want)
			return
		}
	}
}

// The loss of a fit that stops at a relative decrement of δ has parameters
// good to √δ: 1e-15 → 3e-8, times the condition of these problems, below 10.
func TestSolversAgree(t *testing.T) {
	for _, lambda := range []float64{0, 0.01, 1} {
		for _, c := range []struct {
			l       loss.Loss
			k       int
			solvers map[string]func(*objective.Objective) solve.Seq
		}{
			{loss.Logistic{}, 1, nil},
			{loss.Softmax{}, 3, nil},
			{loss.Squared{}, 1, nil},
			{loss.Squared{}, 3, nil},
		} {
			t.Run(fmt.Sprintf("%T/%d/λ=%v", c.l, c.k, lambda), func(t *testing.T) {
				o := problem(c.l, 200, 4, c.k, lambda)
				want := last(t, solve.QuasiNewton(o, quasiNewton))
				if want.End != solve.Converged {
					t.Fatalf("quasi-Newton: end %v, %s", want.End, want.Note)
				}
				ends := map[string]solve.Iterate{"descent": last(t, solve.Descent(o, descent))}
				if _, ok := c.l.(loss.Curved); ok {
					ends["Newton"] = last(t, solve.Newton(o, newton))
				}
				if _, ok := c.l.(loss.Squared); ok {
					ends["least squares"] = last(t, solve.LeastSquares(o))
				}
				for name, end := range ends {
					if end.End != solve.Converged {
						t.Errorf("%s: end %v, %s", name, end.End, end.Note)
					}
					near(t, name, end.Theta, want.Theta, 3e-7)
					if math.Abs(end.Loss-want.Loss) > 1e-13*want.Loss {
						t.Errorf("%s: loss %v, want %v", name, end.Loss, want.Loss)
					}
					if end.Errors != want.Errors {
						t.Errorf("%s: %d errors, want %d", name, end.Errors, want.Errors)
					}
				}
			})
		}
	}
}

// A loss of which nothing says how its second derivatives change is not proved by
// those of one place, close as the fit may be.
func TestSecondDerivativesAloneProveNothing(t *testing.T) {
	type curved struct{ loss.Curved } // and no more
	known, unknown := problem(loss.Logistic{}, 200, 3, 1, 0), problem(curved{loss.Logistic{}}, 200, 3, 1, 0)
	for name, run := range map[string]func(o *objective.Objective) solve.Seq{
		"Newton":      func(o *objective.Objective) solve.Seq { return solve.Newton(o, newton) },
		"QuasiNewton": func(o *objective.Objective) solve.Seq { return solve.QuasiNewton(o, quasiNewton) },
	} {
		want, got := last(t, run(known)), last(t, run(unknown))
		near(t, name, got.Theta, want.Theta, 1e-6)
		if want.End != solve.Converged || got.End != solve.Exhausted || got.Gap < got.Loss/2 {
			t.Errorf("%s: a Concordant loss ends %v, another %v with a gap of %v at a loss of %v", name, want.End, got.End, got.Gap, got.Loss)
		}
	}
}

// Newton on least squares lands in one step (Dongguk, equations 9 and 10).
func TestNewtonOnSquaresIsOneStep(t *testing.T) {
	o := problem(loss.Squared{}, 100, 3, 1, 0)
	end := last(t, solve.Newton(o, newton))
	if end.Epoch != 1 {
		t.Errorf("%d steps, want 1", end.Epoch)
	}
	near(t, "Newton", end.Theta, last(t, solve.LeastSquares(o)).Theta, 1e-13)
}

// line is one feature, classes 0 and 1, weights 1.
func line(x []float64, class []int) *objective.Objective {
	o := &objective.Objective{X: rows.NewDense(len(x), 1, x), Loss: loss.Logistic{}, K: 1}
	for _, c := range class {
		o.Weight = append(o.Weight, 1)
		o.Targets.Class = append(o.Targets.Class, c)
		o.Targets.Value = append(o.Targets.Value, float64(c))
	}
	return o
}

// Full Newton steps from 0 leave these data for ever, as the first of the
// assertions shows: weights of very different size were searched for at random
// until they did. Halved steps converge.
func TestStepHalving(t *testing.T) {
	o := line([]float64{6, 0, 2, -3, 4}, []int{1, 0, 1, 1, 0})
	o.Weight = []float64{1, 0.1, 1000, 1e-4, 0.01}
	if rise := undampedRise(o); rise < 1000 {
		t.Fatalf("full steps raise the loss by %v only: the data test nothing", rise)
	}
	end := last(t, solve.Newton(o, newton))
	if end.End != solve.Converged || end.Gradient > 1e-12 {
		t.Errorf("end %v after %d steps with gradient %v", end.End, end.Epoch, end.Gradient)
	}
	tight := quasiNewton
	tight.Tol = 1e-20
	near(t, "quasi-Newton", last(t, solve.QuasiNewton(o, tight)).Theta, end.Theta, 1e-5)
}

// undampedRise returns by how much Newton's method without halving raises the
// loss at most in a step, for one feature.
func undampedRise(o *objective.Objective) float64 {
	var w, b, rise float64
	before := math.Inf(1)
	for range 10 {
		var value, gw, gb, hww, hwb, hbb float64
		for i, class := range o.Targets.Class {
			x, s := o.X.At(i, 0), o.Weight[i]
			z := w*x + b
			y := 1 / (1 + math.Exp(-z))
			value += s * (math.Log1p(math.Exp(-math.Abs(z))) + math.Max(0, -z*float64(2*class-1)))
			gw, gb = gw+s*(y-float64(class))*x, gb+s*(y-float64(class))
			c := s * y * (1 - y)
			hww, hwb, hbb = hww+c*x*x, hwb+c*x, hbb+c
		}
		rise = math.Max(rise, value-before)
		before = value
		det := hww*hbb - hwb*hwb
		w, b = w-(hbb*gw-hwb*gb)/det, b-(hww*gb-hwb*gw)/det
		if math.IsNaN(w) || math.IsInf(w, 0) {
			break
		}
	}
	return rise
}

// A Hessian that is singular, because a column is there twice or constant,
// leaves the scores of the fit without that column.
func TestNewtonWithSingularHessian(t *testing.T) {
	for _, l := range []loss.Loss{loss.Logistic{}, loss.Squared{}} {
		o := problem(l, 200, 3, 1, 0)
		single := last(t, solve.Newton(o, newton))
		doubled := *o
		x := make([]float64, 200*5)
		for i := range 200 {
			o.X.Row(x[5*i:], i)
			x[5*i+3], x[5*i+4] = x[5*i], 1e12/3
		}
		doubled.X = rows.NewDense(200, 5, x)
		end := last(t, solve.Newton(&doubled, newton))
		if end.End != solve.Converged || end.Note == "" {
			t.Errorf("%T: end %v, note %q", l, end.End, end.Note)
		}
		w, want := end.Theta, single.Theta
		near(t, fmt.Sprintf("%T", l), w, []float64{want[0] / 2, want[1], want[2], want[0] / 2, 0, want[3]}, 1e-9)
	}
}

// The stop rule of each solver must not depend on the unit of the targets, nor
// on where their 0 lies: t = shift + unit·(2 + 3x₁ − x₂ + noise).
func TestUnitsOfTheTargets(t *testing.T) {
	const n = 100
	for _, unit := range []float64{1e-12, 1, 1e12} {
		for _, shift := range []float64{0, 1e6 * unit} {
			rng := rand.New(rand.NewPCG(5, 5))
			o := problem(loss.Squared{}, n, 2, 1, 0)
			for i := range n {
				o.Targets.Value[i] = shift + unit*(2+3*o.X.At(i, 0)-o.X.At(i, 1)+rng.NormFloat64())
			}
			want := last(t, solve.LeastSquares(o)).Theta
			for name, steps := range map[string]solve.Seq{"Newton": solve.Newton(o, newton), "quasi-Newton": solve.QuasiNewton(o, quasiNewton)} {
				end := last(t, steps)
				for i := range want {
					if math.Abs(end.Theta[i]-want[i]) > 1e-7*unit+1e-13*shift {
						t.Errorf("%s, unit %v, shift %v: θ = %v, want %v", name, unit, shift, end.Theta, want)
						break
					}
				}
			}
		}
	}
}

func TestEveryLimitEnds(t *testing.T) {
	o := problem(loss.Logistic{}, 200, 4, 1, 0)
	for name, steps := range map[string]solve.Seq{
		"Newton":       solve.Newton(o, solve.NewtonSettings{MaxIter: 1, Tol: 1e-12}),
		"quasi-Newton": solve.QuasiNewton(o, solve.QuasiNewtonSettings{MaxIter: 1, Tol: 1e-15, Memory: 3}),
		"descent":      solve.Descent(o, solve.DescentSettings{Eta: 0.1, Epochs: 1, Batch: 7, Seed: 1}),
	} {
		if end := last(t, steps); end.End != solve.Exhausted || end.Epoch != 1 || end.Note == "" {
			t.Errorf("%s: end %v in step %d, note %q", name, end.End, end.Epoch, end.Note)
		}
	}
}

// A caller may leave the loop at any step.
func TestStepsCanBeLeft(t *testing.T) {
	o := problem(loss.Squared{}, 50, 3, 1, 0)
	for name, steps := range map[string]solve.Seq{
		"Newton":        solve.Newton(o, newton),
		"quasi-Newton":  solve.QuasiNewton(o, quasiNewton),
		"descent":       solve.Descent(o, descent),
		"least squares": solve.LeastSquares(o),
	} {
		var seen int
		for range steps {
			seen++
			break
		}
		if seen != 1 {
			t.Errorf("%s: %d steps", name, seen)
		}
	}
}

// Values whose squares overflow give an error and never a NaN.
func TestOverflowIsAnError(t *testing.T) {
	o := line([]float64{1e300, -1e300, 1e299, 5e299}, []int{0, 1, 1, 0})
	o.Loss = loss.Squared{}
	o.Targets.Value = []float64{1e300, 2, 3, -1e300}
	for name, steps := range map[string]solve.Seq{
		"Newton":        solve.Newton(o, newton),
		"quasi-Newton":  solve.QuasiNewton(o, quasiNewton),
		"descent":       solve.Descent(o, descent),
		"least squares": solve.LeastSquares(o),
	} {
		var last error
		for it, err := range steps {
			last = err
			for _, v := range it.Theta {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s: θ = %v", name, it.Theta)
				}
			}
		}
		if !errors.Is(last, solve.ErrDiverged) {
			t.Errorf("%s: error %v", name, last)
		}
	}
}

func BenchmarkNewtonStep(b *testing.B) {
	o := problem(loss.Logistic{}, 5000, 100, 1, 0)
	for b.Loop() {
		var seen int
		for range solve.Newton(o, newton) {
			if seen++; seen == 2 {
				break
			}
		}
	}
}
