package solve

import "linclass/lclass/internal/objective"

// mostAhead is so few rows that those given up at an update cost little, and so
// many that a row costs hardly more than its product with the weights.
const mostAhead = 8

// ahead has the residuals s ∂ℓ/∂z of some rows, which hold as long as θ does. Of
// rows in their order it takes the more the longer θ has not changed, and one at
// a time after that, so that a loss with an update at every row loses nothing.
type ahead struct {
	*objective.Objective
	lo, hi  int // the rows
	next    int // how many there will be the next time
	most    int // of them
	l, z, r []float64
}

func newAhead(o *objective.Objective, most int) *ahead {
	return &ahead{
		Objective: o, next: 1, most: most,
		l: make([]float64, most), z: make([]float64, most*o.K), r: make([]float64, most*o.K),
	}
}

// residual returns s ∂ℓ/∂z of row i. It is not to be changed.
func (a *ahead) residual(w, bias []float64, i int) []float64 {
	if i < a.lo || i >= a.hi {
		a.take(w, bias, i)
	}
	return a.r[(i-a.lo)*a.K : (i-a.lo+1)*a.K]
}

// score returns the first score of the row whose residual was asked for last.
func (a *ahead) score(i int) float64 { return a.z[(i-a.lo)*a.K] }

// take looks at rows from i on.
func (a *ahead) take(w, bias []float64, i int) {
	a.lo, a.hi = i, min(i+a.next, len(a.Weight))
	a.next = min(2*a.next, a.most)
	n := a.hi - a.lo
	l, z, r := a.l[:n], a.z[:n*a.K], a.r[:n*a.K]
	a.X.Scores(z, a.lo, a.hi, a.K, w, bias)
	a.Loss.Residuals(l, r, z, a.K, a.Targets.Slice(a.lo, a.hi, a.K))
	for i, s := range a.Weight[a.lo:a.hi] {
		for j := i * a.K; j < (i+1)*a.K; j++ {
			r[j] *= s
		}
	}
}

// forget is for when θ has changed.
func (a *ahead) forget() { a.hi, a.next = a.lo, 1 }
