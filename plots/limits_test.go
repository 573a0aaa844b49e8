package plots

import (
	"math"
	"testing"
)

// Logarithmic axes on which the largest value divided by the smallest overflows.
func TestHugeLogAxis(t *testing.T) {
	for _, y := range [][]float64{{1e-306, 1e-200, 1e-100, 1e3}, {5e-324, 1}, {5e-324, math.MaxFloat64}, {5e-324}, {math.MaxFloat64}} {
		x := make([]float64, len(y))
		f := New("x", "y").Points(x, y, "").LogY()
		drawn(t, f)
		_, l := f.ranges()
		lo, hi := l.margin()
		if !(lo > 0 && lo <= y[0] && hi >= y[len(y)-1] && lo < hi && finite(hi)) {
			t.Errorf("%v: axis from %v to %v", y, lo, hi)
			continue
		}
		a := axis{min: lo, max: hi, log: true}
		for _, v := range y {
			if u := a.norm(v); !(u >= 0 && u <= 1) {
				t.Errorf("%v of %v lies at %v", v, y, u)
			}
		}
		ticks := logTicks(lo, hi, 8)
		if n := len(ticks); n > 100 || len(y) > 1 && len(labels(ticks)) < 2 {
			t.Errorf("%v: %d ticks, labels %q", y, n, labels(ticks))
		}
	}
}
