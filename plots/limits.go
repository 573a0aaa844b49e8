package plots

import (
	"math"
	"slices"
)

// limits are the ends of an axis.
type limits struct {
	lo, hi     float64
	log, fixed bool
	normal     bool    // quantiles of the normal distribution, of shares
	seen       bool    // lo and hi hold something
	integer    bool    // ticks at whole numbers only
	zero       bool    // the axis starts at 0 without a margin
	start      float64 // of a logarithmic axis, below which are no ticks
}

// include widens the limits so that v is within.
func (l *limits) include(values ...float64) {
	for _, v := range values {
		if l.fixed || math.IsNaN(v) || math.IsInf(v, 0) || l.log && v <= 0 || l.normal && (v <= 0 || v >= 1) {
			continue
		}
		if !l.seen {
			l.lo, l.hi, l.seen = v, v, true
		}
		l.lo, l.hi = min(l.lo, v), max(l.hi, v)
	}
}

// includePoints widens the limits of two axes by the points whose coordinates are finite.
func includePoints(x, y *limits, xs, ys []float64) {
	for i := range xs {
		if finite(xs[i]) && finite(ys[i]) {
			x.include(xs[i])
			y.include(ys[i])
		}
	}
}

// spread returns ends to both sides of lo and hi if these are equal.
func spread(lo, hi float64) (float64, float64) {
	if lo < hi {
		return lo, hi
	}
	r := 0.5
	if v := math.Abs(lo); r < 1e-9*v { // also far from 0, where v + 0.5 is v
		r = 0.01 * v
	}
	return max(lo-r, -math.MaxFloat64), min(hi+r, math.MaxFloat64)
}

// margin returns the ends with some room beyond the data.
func (l limits) margin() (lo, hi float64) {
	const share = 0.05
	lo, hi = l.lo, l.hi
	switch {
	case l.fixed && (!l.log || lo > 0):
	case l.normal:
		if !l.seen {
			return 0.05, 0.95
		}
		r := max(0.1, share*(quantile(hi)-quantile(lo)))
		return normalShare(quantile(lo) - r), normalShare(quantile(hi) + r)
	case l.log:
		if !l.seen {
			return 0.1, 10
		}
		r := 2.0
		if lo < hi {
			r = math.Exp(share * logRatio(hi, lo))
		}
		return max(lo/r, math.SmallestNonzeroFloat64), min(hi*r, math.MaxFloat64)
	case !l.seen:
		return 0, 1
	case hi-lo <= 1e-12*max(math.Abs(lo), math.Abs(hi)):
		r := max(0.5, math.Abs(hi)*0.1)
		return lo - r, hi + r
	default:
		r := share*hi - share*lo
		lo, hi = lo-r, hi+r
		if l.zero && l.lo >= 0 {
			lo = 0
		}
	}
	return lo, hi
}

// logRatio returns log(a/b), also where a/b overflows or loses digits.
func logRatio(a, b float64) float64 {
	if r := a / b; r > 1e-300 && r < 1e300 {
		return math.Log(r)
	}
	return math.Log(a) - math.Log(b)
}

func (l limits) ticks(lo, hi float64, n int) []tick {
	switch {
	case l.log:
		return slices.DeleteFunc(logTicks(lo, hi, n), func(t tick) bool { return t.Value < l.start*(1-1e-9) })
	case l.normal:
		return normalTicks(lo, hi, n)
	}
	return linearTicks(lo, hi, n, l.integer)
}
