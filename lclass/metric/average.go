package metric

import "math"

// Macro returns the mean of a rate over classes, or labels, each counted once,
//
//	(1/K) Σₖ rate(k)
//
// It leaves out classes whose rate is 0/0, as scikit-learn does with
// zero_division=nan (from 1.3 on). Macro(c, Or(rate, 0)) counts them as 0, which
// is scikit-learn's default. Macro is NaN if no class is left.
func Macro(c []Counts, rate Rate) float64 {
	return averageOf(c, rate, func(Counts) float64 { return 1 })
}

// Weighted returns the mean of a rate over classes, or labels, weighted by their
// support,
//
//	Σₖ nₖ rate(k) / Σₖ nₖ,  nₖ = TP + FN of class k
//
// It leaves out classes whose rate is 0/0, as [Macro] does.
func Weighted(c []Counts, rate Rate) float64 { return averageOf(c, rate, Counts.Support) }

// Micro returns a rate of the summed counts of all classes, or labels, so that
// every decision counts the same.
func Micro(c []Counts, rate Rate) float64 {
	var all Counts
	for _, k := range c {
		all = Counts{TP: all.TP + k.TP, FP: all.FP + k.FP, FN: all.FN + k.FN, TN: all.TN + k.TN}
	}
	return rate(all)
}

// averageOf returns the mean of the rates, weighted by n, without those that are
// NaN.
func averageOf(c []Counts, rate Rate, n func(Counts) float64) float64 {
	values, weights := make([]float64, len(c)), make([]float64, len(c))
	for k := range c {
		values[k], weights[k] = rate(c[k]), n(c[k])
	}
	return Mean(values, weights)
}

// Mean returns the weighted mean of the values v without those that are NaN, and
// NaN if none is left. If the weights n are nil, every value counts 1.
func Mean(v, n []float64) float64 {
	checkLengths("Mean", len(v), len(v), n)
	n = sound(n)
	var sum, total float64
	for i, x := range v {
		if w := weight(n, i); w != 0 && !math.IsNaN(x) {
			sum += w * x
			total += w
		}
	}
	return sum / total
}

// Support returns the number of samples of each of K classes, or their total
// weight. With [Mean] it averages values of the classes as scikit-learn's
// average="weighted" does. If the sample weights s are nil, every sample counts
// 1.
func Support(t []int, classes int, s []float64) []float64 {
	checkLengths("Support", len(t), len(t), s)
	s = sound(s)
	checkColumns("Support", t, classes)
	n := make([]float64, classes)
	for i, class := range t {
		n[class] += weight(s, i)
	}
	return n
}
