package lecture

import (
	"math"
	"testing"
)

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		says     string
		computed []float64
		ours     string
		ok       bool
	}{
		// The weights of the Titanic lecture, as they come out of the fit.
		{"−0.97, 1.27, −0.52, −0.27, −0.03, 0.16", []float64{-0.967, 1.269, -0.519, -0.274, -0.032, 0.160}, "−0.97, 1.27, −0.52, −0.27, −0.03, 0.16", true},
		// The softmax example of Chemnitz section 4.
		{"(.241, .654, .040, .012, .054)", []float64{0.24070, 0.65430, 0.03979, 0.01198, 0.05371}, "0.241, 0.654, 0.040, 0.012, 0.054", true},
		{"(.241, .654, .040, .012, .054)", []float64{0.24070, 0.65430, 0.03979, 0.01198, 0.05471}, "0.241, 0.654, 0.040, 0.012, 0.055", false},

		{"-0.97", []float64{-0.974}, "−0.97", true},
		{"−0.97", []float64{0.97}, "0.97", false},
		{"−0.97", []float64{-0.976}, "−0.98", false},
		{"+0.16", []float64{0.16}, "0.16", true},
		{".5", []float64{0.5}, "0.5", true},
		{"3", []float64{2.6}, "3", true},
		{"0.00", []float64{-0.001}, "0.00", true},
		{"−0.0", []float64{0.01}, "0.0", true},
		{"0.790", []float64{0.79020979}, "0.790", true},
		{"89.4 %", []float64{0.8941}, "89.4 %", true},
		{"80%", []float64{0.7902}, "79 %", false},
		{"0.5", []float64{math.NaN()}, "NaN", false},
		{"0.5", []float64{math.Inf(-1)}, "−Inf", false},
		{"494.91, 329.44", []float64{494.907}, "494.907", false},
		{"about 3", []float64{3}, "3", false},
		{"1e3", []float64{1000}, "1000", false},
		{"", []float64{0}, "0", false},
		{".", []float64{0}, "0", false},
		{"NaN", []float64{math.NaN()}, "NaN", false},
	} {
		ours, ok, why := compare(c.says, c.computed)
		if ours != c.ours || ok != c.ok {
			t.Errorf("%q and %v: %q, %v; want %q, %v", c.says, c.computed, ours, ok, c.ours, c.ok)
		}
		if ok && why != "" {
			t.Errorf("%q and %v agree, and yet: %s", c.says, c.computed, why)
		}
	}
}
