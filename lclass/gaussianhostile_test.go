package lclass_test

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// Data on the edge of what can be learnt: a model with the accuracy that can
// be reached, or a SingularError, -1.
func TestGaussianOfDegenerateData(t *testing.T) {
	x, class := clouds(40, 3, 2, 2)
	constant := mat.NewDense(40, 2, nil)
	constant.Apply(func(_, _ int, _ float64) float64 { return 1. / 3 }, constant)
	oneConstant, scales, twins := mat.DenseCopyOf(x), mat.DenseCopyOf(x), mat.NewDense(40, 6, nil)
	offset, outlier := mat.DenseCopyOf(x), mat.DenseCopyOf(x)
	for i := range 40 {
		oneConstant.Set(i, 1, -1e9/7)
		for j, by := range []float64{1e-12, 1, 1e12} {
			scales.Set(i, j, by*x.At(i, j))
		}
		offset.Set(i, 0, 1e9+x.At(i, 0))
	}
	outlier.Set(7, 2, 1e250)
	twins.Augment(x, x)
	wide, wideClass := clouds(6, 20, 2, 3)
	const singular = -1
	for what, c := range map[string]struct {
		x               mat.Matrix
		class           []int
		lda, qda, naive float64
	}{
		"all columns constant": {constant, class, 0.5, 0.5, 0.5},
		"a constant column":    {oneConstant, class, 0.6, 0.6, 0.6},
		"duplicate columns":    {twins, class, 0.6, singular, 0.6},
		"n < d":                {wide, wideClass, singular, singular, 0.6},
		"scales 1e-12 to 1e12": {scales, class, 0.6, 0.6, 0.6},
		"an offset of 1e9":     {offset, class, 0.6, 0.6, 0.6},
		"an outlier of 1e250":  {outlier, class, 0.4, 0.4, 0.4},
		"two rows":             {mat.NewDense(2, 1, []float64{-1, 1}), []int{0, 1}, singular, singular, singular},
		"two rows, the same":   {mat.NewDense(2, 1, []float64{3, 3}), []int{0, 1}, 0.5, 0.5, 0.5},
		"far apart":            {mat.NewDense(4, 1, []float64{-1e8, -1e4, 1e4, 1e8}), []int{0, 0, 1, 1}, 1, 1, 1},
	} {
		d := classified(t, c.x, c.class)
		check := func(learner string, m *lclass.Model, err error, least float64) {
			t.Helper()
			var e *lclass.SingularError
			switch {
			case least == singular && !errors.As(err, &e):
				t.Errorf("%s, %s: no SingularError: %v, %v", learner, what, m, err)
			case least == singular:
			case err != nil:
				t.Errorf("%s, %s: %v", learner, what, err)
			default:
				if a, err := m.Accuracy(d); err != nil || a < least {
					t.Errorf("%s, %s: accuracy %v, want %v; %v; %v", learner, what, a, least, err, m)
				}
			}
		}
		m, err := lclass.LDA{}.Fit(d)
		if err == nil && !isFinite(append(parameters(m), m.Status.Loss)) {
			t.Errorf("LDA, %s: %v", what, m)
		}
		check("LDA", m, err, c.lda)
		for learner, spec := range map[string]interface {
			Fit(*lclass.Data) (*lclass.Model, error)
		}{"QDA": lclass.QDA{}, "NaiveBayes": lclass.NaiveBayes{}} {
			m, err := spec.Fit(d)
			if err == nil {
				checkGaussian(t, learner+", "+what, m, d)
			}
			least := c.naive
			if learner == "QDA" {
				least = c.qda
			}
			check(learner, m, err, least)
		}
	}
}

// Multiplying the features by any number multiplies W by its inverse and
// changes no probability, out to the ends of float64.
func TestGaussianOfHugeAndTinyValues(t *testing.T) {
	x, class := clouds(20, 2, 2, 1)
	d := classified(t, x, class)
	p, err := learn(t, lclass.LDA{}, d).Proba(d)
	must(t, p, err)
	for _, size := range []float64{1e-300, 1e-150, 1e150, 1e300} {
		var y mat.Dense
		y.Scale(size, x)
		e := classified(t, &y, class)
		q, err := learn(t, lclass.LDA{}, e).Proba(e)
		must(t, q, err)
		near(t, "LDA", q.RawMatrix().Data, p.RawMatrix().Data, 1e-12)
		for name, spec := range generators {
			m, err := spec.Fit(d)
			must(t, m, err)
			n, err := spec.Fit(e)
			if err != nil {
				t.Errorf("%s at %g: %v", name, size, err)
				continue
			}
			checkGaussian(t, name, n, e)
			for i := range 20 {
				near(t, name, n.ProbaOne(e.Row(i)), m.ProbaOne(d.Row(i)), 1e-12)
			}
		}
	}
	tiny := classified(t, mat.NewDense(6, 1, []float64{0, 1e-323, 1.5e-323, 2e-323, 2e-323, 2e-323}), []int{0, 0, 1, 1, 1, 1})
	none, err := lclass.LDA{}.Fit(tiny)
	if fails(t, err, &lclass.ValueError{Err: lclass.ErrOverflow, Column: "x1", Row: -1}); none != nil {
		t.Errorf("there is a model: %v", none)
	}
	fails(t, failure(lclass.QDA{}.Fit(tiny)), &lclass.ValueError{Err: lclass.ErrOverflow, Column: "x1", Row: -1})
	far := classified(t, mat.NewDense(4, 1, []float64{-math.MaxFloat64, 0, 0, math.MaxFloat64}), []int{0, 0, 1, 1})
	learn(t, lclass.LDA{}, far)
	m, err := lclass.QDA{}.Fit(far)
	checkGaussian(t, "far", must(t, m, err), far)
}

// Rounding decides nothing: dependent features are found as such after all
// kinds of arithmetic, and independent ones are not.
func TestGaussianRank(t *testing.T) {
	for seed := range uint64(20) {
		x, class := clouds(50, 4, 2, seed+1)
		more := mat.NewDense(50, 6, nil)
		for i := range 50 {
			r := x.RawRowView(i)
			more.SetRow(i, []float64{
				1e3 + r[0], r[1], 1e-6 * (r[2] - 50), r[3],
				(1e3+r[0])*0.1 - 7*r[1] + 1./3, 1e9 * (1e-6*(r[2]-50)*3 + r[3]),
			})
		}
		d := classified(t, more, class)
		m := learn(t, lclass.LDA{}, d)
		contains(t, m.Status.Note+".", "rank 4 of 6")
		fails(t, failure(lclass.QDA{}.Fit(d)), &lclass.SingularError{Class: "c0", Features: []string{"x1", "x2", "x3", "x4", "x5", "x6"}})
		for i := range 50 {
			more.Set(i, 4, more.At(i, 4)*(1+1e-9*float64(i*i%7)))
			more.Set(i, 5, more.At(i, 5)+1e-5*float64(i*i%11))
		}
		d = classified(t, more, class)
		if m := learn(t, lclass.LDA{}, d); m.Status.Note != "" {
			t.Errorf("seed %d: %v", seed, m.Status)
		}
		n, err := lclass.QDA{}.Fit(d)
		must(t, n, err)
	}
}
