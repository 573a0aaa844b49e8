package validate_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/frames"
	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/lclass/validate"
)

// A fixed score for each parameter and fold, without learning anything.
type table map[float64][]float64

type scored struct{ test []float64 }

func (scored) Predict(d *lclass.Data) (lclass.Prediction, error) {
	return lclass.Prediction{Class: make([]int, d.N())}, nil
}
func (scored) Targets(d *lclass.Data) ([]int, error) { return d.T(), nil }

type row []float64

func (r row) Fit(*lclass.Data) (scored, error) { return scored{r}, nil }

// search looks the scores of five folds up in a table.
func (s table) search(t *testing.T, o validate.Options, smaller bool, grid ...float64) *validate.Search[float64, scored] {
	t.Helper()
	d := numbered(t, 0, 1, 0, 1, 0)
	byFold := validate.Scoring{Name: "score", LowerIsBetter: smaller, Of: func(m validate.Predictor, d *lclass.Data) (float64, error) {
		return m.(scored).test[int(d.At(0, 0))], nil
	}}
	return lclass.Must(validate.GridSearch(d, o, grid, func(p float64) validate.Learner[scored] { return row(s[p]) }, byFold))
}

func TestChoice(t *testing.T) {
	scores := table{
		1: {4, 4, 4, 4, 4},
		2: {5, 5, 5, 5, 5},
		3: {7, 5, 5, 5, 4}, // mean 5.2, standard error 0.49
		4: {4, 5, 5, 5, 7}, // the same
		5: {3, 4, 4, 5, 2}, // the least, mean 3.6, standard error 0.51
	}
	for _, c := range []struct {
		name    string
		o       validate.Options
		smaller bool
		grid    []float64
		want    float64
	}{
		{"largest, first of two", validate.Options{Folds: validate.LeaveOneOut{}}, false, []float64{1, 2, 3, 4, 5}, 3},
		{"largest, in another order", validate.Options{Folds: validate.LeaveOneOut{}}, false, []float64{4, 3, 2, 1}, 4},
		{"smallest", validate.Options{Folds: validate.LeaveOneOut{}}, true, []float64{1, 2, 3, 4, 5}, 5},
		{"within one standard error", validate.Options{Folds: validate.LeaveOneOut{}, OneSE: true}, false, []float64{1, 2, 3, 4, 5}, 2},
		{"within one standard error of the smallest", validate.Options{Folds: validate.LeaveOneOut{}, OneSE: true}, true, []float64{3, 1, 5}, 1},
		{"only one", validate.Options{Folds: validate.LeaveOneOut{}, OneSE: true}, false, []float64{5}, 5},
	} {
		s := scores.search(t, c.o, c.smaller, c.grid...)
		if s.Best != c.want || s.Grid[s.At] != c.want || !slices.Equal(s.Model.test, scores[c.want]) {
			t.Errorf("%s: best %v, number %d, model %v; want %v", c.name, s.Best, s.At, s.Model, c.want)
		}
	}
	s := scores.search(t, validate.Options{Folds: validate.LeaveOneOut{}, NoRefit: true}, false, 1, 3)
	if s.Model.test != nil {
		t.Error("there is a model")
	}
	// Standard deviation and error of 7, 5, 5, 5, 4 by hand: √(4.8/4), √(4.8/4/5).
	near(t, "mean, sd, se", []float64{s.Mean(), s.Validations[1].Scores[0].Std(), s.SE()}, []float64{5.2, math.Sqrt(1.2), math.Sqrt(0.24)}, 1e-15)
}

// λ fall whatever their order, and the largest in a tie is chosen.
func TestPathFalls(t *testing.T) {
	grid := []float64{1e-3, 10, 1}
	s := lclass.Must(validate.PathSearch(iris(t), validate.Options{Folds: fiveFolds, OneSE: true}, grid, func(λ float64, start *lclass.Model) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(λ), Start: start}
	}))
	if !slices.Equal(s.Grid, []float64{10, 1, 1e-3}) || !slices.Equal(grid, []float64{1e-3, 10, 1}) {
		t.Errorf("grid %v of %v", s.Grid, grid)
	}
	if s.Model.Penalty.Lambda != s.Best {
		t.Errorf("the model has λ = %v, the best is %v", s.Model.Penalty.Lambda, s.Best)
	}
}

