package lclass_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"linclass/lclass"

	"gonum.org/v1/gonum/mat"
)

// words returns n texts of 20 words out of d each; the class shows in a few of
// the words.
func words(t *testing.T, n, d int) (x mat.Matrix, class []int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(6, 6))
	start, class := []int{0}, make([]int, n)
	var column []int
	var value []float64
	for i := range n {
		class[i] = i % 2
		seen := map[int]bool{}
		for len(seen) < 20 {
			j := rng.IntN(d)
			if rng.Float64() < 0.2 {
				j = 10*class[i] + rng.IntN(15)
			}
			if !seen[j] {
				seen[j] = true
				column, value = append(column, j), append(value, 1)
			}
		}
		start = append(start, len(column))
	}
	x, err := lclass.SparseFromRows(d, start, column, value)
	return must(t, x, err), class
}

// Thousands of features are solved without a matrix of all pairs of them, and
// to the same minimum whatever the solver.
func TestWideData(t *testing.T) {
	x, class := words(t, 300, 6000)
	d, err := lclass.FromMatrix(x, class, []string{"ham", "spam"})
	must(t, d, err)
	for _, p := range []lclass.Penalty{lclass.L2(0.01), lclass.L1(0.005), lclass.ElasticNet(0.01, 0.5)} {
		m := learn(t, lclass.Logistic{Penalty: p}, d)
		other := learn(t, lclass.Logistic{Penalty: p, Solver: lclass.CoordinateDescent{}}, d)
		if m.Status.Err() != nil || other.Status.Err() != nil {
			t.Errorf("%v: %v; %v", p, m.Status, other.Status)
		}
		if math.Abs(m.Status.Loss-other.Status.Loss) > 1e-8*m.Status.Loss {
			t.Errorf("%v: loss %v and %v", p, m.Status.Loss, other.Status.Loss)
		}
		if accuracy, err := m.Accuracy(d); must(t, accuracy, err) < 0.9 {
			t.Errorf("%v: accuracy %v", p, accuracy)
		}
	}
	sparse := learn(t, lclass.Logistic{Penalty: lclass.L1(0.005)}, d)
	if zeros := countZeros(sparse); zeros < 5800 {
		t.Errorf("%d of 6000 weights are 0", zeros)
	}
	svm := learn(t, lclass.LinearSVM{Penalty: lclass.L2(0.01)}, d)
	if svm.Status.Err() != nil || svm.Status.Solver != "DualCoordinateDescent" {
		t.Error(svm.Status)
	}
	fails(t, failure(lclass.Logistic{Solver: lclass.Newton{}}.Fit(d)), &lclass.SettingError{Setting: "Solver", Value: "Newton"}, "more than 5000 weights", "use QuasiNewton")
	r, err := lclass.RegressionFromMatrix(x, numbers(class))
	must(t, r, err)
	fails(t, failure(lclass.LinearRegression{Solver: lclass.ClosedForm{}}.Fit(r)), &lclass.SettingError{Setting: "Solver", Value: "ClosedForm"}, "more than 5000 weights", "use QuasiNewton")
	ridge := learn(t, lclass.LinearRegression{Penalty: lclass.L2(0.01)}, r)
	if ridge.Status.Err() != nil || ridge.Status.Solver != "QuasiNewton" {
		t.Error(ridge.Status)
	}
}

// The steps of a machine end at its model.
func TestStepsOfLinearSVM(t *testing.T) {
	d := irisData(t, true)
	for _, l := range []lclass.LinearSVM{{Penalty: lclass.L2(0.1)}, {Penalty: lclass.L2(0.1), Solver: lclass.DualCoordinateDescent{}}} {
		var last lclass.Step
		for s, err := range l.Steps(d) {
			last = must(t, s, err)
		}
		near(t, "the last step", append(append([]float64(nil), last.W.RawMatrix().Data...), last.B...), parameters(learn(t, l, d)), 0)
	}
}

// Conjugate gradients and coordinate descent by columns end where the solvers of dense and
// narrow data end, with factors of the penalty and without an intercept, too.
func TestWideSolversAgree(t *testing.T) {
	x, class := words(t, 300, 6000)
	d, err := lclass.FromMatrix(x, class, []string{"ham", "spam"})
	must(t, d, err)
	full, err := lclass.FromMatrix(mat.DenseCopyOf(x), class, []string{"ham", "spam"})
	must(t, full, err)
	ridge, lasso := lclass.L2(0.01), lclass.L1(0.005)
	ridge.Factors = map[string]float64{"x3": 2, "x14": 0.1}
	lasso.Factors = ridge.Factors
	plain := lclass.L2(0.01)
	for _, c := range []struct {
		name       string
		e, another lclass.Estimator
		data       *lclass.Data // of the other
		solver     string
	}{
		{"logistic, L2", lclass.Logistic{Penalty: plain}, lclass.Logistic{Penalty: plain, Solver: lclass.QuasiNewton{}}, d, "Newton"},
		{"squared hinge, L2", lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: plain}, lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: plain, Solver: lclass.QuasiNewton{}}, d, "Newton"},
		{"logistic, L2, no intercept", lclass.Logistic{Penalty: plain, NoIntercept: true}, lclass.Logistic{Penalty: plain, NoIntercept: true, Solver: lclass.QuasiNewton{}}, d, "Newton"},
		{"logistic, L2, factors", lclass.Logistic{Penalty: ridge, Solver: lclass.Newton{}}, lclass.Logistic{Penalty: ridge, Solver: lclass.QuasiNewton{}}, d, "Newton"},
		{"softmax, L2", lclass.Softmax{Penalty: plain, Solver: lclass.Newton{}}, lclass.Softmax{Penalty: plain}, d, "Newton"},
		{"logistic, L1, factors", lclass.Logistic{Penalty: lasso}, lclass.Logistic{Penalty: lasso}, full, "CoordinateDescent"},
		{"squared hinge, L1, no intercept", lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: lasso, NoIntercept: true}, lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: lasso, NoIntercept: true}, full, "CoordinateDescent"},
	} {
		m, other := learn(t, c.e, d), learn(t, c.another, c.data)
		if m.Status.Err() != nil || other.Status.Err() != nil || m.Status.Solver != c.solver {
			t.Errorf("%s: %v; %v", c.name, m.Status, other.Status)
		}
		if math.Abs(m.Status.Loss-other.Status.Loss) > 1e-8*m.Status.Loss {
			t.Errorf("%s: loss %v and %v", c.name, m.Status.Loss, other.Status.Loss)
		}
		if c.solver == "Newton" { // weights of words that are in the same texts are not unique with L1
			near(t, c.name, parameters(m), parameters(other), 1e-3)
		}
	}
}
