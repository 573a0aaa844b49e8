package lclass_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	vector "gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// Four samples a class around (0, 0) and (4, 2), with Σ = diag(1, ½) exactly:
// w = Σ⁻¹(μ₂ − μ₁) = (4, 4), and with equal priors the boundary goes through
// the middle (2, 1): b = −12.
func TestLDAByHand(t *testing.T) {
	x := mat.NewDense(8, 2, []float64{
		math.Sqrt2, 0, -math.Sqrt2, 0, 0, 1, 0, -1,
		4 + math.Sqrt2, 2, 4 - math.Sqrt2, 2, 4, 3, 4, 1,
	})
	d := classified(t, x, []int{0, 0, 0, 0, 1, 1, 1, 1})
	m := learn(t, lclass.LDA{}, d)
	near(t, "W, b", parameters(m), []float64{4, 4, -12}, 1e-14)
	m = learn(t, lclass.LDA{Priors: map[string]float64{"c0": 1, "c1": 3}}, d)
	near(t, "with priors", parameters(m), []float64{4, 4, -12 + math.Log(3)}, 1e-14)
	m = learn(t, lclass.LDA{Unbiased: true}, d) // Σ·8/6
	near(t, "unbiased", parameters(m), []float64{3, 3, -9}, 1e-14)
	m = learn(t, lclass.LDA{}, weigh(t, d, []float64{3, 3, 3, 3, 1, 1, 1, 1}))
	near(t, "weighted", parameters(m), []float64{4, 4, -12 - math.Log(3)}, 1e-14)
	if m.Output != lclass.SigmoidOutput || m.Status.Outcome != lclass.Converged || m.Status.Err() != nil {
		t.Errorf("output %v, status %v", m.Output, m.Status)
	}
}

// w_k = Σ⁻¹μ_k and b_k = −½ μ_kᵀΣ⁻¹μ_k + log π_k by the formula, up to what is
// common to all classes.
func TestLDAByFormula(t *testing.T) {
	x, class := clouds(90, 3, 3, 4)
	d := classified(t, x, class).Subset(seq(0, 80))
	m := learn(t, lclass.LDA{}, d)
	g, err := lclass.QDA{Pooling: 1}.Fit(d)
	must(t, g, err)
	w, b := mat.NewDense(3, 3, nil), make([]float64, 3)
	for k := range 3 {
		mu := g.Densities.Means.RowView(k)
		var v mat.VecDense
		if err := v.SolveVec(g.Densities.Covariance(k), mu); err != nil {
			t.Fatal(err)
		}
		w.SetRow(k, v.RawVector().Data)
		b[k] = math.Log(g.Densities.Priors[k]) - mat.Dot(mu, &v)/2
	}
	for j := range 3 {
		near(t, "W", mat.Col(nil, j, m.W), centred(mat.Col(nil, j, w)), 1e-13)
	}
	near(t, "b", m.B, centred(b), 1e-13)
	for i := range d.N() {
		near(t, "probabilities", m.ProbaOne(d.Row(i)), g.ProbaOne(d.Row(i)), 1e-13)
	}
}

func seq(from, to int) []int {
	var index []int
	for i := from; i < to; i++ {
		index = append(index, i)
	}
	return index
}

// For two classes w is proportional to that of least squares on any two
// targets (Bishop 2006, 4.1.5; Fisher 1936).
func TestLDAPointsWhereLeastSquaresDoes(t *testing.T) {
	for name, d := range map[string]*lclass.Data{
		"iris": irisData(t, true), "unbalanced": irisData(t, true).Subset(seq(0, 70)), "titanic": titanicTable(t),
	} {
		a, _ := learn(t, lclass.LDA{}, d).Line()
		m := learn(t, lclass.LeastSquares{}, d)
		b := mat.Row(nil, 1, m.W)
		vector.Sub(b, mat.Row(nil, 0, m.W))
		vector.Scale(1/vector.Norm(a, 2), a)
		vector.Scale(1/vector.Norm(b, 2), b)
		near(t, name, a, b, 1e-11)
	}
}

