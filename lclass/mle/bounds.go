package mle

import "math"

// A span is the range of a parameter θ, which it maps to all numbers u:
//
//	θ = u                                without bounds
//	θ = low + eᵘ, θ = high − e⁻ᵘ          with one
//	θ = low + (high − low)/(1 + e⁻ᵘ)      with both
//
// θ grows with u in all of them.
type span struct{ low, high float64 }

func (r span) isFree() bool { return math.IsInf(r.low, -1) && math.IsInf(r.high, 1) }

// inside maps u to θ. Where rounding would take it to a bound it stays next to
// that.
func (r span) inside(u float64) float64 {
	var v float64
	switch {
	case r.isFree():
		return u
	case math.IsInf(r.high, 1):
		v = r.low + math.Exp(u)
	case math.IsInf(r.low, -1):
		v = r.high - math.Exp(-u)
	case u < 0:
		v = r.low + (r.high-r.low)*(math.Exp(u)/(1+math.Exp(u)))
	default:
		v = r.high - (r.high-r.low)*(math.Exp(-u)/(1+math.Exp(-u)))
	}
	return min(max(v, math.Nextafter(r.low, r.high)), math.Nextafter(r.high, r.low))
}

// outside maps θ to u.
func (r span) outside(v float64) float64 {
	switch {
	case r.isFree():
		return v
	case math.IsInf(r.high, 1):
		return math.Log(v - r.low)
	case math.IsInf(r.low, -1):
		return -math.Log(r.high - v)
	}
	return math.Log(v-r.low) - math.Log(r.high-v)
}

// limit returns the bound that θ comes near to at such a u.
func (r span) limit(u float64) float64 {
	if u < 0 {
		return r.low
	}
	return r.high
}

// slope returns dθ/du.
func (r span) slope(u float64) float64 {
	switch {
	case r.isFree():
		return 1
	case math.IsInf(r.high, 1):
		return math.Exp(u)
	case math.IsInf(r.low, -1):
		return math.Exp(-u)
	}
	e := math.Exp(-math.Abs(u))
	return (r.high - r.low) * e / ((1 + e) * (1 + e))
}
