package decide

// Threshold returns 1 if the score or probability z is at or above the threshold, and 0
// otherwise: the hard limit of Chemnitz section 3, with ½ for probabilities and 0 for
// scores w·x + b. NaN gives 0.
func Threshold(z []float64, threshold float64) []int {
	y := make([]int, len(z))
	for i, v := range z {
		if v >= threshold {
			y[i] = 1
		}
	}
	return y
}
