package validate_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/lclass/metric"
	"linclass/lclass/validate"
)

var errorRate = validate.Scoring{Name: "error", LowerIsBetter: true, Of: func(m validate.Predictor, d *lclass.Data) (float64, error) {
	accuracy, err := validate.Accuracy.Of(m, d)
	return 1 - accuracy, err
}}

// twoIris is versicolor against virginica, with weights.
func twoIris(t *testing.T) *lclass.Data {
	t.Helper()
	d := iris(t)
	var index []int
	var s []float64
	for i, class := range d.T() {
		if class > 0 {
			index = append(index, i)
			s = append(s, 0.5+float64(i%3))
		}
	}
	return lclass.Must(lclass.Must(d.Subset(index).Positive("virginica")).WithWeight(s))
}

// Class weights belong to the fit: the scores of a model stay what they are.
func TestScoresIgnoreClassWeights(t *testing.T) {
	two := twoIris(t)
	costly := lclass.Must(two.WithClassWeight(map[string]float64{"virginica": 9}))
	m := lclass.Must(lclass.Logistic{Penalty: lclass.L2(0.1)}.Fit(costly))
	if y := lclass.Must(m.Accuracy(costly)); y != lclass.Must(m.Accuracy(two)) {
		t.Errorf("accuracy %v with class weights, %v without", y, lclass.Must(m.Accuracy(two)))
	}
	for _, s := range []validate.Scoring{validate.Accuracy, validate.F1, validate.LogLoss, validate.AUC, validate.Brier} {
		if a, b := lclass.Must(s.Of(m, costly)), lclass.Must(s.Of(m, two)); a != b {
			t.Errorf("%s %v with class weights, %v without", s.Name, a, b)
		}
	}
	if a, b := lclass.Must(validate.Report(m, costly)).String(), lclass.Must(validate.Report(m, two)).String(); a != b {
		t.Errorf("report with class weights\n%s\nwithout\n%s", a, b)
	}
}

// Scorings are the metrics of what the model says.
func TestScorings(t *testing.T) {
	two, three := twoIris(t), iris(t)
	logistic := lclass.Must(lclass.Logistic{Penalty: lclass.L2(0.1)}.Fit(two))
	softmax := lclass.Must(lclass.Softmax{Penalty: lclass.L2(0.1)}.Fit(three))
	squares := lclass.Must(lclass.LeastSquares{}.Fit(three))
	qda := lclass.Must(lclass.QDA{}.Fit(two))
	line := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "petal_width", Features: []string{"petal_length"}}))
	regression := lclass.Must(lclass.LinearRegression{}.Fit(line))
	s := two.Weight()
	tTwo, yTwo, pTwo := two.T(), lclass.Must(logistic.Predict(two)).Class, mat.Col(nil, 1, lclass.Must(logistic.Proba(two)))
	tThree, yThree, pThree := three.T(), lclass.Must(softmax.Predict(three)).Class, lclass.Must(softmax.Proba(three))
	number := lclass.Must(regression.Predict(line)).Number
	confusion := metric.Confusion(tTwo, yTwo, nil, s)
	for _, c := range []struct {
		scoring validate.Scoring
		model   validate.Predictor
		d       *lclass.Data
		want    float64
	}{
		{validate.Accuracy, logistic, two, metric.Accuracy(tTwo, yTwo, s)},
		{errorRate, logistic, two, 1 - metric.Accuracy(tTwo, yTwo, s)},
		{validate.BalancedAccuracy, logistic, two, confusion.BalancedAccuracy()},
		{validate.MCC, logistic, two, confusion.MCC()},
		{validate.F1, logistic, two, confusion.Class(1).F1()},
		{validate.OfPositive("recall", metric.Counts.Recall), logistic, two, confusion.Class(1).Recall()},
		{validate.OfConfusion("kappa", (*metric.ConfusionMatrix).Kappa), logistic, two, confusion.Kappa()},
		{validate.MacroF1, softmax, three, metric.Confusion(tThree, yThree, nil, nil).Macro(metric.Counts.F1)},
		{validate.AUC, logistic, two, metric.AUC(tTwo, pTwo, s)},
		{validate.AUC, qda, two, metric.AUC(tTwo, mat.Col(nil, 1, lclass.Must(qda.Proba(two))), s)},
		{validate.AUC, softmax, three, metric.Mean(metric.AUCOneVsRest(tThree, pThree, nil), nil)},
		{validate.AUC, squares, three, metric.Mean(metric.AUCOneVsRest(tThree, lclass.Must(squares.Scores(three)), nil), nil)},
		{validate.LogLoss, softmax, three, metric.LogLoss(tThree, pThree, nil)},
		{validate.Brier, logistic, two, metric.Brier(tTwo, pTwo, s)},
		{validate.Brier, softmax, three, metric.BrierClasses(tThree, pThree, nil)},
		{validate.OfProbability("top-2", false, func(t []int, p mat.Matrix, s []float64) float64 {
			return metric.TopK(t, p, 2, s)
		}), softmax, three, metric.TopK(tThree, pThree, 2, nil)},
		{validate.MSE, regression, line, metric.MSE(line.Y(), number, nil)},
		{validate.MAE, regression, line, metric.MAE(line.Y(), number, nil)},
		{validate.R2, regression, line, metric.R2(line.Y(), number, nil)},
	} {
		got, err := c.scoring.Of(c.model, c.d)
		if err != nil || !(math.Abs(got-c.want) < 1e-12) {
			t.Errorf("%s = %v, error %v; want %v", c.scoring.Name, got, err, c.want)
		}
	}
}

