package answers

// the score
func Score(w []float64, b float64, x []float64) float64 {
	var sum float64
	for i := 0; i < len(w); i++ {
		sum += w[i] * x[i]
	}
	return sum + b
}

func sign(z float64) float64 {
	if z < 0 {
		return -1
	}
	return 1
}

func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	y := sign(Score(w, b, x))
	next := make([]float64, len(w))
	for i := 0; i < len(w); i++ {
		next[i] = w[i] + eta*(t-y)*x[i]
	}
	return next, b + eta*(t-y)
}

func Train(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int) {
	w = make([]float64, len(X[0]))
	for e := 0; e < epochs; e++ {
		mistakes := 0
		for _, i := range rng.Perm(len(X)) {
			if sign(Score(w, b, X[i])) != t[i] {
				mistakes++
				w, b = Step(w, b, eta, X[i], t[i])
			}
		}
		errs = append(errs, mistakes)
		if mistakes == 0 {
			return w, b, errs
		}
	}
	return w, b, errs
}

func ANDTable(w1, w2, theta int) [][]int {
	result := [][]int{}
	xs := [4][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}}
	epoch := 1
	for {
		ok := true
		for _, x := range xs {
			t := x[0] * x[1]
			y := 0
			if w1*x[0]+w2*x[1] >= theta {
				y = 1
			}
			a, b := w1, w2
			if y != t {
				ok = false
				w1 += (t - y) * x[0]
				w2 += (t - y) * x[1]
			}
			result = append(result, []int{epoch, x[0], x[1], t, a, b, y, t - y, w1, w2})
		}
		if ok {
			break
		}
		epoch++
	}
	return result
}
