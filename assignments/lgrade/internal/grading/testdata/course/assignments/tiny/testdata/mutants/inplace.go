// loses: Score: leaves secret arguments alone
package answers

func Score(w []float64, b float64, x []float64) float64 {
	for i := range w {
		x[i] *= w[i]
		b += x[i]
	}
	return b
}
