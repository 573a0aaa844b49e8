package lclass_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

func xor(t *testing.T) *lclass.Data {
	t.Helper()
	x := mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1})
	d, err := lclass.FromLabels(x, []bool{false, true, true, false})
	return must(t, d, err)
}

// The order and the number of the monomials are those of scikit-learn's
// PolynomialFeatures without bias.
func TestPolynomialFeatures(t *testing.T) {
	d, err := lclass.RegressionFromMatrix(mat.NewDense(2, 3, []float64{2, 3, 5, -1, 0, 4}), []float64{0.5, 1.5})
	must(t, d, err)
	for _, c := range []struct {
		p        lclass.Polynomial
		features []string
		row      []float64
	}{
		{lclass.Polynomial{Degree: 1}, []string{"x1", "x2", "x3"}, []float64{2, 3, 5}},
		{lclass.Polynomial{}, []string{"x1", "x2", "x3", "x1^2", "x1·x2", "x1·x3", "x2^2", "x2·x3", "x3^2"},
			[]float64{2, 3, 5, 4, 6, 10, 9, 15, 25}},
		{lclass.Polynomial{Degree: 3, InteractionOnly: true}, []string{"x1", "x2", "x3", "x1·x2", "x1·x3", "x2·x3", "x1·x2·x3"},
			[]float64{2, 3, 5, 6, 10, 15, 30}},
		{lclass.Polynomial{Degree: 100, InteractionOnly: true}, []string{"x1", "x2", "x3", "x1·x2", "x1·x3", "x2·x3", "x1·x2·x3"},
			[]float64{2, 3, 5, 6, 10, 15, 30}},
	} {
		q, err := lclass.Prepare(d, c.p)
		must(t, q, err)
		φ, err := q.Apply(d)
		must(t, φ, err)
		equal(t, "features", φ.Features(), c.features)
		equal(t, "φ(x)", φ.Row(0), c.row)
		for i, x := range d.Rows() {
			if got, err := q.Row(x); err != nil || !slices.Equal(got, φ.Row(i)) {
				t.Errorf("%v: Row gives %v, %v, Apply %v", c.p, got, err, φ.Row(i))
			}
		}
		equal(t, "targets", φ.Y(), d.Y())
	}
	cubic, err := prepared(d, lclass.Polynomial{Degree: 3})
	must(t, cubic, err)
	// (3+3)!/(3! 3!) − 1
	if cubic.D() != 19 || cubic.Features()[12] != "x1·x2^2" || cubic.Features()[18] != "x3^3" {
		t.Errorf("%d features %q", cubic.D(), cubic.Features())
	}
	equal(t, "data unchanged", d.Features(), []string{"x1", "x2", "x3"})
	none, err := lclass.RegressionFromMatrix(&zeroColumns{4}, []float64{1, 2, 3, 4})
	must(t, none, err)
	φ, err := prepared(none, lclass.Polynomial{Degree: 1 << 40})
	if must(t, φ, err); φ.D() != 0 {
		t.Errorf("%d monomials of no features", φ.D())
	}
}

// zeroColumns is an n×0 matrix.
type zeroColumns struct{ n int }

func (z *zeroColumns) Dims() (n, d int)    { return z.n, 0 }
func (z *zeroColumns) At(i, j int) float64 { panic("no values") }
func (z *zeroColumns) T() mat.Matrix       { return mat.Transpose{Matrix: z} }

func TestPolynomialKeepsWeightsAndClasses(t *testing.T) {
	d := weigh(t, xor(t), []float64{1, 2, 3, 4}).WithTarget("differ")
	φ, err := prepared(d, lclass.Polynomial{})
	must(t, φ, err)
	equal(t, "data", φ.String(), "4 samples, 5 features, target differ: 2 × false, 2 × true, Σs = 10")
	equal(t, "weights", φ.Weight(), d.Weight())
}

// XOR is no line in x1, x2, and one in x1·x2 (Chemnitz section 1).
func TestPerceptronLearnsXOR(t *testing.T) {
	raw := learn(t, lclass.Perceptron{Epochs: 1000}, xor(t))
	if a, err := raw.Accuracy(xor(t)); err != nil || a > 0.75 || raw.Status.Err() == nil {
		t.Errorf("a line reaches %v (%v), %v", a, err, raw.Status)
	}
	for _, p := range []lclass.Polynomial{{}, {InteractionOnly: true}} {
		q, err := lclass.Prepare(xor(t), p)
		must(t, q, err)
		φ, err := q.Apply(xor(t))
		m := learn(t, lclass.Perceptron{}, must(t, φ, err))
		if m.Status.Err() != nil {
			t.Errorf("%v: %v", p, m.Status)
		}
		for _, c := range []struct {
			x    []float64
			want int
		}{{[]float64{0, 0}, 0}, {[]float64{0, 1}, 1}, {[]float64{1, 0}, 1}, {[]float64{1, 1}, 0}} {
			φ, err := q.Row(c.x)
			if got := m.PredictOne(must(t, φ, err)); got != c.want {
				t.Errorf("%v: %v is %d, want %d", p, c.x, got, c.want)
			}
		}
	}
}

func TestPolynomialRefuses(t *testing.T) {
	d := xor(t)
	fails(t, failure(prepared(d, lclass.Polynomial{Degree: -1})), &lclass.SettingError{Setting: "Polynomial.Degree", Value: -1})
	if _, err := prepared(d.Subset(nil), lclass.Polynomial{}); !errors.Is(err, lclass.ErrNoSamples) {
		t.Errorf("no samples: %v", err)
	}
	x, class := clouds(5, 100, 2, 1)
	wide := both(t, x, class)
	mentions(t, failure(prepared(wide, lclass.Polynomial{Degree: 3})), "degree 3 in 100 features", "65536", "fewer")
	mentions(t, failure(prepared(d, lclass.Polynomial{Degree: math.MaxInt})), "65536")
	huge := both(t, mat.NewDense(2, 2, []float64{1, 2, 1e160, 3}), []int{0, 1})
	_, err := prepared(huge, lclass.Polynomial{Degree: 3})
	fails(t, err, &lclass.ValueError{Column: "x1^2", Row: 1, Value: "+Inf"}, "standardise")
	named, err := d.WithFeatures("x", "x^2")
	fails(t, failure(prepared(must(t, named, err), lclass.Polynomial{})), &lclass.NameError{Name: "x^2"})
}
