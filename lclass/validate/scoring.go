package validate

import (
	"math"

	"linclass/lclass"
)

// A Scoring is a number that says how well a model does on data: one of
// [Accuracy], [LogLoss], [MSE] and others, or one of your own,
//
//	cost := validate.Scoring{Name: "cost", LowerIsBetter: true, Of: func(m validate.Predictor, d *lclass.Data) (float64, error) {
//		…
//	}}
//
// The ready ones count the weights of the samples.
type Scoring struct {
	// Name is the heading of tables.
	Name string
	// LowerIsBetter tells that smaller numbers are better, as those of a loss.
	LowerIsBetter bool
	// Of measures a model on data that it has not learnt from. NaN, which says
	// nothing, is an error of the fold; a search then skips the parameter. It is called by several goroutines at
	// once.
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
