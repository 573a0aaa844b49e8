package validate

// ValidationCurve is how scores on training and test sets change with a
// parameter, such as λ or the degree of a polynomial: both bad is underfitting,
// the first good and the second bad is overfitting (Chemnitz section 6). It is
// [GridSearch] that measures on the training sets, too, and learns no model from
// all data.
func ValidationCurve[P any, E LearnerOf[D, M], M Predictor, D Samples[D]](d D, folds Folds, grid []P, spec func(P) E, scorings ...ScoringOf[D]) (*Search[P, M], error) {
	return GridSearchWith[P, E, M](d, Options{Train: true, NoRefit: true}, folds, grid, spec, scorings...)
}
