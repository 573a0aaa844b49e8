// loses: NLL: is −log of the probability of what happened
// loses: NLL: is 1000 where a score of 1000 is wrong, and 0 where it is right
// loses: NLL: is right for points of both classes
// loses: NLL: does not change when the classes change names
// loses: NLL: grows like the score where the score is large and wrong

package answers

import "math"

// NLL has lost its brackets, as on a slide of Chemnitz.
func NLL(w []float64, b float64, X [][]float64, t []float64) float64 {
	nll := 0.0
	for i, x := range X {
		z := score(w, b, x)
		if t[i] == 1 {
			nll += max(-z, 0) + math.Log1p(math.Exp(-math.Abs(z)))
		} else {
			nll -= max(z, 0) + math.Log1p(math.Exp(-math.Abs(z)))
		}
	}
	return nll
}