// Factors and bounds are those of every fit of a search along a path.
func TestPathOfFactors(t *testing.T) {
	d := iris(t)
	names := d.Features()
	for _, p := range []lclass.Penalty{
		{Ratio: 1, Factors: map[string]float64{names[0]: 0, names[2]: 2}, Upper: map[string]float64{names[3]: 0.5}},
		{Factors: map[string]float64{names[0]: 0, names[2]: 2}},
	} {
		var solver lclass.Solver
		if p.Ratio == 0 {
			solver = lclass.QuasiNewton{}
		}
		of := func(λ float64, start *lclass.Model) lclass.Estimator {
			p := p
			p.Lambda = λ
			return lclass.Softmax{Penalty: p, Start: start, Solver: solver}
		}
		lambdas := []float64{0.1, 0.03, 0.01}
		path := lclass.Must(validate.PathSearch(d, fiveFolds, lambdas, of, validate.LogLoss))
		grid := lclass.Must(validate.GridSearch(d, fiveFolds, lambdas, func(λ float64) lclass.Estimator { return of(λ, nil) }, validate.LogLoss))
		if path.Best != grid.Best || len(path.Model.Penalty.Factors) != 2 {
			t.Errorf("best %v, %v; the grid search has %v", path.Best, path.Model.Penalty, grid.Best)
		}
		for i, v := range path.Validations {
			for f, got := range v.Scores[0].Test {
				if want := grid.Validations[i].Scores[0].Test[f]; math.Abs(got-want) > 1e-4 {
					t.Errorf("%v, λ = %v, fold %d: log-loss %v, by grid search %v", p, path.Grid[i], f, got, want)
				}
			}
		}
		for c := range d.K() {
			if w := path.Model.W.At(c, 3); p.Upper != nil && w > 0.5 {
				t.Errorf("class %d has weight %v, above its bound", c, w)
			}
		}
	}
}

func TestProductAndStructs(t *testing.T) {
	pairs := validate.Product([]float64{0.1, 0.01}, []string{"x", "y", "z"})
	if len(pairs) != 6 || pairs[4] != (validate.Pair[float64, string]{First: 0.01, Second: "y"}) {
		t.Errorf("pairs %v", pairs)
	}
	type setting struct {
		Lambda   float64
		Epochs   int
		Balanced bool
	}
	s := lclass.Must(validate.GridSearch(iris(t), validate.Options{Folds: fiveFolds, Train: true}, []setting{{0.1, 5, true}, {0.01, 7, false}}, func(p setting) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(p.Lambda)}
	}, validate.Accuracy, validate.LogLoss))
	df := frames.Of(s.Table())
	want := []string{"Lambda", "Epochs", "Balanced", "accuracy", "accuracy se", "train accuracy", "log-loss", "log-loss se", "train log-loss",
		"accuracy fold 1", "accuracy fold 2", "accuracy fold 3", "accuracy fold 4", "accuracy fold 5"}
	if df.Error() != nil || !slices.Equal(df.Names(), want) {
		t.Errorf("columns %q, error %v; want %q", df.Names(), df.Error(), want)
	}
	if got := df.Col("Epochs").Float(); !slices.Equal(got, []float64{5, 7}) {
		t.Errorf("epochs %v", got)
	}
	if got := df.Col("Balanced").Records(); !slices.Equal(got, []string{"true", "false"}) {
		t.Errorf("balanced %v", got)
	}
	if got := df.Col("train log-loss").Float(); got[0] != s.Validations[0].Scores[1].TrainMean() {
		t.Errorf("training loss %v", got)
	}
	texts := lclass.Must(validate.GridSearch(iris(t), fiveFolds, []string{"a"}, func(string) lclass.Estimator { return lclass.LDA{} }))
	if c := texts.Table().Columns[0]; c.Name != "parameter" || !slices.Equal(c.Text, []string{"a"}) {
		t.Errorf("column %v", c)
	}
}

