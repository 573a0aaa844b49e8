package questions

import (
	"linclass/datasets"
	"linclass/lclass"
)

// few are 200 of the small digits, a penalised fit of which takes no time.
func few() (*lclass.Data, *lclass.Model) {
	index := make([]int, 200)
	for i := range index {
		index[i] = i
	}
	d := datasets.Digits().Subset(index)
	return d, lclass.Must(lclass.Softmax{Penalty: lclass.L2(0.01)}.Fit(d))
}

var mnist = answers{
	"shape-of-gradient": func() any {
		_, m := few()
		r, c := m.W.Dims()
		return float64(r * c)
	},
	"ln-ten": func() any { return cost(0, make([]float64, 10)...) },
	"doubling-w": func() any {
		right := []float64{2, 0.5, -1} // scores of a sample of class 0
		before, after := cost(0, right...), cost(0, 2*right[0], 2*right[1], 2*right[2])
		switch {
		case after < before:
			return "It falls"
		case after > before:
			return "It rises"
		}
		return "It stays"
	},
	"middle-of-zero": func() any {
		_, m := few()
		if w := m.W; w.At(0, 27)+w.At(0, 28)+w.At(0, 35)+w.At(0, 36) < 0 {
			return "blue"
		}
		return "orange"
	},
	"corner-weights": func() any {
		d, m := few()
		for j := range d.D() {
			ink, weight := 0.0, 0.0
			for i := range d.N() {
				ink += d.At(i, j)
			}
			for k := range d.K() {
				weight = max(weight, m.W.At(k, j), -m.W.At(k, j))
			}
			if ink == 0 && weight > 1e-12 {
				return "a random one"
			}
		}
		return "0"
	},
	"contribution": func() any { x, w := 0.5, -2.0; return x * w },
	"stays-zero": func() any {
		slope, lambda := 0.0004, 0.001
		if max(slope, -slope) <= lambda {
			return "It stays exactly 0."
		}
		return "It moves"
	},
}
