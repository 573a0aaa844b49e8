package validate

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/decide"
	"linclass/lclass/metric"
)

// Tuned is a learner that gives another one, for two classes, a threshold chosen
// by scores of samples that the model has not learnt from:
//
//	costs, err := decide.NewCosts(0, 1, 100, 0)
//	validate.Tuned[*lclass.Model]{Of: lclass.Logistic{}, Choose: costs.Best}
//
// Each sample is scored by the model of the fold in whose test set it is, by its
// probability of the second class, or its score if there is none. The threshold
// is chosen by all these scores together, and a model learnt from all data. It is
// as scikit-learn's TunedThresholdClassifierCV, which tries 100 thresholds on
// each fold instead. Weights of samples count for both.
//
// It is a [Learner] as others are: CrossValidate and the searches choose within
// each training set.
type Tuned[M Scorer] struct {
	// Of is the learner.
	Of Learner[M]
	// Choose takes one of the thresholds, such as Best of decide.Costs or
	//
	//	func(r *metric.Ranking) (decide.Choice, error) { return decide.ForPrecision(r, 0.9) }
	//
	// If it is nil the threshold is that with the best index of Youden, which
	// has the best balanced accuracy.
	Choose func(*metric.Ranking) (decide.Choice, error)
	// Folds deal the samples, each of which is to be measured once. If they are
	// nil they are defaulted to KFold{Stratify: true}.
	Folds Folds
}

// Fit learns the model and the threshold. It is an error if a fit or the choice
// is, or if there are not two classes.
func (c Tuned[M]) Fit(d *lclass.Data) (*TunedModel[M], error) {
	m, err := c.learn(d)
	if err != nil {
		return nil, fmt.Errorf("validate: Tuned: %w", trimmed{err})
	}
	return m, nil
}

func (c Tuned[M]) learn(d *lclass.Data) (*TunedModel[M], error) {
	folds, err := deal(orFiveFolds(c.Folds), d)
	if err == nil {
		err = checkPartition("Tuned", folds, d.N())
	}
	if err != nil {
		return nil, err
	}
	models, held, err := holdOut(c.Of, d, folds, decisionScores)
	if err != nil {
		return nil, err
	}
	all := together(held)
	choose := c.Choose
	if choose == nil {
		choose = func(r *metric.Ranking) (decide.Choice, error) { return decide.Best(r, metric.Counts.Youden) }
	}
	choice, err := choose(metric.Rank(all.t, all.z.RawMatrix().Data, all.s))
	if err != nil {
		return nil, err
	}
	m, err := refit(c.Of, d, namesOf(models[0], d))
	if err != nil {
		return nil, err
	}
	return &TunedModel[M]{m, choice}, nil
}

// decisionScores returns the probability of the second of two classes, or its
// score, n×1.
func decisionScores(m Scorer, d *lclass.Data) (*mat.Dense, error) {
	if d.K() != 2 {
		return nil, fmt.Errorf("validate: target %q has %d classes; a threshold is for two, see Data.Positive", d.Target(), d.K())
	}
	return positiveScores(m, d)
}

func positiveScores(m Scorer, d *lclass.Data) (*mat.Dense, error) {
	p, ok := m.(prober)
	if !ok || !p.HasProbability() {
		return classScores(m, d)
	}
	y, err := p.Proba(d)
	if err != nil {
		return nil, err
	}
	return mat.DenseCopyOf(y.ColView(1)), nil
}
