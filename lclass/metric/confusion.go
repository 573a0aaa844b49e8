package metric

import (
	"fmt"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// A ConfusionMatrix tells how many samples of each class were predicted to be
// of which (Dongguk and Chemnitz, confusion matrix).
//
// Its axes are those of Dongguk and of scikit-learn: a row is a true class and
// a column a predicted one. Chemnitz has it the other way round: see
// [ConfusionMatrix.PredictedRows] for the table and Counts.T() for the numbers.
type ConfusionMatrix struct {
	// Counts is K×K; element (i, j) is the number, or the total weight, of
	// the samples of class i that were predicted to be of class j.
	Counts *mat.Dense
	// Classes holds the K names.
	Classes []string
}

// Confusion counts the targets t and the predictions y of the named classes.
// If classes is nil there are as many as the largest number in t and y says,
// named "0", "1", ….
func Confusion(t, y []int, classes []string) *ConfusionMatrix {
	return WeightedConfusion(t, y, nil, classes)
}

// WeightedConfusion is Confusion with a weight s for each sample.
func WeightedConfusion(t, y []int, s []float64, classes []string) *ConfusionMatrix {
	checkLengths("Confusion", len(t), len(y), s)
	if classes == nil {
		classes = numberNames(t, y)
	}
	c := &ConfusionMatrix{Counts: new(mat.Dense), Classes: classes}
	if len(classes) > 0 {
		c.Counts.ReuseAs(len(classes), len(classes))
	}
	for i := range t {
		for _, class := range []int{t[i], y[i]} {
			if class < 0 || class >= len(classes) {
				panic(fmt.Sprintf("metric: Confusion: sample %d has class %d; there are %d classes, from 0", i, class, len(classes)))
			}
		}
		c.Counts.Set(t[i], y[i], c.Counts.At(t[i], y[i])+weight(s, i))
	}
	return c
}

func numberNames(t, y []int) []string {
	var names []string
	for i := range t {
		for len(names) <= max(t[i], y[i]) {
			names = append(names, strconv.Itoa(len(names)))
		}
	}
	return names
}

// Recall returns the share of the samples of class k that were recognised,
//
//	TPR = TP/(TP + FN)
//
// also called sensitivity, hit rate and true positive rate. It is NaN if class
// k does not occur.
func (c *ConfusionMatrix) Recall(k int) float64 {
	return c.Counts.At(k, k) / c.Occurred(k)
}

// Precision returns the share of the samples predicted as class k that are,
//
//	PPV = TP/(TP + FP)
//
// also called positive predictive value. It is NaN if class k is never
// predicted.
func (c *ConfusionMatrix) Precision(k int) float64 {
	return c.Counts.At(k, k) / c.Predicted(k)
}

// F1 returns the harmonic mean of precision P and recall R of class k,
//
//	F1 = 2PR/(P + R) = 2TP/(2TP + FP + FN)
//
// It is 0 if class k occurs but is never predicted, or the reverse, and NaN if
// neither.
func (c *ConfusionMatrix) F1(k int) float64 {
	return 2 * c.Counts.At(k, k) / (c.Occurred(k) + c.Predicted(k))
}

// Accuracy returns the share of the samples on the diagonal, NaN if there are
// none.
func (c *ConfusionMatrix) Accuracy() float64 {
	var right, total float64
	for k := range c.Classes {
		right += c.Counts.At(k, k)
		total += c.Occurred(k)
	}
	return right / total
}

// Occurred returns the number of samples of class k, the sum of row k.
func (c *ConfusionMatrix) Occurred(k int) float64 { return mat.Sum(c.Counts.RowView(k)) }

// Predicted returns the number of samples predicted as class k, the sum of
// column k.
func (c *ConfusionMatrix) Predicted(k int) float64 { return mat.Sum(c.Counts.ColView(k)) }