func TestRandomSearch(t *testing.T) {
	draw := func(r *rand.Rand) float64 { return math.Pow(10, -4*r.Float64()) }
	spec := func(λ float64) lclass.Estimator { return lclass.Softmax{Penalty: lclass.L2(λ)} }
	search := func(seed uint64) *validate.Search[float64, *lclass.Model] {
		return lclass.Must(validate.RandomSearch(iris(t), fiveFolds, 4, seed, draw, spec, validate.LogLoss))
	}
	one, again, other := search(1), search(1), search(2)
	if len(one.Grid) != 4 || !slices.Equal(one.Grid, again.Grid) || slices.Equal(one.Grid, other.Grid) {
		t.Errorf("drawn %v, %v, and with another seed %v", one.Grid, again.Grid, other.Grid)
	}
	least := math.Inf(1)
	for _, v := range one.Validations {
		least = min(least, v.Mean())
	}
	if one.Mean() != least {
		t.Errorf("best %v, the least is %v", one.Mean(), least)
	}
	if _, err := validate.RandomSearch(iris(t), fiveFolds, 0, 1, draw, spec); !errtest.Is(err, &lclass.SettingError{Setting: "count of RandomSearch", Value: 0}) {
		t.Errorf("error %v", err)
	}
}

func TestSearchErrors(t *testing.T) {
	d := iris(t)
	spec := func(λ float64) lclass.Estimator { return lclass.Softmax{Penalty: lclass.L2(λ)} }
	path := func(λ float64, start *lclass.Model) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(λ), Start: start}
	}
	noFit := func(float64, *lclass.Model) lclass.Estimator { return nil }
	failing := errors.New("lclass: on all data only")
	onAll := func(float64) lclass.Estimator {
		return spy{lclass.LDA{}, func(train *lclass.Data) error {
			if train.N() == d.N() {
				return failing
			}
			return nil
		}}
	}
	noSpec := func() func(float64) lclass.Estimator { return nil }
	for _, c := range []struct {
		name string
		run  func() error
		fold int // of the error
		want error
	}{
		{"empty grid", func() error { _, err := validate.GridSearch(d, fiveFolds, nil, spec); return err }, 0, &lclass.SettingError{Setting: "grid"}},
		{"empty path", func() error { _, err := validate.PathSearch(d, fiveFolds, nil, path); return err }, 0, &lclass.SettingError{Setting: "grid"}},
		{"no spec", func() error { _, err := validate.GridSearch(d, fiveFolds, []float64{1}, noSpec()); return err }, 0, &lclass.SettingError{Setting: "spec"}},
		{"no path spec", func() error { _, err := validate.PathSearch(d, fiveFolds, []float64{1}, nil); return err }, 0, &lclass.SettingError{Setting: "spec"}},
		{"nil learner", func() error {
			_, err := validate.GridSearch(d, fiveFolds, []float64{1}, func(float64) lclass.Estimator { return nil })
			return err
		}, 1, &lclass.SettingError{Setting: "learner"}},
		{"nil on the path", func() error { _, err := validate.PathSearch(d, fiveFolds, []float64{1}, noFit); return err }, 1, &lclass.SettingError{Setting: "Estimator"}},
		{"bad parameter", func() error { _, err := validate.GridSearch(d, fiveFolds, []float64{-2, -1}, spec); return err }, 1, &lclass.SettingError{Setting: "Penalty.Lambda", Value: -2}},
		{"bad λ", func() error { _, err := validate.PathSearch(d, fiveFolds, []float64{-2, -1}, path); return err }, 1, &lclass.SettingError{Setting: "Penalty.Lambda", Value: -1}},
		{"all data", func() error { _, err := validate.GridSearch(d, fiveFolds, []float64{1}, onAll); return err }, 0, failing},
		{"bad folds", func() error { _, err := validate.PathSearch(d, validate.KFold{K: 1}, []float64{1}, path); return err }, 0, &lclass.SettingError{Setting: "KFold.K", Value: 1}},
		{"bad outer folds", func() error {
			_, err := validate.Nested(d, validate.KFold{K: 1}, fiveFolds, []float64{1}, spec)
			return err
		}, 0, &lclass.SettingError{Setting: "KFold.K", Value: 1}},
		{"no inner folds", func() error { _, err := validate.Nested(d, fiveFolds, nil, []float64{1}, spec); return err }, 0, &lclass.SettingError{Setting: "inner Folds"}},
		{"bad inner folds", func() error {
			_, err := validate.Nested(d, fiveFolds, validate.KFold{K: 1}, []float64{1}, spec)
			return err
		}, 1, &lclass.SettingError{Setting: "KFold.K", Value: 1}},
		{"error inside", func() error { _, err := validate.Nested(d, fiveFolds, fiveFolds, []float64{-1}, spec); return err }, 1, &lclass.SettingError{Setting: "Penalty.Lambda", Value: -1}},
		{"curve without shares", func() error { _, err := validate.LearningCurve(d, fiveFolds, nil, lclass.LDA{}); return err }, 0, &lclass.SettingError{Setting: "shares of LearningCurve"}},
		{"share above 1", func() error { _, err := validate.LearningCurve(d, fiveFolds, []float64{1.5}, lclass.LDA{}); return err }, 0, &lclass.SettingError{Setting: "share of LearningCurve", Value: 1.5}},
		{"curve of bad folds", func() error { _, err := validate.LearningCurve(d, nil, []float64{1}, lclass.LDA{}); return err }, 0, &lclass.SettingError{Setting: "Folds"}},
		{"curve of a class", func() error { _, err := validate.LearningCurve(d, fiveFolds, []float64{0.2}, lclass.LDA{}); return err }, 1, lclass.ErrOneClass},
		{"the same scoring twice", func() error {
			_, err := validate.CrossValidate(d, fiveFolds, lclass.LDA{}, validate.LogLoss, validate.Accuracy, validate.Accuracy)
			return err
		}, 0, &lclass.SettingError{Setting: "Scoring.Name", Value: "accuracy"}},
		{"curve scored by nothing", func() error {
			_, err := validate.LearningCurve(d, fiveFolds, []float64{1}, lclass.LDA{}, validate.Scoring{})
			return err
		}, 0, &lclass.SettingError{Setting: `Scoring "", number 1: Of`}},
		{"no permutations", func() error {
			_, err := validate.PermutationTest(d, fiveFolds, lclass.LDA{}, validate.Permutations(d.N(), 0, 1))
			return err
		}, 0, &lclass.SettingError{Setting: "permutations of PermutationTest"}},
		{"not a permutation", func() error {
			_, err := validate.PermutationTest(d, validate.Options{Folds: fiveFolds}, lclass.LDA{}, [][]int{{0}})
			return err
		}, 0, &invalid.LengthError{Of: "numbers in Perm", Have: 1, Want: 150}},
		{"test of bad folds", func() error {
			_, err := validate.PermutationTest(d, nil, lclass.LDA{}, validate.Permutations(d.N(), 1, 1))
			return err
		}, 0, &lclass.SettingError{Setting: "Folds"}},
		{"predictions of bad folds", func() error { _, err := validate.CrossPredict(d, nil, lclass.LDA{}); return err }, 0, &lclass.SettingError{Setting: "Folds"}},
		{"predictions of some", func() error { _, err := validate.CrossPredict(d, validate.Split{}, lclass.LDA{}); return err }, 0, &lclass.SettingError{Setting: "CrossPredict: number of test sets with sample 0", Value: 0}},
		{"predictions of repeated folds", func() error {
			_, err := validate.CrossPredict(d, validate.Repeated{Of: fiveFolds, Times: 2}, lclass.LDA{})
			return err
		}, 0, &lclass.SettingError{Setting: "CrossPredict: number of test sets with sample 0", Value: 2}},
		{"predictions of none", func() error { _, err := validate.CrossPredict(d, fiveFolds, lclass.Logistic{}); return err }, 1, &invalid.TargetError{Target: "species", Want: "two classes"}},
		{"nothing repeated", func() error { _, err := validate.Repeated{}.Split(d); return err }, 0, &lclass.SettingError{Setting: "Repeated.Of"}},
		{"negative repeats", func() error { _, err := validate.Repeated{Of: fiveFolds, Times: -1}.Split(d); return err }, 0, &lclass.SettingError{Setting: "Repeated.Times", Value: -1}},
		{"negative workers", func() error {
			_, err := validate.CrossValidate(d, validate.Options{Folds: fiveFolds, Workers: -1}, lclass.LDA{})
			return err
		}, 0, &lclass.SettingError{Setting: "Workers", Value: -1}},
		{"predictions by negative workers", func() error {
			_, err := validate.CrossPredict(d, validate.Options{Folds: fiveFolds, Workers: -1}, lclass.LDA{})
			return err
		}, 0, &lclass.SettingError{Setting: "Workers", Value: -1}},
		{"bad folds repeated", func() error { _, err := validate.Repeated{Of: validate.KFold{K: 1}}.Split(d); return err }, 0, &lclass.SettingError{Setting: "KFold.K", Value: 1}},
	} {
		if err := c.run(); !errtest.Is(err, c.want) || foldOf(err) != c.fold {
			t.Errorf("%s: error %v, want %#v of fold %d", c.name, err, c.want, c.fold)
		}
	}
}

