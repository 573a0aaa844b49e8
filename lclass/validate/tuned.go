package validate

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/decide"
	"linclass/lclass/metric"
)

// Tuned is a learner for two classes that also chooses the threshold of the prediction:
//
//	costs, err := decide.NewCosts(0, 1, 100, 0)
//	validate.Tuned[*lclass.Model]{Of: lclass.Logistic{}, Choose: costs.Best}
//
// For each fold, a model fitted to its training set scores its test set, so no sample is
// scored by a model that has seen it. A score is the probability of the second class, or
// w·x + b if the model has no probabilities. Choose gets the scores of all n samples at
// once; the model that predicts is fitted to all of them. scikit-learn's
// TunedThresholdClassifierCV tries 100 thresholds on each fold and averages instead.
// Sample weights apply to the fits and to the choice.
//
// Tuned is itself a [Learner]: CrossValidate and the searches choose a threshold within
// each training set.
type Tuned[M Scorer] struct {
	// Of is the learner.
	Of Learner[M]
	// Choose returns one of the thresholds of a ranking of n scores, such as Best of
	// decide.Costs or
	//
	//	func(r *metric.Ranking) (decide.Choice, error) { return decide.ForPrecision(r, 0.9) }
	//
	// Nil means the threshold with the largest Youden index, recall + specificity − 1, and
	// so with the largest balanced accuracy (Youden 1950).
	Choose func(*metric.Ranking) (decide.Choice, error)
	// Folds split the samples; each sample must be in exactly one test set. Nil means
	// KFold{Stratify: true}. Options limit how many are fitted at once.
	Folds Folds
}

// Fit returns the model of all samples, with its threshold. It returns an error if a fit,
// the split or Choose returns one, if d does not have two classes, or if a sample is in no
// test set or in several.
func (c Tuned[M]) Fit(d *lclass.Data) (*TunedModel[M], error) {
	m, err := c.learn(d)
	if err != nil {
		return nil, fmt.Errorf("validate: Tuned: %w", trimmed{err})
	}
	return m, nil
}

func (c Tuned[M]) learn(d *lclass.Data) (*TunedModel[M], error) {
	folds, err := checkedFolds(orFiveFolds(c.Folds), d)
	if err == nil {
		err = checkPartition("Tuned", folds, d.N())
	}
	if err != nil {
		return nil, err
	}
	models, held, err := holdOut(c.Of, d, folds, optionsOf(c.Folds).Workers, decisionScores)
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
		return nil, badTarget(d.Target(), "two classes", "has %d classes; a threshold needs two; use Data.Positive", d.K())
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
