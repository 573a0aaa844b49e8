package answers

func dot(a, c []float64) (s float64) {
	for k, v := range a {
		s += v * c[k]
	}
	return
}

func Score(w []float64, b float64, x []float64) float64 { return dot(w, x) + b }

func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	out := append([]float64(nil), w...)
	var y float64 = 1
	if Score(w, b, x) < 0 {
		y = -1
	}
	if y == t {
		return out, b
	}
	delta := eta * (t - y)
	for k := range out {
		out[k] += delta * x[k]
	}
	return out, b + delta
}

func Train(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) ([]float64, float64, []int) {
	weights := make([]float64, len(X[0]))
	bias := 0.0
	history := make([]int, 0)
	for epoch := 1; epoch <= epochs; epoch++ {
		order := rng.Perm(len(X))
		errors := 0
		for _, idx := range order {
			before := Score(weights, bias, X[idx])
			wrong := (before >= 0 && t[idx] < 0) || (before < 0 && t[idx] > 0)
			if wrong {
				errors += 1
			}
			weights, bias = Step(weights, bias, eta, X[idx], t[idx])
		}
		history = append(history, errors)
		if errors == 0 {
			break
		}
	}
	return weights, bias, history
}

func ANDTable(w1, w2, theta int) [][]int {
	inputs := [][]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}}
	targets := []int{0, 0, 0, 1}
	var rows [][]int
	for epoch := 1; ; epoch++ {
		errors := 0
		for i, in := range inputs {
			row := []int{epoch, in[0], in[1], targets[i], w1, w2}
			out := 0
			if in[0]*w1+in[1]*w2 >= theta {
				out = 1
			}
			e := targets[i] - out
			if e != 0 {
				errors++
			}
			w1 = w1 + e*in[0]
			w2 = w2 + e*in[1]
			row = append(row, out, e, w1, w2)
			rows = append(rows, row)
		}
		if errors == 0 {
			return rows
		}
	}
}
