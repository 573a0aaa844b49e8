package metric

// A DETCurve is the detection error tradeoff: the false negative rate against
// the false positive rate, a point for each threshold (Martin et al., 1997). It
// is drawn with both axes as quantiles of the normal distribution.
type DETCurve struct {
	// Threshold falls. It begins with the last one that has the false positives
	// of the first and ends with the first that has no false negative: what lies
	// beyond adds errors of one kind and saves none. scikit-learn has the
	// reverse order.
	Threshold []float64
	// FPR rises and FNR falls. They are NaN if there is no negative, or no
	// positive sample.
	FPR, FNR []float64
}

// DET returns the curve of the scores z of class 1; see [Rank] for its
// arguments.
func DET(t []int, z []float64) *DETCurve { return WeightedDET(t, z, nil) }

// WeightedDET is DET with a weight s for each sample.
func WeightedDET(t []int, z, s []float64) *DETCurve { return WeightedRank(t, z, s).DET() }

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
