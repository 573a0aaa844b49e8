package plots

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestClip(t *testing.T) {
	for _, test := range []struct {
		name           string
		w              []float64
		b              float64
		x0, y0, x1, y1 float64
		ok             bool
	}{
		{"vertical", []float64{2, 0}, -1, 0.5, 0, 0.5, 1, true},
		{"horizontal", []float64{0, -4}, 1, 0, 0.25, 1, 0.25, true},
		{"diagonal", []float64{1, -1}, 0, 0, 0, 1, 1, true},
		{"anti-diagonal", []float64{1, 1}, -1, 0, 1, 1, 0, true},
		{"a corner cut off", []float64{1, 1}, -0.5, 0, 0.5, 0.5, 0, true},
		{"along an edge", []float64{1, 0}, 0, 0, 0, 0, 1, true},
		{"outside", []float64{1, 1}, -3, 0, 0, 0, 0, false},
		{"vertical, outside", []float64{1, 0}, 2, 0, 0, 0, 0, false},
		{"touches a corner", []float64{1, 1}, 0, 0, 0, 0, 0, false},
		{"w = 0", []float64{0, 0}, 1, 0, 0, 0, 0, false},
		{"NaN", []float64{math.NaN(), 1}, 1, 0, 0, 0, 0, false},
		{"infinite", []float64{math.Inf(1), 1}, 1, 0, 0, 0, 0, false},
		{"infinite bias", []float64{1, 1}, math.Inf(-1), 0, 0, 0, 0, false},
		{"tiny weights", []float64{1e-200, 1e-200}, -1e-200, 0, 1, 1, 0, true},
		{"huge weights", []float64{1e200, 1e200}, -1e200, 0, 1, 1, 0, true},
	} {
		x0, y0, x1, y1, ok := clip(test.w, test.b, 0, 1, 0, 1)
		if ok != test.ok {
			t.Errorf("%s: visible %v, want %v", test.name, ok, test.ok)
			continue
		}
		same := near(x0, test.x0) && near(y0, test.y0) && near(x1, test.x1) && near(y1, test.y1)
		swapped := near(x1, test.x0) && near(y1, test.y0) && near(x0, test.x1) && near(y0, test.y1)
		if ok && !same && !swapped {
			t.Errorf("%s: from (%v, %v) to (%v, %v), want (%v, %v) to (%v, %v)", test.name, x0, y0, x1, y1, test.x0, test.y0, test.x1, test.y1)
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// Axes as different as body temperature and blood pressure: both ends are on
// the boundary and on an edge.
func TestClipEnds(t *testing.T) {
	const xlo, xhi, ylo, yhi = 36, 41, 80, 180
	r := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		w := []float64{r.NormFloat64(), r.NormFloat64() / 20}
		b := -w[0]*(xlo+5*r.Float64()) - w[1]*(ylo+100*r.Float64())
		x0, y0, x1, y1, ok := clip(w, b, xlo, xhi, ylo, yhi)
		if !ok {
			t.Fatalf("w = %v, b = %v goes through the axes and is not drawn", w, b)
		}
		for _, end := range [][2]float64{{x0, y0}, {x1, y1}} {
			x, y := end[0], end[1]
			if z := w[0]*x + w[1]*y + b; math.Abs(z) > 1e-9*(math.Abs(w[0]*x)+math.Abs(w[1]*y)+math.Abs(b)) {
				t.Errorf("w·x + b = %v at the end (%v, %v)", z, x, y)
			}
			edge := min(math.Abs(x-xlo)/5, math.Abs(x-xhi)/5, math.Abs(y-ylo)/100, math.Abs(y-yhi)/100)
			if edge > 1e-9 || x < xlo-1e-6 || x > xhi+1e-6 || y < ylo-1e-6 || y > yhi+1e-6 {
				t.Errorf("(%v, %v) is on no edge", x, y)
			}
		}
	}
}
