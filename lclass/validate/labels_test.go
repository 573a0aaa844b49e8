package validate_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/lclass"
	"linclass/lclass/validate"
)

// labelled is an entry of testdata/labels.json, made by testdata/labels.py with
// scikit-learn 1.2.1. Its learners converged to 1e-12 in the gradient.
type labelled struct {
	X         [][]float64
	T         [][]float64
	S         []float64
	Grid      []float64
	Seed      *uint32
	Scores    map[string][][]float64
	Predicted [][]float64
}

var ofLabels = []validate.Scoring{validate.ExactMatch, validate.Hamming, validate.LabelMicroF1, validate.LabelMacroF1, validate.LabelLogLoss, validate.LabelRankingLoss}

func matrix(rows [][]float64) *mat.Dense {
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		m.SetRow(i, row)
	}
	return m
}

func (l labelled) data() *lclass.Data {
	d := lclass.Must(lclass.RegressionFromMatrix(matrix(l.X), make([]float64, len(l.X))))
	if l.S != nil {
		d = lclass.Must(d.WithWeight(l.S))
	}
	return lclass.Must(d.WithLabels(matrix(l.T), []string{"cat", "dog", "bird", "fish"}[:len(l.T[0])]))
}

func (l labelled) folds() validate.KFold {
	if l.Seed == nil {
		return validate.KFold{K: 5}
	}
	return validate.KFold{K: 5, Perm: validate.NumpyPermutation(len(l.X), *l.Seed)}
}

func multiLabel(λ float64) lclass.Estimator { return lclass.MultiLabel{Penalty: lclass.L2(λ)} }

func testLabels(t *testing.T) {
	for i, l := range peers[[]labelled](t, "labels") {
		largest = 0
		d := l.data()
		s := lclass.Must(validate.GridSearch(d, l.folds(), l.Grid, multiLabel, ofLabels...))
		for p, λ := range l.Grid {
			v := lclass.Must(validate.CrossValidate(d, l.folds(), multiLabel(λ), ofLabels...))
			for j, scoring := range ofLabels {
				near(t, scoring.Name, v.Scores[j].Test, l.Scores[scoring.Name][p], 1e-9)
				near(t, scoring.Name+" of the search", s.Validations[p].Scores[j].Test, v.Scores[j].Test, 0)
			}
		}
		out := lclass.Must(validate.CrossPredict(d, l.folds(), multiLabel(l.Grid[1])))
		for i, row := range l.Predicted {
			near(t, "probability", out.Proba.RawRowView(i), row, 1e-9)
			for k, p := range row {
				if (out.Labels.At(i, k) == 1) != (p >= 0.5) {
					t.Errorf("label %d of sample %d is %v with %v", k, i, out.Labels.At(i, k), p)
				}
			}
		}
		t.Logf("problem %d: scores of labels differ by %.1e at most", i, largest)
	}
}

// animals has three labels of two of four features.
func animals(t *testing.T) *lclass.Data {
	t.Helper()
	d := iris(t)
	sets := make([][]string, d.N())
	for i, x := range d.Rows() {
		if x[2] > 3.5 {
			sets[i] = append(sets[i], "cat")
		}
		if x[0]+x[3] > 7 {
			sets[i] = append(sets[i], "dog")
		}
	}
	return lclass.Must(lclass.FromSets(d.Matrix(), sets, "dog", "cat"))
}

// All that takes Data takes sets of labels, pipelines of them included.
func TestLabelsEverywhere(t *testing.T) {
	d, folds := animals(t), validate.KFold{K: 5, Seed: 1}
	pipeline := func(λ float64) lclass.Estimator {
		return lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: multiLabel(λ)}
	}
	grid := []float64{1, 0.01}
	v := lclass.Must(validate.CrossValidate(d, folds, pipeline(0.01)))
	if v.Scores[0].Name != "exact match" || v.Mean() < 0.9 {
		t.Errorf("%v", v)
	}
	s := lclass.Must(validate.GridSearch(d, folds, grid, pipeline))
	if s.Best != 0.01 || lclass.Must(s.Model.Accuracy(d)) < 0.9 {
		t.Errorf("%v", s)
	}
	n := lclass.Must(validate.Nested(d, folds, validate.KFold{K: 3, Seed: 2}, grid, pipeline))
	c := lclass.Must(validate.LearningCurve(d, folds, []float64{0.5, 1}, pipeline(0.01), validate.Hamming))
	b := lclass.Must(validate.GridSearch(d, validate.Options{Folds: folds, Train: true, NoRefit: true}, grid, pipeline))
	if n.Mean() < 0.9 || c.Validations[1].Mean() > 0.05 || b.Validations[0].Mean() != s.Validations[0].Mean() {
		t.Errorf("%v\n%v\n%v", n, c, b)
	}
	if p := lclass.Must(validate.CrossPredict(d, folds, pipeline(0.01))); p.Y != nil || p.Number != nil || p.Labels == nil {
		t.Errorf("%v", p)
	}
}

// The order of the labels does not matter, which ones there are does.
func TestLabelScorings(t *testing.T) {
	d := animals(t)
	m := lclass.Must(multiLabel(0.01).Fit(d))
	turned := lclass.Must(d.SelectLabels("cat", "dog"))
	for _, s := range ofLabels {
		if a, b := lclass.Must(s.Of(m, d)), lclass.Must(s.Of(m, turned)); math.Abs(a-b) > 1e-12 {
			t.Errorf("%s: %v, with the labels turned %v", s.Name, a, b)
		}
		_, err := s.Of(m, lclass.Must(d.SelectLabels("cat")))
		fails(t, err, validate.ErrLabels, "with Data.SelectLabels")
		_, err = s.Of(lclass.Must(lclass.LDA{}.Fit(iris(t))), d)
		fails(t, err, noLabels, "sets of labels")
		if _, err := s.Of(m, d.Subset(nil)); err == nil {
			t.Errorf("%s of no samples", s.Name)
		}
	}
	if got, want := lclass.Must(validate.ExactMatch.Of(m, d)), lclass.Must(m.Accuracy(d)); got != want {
		t.Errorf("exact match %v, want %v", got, want)
	}
}

