package validate

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/metric"
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

// Scorings of classes.
var (
	// Accuracy is the share of samples that are classified correctly.
	Accuracy = Scoring{Name: "accuracy", Of: byClass(metric.Accuracy)}
	// BalancedAccuracy is the mean recall of the classes that occur.
	BalancedAccuracy = OfConfusion("balanced accuracy", (*metric.ConfusionMatrix).BalancedAccuracy)
	// MCC is the Matthews correlation coefficient.
	MCC = OfConfusion("MCC", (*metric.ConfusionMatrix).MCC)
	// F1 is the harmonic mean of precision and recall of the second of two
	// classes.
	F1 = OfPositive("F1", metric.Counts.F1)
	// MacroF1 is the mean of the F1 of the classes that occur or are predicted.
	MacroF1 = OfConfusion("macro F1", func(c *metric.ConfusionMatrix) float64 { return c.Macro(metric.Counts.F1) })
)

// Scorings of scores and probabilities.
var (
	// AUC is the area under the ROC curve: of the scores of two classes, or the
	// mean of those of each class against the rest, by its probability or, for
	// models without, by its score.
	AUC = Scoring{Name: "AUC", Of: areaUnderROC}
	// LogLoss is the mean negative log-likelihood −(1/Σs) Σ sᵢ log P(tᵢ | xᵢ). It
	// is +Inf if a true class has probability 0, and an error for models without
	// probabilities.
	LogLoss = Scoring{Name: "log-loss", LowerIsBetter: true, Of: byProbability(metric.LogLoss)}
	// Brier is the mean squared error of the probabilities: of the second of two
	// classes, or, for more, summed over the classes.
	Brier = Scoring{Name: "Brier", LowerIsBetter: true, Of: byProbability(brier)}
)

// Scorings of regressions.
var (
	// MSE is the mean squared error (1/Σs) Σ sᵢ (tᵢ − yᵢ)².
	MSE = Scoring{Name: "MSE", LowerIsBetter: true, Of: byNumber(metric.MSE)}
	// MAE is the mean absolute error (1/Σs) Σ sᵢ |tᵢ − yᵢ|.
	MAE = Scoring{Name: "MAE", LowerIsBetter: true, Of: byNumber(metric.MAE)}
	// R2 is the share of the variance of the target that is explained.
	R2 = Scoring{Name: "R²", Of: byNumber(metric.R2)}
)

// OfPositive returns a scoring by a rate of the second of two classes, where higher is
// better, such as
//
//	validate.OfPositive("recall", metric.Counts.Recall)
//
// A rate may be 0/0 in a fold, as precision is if no sample is predicted positive; give it
// a value: metric.Or(metric.Counts.Precision, 0).
func OfPositive(name string, rate metric.Rate) Scoring {
	return Scoring{Name: name, Of: func(m Predictor, d *lclass.Data) (float64, error) {
		if d.K() != 2 {
			return 0, badTarget(d.Target(), "two classes", "has %d classes; a rate of the positive one needs two; use Data.Positive, or for all classes OfConfusion or MacroF1", d.K())
		}
		return byClass(func(t, y []int, s []float64) float64 {
			return rate(metric.Confusion(t, y, []string{"negative", "positive"}, s).Class(1))
		})(m, d)
	}}
}

// OfConfusion returns a scoring by a number computed from the confusion matrix, where
// higher is better, such as
//
//	validate.OfConfusion("kappa", (*metric.ConfusionMatrix).Kappa)
//
// The classes of the matrix are named by their numbers in the model.
func OfConfusion(name string, f func(*metric.ConfusionMatrix) float64) Scoring {
	return Scoring{Name: name, Of: byClass(func(t, y []int, s []float64) float64 {
		return f(metric.Confusion(t, y, nil, s))
	})}
}

// OfProbability returns a scoring by a number computed from the true classes t, the n×K
// probabilities p, and the weights s, which are nil if the data have none. For a loss,
// lowerIsBetter is true.
func OfProbability(name string, lowerIsBetter bool, f func(t []int, p mat.Matrix, s []float64) float64) Scoring {
	return Scoring{Name: name, LowerIsBetter: lowerIsBetter, Of: byProbability(f)}
}

func byProbability(f func(t []int, p mat.Matrix, s []float64) float64) func(Predictor, *lclass.Data) (float64, error) {
	return func(m Predictor, d *lclass.Data) (float64, error) {
		t, p, err := probabilities(m, d)
		if err != nil {
			return 0, err
		}
		return f(t, p, d.SampleWeight()), nil
	}
}

func brier(t []int, p mat.Matrix, s []float64) float64 {
	if _, k := p.Dims(); k == 2 {
		return metric.Brier(t, mat.Col(nil, 1, p), s)
	}
	return metric.BrierClasses(t, p, s)
}

func areaUnderROC(m Predictor, d *lclass.Data) (float64, error) {
	t, err := m.Targets(d)
	if err != nil {
		return 0, err
	}
	switch {
	case len(t) == 1:
		return 0, undefined("validate: one sample has no order; use CrossPredict, and the area of all its predictions")
	case len(t) > 1 && slices.Min(t) == slices.Max(t):
		return 0, undefined(fmt.Sprintf("validate: all %d samples are of class %q, and the area needs two classes; use larger folds, set Stratify, or shuffle with Seed", len(t), d.Classes()[d.T()[0]]))
	}
	scorer, ok := m.(Scorer)
	if !ok {
		return 0, badSetting("model", fmt.Sprintf("a %T", m), "it has no scores")
	}
	z, err := scorer.Scores(d)
	if err != nil {
		return 0, err
	}
	if positive := ofPositive(z); positive != nil {
		return metric.AUC(t, positive, d.SampleWeight()), nil
	}
	if p, ok := m.(interface{ HasProbability() bool }); ok && p.HasProbability() {
		if _, z, err = probabilities(m, d); err != nil {
			return 0, err
		}
	}
	if ofPairs(m) {
		return 0, errPairs
	}
	return metric.Mean(metric.AUCOneVsRest(t, z, d.SampleWeight()), nil), nil
}

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
		return f(t, y.Class, d.SampleWeight()), nil
	}
}

// byNumber measures numbers t and y with weights s.
func byNumber(f func(t, y, s []float64) float64) func(Predictor, *lclass.Data) (float64, error) {
	return func(m Predictor, d *lclass.Data) (float64, error) {
		t := d.Y()
		if t == nil {
			return 0, badTarget(d.Target(), "numbers", "is not a number")
		}
		y, err := m.Predict(d)
		if err != nil {
			return 0, err
		}
		if y.Number == nil {
			return 0, badSetting("model", fmt.Sprintf("a %T", m), "it predicts classes, not numbers")
		}
		return f(t, y.Number, d.SampleWeight()), nil
	}
}

// probabilities returns the classes of d in the numbering of the model, and the
// n×K probabilities that it gives them.
func probabilities(m Predictor, d *lclass.Data) ([]int, *mat.Dense, error) {
	p, ok := m.(interface {
		Proba(*lclass.Data) (*mat.Dense, error)
	})
	if !ok {
		return nil, nil, badSetting("model", fmt.Sprintf("a %T", m), "it has no probabilities")
	}
	t, err := m.Targets(d)
	if err != nil {
		return nil, nil, err
	}
	y, err := p.Proba(d)
	return t, y, err
}
