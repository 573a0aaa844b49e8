package lclass_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// scattered returns n samples of k classes with some of d features that are not 0.
func scattered(t *testing.T, n, d, some, k int) *lclass.Data {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	start, class := []int{0}, make([]int, n)
	var column []int
	var value []float64
	for i := range n {
		class[i] = rng.IntN(k)
		at := make([]int, some)
		for e := range at {
			at[e] = rng.IntN(d)
		}
		slices.Sort(at)
		for _, j := range slices.Compact(at) {
			column = append(column, j)
			value = append(value, 1+rng.Float64())
		}
		start = append(start, len(column))
	}
	x, err := lclass.SparseFromRows(d, start, column, value)
	if err != nil {
		t.Fatal(err)
	}
	return classified(t, x, class)
}

// What would take the square of many features, or all of their zeros, is an error before
// the memory is taken.
func TestManyFeatures(t *testing.T) {
	few, many := scattered(t, 400, 1_000_000, 60, 3), scattered(t, 3000, 100_000, 300, 3)
	l2 := lclass.L2(1e-2)
	for name, c := range map[string]struct {
		of      lclass.Estimator
		d       *lclass.Data
		setting string // of the SettingError, if it is one
	}{
		"Hinge by Newton":            {lclass.LinearSVM{Penalty: l2, Solver: lclass.Newton{}}, must2(few.Positive("c0")), "Solver"},
		"Weston-Watkins by Newton":   {lclass.LinearSVM{Loss: lclass.WestonWatkins, Penalty: l2, Solver: lclass.Newton{}}, few, "Solver"},
		"Softmax by Newton, no L2":   {lclass.Softmax{Solver: lclass.Newton{}}, few, "Solver"},
		"ClosedForm":                 {lclass.LeastSquares{Solver: lclass.ClosedForm{}}, few, "Solver"},
		"Firth":                      {lclass.Firth{}, must2(few.Positive("c0")), ""},
		"LDA of Ledoit and Wolf":     {lclass.LDA{Shrinkage: lclass.LedoitWolf}, few, "Shrinkage"},
		"LDA, shrunk":                {lclass.LDA{Shrinkage: 0.5}, few, "Shrinkage"},
		"QDA":                        {lclass.QDA{Shrinkage: 0.5}, few, "Shrinkage"},
		"LDA of many samples":        {lclass.LDA{}, many, ""},
		"NaiveBayes of many samples": {lclass.NaiveBayes{Smoothing: 1e-9}, many, ""},
		"Standardize":                {lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: lclass.Softmax{Penalty: l2}}, many, ""},
		"MinMax":                     {lclass.Pipeline{Prepare: []lclass.Preparation{lclass.MinMax{Low: -1, High: 1}}, Of: lclass.Softmax{Penalty: l2}}, many, ""},
		"Polynomial":                 {lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Polynomial{Degree: 2}}, Of: lclass.Softmax{Penalty: l2}}, few, ""},
	} {
		t.Run(name, func(t *testing.T) {
			before := allocated()
			_, err := c.of.Fit(c.d)
			mb := (allocated() - before) >> 20
			if err == nil {
				t.Error("no error")
			}
			var bad *lclass.SettingError
			if c.setting != "" && (!errors.As(err, &bad) || bad.Setting != c.setting) {
				t.Errorf("error %v, want one of %s", err, c.setting)
			}
			if mb > 700 {
				t.Errorf("%d MB are allocated before that", mb)
			}
		})
	}
}

// Nor does a summary begin whose covariances no memory holds.
func TestSummaryOfManyFeatures(t *testing.T) {
	d := must2(scattered(t, 400, 100_000, 60, 3).Positive("c0"))
	m := learn(t, lclass.Logistic{}, d)
	before := allocated()
	if _, err := m.Summary(d); err == nil {
		t.Error("no error")
	}
	if _, err := m.MarginalEffects(d); err == nil {
		t.Error("no error of marginal effects")
	}
	if mb := (allocated() - before) >> 20; mb > 100 {
		t.Errorf("%d MB are allocated before that", mb)
	}
}

// Newton's method keeps a number for each score of a sample, and none for each pair of them.
func TestManyClassesTakeLittleMemory(t *testing.T) {
	const n, d, k = 3000, 60, 100
	rng := rand.New(rand.NewPCG(1, 1))
	x, class := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		class[i] = i % k
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
		x.Set(i, class[i]%d, 2)
	}
	data := classified(t, x, class)
	before := allocated()
	m := learn(t, lclass.Softmax{Penalty: lclass.L2(1e-3), Solver: lclass.Newton{}}, data)
	if m.Status.Outcome != lclass.Converged {
		t.Error(m.Status)
	}
	if all, pairs := allocated()-before, uint64(8*n*k*(k+1)/2); all > pairs {
		t.Errorf("%d MB are allocated; a number for each pair of scores takes %d", all>>20, pairs>>20)
	}
}
