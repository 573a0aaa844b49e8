package validate

// CrossValidate learns from the training set of each fold and measures on the
// test set, and on the training set (Edinburgh, k-fold cross-validation):
//
//	v, err := validate.CrossValidate(d, validate.KFold{K: 5, Stratify: true}, lclass.Logistic{}, validate.Accuracy, validate.LogLoss)
//	fmt.Println(v.Mean(), v.SE())
//
// Without scorings it is [Accuracy], or [MSE] if the target is no class. Sets of
// labels, a *lclass.MultiData, are validated alike:
//
//	v, err := validate.CrossValidate(d, validate.KFold{Seed: 1}, lclass.MultiLabel{}, validate.ExactMatch, validate.Hamming)
//
// Folds run side by side; the result does not depend on how many.
//
// An error is a [FoldError], that of the first fold that has one, and wraps that
// of the learner. What the other folds gave comes back beside it. So does what
// there is when a context ([lclass.Data.WithContext]) is done; folds that were
// not measured have NaN. There is no result if the folds or scorings make no
// sense.
func CrossValidate[D Samples[D], M Predictor](d D, folds Folds, l LearnerOf[D, M], scorings ...ScoringOf[D]) (*Validation[M], error) {
	return CrossValidateWith(d, Options{}, folds, l, scorings...)
}

// CrossValidateWith is CrossValidate with options.
func CrossValidateWith[D Samples[D], M Predictor](d D, o Options, folds Folds, l LearnerOf[D, M], scorings ...ScoringOf[D]) (*Validation[M], error) {
	o.Train = true
	return validation(d, o, folds, l, scorings)
}

// validation measures on the test sets, and on what the options wish.
func validation[D Samples[D], M Predictor](d D, o Options, folds Folds, l LearnerOf[D, M], scorings []ScoringOf[D]) (*Validation[M], error) {
	t, err := newTrial[D, M](d, folds, o, []string{""}, scorings)
	if err != nil {
		return nil, err
	}
	err = t.each(func(_, _ int, train D) (M, error) { return fit(l, train) })
	return t.results[0], err
}
