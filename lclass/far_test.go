package lclass_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// A sample whose densities are out of the range of float64 belongs to the class
// that it belongs to on the way there.
func TestGaussiansFarAway(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	x, class := mat.NewDense(90, 2, nil), make([]int, 90)
	for i := range 90 {
		class[i] = i % 3
		a, b := rng.NormFloat64(), rng.NormFloat64()
		x.SetRow(i, [][]float64{{a, 3 * b}, {3*a + 2, b}, {a + b, 2*b - 1}}[i%3])
	}
	d, err := lclass.FromMatrix(x, class, []string{"a", "b", "c"})
	must(t, d, err)
	for name, e := range map[string]lclass.Estimator{
		"QDA": lclass.QDA{}, "shrunk": lclass.QDA{Shrinkage: 0.5}, "NaiveBayes": lclass.NaiveBayes{},
	} {
		m, err := e.Fit(d)
		must(t, m, err)
		seen := map[int]bool{}
		for step := range 24 {
			angle := 2 * math.Pi * (float64(step) + 0.3) / 24
			at := func(r float64) []float64 { return []float64{r * math.Cos(angle), r * math.Sin(angle)} }
			want := m.PredictOne(at(1e100))
			seen[want] = true
			for _, r := range []float64{1e150, 1e154, 1e155, 1e200, 1e300, math.MaxFloat64} {
				p := m.ProbaOne(at(r))
				if m.PredictOne(at(r)) != want || p[want] != 1 {
					t.Errorf("%s at %v: probabilities %v, want class %d", name, at(r), p, want)
				}
				one, err := lclass.FromMatrix(mat.NewDense(1, 2, at(r)), []int{0}, []string{"a", "b", "c"})
				z, err2 := m.Scores(must(t, one, err))
				equal(t, name, must(t, z, err2).RawRowView(0), m.ScoresOne(at(r)))
			}
		}
		if len(seen) < 2 {
			t.Errorf("%s: all samples are of one class", name)
		}
		for _, x := range [][]float64{{math.NaN(), 0}, {math.Inf(1), 0}} {
			panics(t, name, func() { m.ProbaOne(x) }, "x1", "finite")
			panics(t, name, func() { m.PredictOne(x) }, "x1", "finite")
		}
	}
	// With a common covariance the squares are the same for all classes.
	common, err := lclass.QDA{Pooling: 1}.Fit(d)
	for _, p := range must(t, common, err).ProbaOne([]float64{1e200, 1e200}) {
		if !math.IsNaN(p) {
			t.Errorf("common covariance: probability %v where squares cannot tell", p)
		}
	}
}

// A class whose mean is as far away as can be is not the nearest, also where the next
// one is so narrow that its density is out of range, too.
func TestFarMean(t *testing.T) {
	m := &lclass.Model{
		Output: lclass.DensityOutput, Features: []string{"x", "y"}, Classes: []string{"far", "narrow"},
		Densities: &lclass.Densities{
			Means: mat.NewDense(2, 2, []float64{-math.MaxFloat64, 0, 0, 0}),
			Std:   mat.NewDense(2, 2, []float64{1, 2, 1e-200, 1e-200}), Priors: []float64{0.5, 0.5},
			Factors: []*mat.TriDense{
				mat.NewTriDense(2, mat.Upper, []float64{1, 0.9, 0, 0.4}), mat.NewTriDense(2, mat.Upper, []float64{1, 0, 0, 1}),
			},
		},
	}
	equal(t, "probabilities", m.ProbaOne([]float64{1, 1}), []float64{0, 1})
}

// Scores of linear models at features near the end of float64 are right, or not
// finite, and so are their probabilities: never 1/K.
func TestLinearModelsFarAway(t *testing.T) {
	x, class := clouds(60, 2, 3, 1)
	three, err := lclass.FromMatrix(x, class, []string{"a", "b", "c"})
	must(t, three, err)
	for name, e := range map[string]lclass.Estimator{
		"Softmax": lclass.Softmax{Penalty: lclass.L2(1e-3)}, "LDA": lclass.LDA{}, "OneVsRest": lclass.OneVsRest{Of: lclass.Logistic{Penalty: lclass.L2(1e-3)}},
	} {
		m := learn(t, e, three)
		for step := range 12 {
			angle := 2 * math.Pi * (float64(step) + 0.3) / 12
			at := func(r float64) []float64 { return []float64{r * math.Cos(angle), r * math.Sin(angle)} }
			want := m.PredictOne(at(1e12))
			for _, r := range []float64{1e155, 1e300, math.MaxFloat64} {
				z, p := m.ScoresOne(at(r)), m.ProbaOne(at(r))
				if isFinite(z) && (m.PredictOne(at(r)) != want || name != "OneVsRest" && p[want] != 1) {
					t.Errorf("%s at %v: scores %v, probabilities %v, want class %d", name, at(r), z, p, want)
				}
				if name != "OneVsRest" && !isFinite(z) && isFinite(p) && p[lclass.Argmax(p)] < 0.9 {
					t.Errorf("%s at %v: scores %v, probabilities %v", name, at(r), z, p)
				}
			}
		}
	}
}
