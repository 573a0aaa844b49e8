package questions

import (
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
		if slices.Equal(first, path(lclass.Perceptron{Eta: 0.5, ZeroOne: true})) && slices.Equal(first, path(lclass.Perceptron{Eta: 0.5, Rosenblatt: true})) {
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
