package lclass

import "linclass/lclass/internal/solve"

// profile sets the intervals to those of the profile likelihood: the values c
// of a coefficient for which the largest likelihood with it, l(c), has
// 2(l − l(c)) below the quantile of χ² with one degree of freedom. For
// regression the test of c is F, exact for normal errors: with D(c) the least
// deviance with it, those with (D(c) − D)/σ² = ((value − c)/se)² below the
// quantile of F with 1 and ν degrees of freedom, which is t². Those are Wald's.
func (e *evidence) profile(s *Summary) error {
	if e.model.Output == Identity {
		return nil
	}
	z := normalQuantile(s.Level)
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