func TestUndefinedScores(t *testing.T) {
	d := iris(t)
	setosa := own{{Train: validate.NumpyPermutation(150, 1)[:100], Test: nil}}
	for i := range 50 {
		if !slices.Contains(setosa[0].Train, i) {
			setosa[0].Test = append(setosa[0].Test, i)
		}
	}
	for name, c := range map[string]struct {
		folds   validate.Folds
		scoring validate.Scoring
	}{
		"area of one class":         {setosa, validate.AUC},
		"area of one sample":        {validate.LeaveOneOut{}, validate.AUC},
		"correlation of one sample": {validate.LeaveOneOut{}, validate.MCC},
		"correlation of one class":  {setosa, validate.MCC},
	} {
		_, err := validate.CrossValidate(d, c.folds, lclass.LDA{}, c.scoring)
		if !errors.Is(err, validate.ErrUndefined) || foldOf(err) != 1 {
			t.Errorf("%s: error %v, want one of fold 1 without a score", name, err)
		}
	}
}

func TestRepeated(t *testing.T) {
	d := iris(t)
	folds := lclass.Must(validate.Repeated{Of: fiveFolds, Times: 3, Seed: 1}.Split(d))
	again := lclass.Must(validate.Repeated{Of: fiveFolds, Seed: 1}.Split(d))
	if len(folds) != 15 || len(again) != 50 {
		t.Fatalf("%d and %d folds, want 3 × 5 and 10 × 5", len(folds), len(again))
	}
	for k, f := range folds {
		if !slices.Equal(f.Test, again[k].Test) {
			t.Errorf("fold %d depends on something else than the seed", k)
		}
	}
	if slices.Equal(folds[0].Test, folds[5].Test) {
		t.Error("the folds of two repetitions are the same")
	}
	splits := lclass.Must(validate.Repeated{Of: validate.Split{Test: 0.3}, Times: 4, Seed: 1}.Split(d))
	if len(splits) != 4 || len(splits[3].Test) != 45 || slices.Equal(splits[0].Test, splits[1].Test) {
		t.Errorf("%d splits", len(splits))
	}
}

