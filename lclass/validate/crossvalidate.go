package validate

import "linclass/lclass"

// CrossValidate fits the training set of each fold and measures the model on the test set
// and on the training set (Edinburgh, k-fold cross-validation):
//
//	v, err := validate.CrossValidate(d, validate.KFold{K: 5, Stratify: true}, lclass.Logistic{}, validate.Accuracy, validate.LogLoss)
//	fmt.Println(v.Mean(), v.SE())
//
// Without scorings, it uses [Accuracy], [MSE] for numbers, and [ExactMatch] for sets of
// labels.
//
// Folds run in parallel; the result does not depend on how many.
//
// It returns a [FoldError], which wraps the error of the learner, of the first fold that
// fails, and beside it the scores so far. A score that is [ErrUndefined] is such an error, too,
// but all others are measured. If the context of d
// ([lclass.Data.WithContext]) is done, it returns the error and the scores so far. Folds
// without scores have NaN. The result is nil if the folds or scorings are invalid.
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
