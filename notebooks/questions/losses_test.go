package questions

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/metric"
)

// marginLosses are the losses of the page.
var marginLosses = map[string]func(m float64) float64{
	"perceptron":    func(m float64) float64 { return max(0, -m) },
	"hinge":         func(m float64) float64 { return max(0, 1-m) },
	"squared hinge": func(m float64) float64 { return max(0, 1-m) * max(0, 1-m) },
	"logistic":      func(m float64) float64 { return math.Log1p(math.Exp(-m)) },
	"squared":       func(m float64) float64 { return (1 - m) * (1 - m) },
}

func slope(f func(float64) float64, x, h float64) float64 { return (f(x+h) - f(x-h)) / (2 * h) }

var losses = answers{
	"margin-of-point":   func() any { t, z := -1.0, -2.0; return t * z },
	"logistic-at-start": func() any { return metric.LogLoss([]int{1}, mat.NewDense(1, 2, []float64{0.5, 0.5}), nil) },
	"rises-again": func() any {
		for name, loss := range marginLosses {
			if loss(4) > loss(1)+1e-9 {
				return "the " + name + " loss"
			}
		}
		return "none"
	},
	"hinge-value": func() any { return metric.Hinge([]int{1}, mat.NewDense(1, 1, []float64{0.4}), nil) },
	"hinge-corner": func() any {
		m := -2.0
		for metric.Hinge([]int{1}, mat.NewDense(1, 1, []float64{m}), nil) > 1e-9 {
			m += 0.001
		}
		return m
	},
	"pull-squared": func() any { return -slope(marginLosses["squared"], 3, 1e-5) },
	"who-still-pulls": func() any {
		best := ""
		for name, loss := range marginLosses {
			if best == "" || math.Abs(slope(loss, 10, 1e-5)) > math.Abs(slope(marginLosses[best], 10, 1e-5)) {
				best = name
			}
		}
		return best
	},
	"not-above": func() any {
		below := ""
		for _, name := range []string{"perceptron", "hinge", "squared hinge", "logistic", "squared"} {
			for m := -3.0; m <= 0; m += 0.25 { // where the 0-1 loss is 1
				if marginLosses[name](m) < 1-1e-12 {
					below += " and " + name
					break
				}
			}
		}
		return below[len(" and "):]
	},
	"tiny-h": func() any {
		f, true := marginLosses["logistic"], -1/(1+math.Exp(0.3))
		if math.Abs(slope(f, 0.3, 1e-12)-true) > math.Abs(slope(f, 0.3, 1e-5)-true) {
			return "worse"
		}
		return "better"
	},
	"exhibit-one": func() any {
		f := func(z float64) float64 { return math.Log(1 + math.Exp(z)) }
		return fmt.Sprintf("%v and %v", f(710), f(-40))
	},
	"exponential-pull": func() any {
		return -slope(func(m float64) float64 { return math.Exp(-m) }, -5, 1e-5)
	},
}
