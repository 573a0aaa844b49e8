package metric

import (
	"math"
	"slices"
)

// A Ranking counts, for each threshold, the samples whose scores reach it. The ROC, PR
// and DET curves and package decide are based on it.
//
// A sample is predicted positive if its score is at or above the threshold,
// z ≥ θ, so samples of equal scores are predicted alike.
type Ranking struct {
	// Threshold holds the distinct scores, falling. It lacks a threshold above
	// all scores, where no sample is predicted positive.
	Threshold []float64
	// TP and FP hold the number, or the total weight, of the positive and of the
	// negative samples whose score is at or above the threshold.
	TP, FP []float64
	// Positive and Negative are the totals.
	Positive, Negative float64
}

// Rank ranks samples by the scores z of class 1, such as its probability or
// w·x + b. Targets t are 1 and 0; [OneVsRest] makes them for one class of many.
// If a score is NaN, all counts, curves and areas are NaN. If the sample weights
// s are nil, every sample counts 1.
func Rank(t []int, z, s []float64) *Ranking {
	checkLengths("Rank", len(t), len(z), s)
	s = sound(s)
	type sample struct {
		z float64
		i int
	}
	samples := make([]sample, 0, len(t))
	var undefined bool
	for i, class := range t {
		checkBinary("Rank", i, class)
		if w := weight(s, i); w != 0 {
			undefined = undefined || math.IsNaN(z[i]+w)
			samples = append(samples, sample{z[i], i})
		}
	}
	if undefined {
		nan := math.NaN()
		return &Ranking{[]float64{nan}, []float64{nan}, []float64{nan}, nan, nan}
	}
	slices.SortFunc(samples, func(a, b sample) int {
		switch {
		case a.z > b.z:
			return -1
		case a.z < b.z:
			return 1
		}
		return a.i - b.i // the order in which weights are added
	})
	distinct := 0
	for i := range samples {
		if i == 0 || samples[i].z != samples[i-1].z {
			distinct++
		}
	}
	room := func() []float64 { return make([]float64, 0, distinct) }
	r := &Ranking{Threshold: room(), TP: room(), FP: room()}
	for i, a := range samples {
		if t[a.i] == 1 {
			r.Positive += weight(s, a.i)
		} else {
			r.Negative += weight(s, a.i)
		}
		if i == len(samples)-1 || samples[i+1].z != a.z {
			r.Threshold = append(r.Threshold, a.z)
			r.TP = append(r.TP, r.Positive)
			r.FP = append(r.FP, r.Negative)
		}
	}
	return r
}

// At returns the counts at threshold i. At −1, above all scores, no sample is
// predicted positive.
func (r *Ranking) At(i int) Counts {
	if i < 0 {
		return Counts{FN: r.Positive, TN: r.Negative}
	}
	return Counts{TP: r.TP[i], FP: r.FP[i], FN: r.Positive - r.TP[i], TN: r.Negative - r.FP[i]}
}

// OneVsRest returns targets that are 1 where t is class k and 0 elsewhere.
func OneVsRest(t []int, k int) []int {
	rest := make([]int, len(t))
	for i, class := range t {
		rest[i] = int(indicator(class == k))
	}
	return rest
}
