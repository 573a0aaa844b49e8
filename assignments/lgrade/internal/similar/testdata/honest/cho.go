package answers

func Score(w []float64, b float64, x []float64) float64 {
	z := b
	for i, wi := range w {
		z = z + wi*x[i]
	}
	return z
}

func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	z := Score(w, b, x)
	var y float64
	switch {
	case z >= 0:
		y = 1
	default:
		y = -1
	}
	w2 := slices.Clone(w)
	for i := range w2 {
		w2[i] = w2[i] + eta*(t-y)*x[i]
	}
	b2 := b + eta*(t-y)
	return w2, b2
}

func Train(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int) {
	n, d := len(X), len(X[0])
	w = make([]float64, d)
	b = 0
	for len(errs) < epochs {
		e := 0
		perm := rng.Perm(n)
		for k := 0; k < n; k++ {
			i := perm[k]
			if t[i]*Score(w, b, X[i]) < 0 || (Score(w, b, X[i]) == 0 && t[i] < 0) {
				e++
			}
			w, b = Step(w, b, eta, X[i], t[i])
		}
		errs = append(errs, e)
		if e == 0 {
			break
		}
	}
	return
}

func ANDTable(w1, w2, theta int) [][]int {
	table := make([][]int, 0)
	done := false
	for epoch := 1; !done; epoch++ {
		done = true
		for x1 := 0; x1 <= 1; x1++ {
			for x2 := 0; x2 <= 1; x2++ {
				t := x1 & x2
				y := 0
				if x1*w1+x2*w2 >= theta {
					y = 1
				}
				if y != t {
					done = false
				}
				n1, n2 := w1+(t-y)*x1, w2+(t-y)*x2
				table = append(table, []int{epoch, x1, x2, t, w1, w2, y, t - y, n1, n2})
				w1, w2 = n1, n2
			}
		}
	}
	return table
}
