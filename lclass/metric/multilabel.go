package metric

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// LabelCounts returns the counts of each of K labels, for samples that may have
// several labels or none (Chemnitz section 5, multi-label classification): t
// and y are n×K, 1 where a sample has the label, or is predicted to, and 0
// elsewhere. The rates of a label are methods of its counts; [Macro],
// [Weighted] and [Micro] average over the labels.
func LabelCounts(t, y mat.Matrix) []Counts { return WeightedLabelCounts(t, y, nil) }

// WeightedLabelCounts is LabelCounts with a weight s for each sample.
func WeightedLabelCounts(t, y mat.Matrix, s []float64) []Counts {
	_, labels := dims(t)
	s = sound(s)
	all := make([]Counts, labels)
	eachLabel("LabelCounts", t, y, s, func(i, k int, has, predicted bool) {
		if w := weight(s, i); w != 0 {
			all[k].add(has, predicted, w)
		}
	})
	return all
}

// SampleCounts returns the counts over the labels of each sample, for t and y as
// [LabelCounts] has them. See [Samples] for the mean of a rate.
func SampleCounts(t, y mat.Matrix) []Counts {
	n, _ := dims(t)
	all := make([]Counts, n)
	eachLabel("SampleCounts", t, y, nil, func(i, _ int, has, predicted bool) { all[i].add(has, predicted, 1) })
	return all
}

// Samples returns the mean over the samples of a rate of each, such as
// Counts.Precision, for t and y as [LabelCounts] has them. It is what
// scikit-learn calls average="samples". Samples in which the rate is 0/0, such
// as the recall of one without labels, are left out; Samples(t, y, Or(rate, 0))
// counts them as 0, as the default of scikit-learn does. It is NaN if no sample
// is left.
func Samples(t, y mat.Matrix, rate Rate) float64 { return WeightedSamples(t, y, rate, nil) }

// WeightedSamples is Samples with a weight s for each sample.
func WeightedSamples(t, y mat.Matrix, rate Rate, s []float64) float64 {
	counts := SampleCounts(t, y)
	checkLengths("Samples", len(counts), len(counts), s)
	rates := make([]float64, len(counts))
	for i, c := range counts {
		rates[i] = rate(c)
	}
	return Mean(rates, s)
}

// ExactMatch returns the share of samples all of whose labels are predicted and
// no other, also called subset accuracy, for t and y as [LabelCounts] has them.
// It is NaN for no samples.
func ExactMatch(t, y mat.Matrix) float64 { return WeightedExactMatch(t, y, nil) }

// WeightedExactMatch is ExactMatch with a weight s for each sample.
func WeightedExactMatch(t, y mat.Matrix, s []float64) float64 {
	return WeightedSamples(t, y, func(c Counts) float64 { return indicator(c.FP == 0 && c.FN == 0) }, s)
}

// Hamming returns the share of labels that are predicted but missing or the
// reverse, of all labels of all samples, for t and y as [LabelCounts] has them,
//
//	(1/NK) Σᵢ Σₖ [t[i, k] ≠ y[i, k]]
//
// It is NaN for no samples or no labels.
func Hamming(t, y mat.Matrix) float64 { return WeightedHamming(t, y, nil) }

// WeightedHamming is Hamming with a weight s for each sample.
func WeightedHamming(t, y mat.Matrix, s []float64) float64 {
	return WeightedSamples(t, y, Counts.Error, s)
}

// add counts one decision of weight w.
func (c *Counts) add(has, predicted bool, w float64) {
	switch {
	case has && predicted:
		c.TP += w
	case has:
		c.FN += w
	case predicted:
		c.FP += w
	default:
		c.TN += w
	}
}

// eachLabel calls f for every sample and label.
func eachLabel(name string, t, y mat.Matrix, s []float64, f func(i, k int, has, predicted bool)) {
	n, labels := dims(t)
	if rows, columns := dims(y); rows != n || columns != labels {
		panic(fmt.Sprintf("metric: %s: %d×%d targets and %d×%d predictions", name, n, labels, rows, columns))
	}
	checkLengths(name, n, n, s)
	for i := range n {
		for k := range labels {
			f(i, k, isSet(name, t, i, k), isSet(name, y, i, k))
		}
	}
}

func isSet(name string, m mat.Matrix, i, k int) bool {
	v := m.At(i, k)
	if v != 0 && v != 1 {
		panic(fmt.Sprintf("metric: %s: label %d of sample %d is %v, want 0 or 1", name, k, i, v))
	}
	return v == 1
}