func TestGroupsStayTogether(t *testing.T) {
	names := []string{"u", "v", "u", "w", "w", "x", "x", "x", "v", "y"}
	d := numbered(t, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1)
	g := validate.GroupsOf(names)
	check := func(name string, folds []validate.Fold, of []string) {
		for k, f := range folds {
			for _, i := range f.Test {
				for _, j := range f.Train {
					if of[i] == of[j] {
						t.Errorf("%s: group %s is on both sides of fold %d", name, of[i], k)
					}
				}
			}
		}
	}
	check("split", lclass.Must(validate.Split{Groups: g}.Split(d)), names)
	shuffled := validate.Split{Groups: g, Test: 0.4}
	check("shuffled split", lclass.Must(validate.Split{Groups: g, Test: 0.4, Seed: 3}.Split(d)), names)
	last := lclass.Must(validate.Split{Groups: g}.Split(d))
	if !slices.Equal(last[0].Test, []int{9}) {
		t.Errorf("the test set is %v, want that of the last group", last[0].Test)
	}

	// What is known of samples goes with them into the samples of a fold.
	index := []int{9, 8, 7, 3, 0}
	var some []string
	for _, i := range index {
		some = append(some, names[i])
	}
	for _, f := range []validate.Folds{validate.GroupKFold{K: 2, Groups: g}, validate.LeaveOneGroupOut{Groups: g}, shuffled} {
		folds := lclass.Must(validate.ForSubset(f, index).Split(d.Subset(index)))
		check("samples of samples", folds, some)
	}
	if f := validate.ForSubset(validate.Split{}, index); len(lclass.Must(f.Split(d.Subset(index)))) != 1 {
		t.Error("a split without groups")
	}
	inner := validate.GroupKFold{K: 2, Groups: g}
	n, err := validate.Nested(d, validate.LeaveOneGroupOut{Groups: g}, inner, []float64{1, 0.1}, func(λ float64) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(λ)}
	}, validate.LogLoss)
	if err != nil || len(n.Searches) != 5 {
		t.Errorf("nested search by groups: %v", err)
	}
	for _, c := range []struct {
		split validate.Split
		want  error
	}{
		{validate.Split{Groups: g, Stratify: true}, &lclass.SettingError{Setting: "Split.Groups", Value: "5 groups"}},
		{validate.Split{Groups: validate.GroupsOf(names[:3])}, &invalid.LengthError{Of: "numbers in Split.Groups", Have: 3, Want: 10}},
		{validate.Split{Groups: g, Test: 0.9}, &lclass.SettingError{Setting: "Split.Test", Value: 0.9}},
	} {
		if _, err := c.split.Split(d); !errtest.Is(err, c.want) {
			t.Errorf("error %v, want %#v", err, c.want)
		}
	}
}

