package validate_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/lclass/validate"
)

// passengers are 120 rows with texts and gaps.
func passengers(t *testing.T) *lclass.Data {
	t.Helper()
	r := rand.New(rand.NewPCG(4, 4))
	var b strings.Builder
	b.WriteString("sex,age,port,boarded\n")
	for range 120 {
		sex, age := "male", fmt.Sprintf("%.0f", 20+30*r.Float64())
		p := 0.2
		if r.Float64() < 0.5 {
			sex, p = "female", 0.8
		}
		if r.Float64() < 0.2 {
			age = ""
		}
		boarded := "no"
		if r.Float64() < p {
			boarded = "yes"
		}
		fmt.Fprintf(&b, "%s,%s,%s,%s\n", sex, age, []string{"S", "C", "Q"}[r.IntN(3)], boarded)
	}
	return lclass.Must(lclass.FromFrame(dataframe.ReadCSV(strings.NewReader(b.String())), lclass.Columns{Target: "boarded", Raw: true}))
}

// The preparation of a fold knows its training set only.
func TestPipelinesArePreparedWithinFolds(t *testing.T) {
	d := iris(t)
	l := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: lclass.LDA{Shrinkage: 0.3}}
	v := lclass.Must(validate.CrossValidate(d, validate.Options{Folds: validate.KFold{Seed: 1}, Models: true}, l, validate.LogLoss))
	for k, f := range v.Folds {
		train, test := d.Subset(f.Train), d.Subset(f.Test)
		s := lclass.Must(lclass.Prepare(train, lclass.Standardize{}))
		m := lclass.Must(lclass.LDA{Shrinkage: 0.3}.Fit(lclass.Must(s.Apply(train))))
		if !mat.EqualApprox(v.Models[k].W, m.W, 1e-10) {
			t.Errorf("fold %d: W is\n%v, want\n%v", k, mat.Formatted(v.Models[k].W), mat.Formatted(m.W))
		}
		near(t, "log-loss", v.Scores[0].Test[k:k+1], []float64{lclass.Must(validate.LogLoss.Of(m, lclass.Must(s.Apply(test))))}, 1e-10)
	}
}

// Searches, nested ones and out-of-fold predictions take raw data, as pipelines
// do; a path shares its fits inside of them.
func TestPipelinesInSearches(t *testing.T) {
	d := passengers(t)
	pipeline := func(of lclass.Estimator) lclass.Estimator {
		return lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}, lclass.Standardize{}}, Of: of}
	}
	path := func(λ float64, start *lclass.Model) lclass.Estimator {
		return pipeline(lclass.Logistic{Penalty: lclass.L2(λ), Start: start})
	}
	grid := func(λ float64) lclass.Estimator { return pipeline(lclass.Logistic{Penalty: lclass.L2(λ)}) }
	lambdas := []float64{1, 0.1, 0.01}
	a := lclass.Must(validate.GridSearch(d, fiveFolds, lambdas, grid, validate.LogLoss, validate.Accuracy))
	b := lclass.Must(validate.PathSearch(d, fiveFolds, lambdas, path, validate.LogLoss))
	for i := range lambdas {
		near(t, "log-loss on the path", b.Validations[i].Scores[0].Test, a.Validations[i].Scores[0].Test, 1e-8)
	}
	// Four of five are right by the sex alone; the standard error is 0.037.
	if accuracy := a.Validations[a.At].Scores[1].Mean(); accuracy < 0.69 || a.Model.Preparation == nil {
		t.Errorf("accuracy %v, preparation %v", accuracy, a.Model.Preparation)
	}
	n := lclass.Must(validate.Nested(d, validate.KFold{K: 3, Stratify: true}, fiveFolds, lambdas, grid))
	if n.Mean() < 0.69 {
		t.Errorf("nested: %v", n)
	}
	if p := lclass.Must(validate.CrossPredict(d, fiveFolds, grid(0.1))); len(p.Y) != 120 || p.Proba == nil {
		t.Errorf("predictions %v", p)
	}
	var text *lclass.ValueError
	if _, err := validate.CrossValidate(d, fiveFolds, lclass.Logistic{}); foldOf(err) != 1 || !isValue(err, lclass.ErrKind, &text) {
		t.Errorf("raw data without a pipeline: %v", err)
	} else {
		ends(t, err, "; rows are counted within the samples of the fold")
	}
	// A reader counts the rows of its file.
	x := make([]float64, 64)
	x[37] = math.NaN()
	target := make([]int, 64)
	for i := range target {
		target[i] = i % 2
	}
	blocks := lclass.Must(lclass.FromMatrix(lclass.Blocks{N: 64, D: 1, Size: 16, Read: func(dst []float64, lo, hi int) error {
		copy(dst, x[lo:hi])
		return nil
	}}, target, []string{"a", "b"}))
	if _, err := validate.CrossValidate(blocks, fiveFolds, lclass.Logistic{}); !errors.As(err, &text) || text.Row != 37 || !errors.As(err, new(*invalid.RewordedError)) {
		t.Errorf("NaN in row 37 of blocks: %v", err)
	}
	reads(t, &validate.FoldError{Fold: 1, Err: invalid.Reworded(&lclass.ValueError{Row: 3}, "x.csv: row 3")}, "validate: fold 1 of 0: x.csv: row 3")
}
