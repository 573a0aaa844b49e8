package validate

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Comparison reports whether two learners differ on the same folds.
type Comparison struct {
	Name       string    // of the score
	Difference []float64 // of each fold, the first learner less the second
	Mean       float64
	SE         float64 // corrected for training sets that overlap
	T          float64 // Mean/SE
	DF         int     // degrees of freedom, one less than folds
	P          float64 // two-sided, that of no difference
}

// Compare is the corrected resampled t-test of Nadeau and Bengio (2003) for the
// first scores of two validations on the same folds, d_k their difference,
//
//	t = d̄ / √((1/K + n_test/n_train) s²),  s² = (1/(K−1)) Σ (d_k − d̄)²
//
// with K − 1 degrees of freedom. The second term is for training sets that
// share samples, without which differences are found too often; K is to be
// large, as by [Repeated]. If all differences are the same SE is 0, and P is 1
// where they are 0, else 0.
//
// It is an error if the folds or the scores are not the same ones, if one was
// not measured, or if there are fewer than two folds.
func Compare[A, B Predictor](a *Validation[A], b *Validation[B]) (*Comparison, error) {
	if a == nil || b == nil {
		return nil, errors.New("validate: Compare: a validation is nil")
	}
	first, second := a.Scores[0], b.Scores[0]
	k := len(a.Folds)
	switch {
	case first.Name != second.Name:
		return nil, fmt.Errorf("validate: Compare: one has %s and the other %s", first.Name, second.Name)
	case !slices.EqualFunc(a.Folds, b.Folds, func(f, g Fold) bool { return slices.Equal(f.Test, g.Test) && slices.Equal(f.Train, g.Train) }):
		return nil, errors.New("validate: Compare: the folds are not the same; deal both alike, with the same seed")
	case k < 2:
		return nil, errors.New("validate: Compare: one fold says nothing about how differences vary; take 2 or more")
	}
	c := &Comparison{Name: first.Name, DF: k - 1}
	var ratio float64
	for i, f := range a.Folds {
		c.Difference = append(c.Difference, first.Test[i]-second.Test[i])
		ratio += float64(len(f.Test)) / float64(len(f.Train)) / float64(k)
	}
	c.Mean = stat.Mean(c.Difference, nil)
	if math.IsNaN(c.Mean) || math.IsInf(c.Mean, 0) {
		return nil, fmt.Errorf("validate: Compare: the differences %v are not all finite", c.Difference)
	}
	c.SE = std(c.Difference) * math.Sqrt(1/float64(k)+ratio)
	switch {
	case c.SE > 0:
		c.T = c.Mean / c.SE
		c.P = 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(c.DF)}.CDF(-math.Abs(c.T))
	case c.Mean == 0:
		c.P = 1
	default:
		c.T = math.Copysign(math.Inf(1), c.Mean)
	}
	return c, nil
}

// String returns one line, such as
//
//	accuracy differs by 0.02 ± 0.013, t = 1.52 with 49 degrees of freedom, p = 0.13
func (c *Comparison) String() string {
	return fmt.Sprintf("%s differs by %s, t = %.2f with %d degrees of freedom, p = %.2g", c.Name, plusMinus(c.Mean, c.SE), c.T, c.DF, c.P)
}
