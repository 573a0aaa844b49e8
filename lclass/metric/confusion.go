package metric

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// A ConfusionMatrix counts how many samples of each class were predicted as
// each class (Dongguk and Chemnitz, confusion matrix).
//
// As in Dongguk and in scikit-learn, a row is a true class and a column a
// predicted one. Chemnitz has it the other way round:
// [ConfusionMatrix.PredictedRows] prints that table, and Counts.T() has its
// numbers.
type ConfusionMatrix struct {
	// Counts is K×K; element (i, j) is the number, or the total weight, of
	// the samples of class i that were predicted as class j.
	Counts *mat.Dense
	// Classes holds the K names.
	Classes []string
}

// Confusion counts the targets t and the predictions y of the named classes.
// If classes is nil, they are "0", "1", … up to the largest number in t and y.
// If the sample weights s are nil, every sample counts 1.
func Confusion(t, y []int, classes []string, s []float64) *ConfusionMatrix {
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
				panic(fmt.Sprintf("metric: Confusion: sample %d has class %d, want 0 to %d", i, class, len(classes)-1))
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

// Class returns the counts of class k against the rest; its methods are the
// rates of the class.
func (c *ConfusionMatrix) Class(k int) Counts { return c.perClass()[k] }

// perClass returns the counts of each class against the rest.
func (c *ConfusionMatrix) perClass() []Counts {
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

// Macro returns the mean of a rate over the classes; see the function [Macro].
func (c *ConfusionMatrix) Macro(rate Rate) float64 { return Macro(c.perClass(), rate) }

// Weighted returns the mean of a rate over the classes, weighted by their
// support; see the function [Weighted].
func (c *ConfusionMatrix) Weighted(rate Rate) float64 { return Weighted(c.perClass(), rate) }

// Micro returns a rate of the summed counts of all classes; see the function
// [Micro]. Micro recall, precision and F1 are the accuracy.
func (c *ConfusionMatrix) Micro(rate Rate) float64 { return Micro(c.perClass(), rate) }

// Accuracy returns the share of the samples on the diagonal, and NaN for no
// samples.
func (c *ConfusionMatrix) Accuracy() float64 {
	var right, total float64
	for k := range c.Classes {
		right += c.Counts.At(k, k)
		total += c.support(k)
	}
	return right / total
}

// BalancedAccuracy returns the mean recall of the classes that have samples, as
// scikit-learn's balanced_accuracy_score does, and NaN for no samples.
func (c *ConfusionMatrix) BalancedAccuracy() float64 { return c.Macro(Counts.Recall) }

// Kappa returns the agreement of targets and predictions beyond chance (Cohen,
// 1960),
//
//	κ = (pₒ − pₑ)/(1 − pₑ)
//
// where pₒ is the accuracy and pₑ = Σₖ nₖ mₖ/N² the accuracy expected by chance,
// if class k has nₖ samples and is predicted mₖ times. It is 1 if there is no
// error, 0 for chance, and NaN if targets and predictions are all the same class.
func (c *ConfusionMatrix) Kappa() float64 {
	return c.kappa(func(i, j int) float64 { return indicator(i != j) })
}

// LinearKappa returns the weighted kappa of ordered classes, whose errors count
// |i − j| (Cohen, 1968),
//
//	κ = 1 − Σ |i − j| nᵢⱼ / Σ |i − j| nᵢ mⱼ/N
func (c *ConfusionMatrix) LinearKappa() float64 {
	return c.kappa(func(i, j int) float64 { return math.Abs(float64(i - j)) })
}

// QuadraticKappa is LinearKappa with errors that count (i − j)².
func (c *ConfusionMatrix) QuadraticKappa() float64 {
	return c.kappa(func(i, j int) float64 { return float64((i - j) * (i - j)) })
}

// kappa returns 1 minus the ratio of the observed to the expected cost.
func (c *ConfusionMatrix) kappa(cost func(i, j int) float64) float64 {
	support, predicted, total := c.margins()
	var observed, expected float64
	for i := range c.Classes {
		for j := range c.Classes {
			observed += cost(i, j) * (c.Counts.At(i, j) / total)
			expected += cost(i, j) * (support[i] / total) * (predicted[j] / total)
		}
	}
	return 1 - observed/expected
}

// MCC returns the correlation of targets and predictions, the coefficient of
// Matthews (1975) for K classes (Gorodkin, 2004),
//
//	(cN − Σₖ nₖ mₖ)/√((N² − Σ nₖ²)(N² − Σ mₖ²))
//
// with c correct predictions of N; class k has nₖ samples and is predicted mₖ
// times. It is 1 if there is no error, and NaN if all samples, or all
// predictions, are of one class, where scikit-learn returns 0.
func (c *ConfusionMatrix) MCC() float64 {
	support, predicted, total := c.margins()
	_, e := math.Frexp(total)
	scale := func(n float64) float64 { return math.Ldexp(n, -e) } // exact, and no square overflows
	var both, spreadT, spreadY float64
	for k := range c.Classes {
		n, m := scale(support[k]), scale(predicted[k])
		both += scale(c.Counts.At(k, k))*scale(total) - n*m
		spreadT += n * scale(total-support[k])
		spreadY += m * scale(total-predicted[k])
	}
	if spreadT == 0 || spreadY == 0 {
		return math.NaN()
	}
	return both / math.Sqrt(spreadT) / math.Sqrt(spreadY)
}

// margins returns the sums of the rows and of the columns, and the total.
func (c *ConfusionMatrix) margins() (support, predicted []float64, total float64) {
	for k := range c.Classes {
		support = append(support, c.support(k))
		predicted = append(predicted, c.predictedCount(k))
		total += support[k]
	}
	return support, predicted, total
}

func (c *ConfusionMatrix) support(k int) float64 { return mat.Sum(c.Counts.RowView(k)) }

func (c *ConfusionMatrix) predictedCount(k int) float64 { return mat.Sum(c.Counts.ColView(k)) }

// ByTrue returns the K×K shares of the samples of each true class: every row
// sums to 1, and the diagonal is the recall. The row of a class with no samples
// is NaN, where scikit-learn's normalize="true" returns 0.
func (c *ConfusionMatrix) ByTrue() *mat.Dense {
	return c.shares(func(i, _ int) float64 { return c.support(i) })
}

// ByPredicted returns the K×K shares of the samples of each predicted class:
// every column sums to 1, and the diagonal is the precision. The column of a
// class that is never predicted is NaN, where scikit-learn's normalize="pred"
// returns 0.
func (c *ConfusionMatrix) ByPredicted() *mat.Dense {
	return c.shares(func(_, j int) float64 { return c.predictedCount(j) })
}

// ByAll returns the K×K shares of all samples, which sum to 1, as scikit-learn's
// normalize="all". They are NaN for no samples.
func (c *ConfusionMatrix) ByAll() *mat.Dense {
	return c.shares(func(int, int) float64 { return mat.Sum(c.Counts) })
}

// shares returns the counts divided by of(i, j), and an empty matrix for no
// classes.
func (c *ConfusionMatrix) shares(of func(i, j int) float64) *mat.Dense {
	shares := new(mat.Dense)
	if len(c.Classes) > 0 {
		shares.Apply(func(i, j int, n float64) float64 { return n / of(i, j) }, c.Counts)
	}
	return shares
}