func TestScoringsSayWhatTheyLack(t *testing.T) {
	three := iris(t)
	line := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "petal_width", Features: []string{"petal_length"}}))
	regression := lclass.Must(lclass.LinearRegression{}.Fit(line))
	pairs := lclass.Must(lclass.OneVsOne{Of: lclass.Logistic{Penalty: lclass.L2(0.1)}}.Fit(three))
	for _, c := range []struct {
		scoring validate.Scoring
		model   validate.Predictor
		d       *lclass.Data
		want    error
	}{
		{validate.F1, pairs, three, &invalid.TargetError{Target: "species", Want: "two classes"}},
		{validate.AUC, pairs, three, validate.ErrPairs},
		{validate.AUC, regression, line, &invalid.TargetError{Target: "petal_width", Want: "classes"}},
		{validate.LogLoss, blind{}, three, &lclass.SettingError{Setting: "model", Value: "a validate_test.blind"}},
		{validate.AUC, blind{}, three, &lclass.SettingError{Setting: "model", Value: "a validate_test.blind"}},
		{validate.MSE, blind{}, line, &lclass.SettingError{Setting: "model", Value: "a validate_test.blind"}},
		{validate.Accuracy, lclass.Must(lclass.LDA{}.Fit(three)), line, &invalid.TargetError{Target: "petal_width", Want: "classes"}},
	} {
		_, err := c.scoring.Of(c.model, c.d)
		if !errtest.Is(err, c.want) {
			t.Errorf("%s: error %v, want %#v", c.scoring.Name, err, c.want)
		}
	}
}

// A blind model knows classes only.
type blind struct{}

func (blind) Predict(d *lclass.Data) (lclass.Prediction, error) {
	return lclass.Prediction{Class: make([]int, d.N())}, nil
}
func (blind) Targets(d *lclass.Data) ([]int, error) { return d.T(), nil }

func TestBetter(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		smaller bool
		a, b    float64
		want    bool
	}{
		{false, 2, 1, true}, {false, 1, 2, false}, {false, 1, 1, false},
		{true, 2, 1, false}, {true, 1, 2, true}, {true, 1, 1, false},
		{false, 1, nan, true}, {false, nan, 1, false}, {true, nan, nan, false}, {true, math.Inf(1), nan, true},
	} {
		if got := (validate.Scoring{LowerIsBetter: c.smaller}).Better(c.a, c.b); got != c.want {
			t.Errorf("smaller %v: %v better than %v: %v", c.smaller, c.a, c.b, got)
		}
	}
}

