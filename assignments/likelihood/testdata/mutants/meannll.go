// loses: NLL: adds up over the points
// loses: NLL: is the sum over the points

package answers

import "math"

// NLL takes the mean.
func NLL(w []float64, b float64, X [][]float64, t []float64) float64 {
	nll := 0.0
	for i, x := range X {
		z := score(w, b, x)
		nll += max(z, 0) - t[i]*z + math.Log1p(math.Exp(-math.Abs(z)))
	}
	return nll / float64(len(X))
}
