package validate

import "linclass/lclass"

// ValidationCurve is how scores on training and test sets change with a
// parameter, such as λ or the degree of a polynomial: both bad is underfitting,
// the first good and the second bad is overfitting (Chemnitz section 6). It is
// [GridSearch] that measures on the training sets, too, and learns no model from
// all data.
func ValidationCurve[P any, E Learner[M], M Predictor](d *lclass.Data, folds Folds, grid []P, spec func(P) E, scorings ...Scoring) (*Search[P, M], error) {
	return GridSearchWith[P, E, M](d, Options{Train: true, NoRefit: true}, folds, grid, spec, scorings...)
}