// The log-loss that the Status states is that of the probabilities, and
// Logistic and Softmax, which minimise it, have a lower one.
func TestLDALoss(t *testing.T) {
	for name, d := range map[string]*lclass.Data{"two": irisData(t, true), "three": irisData(t, false), "weighted": titanicTable(t)} {
		m := learn(t, lclass.LDA{}, d)
		p, err := m.Proba(d)
		must(t, p, err)
		y, err := m.Predict(d)
		must(t, y, err)
		var loss, total float64
		var wrong int
		for i, k := range d.T() {
			s := 1.0
			if d.Weight() != nil {
				s = d.Weight()[i]
			}
			total += s
			loss -= s * math.Log(p.At(i, k))
			if y.Class[i] != k && s > 0 {
				wrong++
			}
		}
		near(t, name, []float64{m.Status.Loss}, []float64{loss / total}, 1e-12)
		last := m.History[len(m.History)-1]
		if last.Errors != wrong || last.Loss != m.Status.Loss || !math.IsNaN(m.Status.Gradient) {
			t.Errorf("%s: history %+v, %d errors; %v", name, last, wrong, m.Status)
		}
		if best := learn(t, lclass.Softmax{Penalty: lclass.L2(1e-9)}, d); best.Status.Loss > m.Status.Loss {
			t.Errorf("%s: softmax has the loss %v, LDA %v", name, best.Status.Loss, m.Status.Loss)
		}
	}
}

// Twins share their weight, constant columns have none, and the scores are
// those without them.
func TestLDAOfDependentFeatures(t *testing.T) {
	x, class := clouds(60, 3, 3, 2)
	more := mat.NewDense(60, 7, nil)
	for i := range 60 {
		r := x.RawRowView(i)
		more.SetRow(i, []float64{r[0], r[1], 1e6 * r[1], r[2], 1. / 3, r[0], 0.3*r[0] - 0.1*r[2] + 7})
	}
	d, e := classified(t, x, class), classified(t, more, class)
	m, n := learn(t, lclass.LDA{}, d), learn(t, lclass.LDA{}, e)
	a, err := m.Scores(d)
	must(t, a, err)
	b, err := n.Scores(e)
	must(t, b, err)
	near(t, "scores", b.RawMatrix().Data, a.RawMatrix().Data, 1e-10)
	for k := range 3 {
		if n.W.At(k, 4) != 0 {
			t.Errorf("weight of a constant: %v", n.W.At(k, 4))
		}
		near(t, "twins", []float64{n.W.At(k, 5), 1e6 * n.W.At(k, 2)}, []float64{n.W.At(k, 0), n.W.At(k, 1)}, 1e-10)
	}
	contains(t, n.Status.Note, `"x5"`, "constant", "rank 3 of 6")
	_, err = lclass.QDA{Pooling: 1}.Fit(e)
	fails(t, err, &lclass.SingularError{Features: []string{"x1", "x2", "x3", "x4", "x6", "x7"}}, "common covariance", "Shrinkage")
	var singular *lclass.SingularError
	if !errors.As(err, &singular) || singular.Class != "" || !slices.Equal(singular.Features, []string{"x1", "x2", "x3", "x4", "x6", "x7"}) {
		t.Errorf("%#v", singular)
	}
}

// Features that part the classes in a direction in which they do not vary
// leave no probabilities to estimate.
func TestLDAOfCertainty(t *testing.T) {
	x, class := clouds(60, 3, 2, 2)
	with := func(f func(row []float64, class int)) *lclass.Data {
		y := mat.DenseCopyOf(x)
		for i, k := range class {
			f(y.RawRowView(i), k)
		}
		return classified(t, y, class)
	}
	wide, wideClass := clouds(10, 20, 2, 3)
	for name, c := range map[string]struct {
		d        *lclass.Data
		features []string
		words    []string
	}{
		"constant in each class": {with(func(r []float64, k int) { r[1] = float64(k) }), []string{"x2"}, []string{`"x2"`, "constant within each class", "leave them out"}},
		"a shifted twin":         {with(func(r []float64, k int) { r[2] = 3*r[0] + float64(k) }), []string{"x1", "x3"}, []string{`["x1" "x3"]`, "linearly dependent", "Shrinkage"}},
		"n < d":                  {classified(t, wide, wideClass), nil, []string{"10 samples are too few for 20 features", "Shrinkage"}},
		"a sample a class":       {classified(t, wide, wideClass).Subset([]int{0, 1}), nil, []string{"a single sample"}},
	} {
		m, err := lclass.LDA{}.Fit(c.d)
		if m != nil {
			t.Errorf("%s: there is a model", name)
		}
		mentions(t, err, append(c.words, "common covariance")...)
		var singular *lclass.SingularError
		if !errors.As(err, &singular) || c.features != nil && !slices.Equal(singular.Features, c.features) {
			t.Errorf("%s: %#v", name, singular)
		}
	}
	// The remedies work.
	d := with(func(r []float64, k int) { r[2] = 3*r[0] + float64(k) })
	for _, alpha := range []float64{1e-3, 1, lclass.LedoitWolf} {
		learn(t, lclass.LDA{Shrinkage: alpha}, d)
		m := learn(t, lclass.LDA{Shrinkage: alpha}, classified(t, wide, wideClass))
		if a, err := m.Accuracy(classified(t, wide, wideClass)); err != nil || a < 0.9 {
			t.Errorf("n < d: accuracy %v, %v", a, err)
		}
	}
}

