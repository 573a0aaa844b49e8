package metric

import "math"

// A PRCurve is the precision against the recall, a point for each threshold.
type PRCurve struct {
	// Threshold falls, from +Inf, where no sample is predicted to be positive,
	// to the lowest score, where all are. scikit-learn has the reverse order.
	Threshold []float64
	// Recall rises from 0 to 1. It is NaN if there is no positive sample, where
	// scikit-learn puts 1.
	Recall []float64
	// Precision is 1 where no sample is predicted to be positive, by convention.
	Precision []float64
	// AveragePrecision is the area under the steps of the curve,
	//
	//	AP = Σ (Rᵢ − Rᵢ₋₁) Pᵢ
	//
	// which is not as optimistic as that under straight lines between the
	// points (Davis and Goadrich, 2006), Trapezoid(Recall, Precision). It is NaN
	// if there is no positive sample.
	AveragePrecision float64
}

// PR returns the precision-recall curve of the scores z of class 1; see [Rank]
// for its arguments. It has a point for every different score.
func PR(t []int, z []float64) *PRCurve { return WeightedPR(t, z, nil) }

// WeightedPR is PR with a weight s for each sample.
func WeightedPR(t []int, z, s []float64) *PRCurve { return WeightedRank(t, z, s).PR() }

// PR returns the precision-recall curve of the ranking.
func (r *Ranking) PR() *PRCurve {
	return &PRCurve{
		Threshold:        fromNothing(math.Inf(1), r.Threshold),
		Recall:           per(r.Positive, fromNothing(0, r.TP)),
		Precision:        fromNothing(1, r.precision()),
		AveragePrecision: r.AveragePrecision(),
	}
}

func (r *Ranking) precision() []float64 {
	p := make([]float64, len(r.Threshold))
	for i := range p {
		p[i] = r.At(i).Precision()
	}
	return p
}

// AveragePrecision returns the area under the steps of the precision-recall
// curve of the scores z of class 1; see [Rank] for its arguments and [PRCurve]
// for the formula.
func AveragePrecision(t []int, z []float64) float64 { return WeightedAveragePrecision(t, z, nil) }

// WeightedAveragePrecision is AveragePrecision with a weight s for each sample.
func WeightedAveragePrecision(t []int, z, s []float64) float64 {
	return WeightedRank(t, z, s).AveragePrecision()
}

// AveragePrecision returns the area under the steps of the precision-recall
// curve.
func (r *Ranking) AveragePrecision() float64 {
	var area, above float64
	for i, precision := range r.precision() {
		area += (r.TP[i] - above) * precision
		above = r.TP[i]
	}
	return area / r.Positive
}
