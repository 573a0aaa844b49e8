package metric

import (
	"math"
	"sort"
)

// An Interval is an estimate with its standard error and the bounds between
// which the true value lies with the probability Level.
type Interval struct {
	Value, SE, Low, High float64
	Level                float64
}

// AUCInterval returns the area under the ROC curve with the standard error of
// DeLong, DeLong and Clarke-Pearson (1988) and the interval AUC ± q SE of the
// normal distribution, cut at 0 and 1; see [Rank] for the samples. It takes
// O(n log n) steps. The error of the best area, 1, is 0: [Bootstrap] is no better
// there. With fewer than two samples of a class it is NaN.
func AUCInterval(t []int, z []float64, level float64) Interval {
	return WeightedAUCInterval(t, z, nil, level)
}

// WeightedAUCInterval is AUCInterval with a weight s for each sample, which
// counts as copies: weights that are no counts give errors of their scale.
func WeightedAUCInterval(t []int, z, s []float64, level float64) Interval {
	checkLevel("AUCInterval", level)
	r := WeightedRank(t, z, s)
	v := r.placements(t, z)
	return normalInterval(r.AUC(), math.Sqrt(r.variance(t, s, v)), level, 0)
}

// An AUCTest compares the areas under the ROC curves of two scores of the same
// samples.
type AUCTest struct {
	First, Second Interval
	Difference    Interval // First − Second
	Z             float64  // Difference over its standard error
	P             float64  // two-sided, by the normal distribution
}

// CompareAUC tests whether the areas under the ROC curves of two scores, z1 and
// z2, of the same samples differ, after DeLong, DeLong and Clarke-Pearson
// (1988), who take into account that they are correlated. If both order the
// samples alike Z is 0 and P is 1. See [AUCInterval] for the rest.
func CompareAUC(t []int, z1, z2 []float64, level float64) AUCTest {
	return WeightedCompareAUC(t, z1, z2, nil, level)
}

// WeightedCompareAUC is CompareAUC with a weight s for each sample, which counts
// as copies.
func WeightedCompareAUC(t []int, z1, z2, s []float64, level float64) AUCTest {
	checkLevel("CompareAUC", level)
	r1, r2 := WeightedRank(t, z1, s), WeightedRank(t, z2, s)
	v1, v2 := r1.placements(t, z1), r2.placements(t, z2)
	difference := make([]float64, len(t))
	for i := range difference {
		difference[i] = v1[i] - v2[i]
	}
	a := AUCTest{
		First:      normalInterval(r1.AUC(), math.Sqrt(r1.variance(t, s, v1)), level, 0),
		Second:     normalInterval(r2.AUC(), math.Sqrt(r2.variance(t, s, v2)), level, 0),
		Difference: normalInterval(r1.AUC()-r2.AUC(), math.Sqrt(r1.variance(t, s, difference)), level, -1),
	}
	if a.Difference.Value != 0 {
		a.Z = a.Difference.Value / a.Difference.SE
	}
	a.P = math.Erfc(math.Abs(a.Z) / math.Sqrt2)
	return a
}

// placements returns for each positive sample the share of negative ones below
// its score, and for each negative sample that of positive ones above, ties
// counted half. The mean of either is the area.
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

// variance returns that of the mean of v over the positive samples plus that
// over the negative ones.
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

// normalInterval returns value ± q se within the least value and 1.
func normalInterval(value, se, level, least float64) Interval {
	q := math.Sqrt2 * math.Erfinv(level)
	return Interval{value, se, math.Max(least, value-q*se), math.Min(1, value+q*se), level}
}
