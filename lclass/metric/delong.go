package metric

import (
	"math"
	"sort"
)

// An Interval is an estimate with its standard error and a confidence interval: over
// repeated samples, the bounds cover the true value with probability Level.
type Interval struct {
	Value, SE, Low, High float64
	Level                float64
}

// AUCInterval returns the area under the ROC curve of the scores z of class 1
// with the standard error of DeLong, DeLong and Clarke-Pearson (1988) and the
// interval AUC ± q SE of the normal distribution, cut at 0 and 1. See [Rank] for
// the other arguments; level is above 0 and below 1, such as 0.95. It takes
// O(n log n) steps. If AUC = 1, the standard error is 0, and [Bootstrap] does no
// better. With fewer than two samples of a class it is NaN.
//
// If the sample weights s are nil, every sample counts 1. Weights count as
// copies, so their scale changes the standard error.
func AUCInterval(t []int, z []float64, level float64, s []float64) Interval {
	checkLevel("AUCInterval", level)
	r := Rank(t, z, s)
	v := r.placements(t, z)
	return normalInterval(r.auc(), math.Sqrt(r.variance(t, s, v)), level, 0)
}

// CompareAUC tests whether the areas under the ROC curves of two scores, z1 and
// z2, of the same samples differ (DeLong, DeLong and Clarke-Pearson, 1988). It
// returns the difference of the first minus the second area, with an interval
// that accounts for their correlation; z, the difference divided by its standard
// error; and the two-sided p-value of z, by the normal distribution. If both
// scores order the samples alike, z is 0 and p is 1.
//
// See [AUCInterval] for the arguments. If the sample weights s are nil, every
// sample counts 1.
func CompareAUC(t []int, z1, z2 []float64, level float64, s []float64) (difference Interval, z, p float64) {
	checkLevel("CompareAUC", level)
	r1, r2 := Rank(t, z1, s), Rank(t, z2, s)
	v1, v2 := r1.placements(t, z1), r2.placements(t, z2)
	d := make([]float64, len(t))
	for i := range d {
		d[i] = v1[i] - v2[i]
	}
	difference = normalInterval(r1.auc()-r2.auc(), math.Sqrt(r1.variance(t, s, d)), level, -1)
	if difference.Value != 0 {
		z = difference.Value / difference.SE
	}
	return difference, z, math.Erfc(math.Abs(z) / math.Sqrt2)
}

// placements returns, for each positive sample, the share of negative ones below
// its score and, for each negative sample, the share of positive ones above it,
// ties counted half. The mean of either is the area.
func (r *Ranking) placements(t []int, z []float64) []float64 {
	v := make([]float64, len(t))
	for i := range t {
		at := sort.Search(len(r.Threshold), func(k int) bool { return !(r.Threshold[k] > z[i]) })
		if at == len(r.Threshold) {
			continue // a sample of weight 0
		}
		here, above := r.At(at), r.At(at-1)
		if t[i] == 1 {
			v[i] = (here.TN + above.TN) / 2 / r.Negative
		} else {
			v[i] = (here.TP + above.TP) / 2 / r.Positive
		}
	}
	return v
}

// variance returns the variance of the mean of v over the positive samples plus
// that over the negative ones.
func (r *Ranking) variance(t []int, s, v []float64) float64 {
	var variance float64
	for class, n := range []float64{r.Negative, r.Positive} {
		var sum, squares float64
		for i := range t {
			if w := weight(s, i); t[i] == class && w != 0 {
				sum += w * v[i]
			}
		}
		for i := range t {
			if w := weight(s, i); t[i] == class && w != 0 {
				squares += w * (v[i] - sum/n) * (v[i] - sum/n)
			}
		}
		if !(n > 1) {
			return math.NaN()
		}
		variance += squares / (n - 1) / n
	}
	return variance
}

// normalInterval returns value ± q se, cut at least and at 1.
func normalInterval(value, se, level, least float64) Interval {
	q := math.Sqrt2 * math.Erfinv(level)
	return Interval{value, se, math.Max(least, value-q*se), math.Min(1, value+q*se), level}
}
