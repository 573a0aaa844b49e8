package validate_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/validate"
)

// With -v it prints the largest differences. With LCLASS_PEERS the scripts are run
// now: on the same cases for 0, with other random numbers for other numbers.
func TestPeers(t *testing.T) {
	t.Run("folds", testFolds)
	t.Run("calibrated", testCalibrated)
	t.Run("labels", testLabels)
	for i, s := range peers[[]selection](t, "selection") {
		t.Run(fmt.Sprintf("%d classes", s.Classes), func(t *testing.T) {
			largest = 0
			t.Run("cross-validation", s.testCrossValidate)
			t.Run("grid", s.testGridSearch)
			t.Run("nested", s.testNested)
			t.Run("curves", s.testCurves)
			t.Run("out of fold", s.testCrossPredict)
			t.Run("permutations", s.testPermutations)
			t.Logf("problem %d: scores differ by %.1e at most", i, largest)
		})
	}
}

// peers returns the recorded answers of a script of testdata, or what it says
// now.
func peers[T any](t *testing.T, name string) T {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".json")
	if now := os.Getenv("LCLASS_PEERS"); now != "" {
		text, err = exec.Command("/usr/bin/python3", "-B", "-W", "ignore", "testdata/"+name+".py", now).Output()
	}
	var v T
	if err == nil {
		err = json.Unmarshal(text, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A selection is an entry of testdata/selection.json, made by
// testdata/selection.py with scikit-learn 1.2.1. Its learners converged to 1e-8
// in the gradient of the summed loss; scores that count samples do not differ.
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

// largest is the largest difference that near has seen.
var largest float64

func near(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d values, want %d", what, len(got), len(want))
		return
	}
	for i, w := range want {
		largest = max(largest, math.Abs(got[i]-w))
		if !(math.Abs(got[i]-w) <= tol*max(1, math.Abs(w))) {
			t.Errorf("%s %d is %v, want %v", what, i, got[i], w)
		}
	}
}

func (s selection) testCrossValidate(t *testing.T) {
	v := lclass.Must(validate.CrossValidate(s.data(), s.folds(), s.learner(0.01), validate.Accuracy, validate.LogLoss))
	near(t, "accuracy", v.Scores[0].Test, s.Accuracy, 1e-12)
	near(t, "accuracy of training", v.Scores[0].Train, s.TrainAccuracy, 1e-12)
	near(t, "log-loss", v.Scores[1].Test, s.LogLoss, peerTol)
	near(t, "log-loss of training", v.Scores[1].Train, s.TrainLogLoss, peerTol)
}

func (s selection) testGridSearch(t *testing.T) {
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

func (s selection) testNested(t *testing.T) {
	outer := validate.KFold{K: 3, Stratify: true}
	n := lclass.Must(validate.Nested(s.data(), outer, s.folds(), s.Grid, s.learner, validate.LogLoss))
	near(t, "score", n.Scores[0].Test, s.Nested, peerTol)
	var best []float64
	for _, search := range n.Searches {
		best = append(best, search.Best)
	}
	near(t, "best", best, s.NestedBest, 0)
}

func (s selection) testCurves(t *testing.T) {
	c := lclass.Must(validate.LearningCurve(s.data(), s.folds(), s.Shares, s.learner(0.01), validate.LogLoss))
	for i, size := range s.Sizes {
		if c.Sizes[i] != size || len(c.Validations[i].Folds[0].Train) != size {
			t.Errorf("size %d is %d, want %d", i, c.Sizes[i], size)
		}
		near(t, "learning curve, training", c.Validations[i].Scores[0].Train, s.CurveTrain[i], peerTol)
		near(t, "learning curve, test", c.Validations[i].Scores[0].Test, s.CurveTest[i], peerTol)
	}
	v := lclass.Must(validate.GridSearch(s.data(), validate.Options{Folds: s.folds(), Train: true, NoRefit: true}, s.Grid, s.learner, validate.Accuracy))
	for i := range s.Grid {
		near(t, "validation curve, training", v.Validations[i].Scores[0].Train, s.ValidationTrain[i], 1e-12)
		near(t, "validation curve, test", v.Validations[i].Scores[0].Test, s.ValidationTest[i], 1e-12)
	}
}

func (s selection) testCrossPredict(t *testing.T) {
	p := lclass.Must(validate.CrossPredict(s.data(), s.folds(), s.learner(0.01)))
	for i, want := range s.Predicted {
		near(t, "probability", p.Proba.RawRowView(i), want, peerTol)
		if most := lclass.Argmax(want); p.Y[i] != most {
			t.Errorf("sample %d is %d, want %d", i, p.Y[i], most)
		}
	}
}

func (s selection) testPermutations(t *testing.T) {
	r := lclass.Must(validate.PermutationTest(s.data(), validate.Options{Folds: validate.KFold{K: 5}}, s.learner(0.01), s.Permutations))
	near(t, "permuted", r.Permuted, s.Permuted, 1e-12)
	near(t, "p", []float64{r.P}, []float64{s.P}, 1e-15)
}
