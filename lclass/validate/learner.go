package validate

import (
	"fmt"
	"reflect"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// A Learner fits models of type M: every [lclass.Estimator] fits a *lclass.Model, and a
// [Dummy] fits a model that ignores the features.
//
// Fit gets the training set of a fold and nothing else. Whatever must be learnt from the
// training set alone, such as means of features or a selection of features, belongs in Fit.
// [lclass.Pipeline] does this.
type Learner[M any] = interface {
	// Fit learns from d. It changes neither the specification nor d. Several goroutines
	// call it at once.
	Fit(d *lclass.Data) (M, error)
}

// A Predictor is a model that a [Scoring] can measure. A Scoring may need more methods,
// such as Proba; the models of lclass have them.
type Predictor interface {
	// Predict returns the class of each sample in the numbering of the model, the number
	// of a regression, or the labels.
	Predict(d *lclass.Data) (lclass.Prediction, error)
	// Targets returns the true classes in the same numbering.
	Targets(d *lclass.Data) ([]int, error)
}

// fit learns with a learner that may be of another package.
func fit[M Predictor](l Learner[M], d *lclass.Data) (M, error) {
	var none M
	if isNil(l) {
		return none, badSetting("learner", nil, "give a specification, such as lclass.Logistic{}")
	}
	m, err := l.Fit(d)
	if err != nil {
		return none, err
	}
	if isNil(m) {
		return none, invalid.Worded(fmt.Sprintf("Fit of %T", l), nil, "validate: the Fit of %T returned neither a model nor an error", l)
	}
	return m, nil
}

// isNil reports whether v is nil or holds a nil pointer.
func isNil(v any) bool {
	return v == nil || reflect.TypeOf(v).Kind() == reflect.Pointer && reflect.ValueOf(v).IsNil()
}

// classes is a prediction of classes y. A model of another package may have no names.
func classes(y []int, names []string) lclass.Prediction {
	p := lclass.Prediction{Class: y}
	for _, k := range y {
		if names != nil {
			p.Name = append(p.Name, names[k])
		}
	}
	return p
}

// A Scorer is a [Predictor] with scores that can become probabilities or decisions:
// an n×1 matrix for two classes, n×K for K, which may be two. The
// models of lclass are scorers.
type Scorer interface {
	Predictor
	// Scores returns the scores of each sample.
	Scores(d *lclass.Data) (*mat.Dense, error)
}

// A prober may have probabilities.
type prober interface {
	HasProbability() bool
	Proba(d *lclass.Data) (*mat.Dense, error)
}

// ofPositive returns the scores of the second of two classes, that of one column
// or the difference of two, nil if there are more.
func ofPositive(z *mat.Dense) []float64 {
	n, k := z.Dims()
	switch k {
	case 1:
		return mat.Col(nil, 0, z)
	case 2:
		positive := mat.NewVecDense(n, nil)
		positive.SubVec(z.ColView(1), z.ColView(0))
		return positive.RawVector().Data
	}
	return nil
}

// ofPairs reports whether the scores of a model are those of pairs of classes.
func ofPairs(m Predictor) bool {
	lm, ok := m.(*lclass.Model)
	return ok && lm.Output == lclass.OneVsOneOutput
}

// classScores returns a score for each class, or one for the second of two.
func classScores(m Scorer, d *lclass.Data) (*mat.Dense, error) {
	if ofPairs(m) {
		return nil, errPairs
	}
	z, err := m.Scores(d)
	if err != nil {
		return nil, err
	}
	if positive := ofPositive(z); positive != nil {
		return mat.NewDense(len(positive), 1, positive), nil
	}
	if lm, ok := m.(*lclass.Model); ok && lm.Output == lclass.DensityOutput {
		return lm.Proba(d)
	}
	return z, nil
}
