package validate

import "linclass/lclass"

// GridSearch tries each parameter of a grid on each fold, takes the one with
// the best mean score on the test sets, and learns from all data with it
// (Edinburgh, grid search with k-fold cross-validation):
//
//	best, err := validate.GridSearch(d, validate.KFold{K: 5, Stratify: true}, lclass.LogSpace(1, 1e-4, 9),
//		func(λ float64) lclass.Estimator { return lclass.Softmax{Penalty: lclass.L2(λ)} }, validate.Accuracy)
//	fmt.Println(best.Best, best.Mean(), best.Model)
//
// A parameter is of any type: a number, a struct, or a [Pair] of [Product]. The
// first scoring decides, the others are recorded, too; without one it is as for
// [CrossValidate]. For a grid of λ alone [PathSearch] takes a fraction of the time:
// GridSearch sees neither that its parameter is a λ, nor that fits could begin at
// one another.
//
// A parameter whose fit fails on some fold, or whose first score is not defined
// there, is skipped, as by scikit-learn with its default error_score=np.nan. The
// reason is the caveat of the fold, and the first one stands above the table. If
// all parameters fail it is an error, that of the first fold of the first
// parameter; scikit-learn takes the first parameter if all fits have ended and all
// scores are NaN.
//
// Every fit is one by itself, and as many run side by side as there are cores.
// The result does not depend on that. Parameters are tried one after the other.
// When a context ([lclass.Data.WithContext]) is done, what there is comes back
// beside the error, without a model; Best is then that of the parameters that
// were measured on all folds. With
//
//	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
//	defer stop()
//	best, err := validate.GridSearch(d.WithContext(ctx), …)
//
// Ctrl-C ends a search so.
func GridSearch[P any, M Predictor](d *lclass.Data, folds Folds, grid []P, spec func(P) Learner[M], scorings ...Scoring) (*Search[P, M], error) {
	if len(grid) == 0 {
		return nil, errEmptyGrid
	}
	if spec == nil {
		return nil, errNoSpec
	}
	o := optionsOf(folds)
	texts, err := parameterNames(grid, o.Names)
	if err != nil {
		return nil, err
	}
	t, err := newSkippingTrial[M](d, o, texts, scorings)
	if err != nil {
		return nil, err
	}
	err = t.each(func(p, _ int, train *lclass.Data) (M, error) { return fit(spec(grid[p]), train) })
	s := &Search[P, M]{Grid: grid, Names: o.Names}
	return conclude(s, t, err, func(best P) (M, error) { return fit(spec(best), d) })
}
