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
	s = sound(s)
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

// Class returns the counts of class k against the rest, whose methods are the
// rates.
func (c *ConfusionMatrix) Class(k int) Counts { return c.PerClass()[k] }

// PerClass returns the counts of each class against the rest.
func (c *ConfusionMatrix) PerClass() []Counts {
	all := make([]Counts, len(c.Classes))
	for i := range all {
		// Sums without one element are those of both sides. A difference from the
		// sum of all would leave rounding where there is nothing.
		row := c.Counts.RawRowView(i)
		var left, right float64
		for k, n := range row {
			all[k].add(i == k, true, n)
			all[k].add(i == k, false, left)
			left += n
		}
		for k := len(row) - 1; k >= 0; k-- {
			all[k].add(i == k, false, right)
			right += row[k]
		}
	}
	return all
}

// Recall is the recall of class k; see [Counts.Recall].
func (c *ConfusionMatrix) Recall(k int) float64 { return c.Class(k).Recall() }

// Precision is the precision of class k; see [Counts.Precision].
func (c *ConfusionMatrix) Precision(k int) float64 { return c.Class(k).Precision() }

// F1 is the F1 score of class k; see [Counts.F1].
func (c *ConfusionMatrix) F1(k int) float64 { return c.Class(k).F1() }

// Macro is the mean of a rate of the classes; see the function [Macro].
func (c *ConfusionMatrix) Macro(rate Rate) float64 { return Macro(c.PerClass(), rate) }

// Weighted is the mean of a rate of the classes, each counted as often as it
// occurs; see the function [Weighted].
func (c *ConfusionMatrix) Weighted(rate Rate) float64 { return Weighted(c.PerClass(), rate) }

// Micro is a rate of the counts of all classes together; see the function
// [Micro]. Micro recall, precision and F1 are the accuracy.
func (c *ConfusionMatrix) Micro(rate Rate) float64 { return Micro(c.PerClass(), rate) }

// Accuracy returns the share of the samples on the diagonal, NaN if there are
// none.
func (c *ConfusionMatrix) Accuracy() float64 {
	var right, total float64
	for k := range c.Classes {
		right += c.Counts.At(k, k)
		total += c.Support(k)
	}
	return right / total
}

// Support returns the number of samples of class k, the sum of row k.
func (c *ConfusionMatrix) Support(k int) float64 { return mat.Sum(c.Counts.RowView(k)) }

// Predicted returns the number of samples predicted as class k, the sum of
// column k.
func (c *ConfusionMatrix) PredictedCount(k int) float64 { return mat.Sum(c.Counts.ColView(k)) }

// BalancedAccuracy returns the mean recall of the classes that occur, and NaN if
// none does. It is that of scikit-learn's balanced_accuracy_score.
func (c *ConfusionMatrix) BalancedAccuracy() float64 { return c.Macro(Counts.Recall) }
