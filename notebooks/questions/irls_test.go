package questions

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"linclass/datasets"
	"linclass/lclass"
)

var irls = answers{
	"newton-jump": func() any { w, first, second := 5.0, 6.0, 3.0; return w - first/second },
	"steps-from-far": func() any {
		d := datasets.HousePrices(60, 1)
		best, steps := lclass.Must(lclass.LinearRegression{}.Fit(d)), 0.0
		for s, err := range (lclass.LinearRegression{Solver: lclass.Newton{}}).Steps(d) {
			if err != nil {
				panic(err)
			}
			w, b := s.Line()
			want, wantB := best.Line()
			if math.Abs(w[0]-want[0]) < 1e-6 && math.Abs(b-wantB) < 1e-3 {
				return steps
			}
			steps++
		}
		return math.Inf(1)
	},
	"weight-of-sure": func() any { return slope(lclass.Sigmoid, logOdds(0.9), 1e-5) },
	"most-weight": func() any {
		at := []float64{0.001, 0.5, 0.999}
		r := make([]float64, len(at))
		for i, y := range at {
			r[i] = slope(lclass.Sigmoid, logOdds(y), 1e-5)
		}
		if at[floats.MaxIdx(r)] == 0.5 {
			return "one with"
		}
		return "the one about"
	},
	"eight-digits": func() any {
		digits := 1
		for step := 5; step < 8; step++ {
			digits *= 2
		}
		return float64(digits)
	},
	"separated-fate": func() any {
		m := lclass.Must(lclass.Logistic{Solver: lclass.Newton{}}.Fit(classes(1, []float64{1, 2, 3, 4}, 0, 0, 1, 1)))
		if m.Status.Outcome == lclass.Separated {
			return "The NLL falls towards 0"
		}
		return "The NLL falls to a minimum"
	},
}
