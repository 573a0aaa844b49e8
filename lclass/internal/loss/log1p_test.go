package loss

import (
	"math"
	"testing"
)

func TestLog1p(t *testing.T) {
	for e := -1074.; e < 1024; e += 0.37 {
		x := math.Exp2(e)
		if got, want := log1p(x), math.Log1p(x); math.Abs(got-want) > 5e-16*want {
			t.Errorf("log1p(%v) = %v, want %v", x, got, want)
		}
	}
	for _, x := range []float64{0, math.Inf(1)} {
		if got := log1p(x); got != x {
			t.Errorf("log1p(%v) = %v", x, got)
		}
	}
	if !math.IsNaN(log1p(math.NaN())) {
		t.Error("log1p of NaN is a number")
	}
}
