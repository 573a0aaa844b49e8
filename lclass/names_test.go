package lclass_test

import (
	"encoding/json"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
)

func TestNamesMustDiffer(t *testing.T) {
	x := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
	fails(t, failure(lclass.FromMatrix(x, []int{0, 1}, []string{"a", "a"})), &lclass.NameError{Name: "a"})
	fails(t, failure(lclass.FromMatrix(x, []int{0, 1}, []string{"a", ""})), &lclass.NameError{})
	d, err := lclass.FromMatrix(x, []int{0, 1}, []string{"a", "b"})
	must(t, d, err)
	fails(t, failure(d.WithFeatures("u", "u")), &lclass.NameError{Name: "u"})
	fails(t, failure(d.WithFeatures("u")), &invalid.LengthError{Of: "names", Have: 1, Want: 2})
}

func TestDataString(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{1, 2, 3})
	classes, err := lclass.FromMatrix(x, []int{0, 1, 1}, []string{"no", "yes"})
	must(t, classes, err)
	numbers, err := lclass.RegressionFromMatrix(x, []float64{1.5, 2, -3})
	must(t, numbers, err)
	weighted, err := classes.WithWeight([]float64{1, 2, 3})
	must(t, weighted, err)
	many, err := lclass.FromMatrix(x, []int{0, 1, 1}, classNames(12))
	must(t, many, err)
	for _, c := range []struct {
		d    *lclass.Data
		want string
	}{
		{classes.WithTarget("ill"), "3 samples, 1 features, target ill: 1 × no, 2 × yes"},
		{numbers, "3 samples, 1 features, target t from -3 to 2"},
		{weighted, "3 samples, 1 features, target t: 1 × no, 2 × yes, Σs = 6"},
	} {
		if got := c.d.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := many.String(); !strings.HasSuffix(got, "… of 12 classes") {
		t.Errorf("%q does not end with the number of classes", got)
	}
}

// Data in a key of Keep would make every data set the same.
func TestDataAreNotWritten(t *testing.T) {
	t.Setenv("LCLASS_KEEP", t.TempDir())
	x := mat.NewDense(2, 1, []float64{1, 2})
	d, err := lclass.FromMatrix(x, []int{0, 1}, []string{"a", "b"})
	must(t, d, err)
	fails(t, failure(json.Marshal(d)), lclass.ErrDataJSON)
	_, err = lclass.Keep("n", func() (int, error) { return d.N(), nil }, d)
	fails(t, err, lclass.ErrDataJSON, "parameter 1")
	_, err = lclass.Keep("d", func() (*lclass.Data, error) { return d, nil })
	fails(t, err, lclass.ErrDataJSON, `Keep("d")`)
	type hidden struct{ n int }
	_, err = lclass.Keep("h", func() (hidden, error) { return hidden{3}, nil })
	mentions(t, err, `Keep("h")`, "exported")
}

func TestSubsetOfNoSample(t *testing.T) {
	d, err := lclass.FromMatrix(mat.NewDense(2, 1, []float64{1, 2}), []int{0, 1}, []string{"a", "b"})
	must(t, d, err)
	for _, i := range []int{-1, 2} {
		func() {
			defer func() {
				if p, ok := recover().(string); !ok || !strings.Contains(p, "Subset: sample") {
					t.Errorf("sample %d: panic %v", i, p)
				}
			}()
			d.Subset([]int{0, i})
		}()
	}
}

// A learning rate that is too large is not cured by a larger one.
func TestDescentThatClimbs(t *testing.T) {
	x, class := clouds(60, 2, 2, 1)
	m := learn(t, lclass.Logistic{Solver: lclass.Descent{Eta: 1e4, Epochs: 3}}, both(t, x, class))
	fails(t, m.Status.Err(), lclass.ErrNotConverged, "the loss rose from", "smaller Eta")
}

func TestSolverGivenAsPointer(t *testing.T) {
	x, class := clouds(20, 2, 2, 1)
	fails(t, failure(lclass.Logistic{Solver: &lclass.Newton{}}.Fit(both(t, x, class))), &lclass.SettingError{Setting: "Solver", Value: "a *lclass.Newton"})
}
