package validate_test

import (
	"slices"
	"testing"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/validate"
)

// Scores are those of the validations, scoring by scoring.
func TestScoresOfAll(t *testing.T) {
	d := datasets.ThreeClasses(60, 1)
	folds := validate.KFold{K: 3, Stratify: true}
	s := lclass.Must(validate.GridSearch(d, validate.Options{Folds: folds, Train: true, NoRefit: true}, []float64{1, 0.1}, func(λ float64) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(λ)}
	}, validate.Accuracy, validate.LogLoss))
	c := lclass.Must(validate.LearningCurve(d, folds, []float64{0.5, 1}, lclass.Softmax{Penalty: lclass.L2(1)}, validate.Accuracy, validate.LogLoss))
	for i, name := range []string{"accuracy", "log-loss"} {
		for p := range 2 {
			if got, want := s.Scores(i)[p], s.Validations[p].Scores[i]; got.Name != name || !slices.Equal(got.Test, want.Test) || !slices.Equal(got.Train, want.Train) {
				t.Errorf("search: %+v, want %+v", got, want)
			}
			if got, want := c.Scores(i)[p], c.Validations[p].Scores[i]; got.Name != name || !slices.Equal(got.Test, want.Test) {
				t.Errorf("curve: %+v, want %+v", got, want)
			}
		}
	}
}
