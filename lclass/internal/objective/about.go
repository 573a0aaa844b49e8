package objective

import (
	"math"

	"linclass/lclass/internal/rows"
)

// LossOf returns L at θ, of which a pass has found the given value. Where the
// features are so far from 0 that W x and b cancel, the rows are passed again with
// the first of them as the origin of such features.
func (o *Objective) LossOf(theta []float64, value float64) float64 {
	const epsilon, enough = 0x1p-52, 1e-13
	if o.Elsewhere != nil || o.Samples() == 0 {
		return value
	}
	w, _ := o.Split(theta)
	unseen := func(centre []float64) bool {
		var cancels float64
		for i, v := range w {
			cancels = max(cancels, math.Abs(v*centre[i/o.K]))
		}
		return epsilon*cancels*math.Sqrt(2*max(0, value)) <= enough*value
	}
	first := make([]float64, o.Features())
	if o.X.Row(first, 0); unseen(first) {
		return value
	}
	centre := o.Origin()
	if unseen(centre) {
		return value
	}
	at := *o
	at.X, at.Common = rows.About(o.X, centre, nil), nil
	if exact := at.Value(at.Pass(theta, Want{}), theta); !math.IsNaN(exact) && !math.IsInf(exact, 0) {
		return exact
	}
	return value // features near the ends of float64
}

// Origin returns the first row where the features are far from 0, as far as the
// first few rows tell, and 0 for the other features.
func (o *Objective) Origin() []float64 {
	const few = 16
	origin, x := make([]float64, o.Features()), make([]float64, o.Features())
	o.X.Row(origin, 0)
	var far []int
	for j, v := range origin {
		if v != 0 {
			far = append(far, j)
		}
	}
	for i := 1; i < min(few, o.Samples()); i++ {
		o.X.Row(x, i)
		for _, j := range far {
			if !(math.Abs(x[j]-origin[j]) <= math.Abs(origin[j])/2) {
				origin[j] = 0
			}
		}
	}
	return origin
}
