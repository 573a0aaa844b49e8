package questions

import (
	"math"
	"slices"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/metric"
)

// twoClasses returns targets and predictions with these four counts.
func twoClasses(tp, fp, fn, tn int) (t, y []int) {
	for _, c := range []struct{ n, t, y int }{{tp, 1, 1}, {fp, 0, 1}, {fn, 1, 0}, {tn, 0, 0}} {
		for range c.n {
			t, y = append(t, c.t), append(y, c.y)
		}
	}
	return t, y
}

func confusion(tp, fp, fn, tn int) *metric.ConfusionMatrix {
	t, y := twoClasses(tp, fp, fn, tn)
	return metric.Confusion(t, y, nil, nil)
}

var lab = answers{
	// The direction with the fewest errors on the lesson's clouds, as long as (1, 1).
	"turn-w": func() any {
		d := datasets.TwoGaussians(100, 1)
		t := lclass.Must(d.PlusMinus())
		sum, n, fewest := 0.0, 0.0, math.MaxInt
		for degrees := range 360 {
			angle := float64(degrees) * math.Pi / 180
			errors := 0
			for i, x := range d.Rows() {
				if lclass.Sign(math.Cos(angle)*x[0]+math.Sin(angle)*x[1]) != t[i] {
					errors++
				}
			}
			if errors < fewest {
				sum, n, fewest = 0, 0, errors
			}
			if errors == fewest {
				sum, n = sum+angle, n+1
			}
		}
		x := math.Sqrt2 * math.Cos(sum/n)
		y := math.Sqrt2 * math.Sin(sum/n)
		return []float64{x, y}
	},
	"same-path": func() any {
		d := datasets.UnitSquare(100, 11)
		path := func(p lclass.Perceptron) (all []float64) {
			for s, err := range p.Steps(d) {
				if err != nil {
					panic(err)
				}
				w, b := s.Line()
				all = append(append(all, w...), b)
			}
			return all
		}
		first := path(lclass.Perceptron{Eta: 0.25})
		if slices.Equal(first, path(lclass.Perceptron{Eta: 0.5, Coding: lclass.ZeroOne})) && slices.Equal(first, path(lclass.Perceptron{Eta: 0.5, Rule: lclass.RosenblattRule})) {
			return "never"
		}
		return "after"
	},
	"extra-epochs": func() any {
		d := datasets.UnitSquare(100, 11)
		w, b := lclass.Must(lclass.Perceptron{}.Fit(d)).Line()
		v, c := lclass.Must(lclass.Perceptron{W0: w, B0: b, Epochs: 5}.Fit(d)).Line()
		if slices.Equal(w, v) && b == c {
			return "Nothing."
		}
		return "It moves"
	},
	"threshold-bias": func() any { theta := 0.4; return -theta },
	"mean-or-sum":    func() any { return 0.1 / 200 },
	"lab-precision":  func() any { return confusion(6, 2, 4, 0).Class(1).Precision() },
}
