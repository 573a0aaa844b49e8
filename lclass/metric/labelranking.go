package metric

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Coverage returns how many labels, on average, one must take from the highest
// score down to include all true labels of a sample (Tsoumakas, Katakis and
// Vlahavas, 2010). Labels t are n×K, 1 or 0, and z holds their n×K scores or
// probabilities. The best value is the mean number of labels: a sample without
// labels needs 0. Labels of equal scores are taken together. It is NaN for no
// samples and if a score is NaN. If the sample weights s are nil, every sample
// counts 1.
func Coverage(t, z mat.Matrix, s []float64) float64 {
	return meanOfRankings("Coverage", t, z, s, func(r *Ranking) float64 {
		taken := 0.0
		for i := range r.Threshold {
			if r.At(i-1).TP < r.Positive {
				taken = r.At(i).PredictedCount()
			}
		}
		return taken
	})
}

// LabelRankingPrecision returns scikit-learn's
// label_ranking_average_precision_score: for each true label of a sample, the
// share of true labels among those of the same or a higher score, averaged over
// the labels and then over the samples. It is 1 for the best order. A sample with
// all labels, or none, counts as 1. See [Coverage] for the arguments. If the
// sample weights s are nil, every sample counts 1.
func LabelRankingPrecision(t, z mat.Matrix, s []float64) float64 {
	return meanOfRankings("LabelRankingPrecision", t, z, s, func(r *Ranking) float64 {
		if r.Positive == 0 || r.Negative == 0 {
			return 1
		}
		return r.averagePrecision()
	})
}

// LabelRankingLoss returns the mean share of pairs of a true and a false label
// of a sample whose scores are equal or in the wrong order (Tsoumakas, Katakis
// and Vlahavas, 2010). A sample with all labels, or none, counts as 0. See
// [Coverage] for the arguments. If the sample weights s are nil, every sample
// counts 1.
func LabelRankingLoss(t, z mat.Matrix, s []float64) float64 {
	return meanOfRankings("LabelRankingLoss", t, z, s, func(r *Ranking) float64 {
		if r.Positive == 0 || r.Negative == 0 {
			return 0
		}
		var wrong float64
		for i := range r.Threshold {
			above := r.At(i - 1)
			wrong += (r.FP[i] - above.FP) * above.FN
		}
		return wrong / r.Positive / r.Negative
	})
}

// meanOfRankings returns the mean over the samples of a measure of the ranking
// of its labels.
func meanOfRankings(name string, t, z mat.Matrix, s []float64, of func(*Ranking) float64) float64 {
	n, labels := dims(t)
	checkSizes(name, t, z, "scores", s)
	has := make([]int, labels)
	return mean(n, s, func(i int) float64 {
		for k := range has {
			has[k] = int(indicator(isSet(name, t, i, k)))
		}
		r := Rank(has, mat.Row(nil, i, z), nil)
		if math.IsNaN(r.Positive) {
			return math.NaN() // a score is NaN
		}
		return of(r)
	})
}
