package lclass_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

func qdaOfIris(t *testing.T) (*lclass.Model, *lclass.Data) {
	t.Helper()
	d := irisData(t, false)
	m, err := lclass.QDA{}.Fit(d)
	return must(t, m, err), d
}

// Score by the formula, from the covariance.
func TestGaussianScoreIsTheLogDensity(t *testing.T) {
	m, d := qdaOfIris(t)
	for k := range 3 {
		var cholesky mat.Cholesky
		if !cholesky.Factorize(m.Densities.Covariance(k)) {
			t.Fatal("the covariance is not positive definite")
		}
		for i := 0; i < d.N(); i += 10 {
			x := mat.NewVecDense(4, d.Row(i))
			x.SubVec(x, m.Densities.Means.RowView(k))
			var solved mat.VecDense
			if err := cholesky.SolveVecTo(&solved, x); err != nil {
				t.Fatal(err)
			}
			want := math.Log(m.Densities.Priors[k]) - mat.Dot(x, &solved)/2 - cholesky.LogDet()/2 - 2*math.Log(2*math.Pi)
			near(t, "log density", []float64{m.ScoresOne(d.Row(i))[k]}, []float64{want}, 1e-12)
		}
	}
}

// What is said of one sample is said of many, in more than a block of 256.
func TestGaussianOneSampleOrMany(t *testing.T) {
	m, _ := qdaOfIris(t)
	x, class := clouds(600, 4, 3, 3)
	d := classified(t, x, class)
	z, err := m.Scores(d)
	must(t, z, err)
	p, err := m.Proba(d)
	must(t, p, err)
	y, err := m.Predict(d)
	must(t, y, err)
	for i := range d.N() {
		x := d.Row(i)
		if !slices.Equal(z.RawRowView(i), m.ScoresOne(x)) || !slices.Equal(p.RawRowView(i), m.ProbaOne(x)) || y.Class[i] != m.PredictOne(x) {
			t.Fatalf("sample %d: %v, %v, %d; alone %v, %v, %d", i, z.RawRowView(i), p.RawRowView(i), y.Class[i], m.ScoresOne(x), m.ProbaOne(x), m.PredictOne(x))
		}
		if y.Class[i] != lclass.Argmax(p.RawRowView(i)) {
			t.Fatalf("sample %d is %d of %v", i, y.Class[i], p.RawRowView(i))
		}
	}
	if !m.HasProbability() {
		t.Error("no probabilities")
	}
}

func TestGaussianAccuracy(t *testing.T) {
	m, d := qdaOfIris(t)
	a, err := m.Accuracy(d)
	near(t, "accuracy", []float64{must(t, a, err)}, []float64{147. / 150}, 1e-15)
	y, err := m.Predict(d)
	must(t, y, err)
	// Only the wrong ones, of which the first counts.
	var wrong []int
	for i, k := range d.T() {
		if y.Class[i] != k {
			wrong = append(wrong, i)
		}
	}
	three := d.Subset(append(wrong, 0))
	a, err = m.Accuracy(weigh(t, three, []float64{1, 0, 0, 3}))
	near(t, "weighted", []float64{must(t, a, err)}, []float64{0.75}, 1e-15)
	// By name, not by number.
	reversed, err := lclass.FromMatrix(d.Matrix(), func() []int {
		k := d.T()
		for i := range k {
			k[i] = 2 - k[i]
		}
		return k
	}(), []string{"virginica", "versicolor", "setosa"})
	must(t, reversed, err)
	named, err := reversed.WithFeatures(d.Features()...)
	a, err = m.Accuracy(must(t, named, err))
	near(t, "by name", []float64{must(t, a, err)}, []float64{147. / 150}, 1e-15)
}