func TestCrossPredict(t *testing.T) {
	line := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "petal_width", Features: []string{"petal_length"}}))
	folds := validate.KFold{K: 3, Seed: 1}
	p := lclass.Must(validate.CrossPredict(line, folds, lclass.LinearRegression{}))
	for _, f := range lclass.Must(folds.Split(line)) {
		m := lclass.Must(lclass.LinearRegression{}.Fit(line.Subset(f.Train)))
		for j, y := range lclass.Must(m.Predict(line.Subset(f.Test))).Number {
			if p.Number[f.Test[j]] != y {
				t.Errorf("sample %d is %v, want %v", f.Test[j], p.Number[f.Test[j]], y)
			}
		}
	}
	if p.Y != nil || p.Proba != nil {
		t.Error("a regression has classes")
	}
	if p := lclass.Must(validate.CrossPredict(line, folds, validate.Dummy{})); p.Number == nil {
		t.Error("the dummy has no numbers")
	}
	if p := lclass.Must(validate.CrossPredict(iris(t), fiveFolds, lclass.LeastSquares{})); p.Y == nil || p.Proba != nil {
		t.Error("least squares has probabilities")
	}
	if p := lclass.Must(validate.CrossPredict(noise(), fiveFolds, selecting{3})); len(p.Y) != 60 {
		t.Errorf("%d predictions", len(p.Y))
	}
	// Classes without samples have no place in a generative model, which numbers
	// the others without them.
	d := iris(t)
	var without []int
	for i, class := range d.T() {
		if class != 0 {
			without = append(without, i)
		}
	}
	two := d.Subset(without)
	g := lclass.Must(validate.CrossPredict(two, validate.KFold{K: 5, Stratify: true}, lclass.QDA{}))
	var right int
	for i, class := range two.T() {
		if g.Y[i] == class {
			right++
		}
		if lclass.Argmax(g.Proba.RawRowView(i)) != g.Y[i] || g.Proba.At(i, 0) != 0 {
			t.Errorf("sample %d is class %d with probabilities %v", i, g.Y[i], g.Proba.RawRowView(i))
		}
	}
	if right < 90 {
		t.Errorf("%d of 100 right", right)
	}
}

