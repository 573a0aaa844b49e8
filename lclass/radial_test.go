package lclass_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

func TestRadialFeatures(t *testing.T) {
	r := lclass.Radial{Centres: [][]float64{{0, 0}, {3, 4}}, Width: 5}
	d, err := lclass.RegressionFromMatrix(mat.NewDense(2, 2, []float64{0, 0, 3, 4}), []float64{0.5, 1.5})
	must(t, d, err)
	φ, err := r.Apply(d)
	must(t, φ, err)
	equal(t, "features", φ.Features(), []string{"φ1", "φ2"})
	// exp(−5²/(2·5²)) = 1/√e
	near(t, "φ(x)", φ.Row(0), []float64{1, 1 / math.Sqrt(math.E)}, 1e-15)
	near(t, "φ(x)", φ.Row(1), []float64{1 / math.Sqrt(math.E), 1}, 1e-15)
	if got := r.Row(d.Row(1)); !slices.Equal(got, φ.Row(1)) {
		t.Errorf("Row gives %v, Apply %v", got, φ.Row(1))
	}
	equal(t, "targets", φ.Y(), d.Y())
	// Far, near and at the ends of float64.
	for _, width := range []float64{1e-320, 1e-160, 1, 1e160, math.MaxFloat64} {
		r.Width = width
		for _, v := range []float64{0, 1e-300, 1e300, -math.MaxFloat64} {
			if got := r.Row([]float64{v, -v}); !isFinite(got) || got[0] < 0 || got[0] > 1 {
				t.Errorf("φ(%v) of width %v is %v", v, width, got)
			}
		}
		if got := r.Row([]float64{3, 4}); got[1] != 1 {
			t.Errorf("width %v: φ is %v at its centre", width, got[1])
		}
	}
}

// No line parts two circles around one another; bumps do.
func TestPerceptronLearnsRings(t *testing.T) {
	x, outer := rings(200)
	d, err := lclass.FromLabels(x, outer)
	must(t, d, err)
	raw := learn(t, lclass.Perceptron{}, d)
	if a, err := raw.Accuracy(d); err != nil || a > 0.8 {
		t.Errorf("a line reaches %v (%v)", a, err)
	}
	grid, err := lclass.RadialGrid(d, 5, 0.7)
	must(t, grid, err)
	drawn, err := lclass.RadialSamples(d, 25, 0.7, 1)
	must(t, drawn, err)
	for name, r := range map[string]lclass.Radial{"grid": grid, "samples": drawn} {
		φ, err := r.Apply(d)
		m := learn(t, lclass.Perceptron{Epochs: 1000}, must(t, φ, err))
		if a, err := m.Accuracy(φ); err != nil || a != 1 || m.Status.Err() != nil {
			t.Errorf("%s: accuracy %v (%v), %v", name, a, err, m.Status)
		}
		if in, out := m.PredictOne(r.Row([]float64{6, -3})), m.PredictOne(r.Row([]float64{5, -5})); in != 0 || out != 1 {
			t.Errorf("%s: inside %d, outside %d", name, in, out)
		}
	}
}

func TestRadialCentres(t *testing.T) {
	x := mat.NewDense(5, 3, []float64{0, 7, 1, 4, 7, 2, 1, 7, 1, 2, 7, 5, 100, 100, 100})
	d := weigh(t, both(t, x, []int{0, 1, 0, 1, 1}), []float64{1, 1, 1, 1, 0}) // the last does not count
	grid, err := lclass.RadialGrid(d, 3, 1)
	must(t, grid, err)
	equal(t, "grid", grid.Centres, [][]float64{{0, 7, 1}, {0, 7, 3}, {0, 7, 5}, {2, 7, 1}, {2, 7, 3}, {2, 7, 5}, {4, 7, 1}, {4, 7, 3}, {4, 7, 5}})
	one, err := lclass.RadialGrid(d, 1, 1)
	equal(t, "one centre", must(t, one, err).Centres, [][]float64{{2, 7, 3}})

	all, err := lclass.RadialSamples(d, 4, 1, 3)
	must(t, all, err)
	for i := range 4 {
		if !slices.ContainsFunc(all.Centres, func(c []float64) bool { return slices.Equal(c, d.Row(i)) }) {
			t.Errorf("sample %d is not among the centres %v", i, all.Centres)
		}
	}
	again, err := lclass.RadialSamples(d, 4, 1, 3)
	equal(t, "the same seed", must(t, again, err).Centres, all.Centres)
	var different bool
	for seed := range uint64(20) {
		other, err := lclass.RadialSamples(d, 4, 1, seed)
		different = different || !slices.Equal(must(t, other, err).Centres[0], all.Centres[0])
	}
	if !different {
		t.Error("the seed does not matter")
	}
	ends := both(t, mat.NewDense(2, 1, []float64{-math.MaxFloat64, math.MaxFloat64}), []int{0, 1})
	far, err := lclass.RadialGrid(ends, 3, 1)
	equal(t, "the whole range", must(t, far, err).Centres, [][]float64{{-math.MaxFloat64}, {0}, {math.MaxFloat64}})
}

func TestRadialRefuses(t *testing.T) {
	x, class := clouds(30, 20, 2, 1)
	d := both(t, x, class)
	mentions(t, failure(lclass.RadialGrid(d, 2, 1)), "2 centres along each of 20 features", "65536", "fewer")
	mentions(t, failure(lclass.RadialGrid(d, math.MaxInt, 1)), "65536")
	mentions(t, failure(lclass.RadialGrid(d, 0, 1)), "0 centres")
	mentions(t, failure(lclass.RadialSamples(d, 0, 1, 1)), "0 centres", "1 to 30")
	mentions(t, failure(lclass.RadialSamples(d, 31, 1, 1)), "31 centres", "1 to 30")
	empty := d.Subset(nil)
	if _, err := lclass.RadialGrid(empty, 2, 1); err != lclass.ErrNoSamples {
		t.Errorf("grid of nothing: %v", err)
	}
	if _, err := lclass.RadialSamples(empty, 2, 1, 1); err != lclass.ErrNoSamples {
		t.Errorf("samples of nothing: %v", err)
	}
	r, err := lclass.RadialSamples(d, 2, 1, 1)
	must(t, r, err)
	if _, err := r.Apply(empty); err != lclass.ErrNoSamples {
		t.Errorf("apply to nothing: %v", err)
	}
	other, err := d.WithFeatures(classNames(20)...)
	mentions(t, failure(r.Apply(must(t, other, err))), `"x1" in the radial basis`, `"c0" in the data`)
	for _, width := range []float64{0, -1, math.NaN(), inf} {
		mentions(t, failure(lclass.RadialSamples(d, 2, width, 1)), "Width", "positive")
	}
	for _, c := range []struct {
		r     lclass.Radial
		words []string
	}{
		{lclass.Radial{Width: 1}, []string{"no Centres", "RadialGrid"}},
		{lclass.Radial{Width: 1, Centres: [][]float64{{1, 2}}}, []string{"centre 0", "2 values for 20"}},
		{lclass.Radial{Width: 1, Centres: [][]float64{append(make([]float64, 19), math.NaN())}}, []string{"centre 0", "NaN"}},
	} {
		mentions(t, failure(c.r.Apply(d)), c.words...)
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v: Row does not panic", c.r)
				}
			}()
			c.r.Row(make([]float64, 20))
		}()
	}
	many, manyClass := clouds(65537, 1, 2, 1)
	mentions(t, failure(lclass.RadialSamples(both(t, many, manyClass), 65537, 1, 1)), "65536")
}
