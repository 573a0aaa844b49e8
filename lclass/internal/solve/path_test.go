package solve_test

import (
	"math"
	"slices"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// The gradient changes that a fit recalls are those of its own penalty along
// the steps of the fit before.
func TestPathRecallsCurvature(t *testing.T) {
	for _, k := range []int{1, 3} {
		var l loss.Loss = loss.Logistic{}
		if k == 3 {
			l = loss.Softmax{}
		}
		o := problem(l, 200, 4, k, 0.3)
		path := &solve.Path{Common: &objective.Common{X: o.X, Weight: o.Weight}}
		set := quasiNewton
		set.Memory, set.Tol, set.Path = 100, 1e-10, path
		var psis [][]float64
		var end solve.Iterate
		for it, err := range solve.QuasiNewton(o, set) {
			if err != nil {
				t.Fatal(err)
			}
			psi := make([]float64, o.Dim())
			objective.Scale(o).Standard(psi, it.Theta)
			psis, end = append(psis, psi), it
		}
		next := *o
		next.L2 = 0.01
		if s, _ := solve.Recall(path, &next, end.Theta, 20); len(s) != 0 {
			t.Error("fits for the same λ recall each other")
		}
		path.Next()
		s, y := solve.Recall(path, &next, end.Theta, 100)
		if len(s) < 3 || len(s) != len(psis)-1 {
			t.Fatalf("%d steps of %d are recalled", len(s), len(psis)-1)
		}
		scaled := objective.Scale(&next)
		for i := range len(s) - 1 { // after the last the biases are settled
			from, to := psis[i], psis[i+1]
			gFrom, gTo := slopes(scaled, from), slopes(scaled, to)
			for j := range from {
				if math.Abs(s[i][j]-(to[j]-from[j])) > 1e-12 || math.Abs(y[i][j]-(gTo[j]-gFrom[j])) > 1e-12 {
					t.Fatalf("k = %d, pair %d: %v, %v", k, i, s[i], y[i])
				}
			}
		}
		if s, _ := solve.Recall(path, &next, end.Theta, 2); len(s) != 2 {
			t.Errorf("%d steps with a memory of 2", len(s))
		}
		elsewhere := slices.Clone(end.Theta)
		elsewhere[0]++
		weighted := next
		weighted.Weight = slices.Repeat([]float64{1}, len(o.Weight))
		for name, got := range map[string]func() (s, y [][]float64){
			"another start": func() (s, y [][]float64) { return solve.Recall(path, &next, elsewhere, 20) },
			"no start":      func() (s, y [][]float64) { return solve.Recall(path, &next, nil, 20) },
			"other weights": func() (s, y [][]float64) { return solve.Recall(path, &weighted, end.Theta, 20) },
			"no path":       func() (s, y [][]float64) { return solve.Recall(nil, &next, end.Theta, 20) },
		} {
			if s, _ := got(); len(s) != 0 {
				t.Errorf("%s: %d steps are recalled", name, len(s))
			}
		}
		path.Next()
		if s, _ := solve.Recall(path, &next, end.Theta, 20); len(s) != 0 {
			t.Error("steps of two λ before are recalled")
		}
	}
}

func slopes(s *objective.Scaled, psi []float64) []float64 {
	theta, g := make([]float64, len(psi)), make([]float64, len(psi))
	s.Raw(theta, psi)
	s.Gradient(g, s.Pass(theta, objective.Want{Gradient: true}), theta)
	return g
}

// A fit on a path ends where one alone does, after fewer steps than one that
// only starts from the same θ.
func TestPathSavesSteps(t *testing.T) {
	lambdas := []float64{1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4}
	var onPath, warm int
	first := problem(loss.Softmax{}, 400, 60, 3, 0)
	path := &solve.Path{Common: &objective.Common{X: first.X, Weight: first.Weight}}
	set := quasiNewton
	set.Tol = 1e-7
	var start []float64
	for _, lambda := range lambdas {
		o := problem(loss.Softmax{}, 400, 60, 3, lambda)
		o.X, o.Weight = first.X, first.Weight
		set.Start, set.Path = start, nil
		alone := last(t, solve.QuasiNewton(o, set))
		set.Path = path
		it := last(t, solve.QuasiNewton(o, set))
		path.Next()
		if it.End != solve.Converged || math.Abs(it.Loss-alone.Loss) > 1e-5*alone.Loss {
			t.Errorf("λ = %v: end %v, loss %v on the path, %v alone", lambda, it.End, it.Loss, alone.Loss)
		}
		onPath, warm = onPath+it.Epoch, warm+alone.Epoch
		start = it.Theta
	}
	if onPath > warm*3/4 {
		t.Errorf("%d steps on the path, %d without", onPath, warm)
	}
}