// One feature has nothing to be correlated with.
func TestLDAShrinkageOfOneFeature(t *testing.T) {
	x, class := clouds(30, 1, 3, 1)
	d := classified(t, x, class)
	want := parameters(learn(t, lclass.LDA{}, d))
	for _, alpha := range []float64{0.3, 1, lclass.LedoitWolf} {
		near(t, "W, b", parameters(learn(t, lclass.LDA{Shrinkage: alpha}, d)), want, 1e-13)
	}
}

// A class that does not occur is left out, and data that have it are refused.
func TestLDAOfAbsentClass(t *testing.T) {
	iris := irisData(t, false)
	d := iris.Subset(seq(50, 150))
	m := learn(t, lclass.LDA{}, d)
	if !slices.Equal(m.Classes, []string{"versicolor", "virginica"}) || m.Output != lclass.SigmoidOutput {
		t.Errorf("%v, output %v", m.Classes, m.Output)
	}
	contains(t, m.Status.Note, `"setosa"`, "do not occur")
	near(t, "W, b", parameters(m), parameters(learn(t, lclass.LDA{}, irisData(t, true))), 1e-12)
	if _, err := m.Accuracy(d); err != nil {
		t.Error(err)
	}
	_, err := m.Accuracy(iris)
	fails(t, err, &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "species", Value: "setosa", Want: []string{"versicolor", "virginica"}})
}

// Bayes' rule errs on Φ(−√2) = 7.865 % of two round clouds; 40000 samples
// estimate the line, and count its errors, to ±0.13 %.
func TestLDAReachesTheBayesRate(t *testing.T) {
	m := learn(t, lclass.LDA{}, datasets.TwoGaussians(40000, 1))
	a, err := m.Accuracy(datasets.TwoGaussians(40000, 2))
	if bayes := 1 - 0.5*math.Erfc(1); math.Abs(must(t, a, err)-bayes) > 3*0.0013 {
		t.Errorf("accuracy %v, want %v", a, bayes)
	}
	w, b := m.Line()
	near(t, "w, b", append(w, b), []float64{2, 2, 0}, 0.05) // Σ⁻¹(μ₂ − μ₁) with n = 40000
}

// Polynomials of degree 8 have a correlation matrix of condition 1e11 or so;
// its inverse would keep 5 digits. The scores are those of orthogonal
// polynomials, which span the same functions.
func TestLDAKeepsItsDigits(t *testing.T) {
	const n, degree = 60, 8
	power, orthogonal := mat.NewDense(n, degree, nil), mat.NewDense(n, degree, nil)
	class := make([]int, n)
	for i := range n {
		u := -1 + 2*float64(i)/(n-1)
		if math.Sin(9*u)+0.6*math.Sin(77*u) > 0.2 {
			class[i] = 1
		}
		v := u + 1.5
		last, chebyshev := 1.0, u
		for j := range degree {
			power.Set(i, j, math.Pow(v, float64(j+1)))
			orthogonal.Set(i, j, chebyshev)
			last, chebyshev = chebyshev, 2*u*chebyshev-last
		}
	}
	a, b := classified(t, power, class), classified(t, orthogonal, class)
	za, err := learn(t, lclass.LDA{}, a).Scores(a)
	must(t, za, err)
	zb, err := learn(t, lclass.LDA{}, b).Scores(b)
	must(t, zb, err)
	standard, err := prepared(a, lclass.Standardize{})
	must(t, standard, err)
	if c := mat.Cond(standard.Matrix(), 2); c < 1e5 {
		t.Errorf("condition %.2g", c)
	}
	near(t, "scores", za.RawMatrix().Data, zb.RawMatrix().Data, 1e-8)
}
