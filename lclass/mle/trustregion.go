package mle

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A quadratic is the model g·p + ½ p·H·p of a hill around a point, turned to
// its own axes: along axis k the slope is slope[k] and the curvature
// −bend[k], least bend first.
type quadratic struct {
	bend, slope []float64
	axes        mat.Dense // one a column
}

// newQuadratic returns nil if the derivatives are not finite.
func newQuadratic(g []float64, h *mat.SymDense) *quadratic {
	n := len(g)
	down := mat.NewSymDense(n, nil)
	down.ScaleSym(-1, h)
	var eigen mat.EigenSym
	if !isFinite(mat.Sum(h)) || !isFinite(floats.Sum(g)) || !eigen.Factorize(down, true) {
		return nil
	}
	q := &quadratic{bend: eigen.Values(nil), slope: make([]float64, n)}
	eigen.VectorsTo(&q.axes)
	mat.NewVecDense(n, q.slope).MulVec(q.axes.T(), mat.NewVecDense(n, g))
	for k, s := range q.slope {
		if math.Abs(q.bend[k]) <= q.flat() && math.Abs(s) <= bent {
			q.slope[k] = 0 // on a plain there is nowhere to go
		}
	}
	return q
}

// bent is the least bend, relative to the largest, that is not taken for the
// rounding of second derivatives.
const bent = 1e-8

func (q *quadratic) isRound() bool { return q.bend[0] > q.flat() }

// flat is the greatest bend that may be none.
func (q *quadratic) flat() float64 {
	return bent * max(math.Abs(q.bend[0]), math.Abs(q.bend[len(q.bend)-1]))
}

// best returns the p of greatest g·p + ½ p·H·p with |p| ≤ radius, and that
// value.
func (q *quadratic) best(radius float64) (p []float64, gain float64) {
	along := make([]float64, len(q.slope))
	length := func(shift float64) float64 {
		var squares float64
		for k, s := range q.slope {
			along[k] = 0
			if d := q.bend[k] + shift; s != 0 && d > 0 {
				along[k] = s / d
			}
			squares += along[k] * along[k]
		}
		return math.Sqrt(squares)
	}
	var slope float64
	for _, s := range q.slope {
		slope = math.Hypot(slope, s)
	}
	// |p| falls with the shift from where no axis bends upwards any more.
	least := max(0, -q.bend[0])
	if !(q.bend[0] > 0 && length(0) <= radius) {
		low, high := least, least+slope/radius
		for range 200 {
			middle := low + (high-low)/2
			if middle == low || middle == high {
				break
			}
			if length(middle) > radius {
				low = middle
			} else {
				high = middle
			}
		}
		rest := radius*radius - math.Pow(length(high), 2)
		if q.bend[0] < -q.flat() && rest > 0 { // at a saddle, where the slope does not say which way
			along[0] += math.Copysign(math.Sqrt(rest), along[0])
		}
	}
	for k, a := range along {
		gain += q.slope[k]*a - q.bend[k]*a*a/2
	}
	return q.turn(along), gain
}

// turn returns the p that lies at those coordinates along the axes.
func (q *quadratic) turn(along []float64) []float64 {
	p := mat.NewVecDense(len(along), nil)
	p.MulVec(&q.axes, mat.NewVecDense(len(along), along))
	return p.RawVector().Data
}

// toTop returns √(g·(−H)⁻¹·g), the distance to the top in the metric of the
// hill. Axes along which it is flat do not count; those that slope without
// end, or bend upwards, make it infinite.
func (q *quadratic) toTop() float64 {
	var squares float64
	for k, s := range q.slope {
		switch {
		case q.bend[k] > q.flat():
			squares += s * s / q.bend[k]
		case s != 0 || q.bend[k] < -q.flat():
			return math.Inf(1)
		}
	}
	return math.Sqrt(squares)
}
