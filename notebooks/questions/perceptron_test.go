package questions

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/metric"
)

// move returns the weights and the bias after the perceptron has seen one point.
func move(p lclass.Perceptron, x []float64, t int) (w []float64, b float64) {
	// A fit needs both classes. The second point comes after.
	d := classes(len(x), append(slices.Clone(x), make([]float64, len(x))...), t, 1-t)
	for u, err := range p.Updates(d) {
		if err != nil {
			panic(err)
		}
		if slices.Equal(u.X, x) {
			return u.W, u.B
		}
		break
	}
	return p.W0, p.B0
}

// rightRows returns how many rows of a truth table the best of many lines gets right.
func rightRows(d *lclass.Data) (most int) {
	grid := []float64{-1.5, -1, -0.5, 0, 0.5, 1, 1.5}
	t := lclass.Must(d.PlusMinus())
	for _, w1 := range grid {
		for _, w2 := range grid {
			for _, b := range grid {
				right := 0
				for i, x := range d.Rows() {
					if lclass.Sign(w1*x[0]+w2*x[1]+b) == t[i] {
						right++
					}
				}
				most = max(most, right)
			}
		}
	}
	return most
}

var perceptron = answers{
	"side": func() any {
		return strings.Replace(fmt.Sprintf("%+g", lclass.Sign(floats.Dot([]float64{2, -1}, []float64{1, 4})+1)), "-", "−", 1)
	},
	"separable-sets": func() any {
		for _, s := range []string{"+ + − + +", "− + − + −", "− − − + +", "+ − − − +"} {
			var t []int
			for _, c := range s {
				if c != ' ' {
					t = append(t, map[rune]int{'−': 0, '+': 1}[c])
				}
			}
			if lclass.Must(lclass.Logistic{}.Fit(classes(1, []float64{1, 2, 3, 4, 5}, t...))).Status.Outcome == lclass.Separated {
				return s
			}
		}
		return "none"
	},
	"mse-of-errors": func() any {
		t, y := make([]float64, 50), make([]float64, 50)
		for i := range t {
			t[i], y[i] = 1, 1
		}
		y[3], y[14], y[27] = -1, -1, -1
		return metric.MSE(t, y, nil)
	},
	"answer-at-start": func() any {
		if lclass.Sign(0) > 0 {
			return "all points of the class $-1$"
		}
		return "all points of the class $+1$"
	},
	"one-online-move": func() any {
		w, _ := move(lclass.Perceptron{Eta: 0.5, W0: []float64{1, -1}}, []float64{2, 1}, 0)
		return w[0]
	},
	"blocks": func() any { return math.Ceil(1000.0 / 64) },
	"who-needs-most": func() any {
		batches := map[string]int{"batch": lclass.FullBatch, "minibatches of 32": 32, "online": 1}
		median := map[string]int{}
		names := []string{"online", "minibatches of 32", "batch"}
		for name, batch := range batches {
			var n []int
			for seed := range uint64(30) {
				p := lclass.Perceptron{Batch: batch, Epochs: 2000}
				if batch == 32 {
					p.Seed = seed + 1
				}
				n = append(n, lclass.Must(p.Fit(datasets.UnitSquare(100, seed+1))).Status.Iterations)
			}
			slices.Sort(n)
			median[name] = n[len(n)/2]
		}
		slices.SortFunc(names, func(a, b string) int { return median[b] - median[a] })
		return names
	},
	"xor-best": func() any { return 25 * float64(rightRows(datasets.XOR())) },
	"eta-ten": func() any {
		w := func(eta float64) float64 {
			p := lclass.Perceptron{Eta: eta, Batch: lclass.FullBatch, Epochs: 2000}
			w, _ := lclass.Must(p.Fit(datasets.UnitSquare(100, 11))).Line()
			return w[0]
		}
		return w(10) / w(0.1)
	},
}
