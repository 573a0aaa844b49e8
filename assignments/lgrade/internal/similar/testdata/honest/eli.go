package answers

func Score(w []float64, b float64, x []float64) float64 {
	z := b
	for i := range w {
		z += w[i] * x[i]
	}
	return z
}

func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	y := 1.0
	if Score(w, b, x) < 0 {
		y = -1.0
	}
	v := make([]float64, len(w))
	for i := range w {
		v[i] = w[i] + eta*(t-y)*x[i]
	}
	return v, b + eta*(t-y)
}

func Train(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int) {
	w = make([]float64, len(X[0]))
	for epoch := 0; epoch < epochs; epoch++ {
		wrong := 0
		for _, i := range rng.Perm(len(X)) {
			y := 1.0
			if Score(w, b, X[i]) < 0 {
				y = -1.0
			}
			if y != t[i] {
				wrong++
			}
			w, b = Step(w, b, eta, X[i], t[i])
		}
		errs = append(errs, wrong)
		if wrong == 0 {
			break
		}
	}
	return w, b, errs
}

func ANDTable(w1, w2, theta int) [][]int {
	points := [][]int{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 1}}
	table := [][]int{}
	for epoch := 1; ; epoch++ {
		wrong := 0
		for _, p := range points {
			y := 0
			if w1*p[0]+w2*p[1] >= theta {
				y = 1
			}
			diff := p[2] - y
			v1 := w1 + diff*p[0]
			v2 := w2 + diff*p[1]
			table = append(table, []int{epoch, p[0], p[1], p[2], w1, w2, y, diff, v1, v2})
			w1, w2 = v1, v2
			if diff != 0 {
				wrong++
			}
		}
		if wrong == 0 {
			break
		}
	}
	return table
}
