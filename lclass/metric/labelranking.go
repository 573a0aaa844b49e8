package metric

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Coverage returns how many labels, from the highest score down, have to be
// taken on average to have all that the sample has (Tsoumakas, Katakis and
// Vlahavas, 2010). Labels t are n×K, 1 or 0, and z their n×K scores or
// probabilities. The best value is the mean number of labels; a sample without
// labels needs 0. Of equal scores all are taken. It is NaN for no samples; for
// the other two rankings this holds, too.
func Coverage(t, z mat.Matrix) float64 { return WeightedCoverage(t, z, nil) }

// WeightedCoverage is Coverage with a weight s for each sample.
func WeightedCoverage(t, z mat.Matrix, s []float64) float64 {
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

// LabelRankingPrecision returns the mean, over the labels of a sample and then
// over the samples, of the share of true ones among the labels whose score is as
// high or higher. Arguments are those of [Coverage]. It is 1 for the best
// order. A sample that has all labels, or none, counts as 1. scikit-learn calls
// it label_ranking_average_precision_score.
func LabelRankingPrecision(t, z mat.Matrix) float64 { return WeightedLabelRankingPrecision(t, z, nil) }

// WeightedLabelRankingPrecision is LabelRankingPrecision with a weight s for each sample.
func WeightedLabelRankingPrecision(t, z mat.Matrix, s []float64) float64 {
	return meanOfRankings("LabelRankingPrecision", t, z, s, func(r *Ranking) float64 {
		if r.Positive == 0 || r.Negative == 0 {
			return 1
		}
		return r.AveragePrecision()
	})
}

// LabelRankingLoss returns the mean share of pairs of a label that the sample
// has and one that it has not, whose scores are equal or in the wrong order
// (Tsoumakas, Katakis and Vlahavas, 2010). Arguments are those of [Coverage]. A
// sample that has all labels, or none, counts as 0.
func LabelRankingLoss(t, z mat.Matrix) float64 { return WeightedLabelRankingLoss(t, z, nil) }

// WeightedLabelRankingLoss is LabelRankingLoss with a weight s for each sample.
func WeightedLabelRankingLoss(t, z mat.Matrix, s []float64) float64 {
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
	checkScores(name, t, z, s)
	has := make([]int, labels)
	return mean(n, s, func(i int) float64 {
		for k := range has {
			has[k] = int(indicator(isSet(name, t, i, k)))
		}
		r := Rank(has, mat.Row(nil, i, z))
		if math.IsNaN(r.Positive) {
			return math.NaN() // a score is
		}
		return of(r)
	})
}

func checkScores(name string, t, z mat.Matrix, s []float64) {
	n, labels := dims(t)
	if rows, columns := dims(z); rows != n || columns != labels {
		panic(fmt.Sprintf("metric: %s: %d×%d targets and %d×%d scores", name, n, labels, rows, columns))
	}
	checkLengths(name, n, n, s)
}
