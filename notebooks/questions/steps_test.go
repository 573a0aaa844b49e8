package questions

import (
	"gonum.org/v1/gonum/floats"

	"linclass/datasets"
	"linclass/lclass"
)

var steps = answers{
	"moves-needed": func() any {
		x, p, moves := []float64{1, 2}, lclass.Perceptron{Eta: 0.1, W0: []float64{-3, 1}, B0: -1}, 0
		for ; floats.Dot(p.W0, x)+p.B0 < 0; moves++ {
			p.W0, p.B0 = move(p, x, 1)
		}
		return float64(moves)
	},
	"gain-of-move": func() any {
		x, w, b, c := []float64{2, 1}, []float64{-1, -1}, 0.0, 0.5
		before := floats.Dot(w, x) + b
		floats.AddScaled(w, c, x)
		return floats.Dot(w, x) + b + c - before
	},
	"first-error-w1": func() any {
		w, _ := move(lclass.Perceptron{ZeroOne: true, W0: []float64{0.3, -0.1}, B0: -0.2, FixedBias: true}, []float64{1, 0}, 0)
		return w[0]
	},
	"way-of-w": func() any {
		w, _ := move(lclass.Perceptron{ZeroOne: true, W0: []float64{0.3, -0.1}, B0: -0.2, FixedBias: true}, []float64{1, 0}, 0)
		if w[0] < 0.3 && w[1] == -0.1 {
			return "to the left"
		}
		return "to the right"
	},
	"tip-of-w": func() any {
		w, _ := move(lclass.Perceptron{Eta: 1, Rosenblatt: true, W0: []float64{1, 2}, B0: -1}, []float64{2, -1}, 1)
		return w
	},
	"half-the-rate": func() any {
		x, start := []float64{1, 1}, []float64{-1, -1}
		a, _ := move(lclass.Perceptron{Eta: 0.3, Rosenblatt: true, W0: start}, x, 1)
		b, _ := move(lclass.Perceptron{Eta: 0.3, W0: start}, x, 1)
		return 0.3 * (a[0] - start[0]) / (b[0] - start[0])
	},
	"or-epochs": func() any { // in whole tenths; the table has one epoch more
		p := lclass.Perceptron{Eta: 1, ZeroOne: true, W0: []float64{3, -1}, B0: -2, FixedBias: true}
		return float64(lclass.Must(p.Fit(datasets.OR())).Status.Iterations + 1)
	},
}
