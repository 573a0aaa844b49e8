package lclass_test

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// refuses reports whether a summary is refused for a reason, in words.
func refuses(t *testing.T, m *lclass.Model, d *lclass.Data, reason error, words ...string) {
	t.Helper()
	if m == nil {
		return
	}
	s, err := m.Summary(d)
	if s != nil || !errors.Is(err, reason) {
		t.Errorf("summary %v, error %v; want %v", s, err, reason)
		return
	}
	mentions(t, err, words...)
}

func TestNoInferenceWithoutLikelihood(t *testing.T) {
	x, class := clouds(60, 2, 2, 1)
	d := both(t, x, class)
	for _, e := range []lclass.Estimator{
		lclass.Perceptron{}, lclass.LeastSquares{}, lclass.LinearSVM{Penalty: lclass.L2(0.1)}, lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: lclass.L2(0.1)},
		lclass.LinearSVM{Loss: lclass.ModifiedHuber},
	} {
		refuses(t, learn(t, e, d), d, lclass.ErrNoLikelihood, "fit Logistic", "Bootstrap")
	}
	refuses(t, learn(t, lclass.OneVsRest{Of: lclass.Logistic{}}, irisData(t, false)), irisData(t, false), lclass.ErrNoLikelihood, "one-vs-rest", "Bootstrap")
	refuses(t, learn(t, lclass.LDA{}, irisData(t, true)), irisData(t, true), lclass.ErrNoLikelihood, "LDA", "fit Logistic", "Bootstrap")
	lda := learn(t, lclass.LDA{}, irisData(t, false))
	refuses(t, lda, irisData(t, false), lclass.ErrNoLikelihood, "LDA", "Softmax", "Bootstrap")
	var read lclass.Model
	if err := json.Unmarshal(lclass.Must(json.Marshal(lda)), &read); err != nil {
		t.Fatal(err)
	}
	refuses(t, &read, irisData(t, false), lclass.ErrNoLikelihood, "LDA")
	if b, err := (lclass.Bootstrap{Replicates: 39}).Of(lclass.LDA{}, irisData(t, true)); err != nil || !(b.Coefficients[0].SE > 0) {
		t.Errorf("the remedy, Bootstrap: %v, %v", b, err)
	}
	for _, e := range []lclass.Estimator{
		lclass.Logistic{Penalty: lclass.L2(0.1)}, lclass.Softmax{Penalty: lclass.L1(0.01)}, lclass.LinearRegression{Penalty: lclass.L2(0.1)},
	} {
		refuses(t, learn(t, e, d), d, lclass.ErrPenalised, "Bootstrap", "without")
	}
}

func TestNoInferenceForSeparatedClasses(t *testing.T) {
	for _, complete := range []bool{true, false} {
		d := separatedData(t, complete)
		for _, e := range []lclass.Estimator{
			lclass.Logistic{}, lclass.Softmax{}, lclass.Logistic{Solver: lclass.Descent{Eta: 2, Epochs: 1000}},
		} {
			// Descent does not notice quasi-complete separation.
			refuses(t, learn(t, e, d), d, lclass.ErrSeparated, "Firth", "leave out", "penalty")
		}
	}
	x, class := clouds(60, 2, 2, 1)
	d, err := lclass.FromMatrix(x, class, classNames(3))
	must(t, d, err)
	refuses(t, learn(t, lclass.Softmax{}, d), d, lclass.ErrSeparated)
	m := learn(t, lclass.Softmax{}, d)
	m.Status.Outcome = lclass.Converged // should a solver not notice
	refuses(t, m, d, lclass.ErrSeparated, `"c2"`, "DropEmptyClasses")
}

func TestNoInferenceForCollinearFeatures(t *testing.T) {
	x, class := clouds(60, 3, 3, 1)
	for name, set := range map[string]func(i int) float64{
		"is a combination": func(i int) float64 { return 1e6 + 3*x.At(i, 0) - x.At(i, 1)/7 },
		"is constant":      func(int) float64 { return 4.2 },
	} {
		for i := range class {
			x.Set(i, 2, set(i))
		}
		three, err := lclass.FromMatrix(x, class, classNames(3))
		must(t, three, err)
		two, err := three.Positive("c1")
		must(t, two, err)
		numeric, err := lclass.RegressionFromMatrix(x, mat.Col(nil, 0, x))
		must(t, numeric, err)
		refuses(t, learn(t, lclass.Logistic{}, two), two, lclass.ErrCollinear, `"x3"`, name, "leave it out")
		refuses(t, learn(t, lclass.Softmax{}, three), three, lclass.ErrCollinear, `"x3"`, name, "leave it out")
		refuses(t, learn(t, lclass.LinearRegression{}, numeric), numeric, lclass.ErrCollinear, `"x3"`, name, "leave it out")
	}
}