// turning learns the labels in another order, or something else.
type turning struct {
	of func(*lclass.Data) (*lclass.Model, error)
}

func (l turning) Fit(d *lclass.Data) (*lclass.Model, error) { return l.of(d) }

// noLabels is the error of a model without sets of labels.
var noLabels = &lclass.SettingError{Setting: "predictions of *lclass.Model"}

func TestLabelErrors(t *testing.T) {
	d, folds := animals(t), validate.KFold{Seed: 1}
	for want, of := range map[error]func(*lclass.Data) (*lclass.Model, error){
		validate.ErrLabels: func(d *lclass.Data) (*lclass.Model, error) {
			return multiLabel(1).Fit(lclass.Must(d.SelectLabels("cat", "dog")))
		},
		noLabels: func(d *lclass.Data) (*lclass.Model, error) {
			return lclass.Logistic{Penalty: lclass.L2(1)}.Fit(lclass.Must(d.Positive("cat")))
		},
	} {
		_, err := validate.CrossPredict(d, folds, turning{of})
		fails(t, err, want)
	}
	for name, f := range map[string]validate.Folds{
		"Split": validate.Split{Stratify: true}, "GroupKFold": validate.GroupKFold{Stratify: true, Groups: validate.GroupsOf(strings.Split(strings.Repeat("abcde", 30), ""))},
	} {
		if _, err := validate.CrossValidate(d, f, multiLabel(1)); !errtest.Is(err, &lclass.SettingError{Setting: "Stratify", Value: true}) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := validate.CrossValidate(nil, folds, multiLabel(1)); !errors.Is(err, lclass.ErrNoSamples) {
		t.Errorf("nil: error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if v, err := validate.CrossValidate(d.WithContext(ctx), folds, multiLabel(1)); !errors.Is(err, context.Canceled) || v == nil {
		t.Errorf("%v, error %v", v, err)
	}
	if p, err := validate.CrossPredict(d.WithContext(ctx), folds, multiLabel(1)); !errors.Is(err, context.Canceled) || p != nil {
		t.Errorf("%v, error %v", p, err)
	}
}

func TestStratifiedLabels(t *testing.T) {
	d := lclass.Must(lclass.FromSets(mat.NewDense(12, 1, nil), [][]string{
		{"common"}, {"common"}, {"common", "rare"}, {"rare"}, {}, {"common"}, {"rare"}, {"common"}, {"rare", "common"}, {}, {"common"}, {"rare"},
	}))
	folds := lclass.Must(validate.KFold{K: 2, Stratify: true}.Split(d))
	// By hand: of rare 2 and 3 go in turn, 6 to the first of equal folds, 8 to the
	// other, 11 to the first. Each fold then lacks 2½ of common and the second one
	// sample more: 0, 1, 5, 7, 10 go in turn from there. 4 and 9 are left.
	want := [][]int{{1, 2, 4, 6, 7, 11}, {0, 3, 5, 8, 9, 10}}
	for k, f := range folds {
		if !slices.Equal(f.Test, want[k]) {
			t.Errorf("fold %d is %v, want %v", k, f.Test, want[k])
		}
	}
}

// A label on ten of 150 samples is on two of each fold, in any order, and a search
// deals so.
func TestStratifiedRareLabels(t *testing.T) {
	d := animals(t)
	rare := mat.NewDense(d.N(), 3, nil)
	rare.Slice(0, d.N(), 0, 2).(*mat.Dense).Copy(d.Labels())
	for i := range 10 {
		rare.Set(i, 2, 1)
	}
	d = lclass.Must(d.WithLabels(rare, []string{"dog", "cat", "rare"}))
	for seed := range uint64(4) {
		folds := validate.KFold{K: 5, Seed: seed, Stratify: true}
		v := lclass.Must(validate.CrossValidate(d, folds, multiLabel(0.1)))
		counts := make([]int, 3)
		for _, f := range v.Folds {
			test := d.Subset(f.Test).Labels()
			if n := mat.Sum(test.ColView(2)); n != 2 {
				t.Errorf("seed %d: %v rare samples in a fold", seed, n)
			}
			if n := mat.Sum(test.ColView(0)); math.Abs(n-mat.Sum(d.Labels().ColView(0))/5) > 1.5 || math.Abs(float64(len(f.Test))-30) > 2 {
				t.Errorf("seed %d: %v dogs in a fold of %d", seed, n, len(f.Test))
			}
			counts[0] += len(f.Test)
		}
		if counts[0] != d.N() {
			t.Errorf("seed %d: %d samples", seed, counts[0])
		}
	}
	for _, c := range []struct {
		f    validate.Folds
		want error
	}{
		{validate.KFold{K: 11, Stratify: true}, &lclass.SettingError{Setting: "KFold.K", Value: 11}},
		{validate.KFold{K: 1, Stratify: true}, &lclass.SettingError{Setting: "KFold.K", Value: 1}},
		{validate.KFold{Seed: 1, Perm: make([]int, 150), Stratify: true}, &lclass.SettingError{Setting: "KFold.Seed", Value: uint64(1)}},
		{(*validate.KFold)(nil), &lclass.SettingError{Setting: "Folds"}},
	} {
		if _, err := validate.CrossPredict(d, c.f, multiLabel(1)); !errtest.Is(err, c.want) {
			t.Errorf("error %v, want %#v", err, c.want)
		}
	}
}
