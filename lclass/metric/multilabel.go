package metric

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// LabelCounts returns the counts of each of K labels, for samples that may have
// several labels or none (Chemnitz section 5, multi-label classification). t and
// y are n×K: 1 where a sample has the label, or is predicted to have it, and 0
// elsewhere. The rates of a label are methods of its counts; [Macro], [Weighted]
// and [Micro] average over the labels. If the sample weights s are nil, every
// sample counts 1.
func LabelCounts(t, y mat.Matrix, s []float64) []Counts {
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

// Samples returns the mean over the samples of a rate of their labels, such as
// Counts.Precision; scikit-learn calls it average="samples". See [LabelCounts] for
// t and y. It leaves out samples whose rate is 0/0, such as the recall of a sample
// without labels; Samples(t, y, Or(rate, 0), s) counts them as 0, which is
// scikit-learn's default. It is NaN if no sample is left. If the sample weights s
// are nil, every sample counts 1.
func Samples(t, y mat.Matrix, rate Rate, s []float64) float64 {
	n, _ := dims(t)
	counts := make([]Counts, n)
	eachLabel("Samples", t, y, s, func(i, _ int, has, predicted bool) { counts[i].add(has, predicted, 1) })
	rates := make([]float64, n)
	for i, c := range counts {
		rates[i] = rate(c)
	}
	return Mean(rates, s)
}

// ExactMatch returns the share of samples whose predicted labels are exactly the
// true ones, also called subset accuracy. See [LabelCounts] for t and y. It is
// NaN for no samples. If the sample weights s are nil, every sample counts 1.
func ExactMatch(t, y mat.Matrix, s []float64) float64 {
	return Samples(t, y, func(c Counts) float64 { return indicator(c.FP == 0 && c.FN == 0) }, s)
}

// Hamming returns the Hamming loss, the share of wrong decisions about labels,
//
//	Σᵢ sᵢ (1/K) Σₖ [t[i, k] ≠ y[i, k]] / Σ sᵢ
//
// See [LabelCounts] for t and y. It is NaN for no samples or no labels. If the
// sample weights s are nil, every sample counts 1.
func Hamming(t, y mat.Matrix, s []float64) float64 {
	return Samples(t, y, func(c Counts) float64 { return (c.FP + c.FN) / c.Total() }, s)
}

// LabelLogLoss returns the binary cross-entropy of the n×K probabilities p of
// labels, the sum of the log-losses of the labels (Chemnitz section 5),
//
//	−Σᵢ sᵢ Σₖ (t[i, k] log p[i, k] + (1 − t[i, k]) log(1 − p[i, k])) / Σ sᵢ
//
// See [LabelCounts] for t. Like [LogLoss] it clips nothing; it is NaN for no
// samples and for a probability outside [0, 1]. If the sample weights s are nil,
// every sample counts 1.
func LabelLogLoss(t, p mat.Matrix, s []float64) float64 {
	n, labels := dims(t)
	checkSizes("LabelLogLoss", t, p, "scores", s)
	return mean(n, s, func(i int) float64 {
		var sum float64
		for k := range labels {
			q := p.At(i, k)
			switch has := isSet("LabelLogLoss", t, i, k); {
			case q < 0 || q > 1:
				return math.NaN()
			case has:
				sum -= math.Log(q)
			default:
				sum -= math.Log1p(-q)
			}
		}
		return sum
	})
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
	checkSizes(name, t, y, "predictions", s)
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
