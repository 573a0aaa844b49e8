package lclass

import (
	"math"

	"linclass/lclass/internal/solve"
)

// profile sets the intervals to those of the profile likelihood: the values c
// of a coefficient for which the largest likelihood with it, l(c), has
// 2(l − l(c)) below the quantile of χ² with one degree of freedom.
func (e *evidence) profile(s *Summary) error {
	z := normalQuantile(s.Level)
	if e.model.Output == Identity {
		// With σ at its best, 2(l − l(c)) = N log(1 + t²/ν).
		t := math.Sqrt(s.Residual * math.Expm1(z*z/s.N))
		for i := range s.Coefficients {
			c := &s.Coefficients[i]
			c.Interval = Interval{Low: c.Value - t*c.SE, High: c.Value + t*c.SE}
		}
		return nil
	}
	p, err := solve.NewProfile(e.objective, e.theta)
	if err != nil {
		return err
	}
	var at int
	d := len(e.model.Features)
	for _, k := range e.kept() {
		for j := range d + 1 {
			a := make([]float64, len(e.theta))
			a[j*e.objective.K+k] = 1
			if e.objective.K > 1 {
				a[j*e.objective.K+e.reference] = -1
			}
			c := &s.Coefficients[at]
			if c.Interval.Low, c.Interval.High, err = p.Ends(a, z*z/(2*s.N)); err != nil {
				return err
			}
			at++
		}
	}
	return nil
}