func TestLearningCurveIsShuffled(t *testing.T) {
	c := lclass.Must(validate.LearningCurve(iris(t), validate.Options{Folds: fiveFolds, Seed: 1, Models: true}, []float64{0.1, 1}, lclass.LDA{}))
	if !slices.Equal(c.Sizes, []int{12, 120}) || c.Validations[0].Models[4] == nil {
		t.Errorf("sizes %v", c.Sizes)
	}
	if first := c.Validations[0].Scores[0]; first.TrainMean() < first.Mean() {
		t.Errorf("12 samples: %v", first)
	}
	table := c.Table()
	if names := []string{table.Columns[0].Name, table.Columns[1].Name, table.Columns[3].Name}; !slices.Equal(names, []string{"samples", "accuracy", "train accuracy"}) {
		t.Errorf("columns %q", names)
	}
	if !strings.Contains(c.String(), "120") || !strings.Contains(c.HTML(), "<td") {
		t.Errorf("curve\n%s", c)
	}
}

func TestInterruptedPermutations(t *testing.T) {
	stop := errors.New("enough")
	var fits int
	l := spy{lclass.LDA{}, func(*lclass.Data) error {
		if fits++; fits > 13 {
			return stop
		}
		return nil
	}}
	var told []validate.Progress
	o := validate.Options{Folds: fiveFolds, Workers: 1, Progress: func(p validate.Progress) { told = append(told, p) }}
	perm := rand.New(rand.NewPCG(1, 1)).Perm(150)
	r, err := validate.PermutationTest(iris(t), o, l, [][]int{perm, perm, perm})
	if !errors.Is(err, stop) || foldOf(err) != 4 {
		t.Errorf("error %v", err)
	}
	begins(t, err, "validate: permutation 2 of 3: fold 4 of 5: enough")
	if r.P != 0.5 || math.IsNaN(r.Permuted[0]) || !math.IsNaN(r.Permuted[1]) || len(told) != 1 || told[0].Total != 3 {
		t.Errorf("%+v, told %v", r, told)
	}
	if s := r.String(); !strings.HasPrefix(s, "accuracy 0.98, ") || !strings.HasSuffix(s, "with permuted targets (1), p = 0.5") {
		t.Error(s)
	}
}

func TestTexts(t *testing.T) {
	d := iris(t)
	v := lclass.Must(validate.CrossValidate(d, fiveFolds, lclass.LDA{}, validate.Accuracy, validate.LogLoss))
	if s := v.String(); strings.Count(s, "\n") != 2 || !strings.HasPrefix(s, "accuracy 0.98 ± 0.0") || !strings.Contains(s, "\nlog-loss ") {
		t.Error(s)
	}
	if df := frames.Of(v.Table()); df.Nrow() != 5 || !slices.Equal(df.Names(), []string{"fold", "train", "test", "accuracy", "train accuracy", "log-loss", "train log-loss", "fit"}) {
		t.Errorf("%q", df.Names())
	}
	if !strings.HasPrefix(v.HTML(), "<p>accuracy") || !strings.Contains(v.HTML(), "<table>") {
		t.Error(v.HTML())
	}
	one := lclass.Must(validate.CrossValidate(d, validate.Split{Seed: 1}, lclass.LDA{}))
	if s := one.String(); !strings.Contains(s, "in one fold, ") || !math.IsNaN(one.SE()) {
		t.Error(s)
	}
	n := lclass.Must(validate.Nested(d, fiveFolds, fiveFolds, []float64{1, 0.01}, func(λ float64) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(λ)}
	}, validate.LogLoss))
	if s := n.String(); !strings.HasSuffix(s, "\nchosen: 0.01, 0.01, 0.01, 0.01, 0.01\n") {
		t.Error(s)
	}
	if df := frames.Of(n.Table()); !slices.Equal(df.Names(), []string{"fold", "parameter", "train", "test", "log-loss", "fit"}) || !strings.Contains(n.HTML(), "chosen") {
		t.Errorf("%q", df.Names())
	}
	var empty validate.Search[float64, *lclass.Model]
	if empty.Table().Len() != 0 {
		t.Error("an empty search has rows")
	}
}

