package main

import "math"

// relative returns the difference of a from b relative to b, 0 if both are
// noise.
func relative(a, b, noise float64) float64 {
	if a == b || math.Abs(a) <= noise && math.Abs(b) <= noise {
		return 0
	}
	return math.Abs(a-b) / math.Abs(b)
}

// each returns the largest of the relative differences of the values; it is
// NaN if they are not as many or one of them is NaN.
func each(a, b []float64) float64 {
	if len(a) != len(b) {
		return math.NaN()
	}
	var worst float64
	for i := range b {
		worst = math.Max(worst, relative(a[i], b[i], 0))
	}
	return worst
}

// together returns the largest difference relative to the largest value.
func together(a, b []float64) float64 {
	if len(a) != len(b) {
		return math.NaN()
	}
	var difference, size float64
	for i := range b {
		difference, size = math.Max(difference, math.Abs(a[i]-b[i])), math.Max(size, math.Abs(b[i]))
	}
	return difference / size
}

// unlike returns the share of values that differ.
func unlike(a, b []float64) float64 {
	if len(a) != len(b) {
		return math.NaN()
	}
	var count float64
	for i := range b {
		if a[i] != b[i] {
			count++
		}
	}
	return count / float64(len(b))
}

func head(v []float64, n int) []float64 { return v[:min(n, len(v))] }
