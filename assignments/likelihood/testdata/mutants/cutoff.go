// loses: NLL: is 1000 where a score of 1000 is wrong, and 0 where it is right
// loses: NLL: grows like the score where the score is large and wrong

package answers

import "math"

// NLL cuts the probabilities off.
func NLL(w []float64, b float64, X [][]float64, t []float64) float64 {
	nll := 0.0
	for i, x := range X {
		y := min(1-1e-12, max(1e-12, Sigmoid(score(w, b, x))))
		nll -= t[i]*math.Log(y) + (1-t[i])*math.Log(1-y)
	}
	return nll
}
