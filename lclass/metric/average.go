package metric

// Macro returns the mean of a rate over classes, or labels, each counted once,
//
//	(1/K) Σₖ rate(k)
//
// Classes in which the rate is 0/0 are left out, as by scikit-learn's
// zero_division=nan (from 1.3 on); Macro(c, Or(rate, 0)) counts them as 0, as
// its default does. Macro is NaN if no class is left.
func Macro(c []Counts, rate Rate) float64 {
	return averageOf(c, rate, func(Counts) float64 { return 1 })
}

// Weighted returns the mean of a rate over classes, or labels, each counted as
// often as it occurs,
//
//	Σₖ nₖ rate(k) / Σₖ nₖ,  nₖ = TP + FN of class k
//
// Classes in which the rate is 0/0 are left out, as by [Macro].
func Weighted(c []Counts, rate Rate) float64 { return averageOf(c, rate, Counts.Support) }

// Micro returns a rate of the sums of the counts of all classes, or labels:
// every decision counts the same.
func Micro(c []Counts, rate Rate) float64 {
	var all Counts
	for _, k := range c {
		all = Counts{TP: all.TP + k.TP, FP: all.FP + k.FP, FN: all.FN + k.FN, TN: all.TN + k.TN}
	}
	return rate(all)
}

// averageOf returns the mean of the rates, each counted n times, without those
// that are NaN.
func averageOf(c []Counts, rate Rate, n func(Counts) float64) float64 {
	values, weights := make([]float64, len(c)), make([]float64, len(c))
	for k := range c {
		values[k], weights[k] = rate(c[k]), n(c[k])
	}
	return Mean(values, weights)
}
