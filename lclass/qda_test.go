package lclass_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// Pooling 1 is LDA, whatever else is set.
func TestQDABecomesLDA(t *testing.T) {
	d := irisData(t, false)
	for _, l := range []lclass.LDA{{}, {Unbiased: true}, {Shrinkage: 0.4}, {Shrinkage: lclass.LedoitWolf}, {Priors: map[string]float64{"setosa": 1, "versicolor": 2, "virginica": 3}}} {
		q := lclass.QDA{Pooling: 1, Shrinkage: l.Shrinkage, Unbiased: l.Unbiased, Priors: l.Priors}
		m, err := q.Fit(d)
		must(t, m, err)
		linear := learn(t, l, d)
		for i := range d.N() {
			near(t, fmt.Sprintf("%+v: probabilities", l), m.ProbaOne(d.Row(i)), linear.ProbaOne(d.Row(i)), 1e-12)
		}
	}
}

// Shrinkage 1 leaves the variances alone: naive Bayes.
func TestQDABecomesNaiveBayes(t *testing.T) {
	d := irisData(t, false)
	for _, unbiased := range []bool{false, true} {
		q, err := lclass.QDA{Shrinkage: 1, Unbiased: unbiased}.Fit(d)
		must(t, q, err)
		n, err := lclass.NaiveBayes{Unbiased: unbiased}.Fit(d)
		must(t, n, err)
		for k := range 3 {
			if !mat.EqualApprox(q.Densities.Covariance(k), n.Densities.Covariance(k), 1e-14) {
				t.Errorf("%v\n%v", mat.Formatted(q.Densities.Covariance(k)), mat.Formatted(n.Densities.Covariance(k)))
			}
		}
		near(t, "scores", q.ScoresOne(d.Row(70)), n.ScoresOne(d.Row(70)), 1e-12)
		near(t, "loss", []float64{q.Status.Loss}, []float64{n.Status.Loss}, 1e-12)
	}
}

// Means and covariances by their definition, with weights.
func TestQDAByDefinition(t *testing.T) {
	x, class := clouds(40, 3, 2, 5)
	weight := make([]float64, 40)
	for i := range weight {
		weight[i] = float64(i%3) + 0.5
	}
	m, err := lclass.QDA{}.Fit(weigh(t, classified(t, x, class), weight))
	must(t, m, err)
	for k := range 2 {
		var n float64
		mean, cov := make([]float64, 3), mat.NewSymDense(3, nil)
		for i, c := range class {
			if c == k {
				n += weight[i]
				for j, v := range x.RawRowView(i) {
					mean[j] += weight[i] * v
				}
			}
		}
		for j := range mean {
			mean[j] /= n
		}
		near(t, "mean", m.Densities.Means.RawRowView(k), mean, 1e-14)
		near(t, "prior", []float64{m.Densities.Priors[k]}, []float64{n / 59}, 1e-14) // Σs = 14·½ + 13·1½ + 13·2½
		for i, c := range class {
			if c == k {
				v := mat.NewVecDense(3, nil)
				v.SubVec(x.RowView(i), mat.NewVecDense(3, mean))
				cov.SymRankOne(cov, weight[i]/n, v)
			}
		}
		if !mat.EqualApprox(m.Densities.Covariance(k), cov, 1e-13) {
			t.Errorf("class %d:\n%v\nwant\n%v", k, mat.Formatted(m.Densities.Covariance(k)), mat.Formatted(cov))
		}
	}
}

// The Loss is the mean of −log p(x, t), and no other mean, deviation or
// correlation has a lower one.
func TestQDAMaximisesTheLikelihood(t *testing.T) {
	x, class := clouds(60, 3, 3, 1)
	weight := make([]float64, 60)
	for i := range weight {
		weight[i] = float64(i % 4)
	}
	d := weigh(t, classified(t, x, class), weight)
	for name, spec := range map[string]interface {
		Fit(*lclass.Data) (*lclass.Model, error)
	}{"QDA": lclass.QDA{}, "NaiveBayes": lclass.NaiveBayes{}, "pooled": lclass.QDA{Pooling: 1}} {
		m, err := spec.Fit(d)
		must(t, m, err)
		loss := func() float64 {
			z, err := m.Scores(d)
			must(t, z, err)
			var sum, total float64
			for i, k := range d.T() {
				sum -= weight[i] * z.At(i, k)
				total += weight[i]
			}
			return sum / total
		}
		near(t, name, []float64{m.Status.Loss}, []float64{loss()}, 1e-13)
		parameters := []*float64{&m.Densities.Means.RawMatrix().Data[4], &m.Densities.Std.RawMatrix().Data[2]}
		if name == "pooled" { // Σ is common
			parameters = parameters[:1]
		} else if m.Densities.Factors != nil {
			parameters = append(parameters, &m.Densities.Factors[1].RawTriangular().Data[1], &m.Densities.Factors[1].RawTriangular().Data[4])
		}
		for i, p := range parameters {
			for _, by := range []float64{-1e-3, 1e-3} {
				*p += by
				if l := loss(); l <= m.Status.Loss {
					t.Errorf("%s: parameter %d moved by %v has the loss %v, the fit %v", name, i, by, l, m.Status.Loss)
				}
				*p -= by
			}
		}
	}
}

