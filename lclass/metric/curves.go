package metric

import "math"

// A ROCCurve is the receiver operating characteristic: the true positive rate
// against the false positive rate, as the threshold falls (Fawcett, 2006).
type ROCCurve struct {
	// Threshold falls, from +Inf, where no sample is predicted positive, to the
	// lowest score, where all are.
	Threshold []float64
	// FPR and TPR rise from 0 to 1. They are NaN if there are no negative, or no
	// positive, samples.
	FPR, TPR []float64
	// AUC is the area under the curve; see the function [AUC].
	AUC float64
}

// ROC returns the ROC curve of the ranking. It leaves out points halfway between
// their neighbours, as scikit-learn's roc_curve does by default; all points are
// in the ranking. The first threshold is +Inf, as in scikit-learn from 1.3 on.
func (r *Ranking) ROC() *ROCCurve {
	corners := Ranking{Positive: r.Positive, Negative: r.Negative}
	last := len(r.Threshold) - 1
	for i, z := range r.Threshold {
		if i == 0 || i == last || bends(r.FP, i) || bends(r.TP, i) {
			corners.Threshold = append(corners.Threshold, z)
			corners.TP = append(corners.TP, r.TP[i])
			corners.FP = append(corners.FP, r.FP[i])
		}
	}
	return &ROCCurve{
		Threshold: fromNothing(math.Inf(1), corners.Threshold),
		FPR:       per(r.Negative, fromNothing(0, corners.FP)),
		TPR:       per(r.Positive, fromNothing(0, corners.TP)),
		AUC:       r.auc(),
	}
}

func bends(v []float64, i int) bool { return v[i+1]-v[i] != v[i]-v[i-1] }

// A PRCurve is the precision against the recall, as the threshold falls.
type PRCurve struct {
	// Threshold falls, from +Inf, where no sample is predicted positive, to the
	// lowest score, where all are. scikit-learn has the reverse order.
	Threshold []float64
	// Recall rises from 0 to 1. It is NaN if there are no positive samples, where
	// scikit-learn returns 1.
	Recall []float64
	// Precision is 1 where no sample is predicted positive, by convention.
	Precision []float64
	// AveragePrecision is the area under the steps of the curve; see the function
	// [AveragePrecision].
	AveragePrecision float64
}

// PR returns the precision-recall curve of the ranking, with a point for every
// distinct score.
func (r *Ranking) PR() *PRCurve {
	return &PRCurve{
		Threshold:        fromNothing(math.Inf(1), r.Threshold),
		Recall:           per(r.Positive, fromNothing(0, r.TP)),
		Precision:        fromNothing(1, r.precision()),
		AveragePrecision: r.averagePrecision(),
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
// curve of the scores z of class 1,
//
//	AP = Σ (Rᵢ − Rᵢ₋₁) Pᵢ
//
// which is less optimistic than the area under straight lines between the
// points, Trapezoid(Recall, Precision) (Davis and Goadrich, 2006). See [Rank]
// for its arguments. It is NaN if there are no positive samples. If the sample
// weights s are nil, every sample counts 1.
func AveragePrecision(t []int, z, s []float64) float64 { return Rank(t, z, s).averagePrecision() }

func (r *Ranking) averagePrecision() float64 {
	var area, above float64
	for i, precision := range r.precision() {
		area += (r.TP[i] - above) * precision
		above = r.TP[i]
	}
	return area / r.Positive
}

// A DETCurve is the detection error tradeoff: the false negative rate against
// the false positive rate, as the threshold falls (Martin et al., 1997). Both
// axes are drawn as quantiles of the normal distribution.
type DETCurve struct {
	// Threshold falls. It leaves out thresholds at either end at which one error rate is
	// worse and the other no better: it begins with the lowest one that has the smallest
	// FPR, and ends with the highest one at which FNR is 0. scikit-learn has the reverse
	// order.
	Threshold []float64
	// FPR rises and FNR falls. They are NaN if there are no negative, or no
	// positive, samples.
	FPR, FNR []float64
}

// DET returns the DET curve of the ranking.
func (r *Ranking) DET() *DETCurve {
	first, last := 0, 0
	for i := range r.Threshold {
		if r.FP[i] == r.FP[0] {
			first = i
		}
		if last = i; r.TP[i] == r.Positive {
			break
		}
	}
	c := new(DETCurve)
	for i := first; i <= last && i < len(r.Threshold); i++ {
		at := r.At(i)
		c.Threshold = append(c.Threshold, r.Threshold[i])
		c.FPR, c.FNR = append(c.FPR, at.FP/r.Negative), append(c.FNR, at.FN/r.Positive)
	}
	return c
}

// fromNothing returns the values v after that of a threshold above all scores.
func fromNothing(first float64, v []float64) []float64 {
	return append(append(make([]float64, 0, len(v)+1), first), v...)
}

// per returns the counts divided by n.
func per(n float64, counts []float64) []float64 {
	rates := make([]float64, len(counts))
	for i, c := range counts {
		rates[i] = c / n
	}
	return rates
}
