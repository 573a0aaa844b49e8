package metric

import "math"

// A ROCCurve is the receiver operating characteristic: the true positive rate
// against the false positive rate, a point for each threshold (Fawcett, 2006).
type ROCCurve struct {
	// Threshold falls, from +Inf, where no sample is predicted to be positive,
	// to the lowest score, where all are.
	Threshold []float64
	// FPR and TPR rise from 0 to 1. They are NaN if there is no negative, or no
	// positive sample.
	FPR, TPR []float64
	// AUC is the area under the curve: the probability that a positive sample
	// has a higher score than a negative one, ties counted half. It is NaN if
	// there are no positive or no negative samples.
	AUC float64
}

// ROC returns the curve of the scores z of class 1; see [Rank] for its
// arguments. It has a point for every different score, as scikit-learn's
// roc_curve with drop_intermediate=False; see [Ranking.ROCCorners].
// The first threshold is +Inf, as it is in scikit-learn from 1.3 on.
func ROC(t []int, z []float64) *ROCCurve { return WeightedROC(t, z, nil) }

// WeightedROC is ROC with a weight s for each sample.
func WeightedROC(t []int, z, s []float64) *ROCCurve { return WeightedRank(t, z, s).ROC() }

// ROC returns the ROC curve of the ranking.
func (r *Ranking) ROC() *ROCCurve {
	return &ROCCurve{
		Threshold: fromNothing(math.Inf(1), r.Threshold),
		FPR:       per(r.Negative, fromNothing(0, r.FP)),
		TPR:       per(r.Positive, fromNothing(0, r.TP)),
		AUC:       r.AUC(),
	}
}

// ROCCorners returns the ROC curve without the points that lie halfway between
// their neighbours, which a drawing does not need; it is that of scikit-learn's
// default, drop_intermediate=True.
func (r *Ranking) ROCCorners() *ROCCurve {
	corners := Ranking{Positive: r.Positive, Negative: r.Negative}
	last := len(r.Threshold) - 1
	for i, z := range r.Threshold {
		if i == 0 || i == last || bends(r.FP, i) || bends(r.TP, i) {
			corners.Threshold = append(corners.Threshold, z)
			corners.TP = append(corners.TP, r.TP[i])
			corners.FP = append(corners.FP, r.FP[i])
		}
	}
	c := corners.ROC()
	c.AUC = r.AUC()
	return c
}

func bends(v []float64, i int) bool { return v[i+1]-v[i] != v[i]-v[i-1] }

// AUC returns the area under the ROC curve of the scores z of class 1; see
// [Rank] for its arguments and [ROCCurve] for its meaning.
func AUC(t []int, z []float64) float64 { return WeightedAUC(t, z, nil) }

// WeightedAUC is AUC with a weight s for each sample.
func WeightedAUC(t []int, z, s []float64) float64 { return WeightedRank(t, z, s).AUC() }

// AUC returns the area under the ROC curve.
func (r *Ranking) AUC() float64 {
	return Trapezoid(fromNothing(0, r.FP), per(r.Positive, fromNothing(0, r.TP))) / r.Negative
}

// PartialAUC returns the area under the curve from FPR 0 to maxFPR, which is
// maxFPR at most. Between points the curve is a straight line.
func (c *ROCCurve) PartialAUC(maxFPR float64) float64 {
	if math.IsNaN(c.AUC) || !(maxFPR > 0 && maxFPR <= 1) {
		return math.NaN()
	}
	var x, y []float64
	for i, fpr := range c.FPR {
		if fpr > maxFPR {
			slope := (c.TPR[i] - c.TPR[i-1]) / (fpr - c.FPR[i-1])
			x, y = append(x, maxFPR), append(y, c.TPR[i-1]+slope*(maxFPR-c.FPR[i-1]))
			break
		}
		x, y = append(x, fpr), append(y, c.TPR[i])
	}
	return Trapezoid(x, y)
}

// StandardPartialAUC returns the partial area on a scale on which chance is ½
// and the best is 1 (McClish, 1989), as scikit-learn's roc_auc_score(max_fpr)
// does: with m = maxFPR,
//
//	½(1 + (A − m²/2)/(m − m²/2))
//
// It is NaN unless 0 < maxFPR ≤ 1.
func (c *ROCCurve) StandardPartialAUC(maxFPR float64) float64 {
	chance := maxFPR * maxFPR / 2
	return (1 + (c.PartialAUC(maxFPR)-chance)/(maxFPR-chance)) / 2
}

// Trapezoid returns the area below the straight lines between the points,
//
//	Σ (xᵢ₊₁ − xᵢ)(yᵢ + yᵢ₊₁)/2
//
// and 0 for less than two.
func Trapezoid(x, y []float64) float64 {
	checkLengths("Trapezoid", len(x), len(y), nil)
	var area float64
	for i := 1; i < len(x); i++ {
		area += (x[i] - x[i-1]) * (y[i] + y[i-1]) / 2
	}
	return area
}
