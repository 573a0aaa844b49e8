package exercises

import (
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"linclass/lclass"
)

// Each check finds the mistake that its hint is about.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		mistake string
		check   func()
		fails   string
	}{
		{"multiplies the weight", func() { Rescaled(func(w, b, k float64) (float64, float64) { return w * k, b }) }, "predicts the same price"},
		{"divides the bias, too", func() { Rescaled(func(w, b, k float64) (float64, float64) { return w / k, b / k }) }, "predicts the same price"},
		{"ignores the data", func() { LargestEta(func(*lclass.Data) float64 { return 2 }) }, "is where descent begins to diverge"},
		{"has 1/λ", func() {
			LargestEta(func(d *lclass.Data) float64 { return 0.5 * largest(d) })
		}, "is 2 if both curvatures are 1"},
		{"has no input", func() {
			AbsoluteGradient(func(d *lclass.Data, w, b float64) (float64, float64) {
				return 0, meanSign(d, w, b)
			})
		}, "is the slope by w"},
		{"is a distance", func() { BoundaryAt(func(w []float64, b float64) float64 { return math.Abs(b) / floats.Norm(w, 2) }) }, "is a point of the boundary"},
		{"forgets the length", func() { BoundaryAt(func(w []float64, b float64) float64 { return -b }) }, "is 1 against w"},
		{"subtracts nothing", func() { SafeSoftmax(func(z ...float64) []float64 { return softmax(z, 0) }) }, "stays finite for large scores"},
		{"subtracts a constant", func() { SafeSoftmax(func(z ...float64) []float64 { return softmax(z, 1000) }) }, "stays finite if all scores are far below 0"},
		{"changes the scores", func() {
			SafeSoftmax(func(z ...float64) []float64 {
				floats.AddConst(-floats.Max(z), z)
				return softmax(z, 0)
			})
		}, "leaves the scores of the caller alone"},
		{"keeps the features", func() { Circle(func(x []float64) []float64 { return x }) }, "makes classes that a line separates"},
		{"has one feature", func() { Circle(func(x []float64) []float64 { return []float64{x[0] * x[0]} }) }, "makes classes that a line separates"},
		{"ignores b", func() {
			SameLine(func(w []float64, _ float64, v []float64, _ float64) bool {
				return math.Abs(floats.Dot(w, v)/floats.Norm(w, 2)/floats.Norm(v, 2)-1) < 1e-9
			})
		}, "is false for other lines"},
		{"has no tolerance", func() {
			SameLine(func(w []float64, b float64, v []float64, c float64) bool {
				k := floats.Norm(v, 2) / floats.Norm(w, 2)
				return v[0] == k*w[0] && v[1] == k*w[1] && c == k*b
			})
		}, "holds for the perceptron"},
		{"keeps the last line", func() {
			Pocket(func(d *lclass.Data, epochs int) ([]float64, float64) {
				return lclass.Must(lclass.Perceptron{Eta: 0.1, Epochs: epochs}.Fit(d)).Line()
			})
		}, "keeps the best line"},
		{"forgets the length", func() { Novikoff(func(d *lclass.Data, w []float64, b float64) float64 { return novikoff(d, w, b, 1) }) }, "does not depend on the length"},
		{"has no bias", func() {
			Novikoff(func(d *lclass.Data, w []float64, b float64) float64 { return novikoff(d, w, b, 0) })
		}, "is (R/γ)² by hand"},
		{"multiplies the prior", func() { Posterior(func(p, r float64) float64 { return min(1, p*r) }) }, "doubles odds"},
		{"returns the odds", func() { Posterior(func(p, r float64) float64 { return p / (1 - p) * r }) }, "doubles odds"},
		{"scales w", func() {
			Weighted(func(w []float64, b, k float64) ([]float64, float64) {
				return []float64{w[0] * k, w[1] * k}, b + math.Log(k)
			})
		}, "leaves w alone"},
		{"adds k", func() { Weighted(func(w []float64, b, k float64) ([]float64, float64) { return w, b + k }) }, "moves b by the log of k"},
		{"forgets log s", func() {
			TwoBells(func(x, m0, s0, m1, s1 float64) float64 { return square((x-m0)/s0)/2 - square((x-m1)/s1)/2 })
		}, "is a parabola"},
		{"takes a quotient", func() {
			TwoBells(func(x, m0, s0, m1, s1 float64) float64 {
				return math.Log(math.Exp(-square((x-m1)/s1)/2) / s1 / (math.Exp(-square((x-m0)/s0)/2) / s0))
			})
		}, "is finite where both"},
	} {
		if said := printed(t, c.check); !strings.Contains(said, "✗ "+c.fails) {
			t.Errorf("an answer that %s should fail at %q:\n%s", c.mistake, c.fails, said)
		}
	}
}

// largest is the limit of η by the closed form of the eigenvalue.
func largest(d *lclass.Data) float64 {
	m, x2 := 0.0, 0.0
	for _, x := range d.Column(0) {
		m, x2 = m+x/float64(d.N()), x2+x*x/float64(d.N())
	}
	return 2 / ((x2+1)/2 + math.Hypot((x2-1)/2, m))
}

func meanSign(d *lclass.Data, w, b float64) (sum float64) {
	for i, x := range d.Column(0) {
		sum += lclass.Sign(w*x+b-d.Y()[i]) / float64(d.N())
	}
	return sum
}

func softmax(z []float64, less float64) []float64 {
	y := make([]float64, len(z))
	for i := range z {
		y[i] = math.Exp(z[i] - less)
	}
	floats.Scale(1/floats.Sum(y), y)
	return y
}

// novikoff forgets the length of (w, b), and with a bias input of 0 the bias of x.
func novikoff(d *lclass.Data, w []float64, b, input float64) float64 {
	R2, nearest := 0.0, math.Inf(1)
	for _, x := range d.Rows() {
		R2, nearest = max(R2, floats.Dot(x, x)+input), min(nearest, math.Abs(floats.Dot(w, x)+b))
	}
	return R2 / (nearest * nearest)
}

func square(x float64) float64 { return x * x }

// printed returns what a check prints.
func printed(t *testing.T, check func()) string {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = w
	check()
	os.Stdout = stdout
	w.Close()
	said, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(said)
}
