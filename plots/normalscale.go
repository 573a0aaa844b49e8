package plots

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// quantile returns the p-quantile of the normal distribution: infinite for 0 and 1, NaN
// beyond.
func quantile(p float64) float64 { return -math.Sqrt2 * math.Erfcinv(2*p) }

// normalShare is the inverse of quantile.
func normalShare(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// normalTicks returns ticks in percent between the shares lo and hi, on an axis
// of quantiles of the normal distribution, at most n steps apart.
func normalTicks(lo, hi float64, n int) []tick {
	var ticks []tick
	for _, percent := range [][]float64{
		{1e-5, 1e-4, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 40, 50},
		{1e-5, 1e-4, 0.001, 0.01, 0.1, 0.5, 2, 5, 10, 20, 40},
		{1e-5, 1e-4, 0.001, 0.01, 0.1, 1, 5, 20, 50},
		{1e-4, 0.01, 1, 10, 50},
	} {
		ticks = []tick{}
		for _, v := range percent {
			ticks = append(ticks, tick{Value: v / 100, Label: strconv.FormatFloat(v, 'f', -1, 64)})
			if v < 50 {
				ticks = append(ticks, tick{Value: 1 - v/100, Label: strconv.FormatFloat(100-v, 'f', -1, 64)})
			}
		}
		ticks = slices.DeleteFunc(ticks, func(t tick) bool { return t.Value < lo || t.Value > hi })
		slices.SortFunc(ticks, func(a, b tick) int { return cmp.Compare(a.Value, b.Value) })
		if len(ticks) <= n+1 {
			break
		}
	}
	if len(ticks) < 2 { // few errors of one kind: the axis is short
		ticks = linearTicks(100*lo, 100*hi, n, false)
		for i := range ticks {
			ticks[i].Value /= 100
		}
	}
	return ticks
}
