package answers

func Score(w []float64, b float64, x []float64) float64 {
	result := b
	for j := range x {
		result += x[j] * w[j]
	}
	return result
}

func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	y := math.Copysign(1, Score(w, b, x)+0)
	if Score(w, b, x) == 0 {
		y = 1
	}
	new := []float64{}
	for j, old := range w {
		new = append(new, old+eta*(t-y)*x[j])
	}
	return new, b + eta*(t-y)
}

func isWrong(w []float64, b float64, x []float64, t float64) bool {
	z := Score(w, b, x)
	if t > 0 {
		return z < 0
	}
	return z >= 0
}

func epochOnce(w []float64, b, eta float64, X [][]float64, t []float64, rng *rand.Rand) ([]float64, float64, int) {
	wrong := 0
	for _, i := range rng.Perm(len(t)) {
		if isWrong(w, b, X[i], t[i]) {
			wrong++
			w, b = Step(w, b, eta, X[i], t[i])
		}
	}
	return w, b, wrong
}

func Train(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int) {
	w = make([]float64, len(X[0]))
	wrong := -1
	for k := 0; k < epochs && wrong != 0; k++ {
		w, b, wrong = epochOnce(w, b, eta, X, t, rng)
		errs = append(errs, wrong)
	}
	return w, b, errs
}

func ANDTable(w1, w2, theta int) [][]int {
	var table [][]int
	clean := 0
	for visit := 0; clean < 4 || visit%4 != 0; visit++ {
		if visit%4 == 0 {
			clean = 0
		}
		x1, x2 := visit%4/2, visit%2
		t, y := x1*x2, 0
		if x1*w1+x2*w2 >= theta {
			y = 1
		}
		if t == y {
			clean++
		}
		table = append(table, []int{visit/4 + 1, x1, x2, t, w1, w2, y, t - y, w1 + (t-y)*x1, w2 + (t-y)*x2})
		w1, w2 = w1+(t-y)*x1, w2+(t-y)*x2
	}
	return table
}
