package solve_test

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// Under a constraint the gradient of the loss is a multiple of a, and aᵀθ is
// what it was (KKT).
func TestNewtonUnderConstraint(t *testing.T) {
	for _, c := range []struct {
		name   string
		l      loss.Loss
		k      int
		lambda float64
		a      []float64
	}{
		{"squares, a weight", loss.Squared{}, 1, 0, []float64{0, 1, 0, 0}},
		{"squares, ridge", loss.Squared{}, 1, 0.1, []float64{1, 1, -2, 0.5}},
		{"logistic, a weight", loss.Logistic{}, 1, 0, []float64{1, 0, 0, 0}},
		{"logistic, the bias", loss.Logistic{}, 1, 0, []float64{0, 0, 0, 1}},
		{"softmax, a difference", loss.Softmax{}, 3, 0, []float64{0, 0, 0, -1, 1, 0, 0, 0, 0, 0, 0, 0}},
		{"softmax, a bias", loss.Softmax{}, 3, 0, []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 1}},
	} {
		o := problem(c.l, 120, 3, c.k, c.lambda)
		start := make([]float64, len(c.a))
		for i, v := range c.a {
			start[i] = 2 * v
		}
		set := newton
		set.Separable, set.Start, set.Along = false, start, c.a
		end := last(t, solve.Newton(o, set))
		if end.End != solve.Converged || end.Epoch < 2 && c.l != (loss.Squared{}) {
			t.Errorf("%s: end %v after %d steps", c.name, end.End, end.Epoch)
		}
		held, want := 0.0, 0.0
		for i, v := range c.a {
			held += v * end.Theta[i]
			want += v * start[i]
		}
		if math.Abs(held-want) > 1e-12 {
			t.Errorf("%s: aᵀθ went from %v to %v", c.name, want, held)
		}
		g := o.Gradient(o.Pass(end.Theta, objective.Want{Gradient: true}), end.Theta)
		var along, square float64
		for i, v := range c.a {
			along += v * g[i]
			square += v * v
		}
		for i, v := range c.a {
			if math.Abs(g[i]-along/square*v) > 1e-10 {
				t.Errorf("%s: gradient %v is not along a", c.name, g)
				break
			}
		}
	}
}

// A quadratic loss rises by δ²/(2aᵀH⁻¹a).
func TestProfileOfSquares(t *testing.T) {
	const rise = 0.3
	o := problem(loss.Squared{}, 80, 3, 1, 0)
	theta := last(t, solve.Newton(o, newton)).Theta
	p, err := solve.NewProfile(o, []float64{1, 1, 1, 1}) // not close, but squares need one step
	if err != nil {
		t.Fatal(err)
	}
	info, err := solve.At(o, theta, nil).Inform(false)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range [][]float64{{1, 0, 0, 0}, {0, 0, 0, 1}, {0.5, -1, 2, 3}} {
		var half mat.VecDense
		half.MulVec(info.Half, mat.NewVecDense(4, a))
		reach := math.Sqrt(2*rise*o.TotalWeight()) * mat.Norm(&half, 2)
		middle := mat.Dot(mat.NewVecDense(4, a), mat.NewVecDense(4, theta))
		low, high, err := p.Ends(a, rise)
		if err != nil || math.Abs(low-middle+reach) > 1e-9 || math.Abs(high-middle-reach) > 1e-9 {
			t.Errorf("ends %v and %v of %v, want %v ± %v; error %v", low, high, a, middle, reach, err)
		}
	}
}

// sides is one feature that separates the classes except for rows at 0 where both
// occur.
func sides(atZero ...int) *objective.Objective {
	o := &objective.Objective{Loss: loss.Logistic{}, K: 1}
	x := []float64{-3, -1, 1, 3}
	class := []int{0, 0, 1, 1}
	for _, c := range atZero {
		x, class = append(x, 0), append(class, c)
	}
	o.X = rows.NewDense(len(x), 1, x)
	for _, c := range class {
		o.Weight = append(o.Weight, 1)
		o.Targets.Class = append(o.Targets.Class, c)
		o.Targets.Value = append(o.Targets.Value, float64(c))
	}
	return o
}

// Where the classes are almost separated the loss never rises on one side: from
// a point far out its end is infinite, and the other one is found.
func TestProfileThatNeverRises(t *testing.T) {
	o := sides(0, 1, 0, 1)
	p, err := solve.NewProfile(o, []float64{30, 0})
	if err != nil {
		t.Fatal(err)
	}
	low, high, err := p.Ends([]float64{1, 0}, 0.1)
	if err != nil || !math.IsInf(high, 1) || !(low > 0 && low < 30) {
		t.Errorf("ends %v and %v, error %v", low, high, err)
	}
	// By symmetry b = 0, and the rows at 0 cost log 2 each whatever w is.
	value := func(theta []float64) float64 { return o.Value(o.Pass(theta, objective.Want{}), theta) }
	if rise := value([]float64{low, 0}) - math.Ln2/2; math.Abs(rise-0.1) > 1e-9 {
		t.Errorf("the loss has risen by %v, want 0.1", rise)
	}
}

func TestSeparatedAt(t *testing.T) {
	for _, c := range []struct {
		o     *objective.Objective
		theta []float64
		want  bool
	}{
		{sides(), []float64{20, 0}, true},
		{sides(0, 1), []float64{20, 0}, true},
		{sides(0, 1), []float64{0, 0}, true},
		{problem(loss.Logistic{}, 80, 2, 1, 0), []float64{0.5, 0.5, 0}, false},
		{problem(loss.Softmax{}, 80, 2, 3, 0), make([]float64, 9), false},
	} {
		if got := solve.At(c.o, c.theta, nil).Separated() != nil; got != c.want {
			t.Errorf("%v at %v, want %v", got, c.theta, c.want)
		}
	}
}

func TestNoProfile(t *testing.T) {
	o := sides(0, 1)
	o.X = rows.NewDense(6, 1, []float64{-1e308, 1e308, -1e308, 1e308, 1, 2})
	if _, err := solve.NewProfile(o, []float64{0, 0}); !errors.Is(err, solve.ErrDiverged) {
		t.Errorf("error %v", err)
	}
}
