package decide

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass/metric"
)

var errFree = errors.New("decide: an error costs no more than the correct decision, so there is no threshold; always predict that class, or use Costs.Decide")

// Costs is a K×K cost matrix with the axes of the confusion matrix: element (i, j) is the
// cost of predicting class j if class i is true. Usually the diagonal is 0. Missing a
// cancer may be a hundred times as bad as a false alarm (Edinburgh, making decisions;
// Chemnitz section 6):
//
//	NewCosts(0, 1,    // not cancer: the costs of predicting "not cancer" and "cancer"
//	         100, 0)  // cancer: the same
//
// The zero value has no classes.
type Costs struct{ c *mat.Dense }

// NewCosts returns a matrix of K² costs, given row by row. It returns an error if their
// number is not a square, or if one is not finite.
func NewCosts(c ...float64) (Costs, error) {
	k := int(math.Sqrt(float64(len(c))))
	if k*k != len(c) || k == 0 {
		return Costs{}, invalid.Setting("decide: number of costs", len(c), "they must form a K×K matrix; pass one for each pair of a true and a predicted class, row by row")
	}
	for i, v := range c {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Costs{}, invalid.Setting(fmt.Sprintf("decide: cost of class %d where class %d is true", i%k, i/k), v, "it must be finite")
		}
	}
	return Costs{mat.NewDense(k, k, append([]float64(nil), c...))}, nil
}

// K returns the number of classes.
func (c Costs) K() int {
	if c.c == nil {
		return 0
	}
	k, _ := c.c.Dims()
	return k
}

// At returns the cost of predicting class j if class i is true.
func (c Costs) At(i, j int) float64 { return c.c.At(i, j) }

// Decide returns the Bayes decision for each row of the n×K probabilities p, the class
// with the lowest expected cost,
//
//	argmin_j Σᵢ pᵢ cᵢⱼ
//
// in a tie the first (Bishop 1.5.2). With a cost of 1 for each error it is the most
// probable class. It returns an error unless p has a column per class and all values are
// between 0 and 1.
func (c Costs) Decide(p mat.Matrix) ([]int, error) {
	if p == nil {
		return nil, errNoProbabilities
	}
	n, classes := p.Dims()
	if classes != c.K() && n > 0 {
		return nil, invalid.Length("decide: columns of probabilities", classes, "classes of costs", c.K())
	}
	y, expected := make([]int, n), make([]float64, classes)
	for i := range n {
		clear(expected)
		for k := range classes {
			v, err := probability(p, i, k)
			if err != nil {
				return nil, err
			}
			for j := range expected {
				expected[j] += v * c.At(k, j)
			}
		}
		y[i] = floats.MinIdx(expected)
		if best := expected[y[i]]; math.IsNaN(best) || math.IsInf(best, 0) {
			return nil, invalid.Setting(fmt.Sprintf("decide: expected cost of sample %d", i), best, "give smaller costs")
		}
	}
	return y, nil
}

// Threshold returns the probability of class 1 above which predicting it is cheaper
// (Elkan, 2001),
//
//	θ = (c₀₁ − c₀₀)/((c₀₁ − c₀₀) + (c₁₀ − c₁₁))
//
// At θ both decisions cost the same. It returns an error unless there are two classes and
// each error costs more than the correct decision.
func (c Costs) Threshold() (float64, error) {
	if err := c.two(); err != nil {
		return 0, err
	}
	falseAlarm, miss := c.At(0, 1)-c.At(0, 0), c.At(1, 0)-c.At(1, 1)
	if !(falseAlarm > 0 && miss > 0) {
		return 0, errFree
	}
	return falseAlarm / (falseAlarm + miss), nil
}

// Best returns the threshold with the lowest cost on the samples of the ranking, in a tie
// the highest. It may be +Inf, which never predicts class 1. Unlike [Costs.Threshold] it
// does not assume that the scores are probabilities. It returns an error unless there are
// two classes, or if there are no samples.
func (c Costs) Best(r *metric.Ranking) (Choice, error) {
	if err := c.two(); err != nil {
		return Choice{}, err
	}
	return choose(r, -1, func(n metric.Counts) float64 { return -c.total(n) })
}

func (c Costs) total(n metric.Counts) float64 {
	return n.TN*c.At(0, 0) + n.FP*c.At(0, 1) + n.FN*c.At(1, 0) + n.TP*c.At(1, 1)
}

func (c Costs) two() error {
	if c.K() != 2 {
		return invalid.Setting("decide: classes of costs", c.K(), "a threshold is for two; use Costs.Decide")
	}
	return nil
}

// Mean returns the mean cost per sample of a confusion matrix, NaN for no samples. It
// panics if the matrix has another number of classes than c.
func (c Costs) Mean(m *metric.ConfusionMatrix) float64 {
	if len(m.Classes) != c.K() {
		panic(fmt.Sprintf("decide: a confusion matrix of %d classes and costs of %d", len(m.Classes), c.K()))
	}
	share := m.ByAll()
	var mean float64
	for i := range m.Classes {
		for j := range m.Classes {
			mean += share.At(i, j) * c.At(i, j)
		}
	}
	return mean
}
