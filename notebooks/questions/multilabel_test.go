package questions

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/metric"
)

func sigmoids(z ...float64) []float64 {
	y := make([]float64, len(z))
	for i, v := range z {
		y[i] = lclass.Sigmoid(v)
	}
	return y
}

var multilabel = answers{
	"two-ends": func() any {
		z, s := make([]float64, 5), make([]float64, 5)
		for range 2000 {
			y, p := softmax(z...), sigmoids(s...)
			floats.Sub(y, []float64{0.5, 0.5, 0, 0, 0})
			floats.Sub(p, []float64{1, 1, 0, 0, 0})
			floats.Sub(z, y)
			floats.Sub(s, p)
		}
		y, p := softmax(z...), sigmoids(s...)
		if math.Abs(y[0]-0.5) < 0.01 && math.Abs(y[1]-0.5) < 0.01 && p[0] > 0.99 && p[1] > 0.99 {
			return "with softmax at ½ and ½"
		}
		return "both"
	},
	"sigmoid-sum": func() any {
		switch sum := floats.Sum(sigmoids(2, 3, 0.2, -1, 0.5)); {
		case sum > 1+1e-9:
			return "more than 1"
		case sum < 1-1e-9:
			return "less than 1"
		}
		return "1, as"
	},
	"expected-labels": func() any { return floats.Sum([]float64{0.9, 0.6, 0.1}) },
	"two-unsure": func() any {
		return metric.LabelLogLoss(mat.NewDense(1, 2, []float64{1, 0}), mat.NewDense(1, 2, []float64{0.5, 0.5}), nil)
	},
	"hamming": func() any {
		t := mat.NewDense(4, 3, []float64{1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1})
		y := mat.DenseCopyOf(t)
		y.Set(0, 1, 1)
		y.Set(3, 2, 0)
		return metric.Hamming(t, y, nil)
	},
	"macro-micro": func() any {
		c := []metric.Counts{{TP: 40, TN: 60}, {TP: 50, TN: 50}, {FN: 3, TN: 97}}
		if metric.Macro(c, metric.Counts.F1) < metric.Micro(c, metric.Counts.F1) {
			return "macro"
		}
		return "micro"
	},
	"sets-of-labels": func() any { return math.Pow(2, 6) },
	"pencil-loss": func() any {
		y := sigmoids(0, math.Log(3), -math.Log(3))
		return metric.LabelLogLoss(mat.NewDense(1, 3, []float64{1, 1, 0}), mat.NewDense(1, 3, y), nil)
	},
}
