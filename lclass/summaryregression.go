package lclass

import "math"

// squares returns Σs(y−t)², and the same for the best constant y.
func (e *evidence) squares() (residual, null float64) {
	var mean, correction float64
	t, weight := e.objective.Targets.Value, e.objective.Weight
	for i, s := range weight {
		mean += s * t[i] / e.total
	}
	for i, s := range weight {
		correction += s * (t[i] - mean) / e.total
		null += s * (t[i] - mean) * (t[i] - mean)
	}
	return 2 * e.pass.Loss, null - e.total*correction*correction
}

// checkResiduals reports whether there are residuals to learn σ from.
func (e *evidence) checkResiduals(d *Data) error {
	p := len(e.theta)
	if e.count <= float64(p) {
		return meaningless(ErrNoResidual, "%.6g samples for %d coefficients; take more samples or fewer features, and SummaryOptions.PrecisionWeights if the weights are no frequencies", e.count, p)
	}
	residual, null := e.squares()
	var square float64
	for i, s := range e.objective.Weight {
		square += s * d.y[i] * d.y[i]
	}
	if residual <= 1e-28*max(square, null) {
		return meaningless(ErrNoResidual, "the features give %q exactly, and what is left is rounding", d.target)
	}
	return nil
}

// judgeRegression sets what squares say about the whole fit. The likelihood is
// that of normal errors with the σ that makes it largest.
func (e *evidence) judgeRegression(s *Summary) {
	s.Deviance, s.NullDeviance = e.squares()
	var logs float64 // of the precisions s
	if e.analytic {
		for _, v := range e.objective.Weight {
			if v > 0 {
				logs += math.Log(v)
			}
		}
	}
	likelihood := func(squares float64) float64 {
		return (logs - s.N*(math.Log(2*math.Pi*squares/s.N)+1)) / 2
	}
	s.LogLikelihood, s.NullLogLikelihood = likelihood(s.Deviance), likelihood(s.NullDeviance)
	s.Sigma = math.Sqrt(s.Deviance / s.Residual)
	s.R2 = 1 - s.Deviance/s.NullDeviance
	s.AdjustedR2 = 1 - s.Deviance/s.Residual/(s.NullDeviance/(s.N-1))
	s.Overall = fisher((s.NullDeviance-s.Deviance)/s.Deviance, float64(len(s.Features)), s.Residual)
}
