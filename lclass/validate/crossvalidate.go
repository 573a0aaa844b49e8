package validate

import "linclass/lclass"

// CrossValidate learns from the training set of each fold and measures on the
// test set, and on the training set (Edinburgh, k-fold cross-validation):
//
//	v, err := validate.CrossValidate(d, validate.KFold{K: 5, Stratify: true}, lclass.Logistic{}, validate.Accuracy, validate.LogLoss)
//	fmt.Println(v.Mean(), v.SE())
//
// Without scorings it is [Accuracy], [MSE] if the target is a number, and [ExactMatch]
// for sets of labels.
//
// Folds run side by side; the result does not depend on how many.
//
// An error is a [FoldError], that of the first fold that has one, and wraps that
// of the learner. What the other folds gave comes back beside it. So does what
// there is when a context ([lclass.Data.WithContext]) is done; folds that were
// not measured have NaN. There is no result if the folds or scorings make no
// sense.
func CrossValidate[M Predictor](d *lclass.Data, folds Folds, l Learner[M], scorings ...Scoring) (*Validation[M], error) {
	o := optionsOf(folds)
	o.Train = true
	return validation(d, o, l, scorings)
}

// validation measures on the test sets, and on what the options wish.
func validation[M Predictor](d *lclass.Data, o Options, l Learner[M], scorings []Scoring) (*Validation[M], error) {
	t, err := newTrial[M](d, o, []string{""}, scorings)
	if err != nil {
		return nil, err
	}
	err = t.each(func(_, _ int, train *lclass.Data) (M, error) { return fit(l, train) })
	return t.results[0], err
}
