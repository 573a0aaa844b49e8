package answers

func side(z float64) float64 {
	if z < 0 {
		return -1
	}
	return 1
}

func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	v := append(append([]float64{}, w...), b)
	y := append(append([]float64{}, x...), 1)
	var z float64
	for i := range v {
		z += v[i] * y[i]
	}
	for i := range v {
		v[i] += eta * (t - side(z)) * y[i]
	}
	return v[:len(w)], v[len(w)]
}

func Train(X [][]float64, t []float64, eta float64, epochs int) (w []float64, b float64) {
	w = make([]float64, len(X[0]))
	for n := 0; n < epochs*len(X); n++ {
		w, b = Step(w, b, eta, X[n%len(X)], t[n%len(X)])
	}
	return w, b
}
