package validate

import (
	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

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
