// loses: Score: adds the bias
// loses: Score: is b at the origin
// loses: Step: decides by w·x + b, not by w·x
// loses: Step: predicts +1 for every point on the line
// loses: Train: finds a line that does not pass through the origin

package answers

// Score forgets the bias.
func Score(w []float64, b float64, x []float64) float64 {
	z := 0.0
	for i := range w {
		z += w[i] * x[i]
	}
	return z
}