func TestNoInferenceWithoutResiduals(t *testing.T) {
	x, _ := clouds(6, 2, 2, 1)
	exact := make([]float64, 6)
	for i := range exact {
		exact[i] = 2 + 3*x.At(i, 0) - x.At(i, 1)
	}
	d, err := lclass.RegressionFromMatrix(x, exact)
	must(t, d, err)
	refuses(t, learn(t, lclass.LinearRegression{}, d), d, lclass.ErrNoResidual, "exactly")
	d, err = lclass.RegressionFromMatrix(x.Slice(0, 3, 0, 2), []float64{1, 5, 2})
	must(t, d, err)
	refuses(t, learn(t, lclass.LinearRegression{}, d), d, lclass.ErrNoResidual, "3 samples for 3 coefficients")
	d, err = lclass.RegressionFromMatrix(x, []float64{1, 5, 2, 3, 4, 0})
	must(t, d, err)
	d = weighted(t, d, []float64{.1, .2, .3, .1, .2, .3})
	m := learn(t, lclass.LinearRegression{}, d)
	refuses(t, m, d, lclass.ErrNoResidual, "1.2 samples", "PrecisionWeights")
	if s := summary(t, m, d, lclass.SummaryOptions{PrecisionWeights: true}); s.N != 6 || s.Residual != 3 {
		t.Errorf("N = %v, residual %v; want 6 and 3", s.N, s.Residual)
	}
}

// Weights far beyond any count of samples, or far below 1, are no frequencies;
// as precisions they have no unit.
func TestHugeAndTinyWeights(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.name, func(t *testing.T) {
			o := c.o
			o.PrecisionWeights = true
			want := summary(t, learn(t, c.e, c.d), c.d, o)
			for _, unit := range []float64{1e-300, 1e-18, 1e17, 1e100, 1e300} {
				s := c.d.Weight()
				for i := range s {
					s[i] *= unit
				}
				d := weighted(t, c.d, s)
				m := learn(t, c.e, d)
				refuses(t, m, d, lclass.ErrWeights, "their sum is ", "PrecisionWeights", "counts")
				got := summary(t, m, d, o)
				agree(t, "precisions", listOf(got, se), listOf(want, se), 1e-9)
				agree(t, "log-likelihood", []float64{got.Overall.Statistic}, []float64{want.Overall.Statistic}, 1e-9)
				agreeRows(t, "intervals", intervals(got), intervals(want), 1e-7)
			}
		})
	}
	y, s := make([]float64, 6), make([]float64, 6)
	x, _ := clouds(6, 2, 2, 1)
	for i := range y {
		y[i], s[i] = 1e10*float64(i*i%5), 1
	}
	d, err := lclass.RegressionFromMatrix(x, y)
	must(t, d, err)
	m := learn(t, lclass.LinearRegression{}, d)
	for i := range s {
		s[i] = 1e300
	}
	refuses(t, m, weighted(t, d, s), lclass.ErrWeights, "their sum is 6e+300", "divide the weights")
}

func TestInferenceNeedsTheDataOfTheFit(t *testing.T) {
	d := irisData(t, true)
	m := learn(t, lclass.Logistic{}, d)
	renamed, err := d.WithFeatures("a", "b", "c", "d")
	must(t, renamed, err)
	refuses(t, m, renamed, lclass.ErrOtherData, `"a"`)
	refuses(t, m, d.Subset([]int{0, 1, 2, 60, 61}), lclass.ErrOtherData, "the data that the model was fitted to")
	uneven := make([]float64, d.N())
	for i := range uneven {
		uneven[i] = float64(1 + i%2)
	}
	refuses(t, m, weighted(t, d, uneven), lclass.ErrOtherData, "the same sample weights")
	refuses(t, m, irisData(t, false), lclass.ErrOtherData, "setosa")
	refuses(t, m, irisWidth(t), lclass.ErrOtherData)
	refuses(t, learn(t, lclass.LinearRegression{}, irisWidth(t)), d, lclass.ErrOtherData)
	numberless, err := lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: irisColumns[:3]})
	must(t, numberless, err)
	refuses(t, learn(t, lclass.LinearRegression{}, irisWidth(t)), numberless, lclass.ErrOtherData, "not numeric")
	refuses(t, learn(t, lclass.LinearRegression{}, irisWidth(t)), irisWidth(t).Subset([]int{5, 6, 7, 8, 9, 90}), lclass.ErrOtherData)
	if _, err := m.Summary(d.Subset(nil)); !errors.Is(err, lclass.ErrNoSamples) {
		t.Errorf("error %v of no samples", err)
	}
}

func TestInferenceNeedsTheMaximum(t *testing.T) {
	d := irisData(t, true)
	m := learn(t, lclass.Logistic{Solver: lclass.Descent{Eta: 0.1, Epochs: 50}}, d)
	refuses(t, m, d, lclass.ErrNotConverged, "standard errors from", "Newton")

	// Not finished, but close enough.
	x, class := clouds(300, 2, 2, 1)
	d = both(t, x, class)
	m = learn(t, lclass.Logistic{Solver: lclass.Descent{Eta: 1, Epochs: 300, Tol: 1e-300}}, d)
	if m.Status.Outcome != lclass.NotConverged {
		t.Fatal(m.Status)
	}
	s := summary(t, m, d, lclass.SummaryOptions{})
	best := summary(t, learn(t, lclass.Logistic{}, d), d, lclass.SummaryOptions{})
	agree(t, "standard errors", listOf(s, se), listOf(best, se), 1e-3)
	contains(t, s.Caveat, "has not converged")
	contains(t, s.String()[:40], "has not converged")
}