func TestDummy(t *testing.T) {
	d := classesOf(t, []int{0, 1, 1, 1, 2, 2, 0, 1, 1, 1})
	m := lclass.Must(validate.Dummy{}.Fit(d))
	near(t, "shares", m.Share, []float64{0.2, 0.6, 0.2, 0, 0}, 1e-15)
	v := lclass.Must(validate.CrossValidate(d, validate.KFold{K: 2, Stratify: true}, validate.Dummy{}, validate.Accuracy, validate.LogLoss))
	near(t, "accuracy", v.Scores[0].Test, []float64{0.6, 0.6}, 1e-15)
	// The entropy of the shares.
	entropy := -0.6*math.Log(0.6) - 0.4*math.Log(0.2)
	near(t, "log-loss", v.Scores[1].Test, []float64{entropy, entropy}, 1e-12)
	if auc := lclass.Must(validate.AUC.Of(lclass.Must(validate.Dummy{}.Fit(twoIris(t))), twoIris(t))); auc != 0.5 {
		t.Errorf("AUC %v, want that of chance", auc)
	}
	weighted := lclass.Must(d.WithWeight([]float64{9, 1, 1, 1, 1, 1, 9, 1, 1, 1}))
	if y := lclass.Must(lclass.Must(validate.Dummy{}.Fit(weighted)).Predict(d)).Class; y[0] != 0 {
		t.Errorf("the majority of the weights is class %d, want 0", y[0])
	}

	// 4000 draws: shares are right up to four standard errors of at most 0.008.
	r := rand.New(rand.NewPCG(1, 1))
	many := make([]int, 4000)
	for i := range many {
		if u := r.Float64(); u > 0.7 {
			many[i] = 2
		}
	}
	big := classesOf(t, many)
	for rule, want := range map[validate.DummyStrategy][]float64{
		validate.Stratified: {0.7, 0, 0.3, 0, 0}, validate.Uniform: {0.5, 0, 0.5, 0, 0},
	} {
		m := lclass.Must(validate.Dummy{Strategy: rule, Seed: 5}.Fit(big))
		share := make([]float64, 5)
		y := lclass.Must(m.Predict(big)).Class
		for _, class := range y {
			share[class] += 1.0 / 4000
		}
		near(t, "drawn shares", share, want, 0.032)
		p := lclass.Must(m.Proba(big))
		near(t, "probabilities", p.RawRowView(7), want, 0.032)
		again := lclass.Must(m.Predict(big)).Class
		other := lclass.Must(lclass.Must(validate.Dummy{Strategy: rule, Seed: 6}.Fit(big)).Predict(big)).Class
		if same, differ := agreement(y, again), agreement(y, other); same != 1 || differ > 0.9 {
			t.Errorf("rule %d: the same seed agrees in %v, another one in %v", rule, same, differ)
		}
	}

	line := lclass.Must(lclass.RegressionFromMatrix(mat.NewDense(3, 1, nil), []float64{0.5, 1, 3}))
	mean := lclass.Must(validate.Dummy{}.Fit(line))
	near(t, "mean", lclass.Must(mean.Predict(line)).Number, []float64{1.5, 1.5, 1.5}, 1e-15)
	if r2 := lclass.Must(validate.R2.Of(mean, line)); math.Abs(r2) > 1e-15 {
		t.Errorf("R² of the mean is %v", r2)
	}
	unweighted := lclass.Must(d.WithWeight([]float64{1, 0, 0, 0, 0, 0, 0, 0, 0, 0})).Subset([]int{1, 2})
	for _, c := range []struct {
		f    func() error
		want error
	}{
		{func() error { _, err := validate.Dummy{}.Fit(nil); return err }, lclass.ErrNoSamples},
		{func() error { _, err := validate.Dummy{Strategy: 7}.Fit(d); return err }, &lclass.SettingError{Setting: "Dummy.Strategy", Value: 7}},
		{func() error { _, err := validate.Dummy{}.Fit(unweighted); return err }, &lclass.SettingError{Setting: "Dummy: sum of the weights", Value: 0}},
		{func() error { _, err := mean.Proba(line); return err }, &lclass.SettingError{Setting: "Classes", Value: []string(nil)}},
		{func() error { _, err := mean.Targets(line); return err }, &invalid.TargetError{Target: "t", Want: "classes"}},
		{func() error { _, err := m.Targets(iris(t)); return err }, &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "species", Value: "setosa", Want: m.Classes}},
	} {
		if err := c.f(); !errtest.Is(err, c.want) {
			t.Errorf("error %v, want %#v", err, c.want)
		}
	}
}

func agreement(a, b []int) float64 { return metric.Accuracy(a, b, nil) }

// The report is that of metric, put together by hand.
func TestReport(t *testing.T) {
	d := lclass.Must(iris(t).WithClassWeight(map[string]float64{"setosa": 2}))
	m := lclass.Must(lclass.LDA{}.Fit(d))
	got := lclass.Must(validate.Report(m, d))
	want := metric.NewReport(metric.Predictions{T: d.T(), P: lclass.Must(m.Proba(d)), S: d.SampleWeight(), Classes: d.Classes()})
	if got.String() != want.String() {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	svm := lclass.Must(validate.Report(lclass.Must(lclass.LinearSVM{Loss: lclass.CrammerSinger, Penalty: lclass.L2(0.1)}.Fit(d)), d))
	if slices.ContainsFunc(svm.Values, func(v metric.Value) bool { return v.Name == "log-loss" }) || !slices.Equal(svm.Confusion.Classes, d.Classes()) {
		t.Errorf("%s", svm)
	}
	line := lclass.Must(lclass.LinearRegression{}.Fit(lclass.Must(lclass.RegressionFromMatrix(mat.NewDense(3, 1, []float64{1, 2, 3}), []float64{1.5, 2, 3}))))
	if _, err := validate.Report(line, d); err == nil {
		t.Error("numbers have a report of classes")
	}
	if _, err := validate.Report(m, d.Subset(nil)); !errors.Is(err, lclass.ErrNoSamples) {
		t.Errorf("no samples: %v", err)
	}
}
