package solve

import (
	"math"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// Leverages, which take the square of the columns for each row, look at the context every
// few rows, and end when the fit is stopped.
func TestLeveragesStop(t *testing.T) {
	const n, d = 2000, 3
	x := make([]float64, n*d)
	weight := make([]float64, n)
	for i := range n {
		weight[i] = 1
		for j := range d {
			x[i*d+j] = math.Sin(float64(i*i + 7*j*i))
		}
	}
	o := &objective.Objective{X: rows.NewDense(n, d, x), Loss: loss.Logistic{}, K: 1, Weight: weight}
	var looks int
	o.Stop = func() bool { looks++; return false }
	q := newDesign(o, weight)
	looks = 0
	h := q.leverages()
	if all := n / looksEvery(d); looks < all || math.IsNaN(h[n-1]) {
		t.Errorf("%d looks, want %d; the last leverage is %v", looks, all, h[n-1])
	}
	looks = 0
	q.o.Stop = func() bool { looks++; return looks > 3 }
	if h := q.leverages(); looks != 4 || !math.IsNaN(h[3*looksEvery(d)]) || h[n-1] != 0 {
		t.Errorf("%d looks, the last leverage is %v", looks, h[n-1])
	}
}