// The data may come in another order and name the classes in another order,
// and the model from JSON.
func TestSummaryOfTheSameDataInAnotherForm(t *testing.T) {
	d := irisData(t, true)
	m := learn(t, lclass.Logistic{}, d)
	want := summary(t, m, d, lclass.SummaryOptions{})
	text, err := json.Marshal(m)
	var read lclass.Model
	if err := json.Unmarshal(must(t, text, err), &read); err != nil {
		t.Fatal(err)
	}
	order := make([]int, d.N())
	for i := range order {
		order[i] = (i*37 + 11) % d.N()
	}
	swapped, err := lclass.FromMatrix(d.Matrix(), flip(d.T()), []string{"virginica", "versicolor"})
	must(t, swapped, err)
	swapped, err = swapped.WithFeatures(d.Features()...)
	must(t, swapped, err)
	for name, got := range map[string]*lclass.Summary{
		"JSON":    summary(t, &read, d, lclass.SummaryOptions{}),
		"order":   summary(t, m, d.Subset(order), lclass.SummaryOptions{}),
		"classes": summary(t, m, swapped, lclass.SummaryOptions{}),
	} {
		agree(t, name, listOf(got, se), listOf(want, se), 1e-9)
		agree(t, name, []float64{got.LogLikelihood, got.NullLogLikelihood}, []float64{want.LogLikelihood, want.NullLogLikelihood}, 1e-12)
	}
}

func flip(t []int) []int {
	f := slices.Clone(t)
	for i := range f {
		f[i] = 1 - f[i]
	}
	return f
}

func TestSummaryOptions(t *testing.T) {
	d := irisWidth(t)
	m := learn(t, lclass.LinearRegression{}, d)
	for _, level := range []float64{-0.1, 1, 95, math.NaN()} {
		fails(t, failure(m.Summary(d, lclass.SummaryOptions{Level: level})), &lclass.SettingError{Setting: "Level", Value: level})
	}
}

// For one 0/1 feature Firth's fit is that of counts raised by ½ (Haldane and
// Anscombe), also where the classes are separated; the information is that of
// the counts as they are.
func TestSummaryOfFirth(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{0, 0, 1, 1})
	count := []float64{8, 5, 0, 7} // no and yes for x = 0, and for x = 1
	d, err := lclass.FromMatrix(x, []int{0, 1, 0, 1}, []string{"no", "yes"})
	must(t, d, err)
	d = weighted(t, d, count)
	y0, y1 := 5.5/14, 7.5/8
	logit := func(y float64) float64 { return math.Log(y / (1 - y)) }
	m := &lclass.Model{
		W: mat.NewDense(1, 1, []float64{logit(y1) - logit(y0)}), B: []float64{logit(y0)}, Output: lclass.SigmoidOutput,
		Features: []string{"x1"}, Classes: []string{"no", "yes"}, Target: "t", Loss: "firth",
	}
	s := summary(t, m, d, lclass.SummaryOptions{})
	v0, v1 := 1/(13*y0*(1-y0)), 1/(7*y1*(1-y1))
	agree(t, "standard errors", listOf(s, se), []float64{math.Sqrt(v0 + v1), math.Sqrt(v0)}, 1e-12)
	contains(t, s.String(), "Firth's likelihood")
	if s.Overall != (lclass.Test{}) || strings.Contains(s.String(), "χ²") {
		t.Errorf("a likelihood ratio where the likelihood is not largest: %v", s)
	}
	fails(t, failure(m.Summary(d, lclass.SummaryOptions{Profile: true})), &lclass.SettingError{Setting: "SummaryOptions.Profile", Value: true})
	fails(t, failure(lclass.LikelihoodRatio(s, s)), lclass.ErrNotNested, "Firth")
	m.W.Set(0, 0, 3)
	refuses(t, m, d, lclass.ErrOtherData)
}

// Features so close that the Hessian has no digits left for their difference:
// the solver has given the least of the solutions.
func TestNoInferenceForAlmostCollinearFeatures(t *testing.T) {
	x, class := clouds(90, 3, 3, 1)
	for i := range class {
		x.Set(i, 1, x.At(i, 0)+1e-9*x.At(i, 1))
	}
	d, err := lclass.FromMatrix(x, class, classNames(3))
	must(t, d, err)
	two, err := d.Positive("c1")
	must(t, two, err)
	loose := lclass.Newton{Tol: 1e-10}
	refuses(t, learn(t, lclass.Logistic{Solver: loose}, two), two, lclass.ErrCollinear, "linearly dependent", "leave features out")
	refuses(t, learn(t, lclass.Softmax{Solver: loose}, d), d, lclass.ErrCollinear, "linearly dependent", "leave features out")
}
