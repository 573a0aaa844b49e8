package answers

func Score(w []float64, b float64, x []float64) float64 {
	s := 0.0
	for i := range w {
		s += w[i] * x[i]
	}
	s += b
	return s
}

func predict(w []float64, b float64, x []float64) float64 {
	if Score(w, b, x) >= 0 {
		return 1.0
	} else {
		return -1.0
	}
}

func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	err := t - predict(w, b, x)
	wNew := make([]float64, len(w))
	copy(wNew, w)
	for i := range x {
		wNew[i] += eta * err * x[i]
	}
	bNew := b + eta*err
	return wNew, bNew
}

func Train(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int) {
	for i := 0; i < len(X[0]); i++ {
		w = append(w, 0)
	}
	for epoch := 0; epoch < epochs; epoch++ {
		var count int
		idx := rng.Perm(len(X))
		for _, j := range idx {
			x, target := X[j], t[j]
			if predict(w, b, x) == target {
				continue
			}
			count++
			w, b = Step(w, b, eta, x, target)
		}
		errs = append(errs, count)
		if count == 0 {
			break
		}
	}
	return w, b, errs
}

type sample struct {
	x1, x2, t int
}

func ANDTable(w1, w2, theta int) [][]int {
	data := []sample{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 1}}
	var out [][]int
	epoch := 0
	mistakes := 1
	for mistakes > 0 {
		epoch++
		mistakes = 0
		for _, s := range data {
			y := output(w1, w2, theta, s)
			d := s.t - y
			r := []int{epoch, s.x1, s.x2, s.t, w1, w2, y, d, 0, 0}
			if d != 0 {
				mistakes++
				w1 += d * s.x1
				w2 += d * s.x2
			}
			r[8], r[9] = w1, w2
			out = append(out, r)
		}
	}
	return out
}

func output(w1, w2, theta int, s sample) int {
	if w1*s.x1+w2*s.x2 >= theta {
		return 1
	}
	return 0
}
