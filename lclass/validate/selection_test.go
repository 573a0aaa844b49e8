package validate_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/validate"
)

// A selection is an entry of testdata/selection.json, made by
// testdata/selection.py with scikit-learn 1.2.1. Its learners converged to
// 1e-12 in the gradient, so that scores differ by about the square root of that
// where they are means of logarithms, and not at all where they count.
type selection struct {
	X                       [][]float64
	T                       []int
	Classes, K              int
	Grid                    []float64
	Accuracy, TrainAccuracy []float64
	LogLoss, TrainLogLoss   []float64
	GridMean                []float64
	GridBest                float64
	GridFolds               [][]float64
	W                       [][]float64
	B                       []float64
	Nested, NestedBest      []float64
	Shares                  []float64
	Sizes                   []int
	CurveTrain, CurveTest   [][]float64
	ValidationTrain         [][]float64
	ValidationTest          [][]float64
	Predicted               [][]float64
	Permutations            [][]int
	Permuted                []float64
	P                       float64
}

const peerTol = 1e-6

func (s selection) data() *lclass.Data {
	x := mat.NewDense(len(s.X), len(s.X[0]), nil)
	for i, row := range s.X {
		x.SetRow(i, row)
	}
	return lclass.Must(lclass.FromMatrix(x, s.T, []string{"a", "b", "c"}[:s.Classes]))
}

func (s selection) folds() validate.Folds { return validate.KFold{K: s.K, Stratify: true} }

func (s selection) learner(λ float64) lclass.Estimator { return s.from(λ, nil) }

func (s selection) from(λ float64, start *lclass.Model) lclass.Estimator {
	if s.Classes == 2 {
		return lclass.Logistic{Penalty: lclass.L2(λ), Start: start}
	}
	return lclass.Softmax{Penalty: lclass.L2(λ), Start: start}
}

func near(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d values, want %d", what, len(got), len(want))
		return
	}
	for i, w := range want {
		if !(math.Abs(got[i]-w) <= tol*max(1, math.Abs(w))) {
			t.Errorf("%s %d is %v, want %v", what, i, got[i], w)
		}
	}
}

func TestCrossValidateAgreesWithScikitLearn(t *testing.T) {
	for _, s := range read[[]selection](t, "selection.json") {
		v := lclass.Must(validate.CrossValidate(s.data(), s.folds(), s.learner(0.01), validate.Accuracy, validate.LogLoss))
		near(t, "accuracy", v.Scores[0].Test, s.Accuracy, 1e-12)
		near(t, "accuracy of training", v.Scores[0].Train, s.TrainAccuracy, 1e-12)
		near(t, "log-loss", v.Scores[1].Test, s.LogLoss, peerTol)
		near(t, "log-loss of training", v.Scores[1].Train, s.TrainLogLoss, peerTol)
	}
}

func TestGridSearchAgreesWithScikitLearn(t *testing.T) {
	for _, s := range read[[]selection](t, "selection.json") {
		byGrid := lclass.Must(validate.GridSearch(s.data(), s.folds(), s.Grid, s.learner, validate.LogLoss))
		byPath := lclass.Must(validate.PathSearch(s.data(), s.folds(), s.Grid, s.from, validate.LogLoss))
		for name, g := range map[string]*validate.Search[float64, *lclass.Model]{"grid": byGrid, "path": byPath} {
			var mean []float64
			for i, v := range g.Validations {
				mean = append(mean, v.Mean())
				var fold []float64
				for k := range s.GridFolds {
					fold = append(fold, s.GridFolds[k][i])
				}
				near(t, name+": scores", v.Scores[0].Test, fold, peerTol)
			}
			near(t, name+": mean", mean, s.GridMean, peerTol)
			if g.Best != s.GridBest || g.Grid[g.At] != s.GridBest || math.Abs(g.Mean()-mean[g.At]) > 0 {
				t.Errorf("%s: best %v, number %d, mean %v; want %v", name, g.Best, g.At, g.Mean(), s.GridBest)
			}
			for k, w := range s.W {
				near(t, name+": w", g.Model.W.RawRowView(k), w, 1e-4)
			}
			near(t, name+": b", g.Model.B, s.B, 1e-4)
		}
	}
}
