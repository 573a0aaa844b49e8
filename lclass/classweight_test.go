package lclass_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/internal/invalid"
	"linclass/lclass"
)

// few is an unbalanced iris, as testdata/classweight.py has it: 50 setosa, 30
// versicolor, 12 virginica, or the last two.
func few(t *testing.T, two bool) *lclass.Data {
	t.Helper()
	var rows []int
	for i := range 150 {
		if i >= 50 && i < 80 || i >= 100 && i < 112 || i < 50 && !two {
			rows = append(rows, i)
		}
	}
	d, err := lclass.FromFrame(datasets.Iris().Subset(rows), lclass.Columns{Target: "species", Features: irisColumns})
	return must(t, d, err)
}

// scikit-learn 1.2.1 stops where its line search finds no lower loss any more,
// which leaves the root of the rounding of the loss in the weights.
func TestClassWeightsAgreeWithScikitLearn(t *testing.T) {
	var peers struct {
		Cases []struct {
			Name      string
			Lambda    float64
			Weight    map[string]float64
			Coef      [][]float64
			Intercept []float64
		}
	}
	readPeers(t, "testdata/classweight.json", &peers)
	if len(peers.Cases) != 4 {
		t.Fatalf("%d peers, want 4", len(peers.Cases))
	}
	for _, p := range peers.Cases {
		t.Run(p.Name, func(t *testing.T) {
			var e lclass.Estimator = lclass.Softmax{Penalty: lclass.L2(p.Lambda), Solver: lclass.QuasiNewton{Tol: 1e-16}}
			d := few(t, len(p.Coef) == 1)
			if len(p.Coef) == 1 {
				e = lclass.Logistic{Penalty: lclass.L2(p.Lambda), Solver: lclass.Newton{Tol: 1e-14}}
			}
			weighted, err := d.WithClassWeight(p.Weight)
			compare := func(d *lclass.Data) {
				t.Helper()
				m := learn(t, e, d)
				near(t, "W", mat.DenseCopyOf(m.W).RawMatrix().Data, fromRows(p.Coef).RawMatrix().Data, 1e-6)
				for k, b := range p.Intercept {
					near(t, "b", []float64{m.B[k] - m.B[0]}, []float64{b - p.Intercept[0]}, 1e-6)
				}
				if len(p.Intercept) == 1 {
					near(t, "b", m.B, p.Intercept, 1e-6)
				}
			}
			compare(must(t, weighted, err))
			if p.Name == "logistic balanced" || p.Name == "softmax balanced" {
				balanced, err := d.Balanced()
				compare(must(t, balanced, err))
				near(t, "weights", balanced.Weight(), weighted.Weight(), 1e-15)
			}
		})
	}
}

// Every class ends with the same share of an unchanged total, whatever the
// weights before; scikit-learn's "balanced" ignores those.
func TestBalancedCountsTheWeights(t *testing.T) {
	d := few(t, false)
	s := make([]float64, d.N())
	var before float64
	for i := range s {
		s[i] = float64(i % 4)
		before += s[i]
	}
	b, err := weigh(t, d, s).Balanced()
	must(t, b, err)
	var of [3]float64
	for i, v := range b.Weight() {
		of[d.T()[i]] += v
		if (v == 0) != (s[i] == 0) {
			t.Errorf("sample %d weighs %v, before %v", i, v, s[i])
		}
	}
	near(t, "weights of the classes", of[:], []float64{before / 3, before / 3, before / 3}, 1e-14)
	again, err := b.Balanced()
	near(t, "balanced again", must(t, again, err).Weight(), b.Weight(), 1e-14)

	// A class that no sample has, or none that counts, takes no share.
	two := d.Subset([]int{0, 1, 2, 60})
	b, err = two.Balanced()
	near(t, "two of three classes", must(t, b, err).Weight(), []float64{2. / 3, 2. / 3, 2. / 3, 2}, 1e-15)
	b, err = weigh(t, d.Subset([]int{0, 1, 60, 90}), []float64{1, 3, 1, 0}).Balanced()
	near(t, "a class without weight", must(t, b, err).Weight(), []float64{0.625, 1.875, 2.5, 0}, 1e-15)
}

func TestClassWeightsMultiplySampleWeights(t *testing.T) {
	d := both(t, mat.NewDense(4, 1, []float64{1, 2, 3, 4}), []int{0, 1, 2, 1})
	weighted, err := weigh(t, d, []float64{1, 2, 3, 4}).WithClassWeight(map[string]float64{"1": 0.5, "2": 0})
	near(t, "weights", must(t, weighted, err).Weight(), []float64{1, 1, 0, 2}, 0)
	if d.Weight() != nil {
		t.Errorf("the data were changed: weights %v", d.Weight())
	}
}

func TestWeightsOfClassesThatMakeNoSense(t *testing.T) {
	d := few(t, false)
	regression, err := lclass.RegressionFromMatrix(mat.NewDense(2, 1, []float64{1, 2}), []float64{0.5, 1.5})
	must(t, regression, err)
	weights := func(d *lclass.Data, class string, v float64) error {
		return failure(d.WithClassWeight(map[string]float64{class: v}))
	}
	fails(t, weights(d, "rosa", 1), &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "species", Row: -1, Value: "rosa", Want: []string{"setosa", "versicolor", "virginica"}})
	for _, v := range []float64{-1, math.NaN(), math.Inf(1)} {
		fails(t, weights(d, "setosa", v), &lclass.SettingError{Setting: `weight of class "setosa"`, Value: v})
	}
	fails(t, weights(regression, "1", 1), &invalid.TargetError{Target: "t", Want: "classes"})
	fails(t, failure(d.WithClassWeight(map[string]float64{"setosa": 0, "versicolor": 0, "virginica": 0})), lclass.ErrNoWeight)
	fails(t, weights(weigh(t, d.Subset([]int{0, 60}), []float64{1e300, 1}), "setosa", 1e300), &lclass.ValueError{Column: "weight", Value: "+Inf"})
	fails(t, failure(d.Subset([]int{0, 60}).WithWeight([]float64{1e308, 1e308})), lclass.ErrHeavy)
	fails(t, failure(regression.Balanced()), &invalid.TargetError{Target: "t", Want: "classes"})
	if _, err := d.Subset(nil).Balanced(); err != lclass.ErrNoSamples {
		t.Errorf("no samples: %v", err)
	}
	none := weigh(t, d.Subset([]int{0, 60}), []float64{1, 0}).Subset([]int{1})
	fails(t, failure(none.Balanced()), lclass.ErrNoWeight)
}
