package questions

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// boundary returns x₂ on w·x + b = 0 at two values of x₁.
func boundary(w []float64, b, left, right float64) []float64 {
	at := func(x float64) float64 { return -(w[0]*x + b) / w[1] }
	return []float64{at(left), at(right)}
}

// classes makes data of two classes from rows of features.
func classes(d int, x []float64, t ...int) *lclass.Data {
	var names []string
	for k := range slices.Max(t) + 1 {
		names = append(names, strconv.Itoa(k))
	}
	return lclass.Must(lclass.FromMatrix(mat.NewDense(len(t), d, x), t, names))
}

var discriminants = answers{
	"standardise-one": func() any { return (39 - 37.5) / 0.5 },
	"epochs-standardised": func() any {
		d := datasets.BloodPressure(60, 1)
		epochs := func(d *lclass.Data) int {
			return lclass.Must(lclass.Perceptron{Epochs: 5000}.Fit(d)).Status.Iterations
		}
		scale := lclass.Must(lclass.Prepare(d, lclass.Standardize{}))
		standardised, raw := epochs(lclass.Must(scale.Apply(d))), epochs(d)
		switch {
		case standardised < 50 && raw >= 2000:
			return "Standardised, it needs a few epochs."
		case raw < standardised:
			return "In °C and mmHg it is faster"
		}
		return "Nothing changes"
	},
	"distance-of-point": func() any {
		w, b, x := []float64{3, 4}, -5.0, []float64{3, 4}
		return (floats.Dot(w, x) + b) / math.Sqrt(floats.Dot(w, w))
	},
	"draw-boundary": func() any { return boundary([]float64{1, 2}, -4, 0, 4) },
	"softmax-of-equal": func() any {
		y := make([]float64, 4)
		lclass.SoftmaxTo(y, []float64{7, 7, 7, 7})
		return y[0]
	},
	"boundary-dimensions": func() any { return float64(28*28 - 1) },
	"line-and-point": func() any {
		w, b, x := []float64{5, -12}, 13.0, []float64{1, 1}
		return (floats.Dot(w, x) + b) / floats.Norm(w, 2)
	},
}
