package solve_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// What is multiplied with the Hessian and then with the inverse of the curvature
// that is met comes back, but for what a product of two factors, a share of the
// rows and what steadies it leave out.
func TestMetCurvature(t *testing.T) {
	o := problem(loss.Softmax{}, 20000, 4, 3, 1e-3)
	s := objective.Scale(o)
	for _, test := range []struct {
		theta []float64
		off   float64
	}{
		{make([]float64, o.Dim()), 0.2},
		{last(t, solve.QuasiNewton(o, quasiNewton)).Theta, 0.6},
	} {
		apply := solve.Met(o, test.theta)
		if apply == nil {
			t.Fatal("no curvature is met")
		}
		h := s.Hessian(o.Pass(test.theta, objective.Want{Gradient: true, Shift: s.Mean})).Full()
		for i := range o.Dim() {
			// A direction that does not move all scores alike.
			e := make([]float64, o.Dim())
			e[i], e[i-i%o.K+(i+1)%o.K] = 1, -1
			var he mat.VecDense
			he.MulVec(h, mat.NewVecDense(len(e), e))
			back := apply(he.RawVector().Data)
			var rest float64
			for j, v := range back {
				rest += (v - e[j]) * (v - e[j])
			}
			if rest = math.Sqrt(rest / 2); rest > test.off {
				t.Errorf("direction %d comes back with %v %% of it wrong: %v", i, 100*rest, back)
			}
		}
	}
}

// It is symmetric and positive, as L-BFGS needs it.
func TestMetCurvatureIsSymmetric(t *testing.T) {
	o := problem(loss.Softmax{}, 3000, 4, 3, 0)
	o.Weight[7] = 1000
	apply := solve.Met(o, slices.Repeat([]float64{0.3}, o.Dim()))
	n := o.Dim()
	m := mat.NewSymDense(n, nil)
	for i := range n {
		e := make([]float64, n)
		e[i] = 1
		for j, v := range apply(e) {
			if j < i && math.Abs(m.At(i, j)-v) > 1e-12*math.Abs(v) {
				t.Errorf("%v at %d, %d, %v at %d, %d", v, j, i, m.At(i, j), i, j)
			}
			m.SetSym(i, j, v)
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(m) {
		t.Error("not positive")
	}
}

// It is not met where that costs more than it saves, or makes no sense.
func TestNoCurvatureIsMet(t *testing.T) {
	few := problem(loss.Softmax{}, 50, 60, 3, 0)
	two := problem(loss.Logistic{}, 5000, 4, 1, 0)
	sure := problem(loss.Softmax{}, 2000, 4, 3, 0)
	far := make([]float64, sure.Dim())
	far[sure.Dim()-1] = 1e6 // a bias
	for name, test := range map[string]struct {
		o     *objective.Objective
		theta []float64
	}{
		"few samples":  {few, make([]float64, few.Dim())},
		"one score":    {two, make([]float64, two.Dim())},
		"no curvature": {sure, far},
	} {
		if solve.Met(test.o, test.theta) != nil {
			t.Errorf("%s: it is met", name)
		}
	}
}