// What is to be known of the fits comes first.
func TestCaveats(t *testing.T) {
	d := lclass.Must(iris(t).Positive("setosa")) // a line parts it from the others
	v := lclass.Must(validate.CrossValidate(d, fiveFolds, lclass.Logistic{}))
	if s := v.String(); !strings.HasPrefix(s, "careful, 5 of 5 fits: the classes are separated: ") || v.Caveats[4] == "" {
		t.Error(s)
	}
	short := lclass.Softmax{Penalty: lclass.L2(1e-3), Solver: lclass.Descent{Epochs: 1}}
	s := lclass.Must(validate.GridSearch(iris(t), fiveFolds, []bool{false, true}, func(full bool) lclass.Estimator {
		if full {
			return lclass.Softmax{Penalty: lclass.L2(1e-3)}
		}
		return short
	}))
	if text := s.String(); !strings.HasPrefix(text, "careful, 5 of 10 fits: the fit has not converged: ") || !strings.Contains(text, "\nbest of 2: true, ") {
		t.Error(text)
	}
	if c := lclass.Must(validate.CrossValidate(d, fiveFolds, lclass.QDA{})).Caveats; !slices.Equal(c, make([]string, 5)) {
		t.Errorf("caveats %q", c)
	}
}

// What learners say of hostile data comes through folds and searches as it is,
// for errors.Is and errors.As.
func TestReasonsComeThrough(t *testing.T) {
	spec := func(λ float64) lclass.Estimator { return lclass.Softmax{Penalty: lclass.L2(λ)} }
	path := func(λ float64, start *lclass.Model) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(λ), Start: start}
	}
	folds := validate.KFold{K: 2}
	grid := []float64{0.1, 0.01}
	oneClass := classesOf(t, []int{1, 1, 1, 1, 1, 1})
	x := mat.NewDense(6, 1, []float64{1e200, -1e200, 1e200, -1e200, 1e200, 2e200})
	tooLarge := lclass.Must(lclass.FromMatrix(x, []int{0, 1, 0, 1, 0, 1}, []string{"a", "b"}))
	for name, run := range map[string]func(d *lclass.Data) error{
		"CrossValidate": func(d *lclass.Data) error { _, err := validate.CrossValidate(d, folds, spec(1)); return err },
		"GridSearch":    func(d *lclass.Data) error { _, err := validate.GridSearch(d, folds, grid, spec); return err },
		"PathSearch":    func(d *lclass.Data) error { _, err := validate.PathSearch(d, folds, grid, path); return err },
		"Nested": func(d *lclass.Data) error {
			_, err := validate.Nested(d, folds, validate.LeaveOneOut{}, grid, spec)
			return err
		},
		"LearningCurve": func(d *lclass.Data) error {
			_, err := validate.LearningCurve(d, folds, []float64{1}, spec(1))
			return err
		},
		"CrossPredict": func(d *lclass.Data) error { _, err := validate.CrossPredict(d, folds, spec(1)); return err },
		"PermutationTest": func(d *lclass.Data) error {
			_, err := validate.PermutationTest(d, folds, spec(1), validate.Permutations(d.N(), 2, 1))
			return err
		},
	} {
		if err := run(oneClass); !errors.Is(err, lclass.ErrOneClass) {
			t.Errorf("%s of one class: %v", name, err)
		}
		var unit *lclass.ValueError
		if err := run(tooLarge); !isValue(err, lclass.ErrOverflow, &unit) || unit.Column != "x1" {
			t.Errorf("%s of values that are too large: %v", name, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := run(iris(t).WithContext(ctx)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s after the context was done: %v", name, err)
		}
	}
}
