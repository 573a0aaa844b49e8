package answers

import "math/rand/v2"

// Train shuffles the order of the epoch before, and makes the moves itself,
// only at mistakes, with Edinburgh's rule.
func Train(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int) {
	alpha := 2 * eta
	order := make([]int, len(X))
	for i := range order {
		order[i] = i
	}
	w = make([]float64, len(X[0]))
	for len(errs) < epochs {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		count := 0
		for _, i := range order {
			z := 0.0
			for j, v := range X[i] {
				z += w[j] * v
			}
			if positive := z+b >= 0; positive == (t[i] > 0) {
				continue
			}
			count++
			for j, v := range X[i] {
				w[j] += alpha * t[i] * v
			}
			b += alpha * t[i]
		}
		errs = append(errs, count)
		if count == 0 {
			break
		}
	}
	return w, b, errs
}

type point struct{ x1, x2, t int }

// ANDTable counts how many points in a row were right.
func ANDTable(w1, w2, theta int) [][]int {
	and := []point{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 1}}
	table := make([][]int, 0, 20)
	for {
		mistakes, epoch := 0, len(table)/4+1
		for _, p := range and {
			before1, before2, y := w1, w2, 1
			if p.x1*w1+p.x2*w2 < theta {
				y = 0
			}
			e := p.t - y
			if e != 0 {
				mistakes++
				w1, w2 = w1+e*p.x1, w2+e*p.x2
			}
			table = append(table, []int{epoch, p.x1, p.x2, p.t, before1, before2, y, e, w1, w2})
		}
		if mistakes == 0 {
			return table
		}
	}
}
