package metric

import "math"

// MCC returns the correlation of targets and predictions, the coefficient of
// Matthews (1975) for K classes (Gorodkin, 2004),
//
//	(cN − Σₖ nₖ mₖ)/√((N² − Σ nₖ²)(N² − Σ mₖ²))
//
// with c correct predictions of N, and class k, which occurs nₖ times and is
// predicted mₖ times. It is 1 for no error and NaN if all samples are of one
// class, or all predictions, where scikit-learn puts 0.
func (c *ConfusionMatrix) MCC() float64 {
	occurred, predicted, total := c.margins()
	_, e := math.Frexp(total)
	scale := func(n float64) float64 { return math.Ldexp(n, -e) } // exact, and no square overflows
	var both, spreadT, spreadY float64
	for k := range c.Classes {
		n, m := scale(occurred[k]), scale(predicted[k])
		both += scale(c.Counts.At(k, k))*scale(total) - n*m
		spreadT += n * scale(total-occurred[k])
		spreadY += m * scale(total-predicted[k])
	}
	if spreadT == 0 || spreadY == 0 {
		return math.NaN()
	}
	return both / math.Sqrt(spreadT) / math.Sqrt(spreadY)
}
