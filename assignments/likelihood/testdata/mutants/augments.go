// loses: Fit: leaves X and t as they are

package answers

// Fit writes a 1 for the bias at the end of the rows that it is given.
func Fit(X [][]float64, t []float64, eta float64, steps int) (w []float64, b float64) {
	for i := range X {
		X[i] = append(X[i], 1)
	}
	v := make([]float64, len(X[0]))
	for range steps {
		dv, _ := Grad(v, 0, X, t)
		for j := range v {
			v[j] -= eta / float64(len(X)) * dv[j]
		}
	}
	return v[:len(v)-1], v[len(v)-1]
}