func TestQDAOfSingularCovariances(t *testing.T) {
	x, class := clouds(60, 3, 2, 2)
	with := func(f func(i int, row []float64)) *lclass.Data {
		y := mat.DenseCopyOf(x)
		for i := range 60 {
			f(i, y.RawRowView(i))
		}
		return classified(t, y, class)
	}
	plain := classified(t, x, class)
	twin := with(func(i int, r []float64) { r[2] = 1e-9 * (r[0] - r[1]) })
	oneTwin := with(func(i int, r []float64) {
		if i%2 == 1 {
			r[2] = 5 - r[0]
		}
	})
	oneConstant := with(func(i int, r []float64) {
		if i%2 == 0 {
			r[1] = 1. / 3
		}
	})
	few := plain.Subset([]int{0, 2, 4, 6, 8, 10, 12, 1, 3, 5})
	single := plain.Subset([]int{0, 2, 4, 6, 8, 10, 12, 1})
	for name, c := range map[string]struct {
		d        *lclass.Data
		class    string
		features []string
		words    []string
		remedies []lclass.QDA
	}{
		"twin in both":      {twin, "c0", []string{"x1", "x2", "x3"}, []string{"linearly dependent"}, []lclass.QDA{{Shrinkage: 0.1}, {Shrinkage: lclass.LedoitWolf}}},
		"twin in one":       {oneTwin, "c1", []string{"x1", "x3"}, []string{"linearly dependent", "Pooling"}, []lclass.QDA{{Pooling: 0.1}, {Shrinkage: 0.1}}},
		"constant in one":   {oneConstant, "c0", []string{"x2"}, []string{`features ["x2"] are constant in it`, "set Pooling"}, []lclass.QDA{{Pooling: 0.1}, {Pooling: 0.1, Shrinkage: lclass.LedoitWolf}}},
		"too few":           {few, "c1", nil, []string{"3 samples are too few for 3 features"}, []lclass.QDA{{Pooling: 0.1}, {Shrinkage: 0.1}}},
		"a class of one":    {single, "c1", nil, []string{"a single sample has no variance"}, []lclass.QDA{{Pooling: 0.1}}},
		"one of one weighs": {weigh(t, few, []float64{1, 1, 1, 1, 1, 1, 1, 0, 2, 0}), "c1", nil, []string{"a single sample"}, []lclass.QDA{{Pooling: 0.1}}},
	} {
		m, err := lclass.QDA{}.Fit(c.d)
		if m != nil {
			t.Errorf("%s: there is a model", name)
		}
		mentions(t, err, append(c.words, fmt.Sprintf("class %q is singular", c.class))...)
		var singular *lclass.SingularError
		if !errors.As(err, &singular) || singular.Class != c.class || c.features != nil && !slices.Equal(singular.Features, c.features) {
			t.Errorf("%s: %#v", name, singular)
		}
		for _, q := range c.remedies {
			m, err := q.Fit(c.d)
			if err != nil {
				t.Errorf("%s: %+v: %v", name, q, err)
				continue
			}
			checkGaussian(t, name, m, c.d)
		}
	}
	_, err := lclass.QDA{Unbiased: true, Pooling: 0.5}.Fit(single)
	fails(t, err, &lclass.SettingError{Setting: "Unbiased", Value: true})
	m, err := lclass.QDA{Unbiased: true, Pooling: 1}.Fit(single)
	must(t, m, err)
}

// checkGaussian checks what every model must be: finite, with probabilities.
func checkGaussian(t *testing.T, name string, m *lclass.Model, d *lclass.Data) {
	t.Helper()
	numbers := append(append([]float64{m.Status.Loss}, m.Densities.Means.RawMatrix().Data...), m.Densities.Std.RawMatrix().Data...)
	for _, r := range m.Densities.Factors {
		numbers = append(numbers, r.RawTriangular().Data...)
	}
	p, err := m.Proba(d)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if !isFinite(append(numbers, p.RawMatrix().Data...)) {
		t.Errorf("%s: %v, probabilities %v", name, m, mat.Formatted(p))
	}
	for i := range d.N() {
		row := p.RawRowView(i)
		var sum float64
		for _, v := range row {
			sum += v
		}
		if math.Abs(sum-1) > 1e-14 {
			t.Errorf("%s: probabilities %v", name, row)
		}
	}
}
