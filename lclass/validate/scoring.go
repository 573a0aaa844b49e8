package validate

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/metric"
)

// A Scoring is a number that says how well a model does on data: one of
// [Accuracy], [LogLoss], [MSE] and their kin, or one of your own,
//
//	cost := validate.Scoring{Name: "cost", Smaller: true, Of: func(m validate.Predictor, d *lclass.Data) (float64, error) {
//		…
//	}}
//
// The ready ones count the weights of the samples.
type Scoring struct {
	// Name is the heading of tables.
	Name string
	// Smaller tells that smaller numbers are better, as those of a loss.
	Smaller bool
	// Of measures a model on data that it has not learnt from. NaN, which says
	// nothing, is an error of the fold. It is called by several goroutines at
	// once.
	Of func(m Predictor, d *lclass.Data) (float64, error)
}

// Better tells whether a is a better score than b. NaN is worse than any number.
func (s Scoring) Better(a, b float64) bool {
	switch {
	case math.IsNaN(a) || math.IsNaN(b):
		return !math.IsNaN(a) && math.IsNaN(b)
	case s.Smaller:
		return a < b
	}
	return a > b
}

// Accuracy is the share of samples that are classified correctly.
var Accuracy = Scoring{Name: "accuracy", Of: byClass(metric.WeightedAccuracy)}

// Error is the share of samples that are not, 1 − accuracy.
var Error = Scoring{Name: "error", Smaller: true, Of: byClass(metric.WeightedError)}

// LogLoss is the mean negative log-likelihood −(1/Σs) Σ sᵢ log P(tᵢ | xᵢ). It is
// +Inf if a true class has probability 0, and an error for models without
// probabilities.
var LogLoss = Scoring{Name: "log-loss", Smaller: true, Of: func(m Predictor, d *lclass.Data) (float64, error) {
	t, p, err := probabilities(m, d)
	if err != nil {
		return 0, err
	}
	return metric.WeightedLogLoss(t, p, d.Weight()), nil
}}

// MSE is the mean squared error (1/Σs) Σ sᵢ (tᵢ − yᵢ)² of a regression.
var MSE = Scoring{Name: "MSE", Smaller: true, Of: byNumber(metric.WeightedMSE)}

// byClass measures classes t and y with weights s.
func byClass(f func(t, y []int, s []float64) float64) func(Predictor, *lclass.Data) (float64, error) {
	return func(m Predictor, d *lclass.Data) (float64, error) {
		t, err := m.Targets(d)
		if err != nil {
			return 0, err
		}
		y, err := m.Predict(d)
		if err != nil {
			return 0, err
		}
		return f(t, y, d.Weight()), nil
	}
}

// byNumber measures numbers t and y with weights s.
func byNumber(f func(t, y, s []float64) float64) func(Predictor, *lclass.Data) (float64, error) {
	return func(m Predictor, d *lclass.Data) (float64, error) {
		r, ok := m.(interface {
			PredictNumbers(*lclass.Data) ([]float64, error)
		})
		if !ok {
			return 0, fmt.Errorf("validate: a %T predicts classes, not numbers", m)
		}
		t := d.Y()
		if t == nil {
			return 0, errors.New("validate: the target is no number")
		}
		y, err := r.PredictNumbers(d)
		if err != nil {
			return 0, err
		}
		return f(t, y, d.Weight()), nil
	}
}

// probabilities returns the classes of d in the numbering of the model, and the
// n×K probabilities that it gives them.
func probabilities(m Predictor, d *lclass.Data) ([]int, *mat.Dense, error) {
	p, ok := m.(interface {
		Proba(*lclass.Data) (*mat.Dense, error)
	})
	if !ok {
		return nil, nil, fmt.Errorf("validate: a %T has no probabilities", m)
	}
	t, err := m.Targets(d)
	if err != nil {
		return nil, nil, err
	}
	y, err := p.Proba(d)
	return t, y, err
}
