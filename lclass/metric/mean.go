package metric

import (
	"fmt"
	"math"
	"slices"
)

// mean returns Σ sᵢ f(i) / Σ sᵢ over n samples, sᵢ = 1 if s is nil.
func mean(n int, s []float64, f func(i int) float64) float64 {
	s = sound(s)
	var sum, total float64
	for i := range n {
		w := weight(s, i)
		v := f(i)
		if w != 0 {
			sum += w * v
			total += w
		}
	}
	return sum / total
}

// sound returns the weights, all NaN if one is negative or not finite.
func sound(s []float64) []float64 {
	if slices.ContainsFunc(s, func(w float64) bool { return !(w >= 0 && w <= math.MaxFloat64) }) {
		return slices.Repeat([]float64{math.NaN()}, len(s))
	}
	return s
}

func weight(s []float64, i int) float64 {
	if s == nil {
		return 1
	}
	return s[i]
}

func checkLengths(name string, t, y int, s []float64) {
	if t != y {
		panic(fmt.Sprintf("metric: %s: %d targets and %d predictions", name, t, y))
	}
	if s != nil && len(s) != t {
		panic(fmt.Sprintf("metric: %s: %d targets and %d weights", name, t, len(s)))
	}
}
