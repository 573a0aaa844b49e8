package lclass

import (
	"fmt"
	"math"
	"slices"
)

// estimate sets standard errors, biases and percentile intervals.
func (s *BootstrapSummary) estimate() {
	for j := range s.Coefficients {
		c := &s.Coefficients[j]
		t := s.replicates(j)
		var mean, square float64
		for _, v := range t {
			mean += (v - c.Value) / float64(len(t))
		}
		for _, v := range t {
			square += (v - c.Value - mean) * (v - c.Value - mean)
		}
		c.Bias, c.SE = mean, math.Sqrt(square/float64(len(t)-1))
		c.Interval = Interval{Low: percentile(t, (1-s.Level)/2), High: percentile(t, (1+s.Level)/2)}
	}
}

// replicates returns the estimates of coefficient j in increasing order.
func (s *BootstrapSummary) replicates(j int) []float64 {
	t := make([]float64, len(s.Estimates))
	for r, estimate := range s.Estimates {
		t[r] = estimate[j]
	}
	slices.Sort(t)
	return t
}

// percentile returns the value that a share α of the R sorted values lies
// below: number (R+1)α of them, between two in the proportion of normal
// quantiles (Davison and Hinkley 1997, equation 5.8).
func percentile(t []float64, alpha float64) float64 {
	all := float64(len(t) + 1)
	below := math.Floor(all*alpha + 1e-9)
	switch {
	case below < 1:
		return t[0]
	case below >= float64(len(t)):
		return t[len(t)-1]
	}
	low, high := t[int(below)-1], t[int(below)]
	from, to := normalAt(below/all), normalAt((below+1)/all)
	return low + max(0, normalAt(alpha)-from)/(to-from)*(high-low)
}

// normalAt returns the z with P(Z ≤ z) = p for a standard normal Z.
func normalAt(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// correct moves the percentiles of the intervals: with the bias z₀, which is
// how far the estimate is from the median of the replicates, and the
// acceleration a, by which its standard error grows with its value, α becomes
//
//	Φ(z₀ + (z₀ + z_α)/(1 − a(z₀ + z_α)))
//
// (Efron and Tibshirani 1993, equations 14.10 to 14.15). left are the fits
// without a sample each, of which there are as many as copies says.
func (s *BootstrapSummary) correct(left []refitted, copies []float64) error {
	for _, f := range left {
		if f.err != nil {
			return fmt.Errorf("lclass: Bootstrap.BCa: there is no fit without one of the samples: %w; take intervals by percentile", f.err)
		}
	}
	for j := range s.Coefficients {
		c := &s.Coefficients[j]
		a := acceleration(left, copies, j)
		t := s.replicates(j)
		var below float64
		for _, v := range t {
			switch {
			case v < c.Value:
				below++
			case v == c.Value:
				below += 0.5
			}
		}
		bias := normalAt(below / float64(len(t)))
		end := func(alpha float64) float64 {
			z := bias + normalAt(alpha)
			return percentile(t, math.Erfc(-(bias+z/(1-a*z))/math.Sqrt2)/2)
		}
		z := max(bias+normalAt((1+s.Level)/2), -bias-normalAt((1-s.Level)/2))
		if math.IsInf(bias, 0) || math.Abs(a)*z >= 1 {
			return fmt.Errorf("lclass: Bootstrap.BCa: the replicates of the weight of %q are too far from the fit (bias %v, acceleration %.2g); take intervals by percentile", c.Name, bias, a)
		}
		c.Interval = Interval{Low: end((1 - s.Level) / 2), High: end((1 + s.Level) / 2)}
	}
	return nil
}

// acceleration returns a sixth of the skewness of coefficient j over the fits
// without a sample each.
func acceleration(left []refitted, copies []float64, j int) float64 {
	var total, mean, square, cube float64
	for i, f := range left {
		total += copies[i]
		mean += copies[i] * f.values[j]
	}
	mean /= total
	for i, f := range left {
		v := mean - f.values[j]
		square += copies[i] * v * v
		cube += copies[i] * v * v * v
	}
	if square == 0 {
		return 0
	}
	return cube / (6 * math.Pow(square, 1.5))
}
