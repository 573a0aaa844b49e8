package validate

import (
	"math"

	"linclass/lclass"
)

// A Scoring measures how well a model predicts data: [Accuracy], [LogLoss], [MSE] and
// others, or your own:
//
//	cost := validate.Scoring{Name: "cost", LowerIsBetter: true, Of: func(m validate.Predictor, d *lclass.Data) (float64, error) {
//		…
//	}}
//
// Those of this package respect sample weights.
type Scoring struct {
	// Name is its heading in tables.
	Name string
	// LowerIsBetter means that smaller numbers are better, as for a loss.
	LowerIsBetter bool
	// Of measures a model on d. A NaN is an error of the fold, and a search then skips the
	// parameter. Several goroutines call Of at once.
	Of func(m Predictor, d *lclass.Data) (float64, error)
}

// Better reports whether a is a better score than b. NaN is worse than any number.
func (s Scoring) Better(a, b float64) bool {
	switch {
	case math.IsNaN(a) || math.IsNaN(b):
		return !math.IsNaN(a) && math.IsNaN(b)
	case s.LowerIsBetter:
		return a < b
	}
	return a > b
}

// defaultScoring returns accuracy for classes, the mean squared error for numbers
// and the exact match for sets of labels.
func defaultScoring(d *lclass.Data) Scoring {
	switch {
	case d.Labels() != nil:
		return ExactMatch
	case d.K() == 0:
		return MSE
	}
	return Accuracy
}
