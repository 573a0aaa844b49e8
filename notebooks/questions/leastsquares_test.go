package questions

import (
	"fmt"
	"math"
	"strings"

	"linclass/datasets"
	"linclass/lclass"
)

var leastsquares = answers{
	"one-hot-row": func() any {
		t := lclass.Must(classes(1, []float64{1, 2, 3, 4}, 0, 1, 2, 3).OneHot())
		return "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(t.RawRowView(2)), " ", ", "), "[]") + ")"
	},
	"size-of-w": func() any {
		d := classes(2, []float64{1, 2, 2, 1, 3, 3, 0, 1}, 0, 1, 2, 0)
		m := lclass.Must(lclass.LeastSquares{}.Fit(d))
		r, c := m.W.Dims()
		return float64(r*c + len(m.B))
	},
	"outputs-sum": func() any {
		d := datasets.ThreeClasses(300, 1)
		m := lclass.Must(lclass.LeastSquares{}.Fit(d))
		z := lclass.Must(m.Scores(d))
		sums, bounded := true, true
		for i := range d.N() {
			sum := 0.0
			for _, v := range z.RawRowView(i) {
				sum += v
				bounded = bounded && v >= 0 && v <= 1
			}
			sums = sums && sum > 1-1e-9 && sum < 1+1e-9
		}
		switch {
		case sums && bounded:
			return "They sum to 1 and lie"
		case sums:
			return "They sum to 1, and some"
		}
		return "They do not"
	},
	"which-line-moves": func() any {
		turn := func(e lclass.Estimator) float64 { // in degrees
			angle := func(far int) float64 {
				w, _ := lclass.Must(e.Fit(datasets.Outliers(200, far, 3))).Line()
				return math.Atan2(w[1], w[0])
			}
			return math.Abs(angle(40)-angle(0)) * 180 / math.Pi
		}
		ls, lo := turn(lclass.LeastSquares{}) > 10, turn(lclass.Logistic{}) > 10
		switch {
		case ls && lo:
			return "both"
		case ls:
			return "that of least squares"
		case lo:
			return "that of logistic regression"
		}
		return "neither"
	},
	"cost-of-right": func() any { return marginLosses["squared"](5) },
	"recall-middle": func() any { return confusion(12, 8, 38, 0).Class(1).Recall() },
	"level-line":    func() any { return line([]float64{0, 1, 2}, []float64{0, 1, 0}, 0, 2) },
}
