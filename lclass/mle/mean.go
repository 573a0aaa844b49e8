package mle

import (
	"errors"
	"math"
)

// mean takes two passes: the second adds what the first lost to rounding.
func mean(x []float64) (float64, error) {
	n := float64(len(x))
	var sum, rest float64
	for _, v := range x {
		sum += v
	}
	if math.IsInf(sum, 0) {
		return 0, errors.New("mle: the sum of the sample is beyond the range of float64")
	}
	m := sum / n
	for _, v := range x {
		rest += (v - m) / n
	}
	return m + rest, nil
}
