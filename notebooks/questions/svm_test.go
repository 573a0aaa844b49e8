package questions

import (
	"math"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/metric"
)

// street fits a support vector machine and returns its line and the numbers of the points
// that are on the street or on its boundary.
func street(d *lclass.Data, lambda float64) (w []float64, b float64, on []int) {
	w, b = lclass.Must(lclass.LinearSVM{Penalty: lclass.L2(lambda)}.Fit(d)).Line()
	t := lclass.Must(d.PlusMinus())
	for i, x := range d.Rows() {
		if t[i]*(floats.Dot(w, x)+b) < 1+1e-3 {
			on = append(on, i)
		}
	}
	return w, b, on
}

var svm = answers{
	"street-width": func() any { return 2 / floats.Norm([]float64{3, 4}, 2) },
	"widest-street": func() any {
		w, b, _ := street(classes(1, []float64{0.5, 1, 2, 5, 6.5, 7.5}, 0, 0, 0, 1, 1, 1), 1e-4)
		return -b / w[0]
	},
	"remove-unringed": func() any {
		d := datasets.TwoGaussians(100, 1)
		w, b, on := street(d, 0.1)
		ringed := map[int]bool{}
		for _, i := range on {
			ringed[i] = true
		}
		var keep []int
		removed := false
		for i := range d.N() {
			if !ringed[i] && !removed {
				removed = true
				continue
			}
			keep = append(keep, i)
		}
		// λ belongs to a mean, of one point fewer now.
		v, c, _ := street(d.Subset(keep), 0.1*float64(d.N())/float64(len(keep)))
		if floats.Distance(w, v, 2)+math.Abs(b-c) < 1e-3 {
			return "Nothing."
		}
		return "It turns"
	},
	"hinge-wrong-side": func() any { return metric.Hinge([]int{1}, mat.NewDense(1, 1, []float64{-0.5}), nil) },
	"street-and-lambda": func() any {
		w, _, few := street(datasets.TwoGaussians(100, 1), 0.001)
		v, _, many := street(datasets.TwoGaussians(100, 1), 1)
		wider := 2/floats.Norm(v, 2) > 2/floats.Norm(w, 2)
		switch {
		case wider && len(many) > len(few):
			return "It grows, and more"
		case wider:
			return "It grows, and fewer"
		}
		return "It shrinks"
	},
	"alpha-outside": func() any {
		best, most := 0.0, math.Inf(-1)
		for alpha := 0.0; alpha <= 1; alpha += 0.25 {
			if v := alpha * (1 - 1.5); v > most {
				best, most = alpha, v
			}
		}
		return strconv.FormatFloat(best, 'g', -1, 64)
	},
	"millimetres": func() any {
		d := datasets.TwoGaussians(100, 1)
		x := mat.NewDense(d.N(), d.D(), nil)
		x.Scale(1000, d.Matrix())
		w, b, _ := street(d, 0.1)
		for _, factor := range []float64{1e-3, 1e3, 1e6} {
			v, c, _ := street(lclass.Must(lclass.FromMatrix(x, d.T(), d.Classes())), 0.1*factor)
			floats.Scale(1000, v)
			if floats.Distance(v, w, 2)+math.Abs(b-c) < 1e-4 {
				return factor
			}
		}
		return math.NaN()
	},
}
