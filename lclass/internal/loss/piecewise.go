package loss

import "math"

// A Piecewise loss of one score for targets ±1 is quadratic with the second
// derivative Bound() where low ≤ tz ≤ high, and linear elsewhere.
type Piecewise interface {
	Curved
	Quadratic() (low, high float64)
}

var _ Piecewise = SquaredHinge{}

// Quadratic implements Piecewise.
func (SquaredHinge) Quadratic() (low, high float64) { return math.Inf(-1), 1 }

// Leaving is, of two scores z and ∆ of a sample with target t = ±1, half the square
// of how far t(z − ∆) is outside Low to High if tz is inside, by which a Piecewise
// loss is less than its second derivative says. The residual of z is how much less it
// pulls, in units of that second derivative.
type Leaving struct{ Low, High float64 }

// Residuals implements Loss.
func (l Leaving) Residuals(loss, r, z []float64, k int, t Targets) {
	clear(r)
	for i := range loss {
		loss[i] = 0
		side := t.Value[i*k]
		at := side * z[i*k]
		if !(l.Low < at && at < l.High) {
			continue
		}
		end := at - side*z[i*k+1]
		over := max(end-l.High, 0) - max(l.Low-end, 0)
		loss[i] = over * over / 2
		r[i*k] = side * over
	}
}
