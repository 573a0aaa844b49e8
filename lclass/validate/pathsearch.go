package validate

import (
	"iter"
	"slices"

	"linclass/lclass"
)

// PathSearch is [GridSearch] along a path of λ, in a fraction of its time: on each fold λ
// decreases, every fit starts from the model before it, and the fits share what does not
// depend on λ, as in [lclass.Path]:
//
//	best, err := validate.PathSearch(d, validate.KFold{K: 5, Stratify: true}, lclass.LogSpace(1e-2, 1e-5, 7),
//		func(λ float64, start *lclass.Model) lclass.Estimator {
//			return lclass.Softmax{Penalty: lclass.L1(λ), Start: start}
//		}, validate.Accuracy)
//
// The Grid of the result decreases, whatever the order of lambdas. So the largest of
// equally good λ is chosen, and with Options.OneSE the largest λ within one standard error,
// the simplest model (Hastie, Tibshirani and Friedman 2009, 7.10). The model of all samples
// starts at W = 0, b = 0.
//
// PathSearch skips a λ that fails, as GridSearch does, and starts a new path after it.
// Folds are fitted one after the other. A cancelled search chooses by the folds that were
// measured for all λ, or by the λ that were measured on all folds, whichever have more
// scores.
//
// Scores agree with those of GridSearch within the tolerance of the solver, because the
// fits start elsewhere.
func PathSearch(d *lclass.Data, folds Folds, lambdas []float64, spec func(λ float64, start *lclass.Model) lclass.Estimator, scorings ...Scoring) (*Search[float64, *lclass.Model], error) {
	if len(lambdas) == 0 {
		return nil, errEmptyGrid
	}
	if spec == nil {
		return nil, errNoSpec
	}
	falling := slices.Clone(lambdas)
	slices.Sort(falling)
	slices.Reverse(falling)
	return search(d, optionsOf(folds), falling, scorings, func(t *trial[*lclass.Model]) error {
		return t.along(func(train *lclass.Data, from int) iter.Seq2[*lclass.Model, error] {
			return lclass.Path(train, falling[from:], spec)
		})
	}, func(best float64) (*lclass.Model, error) { return fit(spec(best, nil), d) })
}
