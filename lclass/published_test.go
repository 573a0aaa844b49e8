package lclass_test

import (
	"math"
	"os"
	"testing"

	"github.com/go-gota/gota/series"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/validate"
)

// underRace reports whether the race detector makes everything ten times slower.
var underRace bool

// forNumbers skips a test under the race detector, whose many fits would take
// minutes and run the same code side by side as those of other tests.
func forNumbers(t *testing.T) {
	t.Helper()
	if underRace {
		t.Skip("its numbers are checked without the race detector")
	}
}

// needsData skips a test on data that are not embedded.
func needsData(t *testing.T) {
	t.Helper()
	if os.Getenv("LCLASS_DATA") == "" {
		t.Skip("LCLASS_DATA is not set: no MNIST or Titanic list to test on")
	}
}

// titanic714 is the table of Edinburgh: the 714 passengers with an age, six
// features, and women 1, men 0.
func titanic714(t *testing.T) *lclass.Data {
	t.Helper()
	df, err := datasets.Titanic()
	must(t, df, err)
	var sex []float64
	for _, s := range df.Col("Sex").Records() {
		if s == "female" {
			sex = append(sex, 1)
		} else {
			sex = append(sex, 0)
		}
	}
	df = df.Mutate(series.New(sex, series.Float, "Sex"))
	d, err := lclass.FromFrame(df, lclass.Columns{Target: "Survived", Features: []string{"Pclass", "Sex", "Age", "SibSp", "Parch", "Fare"}, DropMissing: true})
	if must(t, d, err).N() != 714 {
		t.Fatalf("%d passengers, want 714", d.N())
	}
	return d
}

// IRLS on all 714, standardised, without a penalty: the negative
// log-likelihoods were computed independently, from 714 ln 2 on, and are
// printed to two to four digits.
func TestTitanicIRLS(t *testing.T) {
	needsData(t)
	d := titanic714(t)
	z, err := prepared(d, lclass.Standardize{})
	m := learn(t, lclass.Logistic{Solver: lclass.Newton{}}, must(t, z, err))
	for i, want := range []struct{ nll, digit float64 }{
		{714 * math.Ln2, 1e-9}, {329.44, .005}, {318.39, .005}, {317.906, .0005}, {317.9043, .00005},
	} {
		if got := 714 * m.History[i].Loss; math.Abs(got-want.nll) > want.digit {
			t.Errorf("step %d: %v, want %v", i, got, want.nll)
		}
	}
}

// Edinburgh's weights, as scikit-learn's LogisticRegression (C = 1) gives them
// on train_test_split(test_size=0.2, random_state=1), to three digits, and its
// accuracy on the 143 others.
func TestTitanicWeights(t *testing.T) {
	needsData(t)
	train, test, err := validate.Split{Perm: validate.NumpyPermutation(714, 1)}.Of(titanic714(t))
	must(t, train, err)
	s, err := lclass.Prepare(train, lclass.Standardize{})
	must(t, s, err)
	train, err = s.Apply(train)
	must(t, train, err)
	test, err = s.Apply(test)
	must(t, test, err)
	m := learn(t, lclass.Logistic{Penalty: lclass.L2(1 / float64(train.N()))}, train)
	w, _ := m.Line()
	for j, want := range []float64{-0.967, 1.269, -0.519, -0.274, -0.032, 0.160} {
		if math.Abs(w[j]-want) > 0.0005 {
			t.Errorf("%s has weight %.4f, want %v", m.Features[j], w[j], want)
		}
	}
	accuracy, err := m.Accuracy(test)
	if must(t, accuracy, err); math.Abs(accuracy-0.790) > 0.0005 {
		t.Errorf("accuracy %.4f, want 0.790", accuracy)
	}
}

// The optimum 0.232118 for λ = 1/60000 was found by two other programs.
func TestMNISTSoftmax(t *testing.T) {
	needsData(t)
	if testing.Short() || underRace {
		t.Skip("takes seconds, and minutes with the race detector")
	}
	train, _, err := datasets.MNIST()
	must(t, train, err)
	m := learn(t, lclass.Softmax{Penalty: lclass.L2(1. / 60000), Solver: lclass.QuasiNewton{MaxIter: 60}}, train)
	if math.Abs(m.Status.Loss-0.232118) > 1e-4 {
		t.Errorf("objective %v after %d steps, want 0.232118", m.Status.Loss, m.Status.Iterations)
	}
}