func TestDensitiesOfOtherData(t *testing.T) {
	m, d := qdaOfIris(t)
	x, class := clouds(10, 4, 2, 1)
	other := classified(t, x, class)
	renamed, err := other.WithFeatures(irisColumns...)
	must(t, renamed, err)
	other, err = other.WithFeatures("a", "b", "c", "d")
	must(t, other, err)
	none := d.Subset(nil)
	for what, f := range map[string]func(*lclass.Data) error{
		"Scores":   func(d *lclass.Data) error { return failure(m.Scores(d)) },
		"Proba":    func(d *lclass.Data) error { return failure(m.Proba(d)) },
		"Predict":  func(d *lclass.Data) error { return failure(m.Predict(d)) },
		"Accuracy": func(d *lclass.Data) error { return failure(m.Accuracy(d)) },
	} {
		if what == "Accuracy" {
			fails(t, f(renamed), &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "t", Value: "c0", Want: []string{"setosa", "versicolor", "virginica"}})
			other = d.Subset(seq(0, 10))
			other, err = other.WithFeatures("a", "b", "c", "d")
			must(t, other, err)
		}
		fails(t, f(other), &lclass.ColumnError{Missing: []string{"sepal_length", "sepal_width", "petal_length", "petal_width"}, Have: []string{"a", "b", "c", "d"}})
		if err := f(none); err != lclass.ErrNoSamples {
			t.Errorf("%s of no samples: %v", what, err)
		}
	}
	noWeight := weigh(t, d, append(make([]float64, 149), 1)).Subset(seq(0, 149))
	fails(t, failure(m.Accuracy(noWeight)), lclass.ErrNoSamples)
	for _, f := range []func(){func() { m.ScoresOne([]float64{1}) }, func() { m.PredictOne(nil) }, func() { m.ProbaOne(make([]float64, 5)) }} {
		func() {
			defer func() {
				if p, ok := recover().(string); !ok || !strings.Contains(p, "for 4 features") {
					t.Errorf("panic %v", p)
				}
			}()
			f()
		}()
	}
}

// Samples from afar have finite scores and probabilities, and the nearest
// class as long as float64 can tell.
func TestGaussianFarAway(t *testing.T) {
	m, _ := qdaOfIris(t)
	for _, size := range []float64{1e6, 1e100, 1e200, math.MaxFloat64} {
		for _, x := range [][]float64{{size, 0, 0, 0}, {-size, size, -size, size}} {
			p := m.ProbaOne(x)
			if !isFinite(append(m.ScoresOne(x), p...)) || math.Abs(p[0]+p[1]+p[2]-1) > 1e-14 {
				t.Errorf("at %g: scores %v, probabilities %v", x, m.ScoresOne(x), p)
			}
		}
	}
	// −½ x²(Σ_k⁻¹)₁₁ is all that counts out there.
	want := make([]float64, 3)
	for k := range want {
		var inverse mat.Dense
		if err := inverse.Inverse(m.Densities.Covariance(k)); err != nil {
			t.Fatal(err)
		}
		want[k] = -inverse.At(0, 0) / 2 * 1e200
	}
	far := []float64{1e100, 0, 0, 0}
	near(t, "scores", m.ScoresOne(far), want, 1e-12)
	if m.PredictOne(far) != lclass.Argmax(want) {
		t.Errorf("class %d of %v", m.PredictOne(far), want)
	}
}

func TestGaussianString(t *testing.T) {
	m, _ := qdaOfIris(t)
	lines := strings.Split(m.String(), "\n")
	if lines[0] != m.Status.String() || !strings.Contains(lines[1], "P(species)") || !strings.Contains(lines[1], "correlated") || len(lines) != 9 {
		t.Errorf("%s", m)
	}
	digits, err := lclass.NaiveBayes{Smoothing: 0.1}.Fit(datasets.Digits())
	must(t, digits, err)
	if s := digits.String(); !strings.Contains(s, "10 densities of 64 features") || !strings.Contains(s, "independent") || strings.Count(s, "\n") != 3 {
		t.Errorf("%s", s)
	}
}

func TestGaussianCovariance(t *testing.T) {
	d := irisData(t, false)
	n, err := lclass.NaiveBayes{}.Fit(d)
	must(t, n, err)
	want := mat.NewSymDense(4, nil)
	for j := range 4 {
		want.SetSym(j, j, n.Densities.Std.At(1, j)*n.Densities.Std.At(1, j))
	}
	if !mat.Equal(n.Densities.Covariance(1), want) {
		t.Errorf("%v", mat.Formatted(n.Densities.Covariance(1)))
	}
}
