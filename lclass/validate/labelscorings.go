package validate

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/lclass/metric"
)

// Scorings of sets of labels.
var (
	// ExactMatch is the share of samples whose predicted labels are exactly the true
	// ones.
	ExactMatch = ofLabelSets("exact match", false, metric.ExactMatch)
	// Hamming is the share of wrong decisions about labels.
	Hamming = ofLabelSets("Hamming loss", true, metric.Hamming)
	// LabelMicroF1 is the F1 of all decisions about labels together.
	LabelMicroF1 = ofLabelSets("micro F1", false, func(t, y mat.Matrix, s []float64) float64 {
		return metric.Micro(metric.LabelCounts(t, y, s), metric.Counts.F1)
	})
	// LabelMacroF1 is the mean of the F1 of the labels that occur or are
	// predicted.
	LabelMacroF1 = ofLabelSets("macro F1", false, func(t, y mat.Matrix, s []float64) float64 {
		return metric.Macro(metric.LabelCounts(t, y, s), metric.Counts.F1)
	})
	// LabelLogLoss is the sum of the log-losses of the labels.
	LabelLogLoss = Scoring{Name: "label log-loss", LowerIsBetter: true, Of: byLabels((*lclass.Model).Proba, metric.LabelLogLoss)}
	// LabelRankingLoss is the mean share of pairs of a true and a false label of a
	// sample whose scores are equal or in the wrong order.
	LabelRankingLoss = Scoring{Name: "ranking loss", LowerIsBetter: true, Of: byLabels((*lclass.Model).Scores, metric.LabelRankingLoss)}
)

// ofLabelSets is a number made of the true labels t and the predicted ones y, n×K
// with 1 and 0, and the weights s, nil for 1 each.
func ofLabelSets(name string, smaller bool, f func(t, y mat.Matrix, s []float64) float64) Scoring {
	return Scoring{Name: name, LowerIsBetter: smaller, Of: byLabels(func(m *lclass.Model, d *lclass.Data) (*mat.Dense, error) {
		y, err := m.Predict(d)
		return y.Labels, err
	}, f)}
}

// byLabels measures the scores or probabilities of labels, numbered as in the model.
func byLabels(says func(*lclass.Model, *lclass.Data) (*mat.Dense, error), f func(t, y mat.Matrix, s []float64) float64) func(Predictor, *lclass.Data) (float64, error) {
	return func(p Predictor, d *lclass.Data) (float64, error) {
		m, err := ofLabels(p)
		if err != nil {
			return 0, err
		}
		truth, err := d.SelectLabels(m.Classes...)
		if err != nil || d.K() != len(m.Classes) {
			return 0, fmt.Errorf("%w: %q and %q; select those of the model with Data.SelectLabels", errLabels, m.Classes, d.Classes())
		}
		y, err := says(m, d)
		if err != nil {
			return 0, err
		}
		return f(truth.Labels(), y, d.SampleWeight()), nil
	}
}

// ofLabels returns a model of sets of labels.
func ofLabels(p Predictor) (*lclass.Model, error) {
	m, ok := p.(*lclass.Model)
	if !ok || m == nil || m.Output != lclass.MultiLabelOutput {
		return nil, invalid.Worded(fmt.Sprintf("predictions of %T", p), nil, "validate: a %T does not predict sets of labels; the models of MultiLabel do", p)
	}
	return m, nil
}

// predictLabels returns the predicted labels of d, numbered as in d.
func predictLabels(p Predictor, d *lclass.Data) (*OutOfFold, error) {
	m, err := ofLabels(p)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(m.Classes, d.Classes()) {
		return nil, fmt.Errorf("%w: %q and %q", errLabels, m.Classes, d.Classes())
	}
	y, err := m.Predict(d)
	if err != nil {
		return nil, err
	}
	proba, err := m.Proba(d)
	return &OutOfFold{Labels: y.Labels, Proba: proba}, err
}
