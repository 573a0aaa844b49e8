package lclass

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// recorded is what R says in testdata/inference-r.json, made by inference.R.
type recorded struct {
	Name                    string
	Normal, Student, Fisher []float64
	ChiSquare               []float64 `json:"chi_square"`
	NormalQuantile          []float64 `json:"normal_quantile"`
	StudentQuantile         []float64 `json:"student_quantile"`
	Value                   float64
	Replicates, Left        []float64
	Perc95, Perc80          []float64
	BCa95, BCa80            []float64
}

func readRecorded(t *testing.T, name string) recorded {
	t.Helper()
	text, err := os.ReadFile("testdata/inference-r.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []recorded
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if r.Name == name {
			return r
		}
	}
	t.Fatalf("R has no %q", name)
	return recorded{}
}

// Tails down to 1e-197, relative to each of them.
func TestTailsAgreeWithR(t *testing.T) {
	r := readRecorded(t, "tails")
	for _, c := range []struct {
		name  string
		width int // arguments and result
		list  []float64
		f     func(a []float64) float64
		tol   float64
	}{
		{"normal", 2, r.Normal, func(a []float64) float64 { return normalTail(a[0]) }, 1e-12},
		{"Student", 3, r.Student, func(a []float64) float64 { return studentTail(a[0], a[1]) }, 1e-9},
		{"F", 4, r.Fisher, func(a []float64) float64 { return fisherTail(a[0], a[1], a[2]) }, 1e-10},
		{"χ²", 3, r.ChiSquare, func(a []float64) float64 { return chiSquareTail(a[0], a[1]) }, 1e-12},
		{"quantile of the normal", 2, r.NormalQuantile, func(a []float64) float64 { return normalQuantile(a[0]) }, 1e-11},
		{"quantile of Student", 3, r.StudentQuantile, func(a []float64) float64 { return studentQuantile(a[0], a[1]) }, 1e-9},
	} {
		for i := 0; i < len(c.list); i += c.width {
			a, want := c.list[i:i+c.width-1], c.list[i+c.width-1]
			if got := c.f(a); !(math.Abs(got-want) <= c.tol*want) {
				t.Errorf("%s of %v: %.15g, want %.15g, off by %.1g", c.name, a, got, want, math.Abs(got/want-1))
			}
		}
	}
}

// Percentile and BCa intervals of R's boot, given the same replicates and the
// same estimates without a sample each.
func TestBootstrapIntervalsAgreeWithR(t *testing.T) {
	r := readRecorded(t, "boot")
	var left []refitted
	copies := make([]float64, len(r.Left))
	for i, v := range r.Left {
		left = append(left, refitted{values: []float64{v}})
		copies[i] = 1
	}
	for _, c := range []struct {
		level     float64
		perc, bca []float64
	}{{0.95, r.Perc95, r.BCa95}, {0.8, r.Perc80, r.BCa80}} {
		s := &BootstrapSummary{Level: c.level, Coefficients: []Estimate{{Value: r.Value}}}
		for _, v := range r.Replicates {
			s.Estimates = append(s.Estimates, []float64{v})
		}
		check := func(what string, want []float64) {
			t.Helper()
			i := s.Coefficients[0]
			if math.Abs(i.Low-want[0]) > 1e-12 || math.Abs(i.High-want[1]) > 1e-12 {
				t.Errorf("%s of %v: %.15g to %.15g, want %.15g", what, c.level, i.Low, i.High, want)
			}
		}
		s.estimate()
		check("percentile", c.perc)
		if err := s.correct(left, copies); err != nil {
			t.Fatal(err)
		}
		check("BCa", c.bca)
	}
}

func TestPercentileAtTheEnds(t *testing.T) {
	values := []float64{1, 2, 3}
	for alpha, want := range map[float64]float64{0.01: 1, 0.25: 1, 0.5: 2, 0.75: 3, 0.99: 3} {
		if got := percentile(values, alpha); math.Abs(got-want) > 1e-12 {
			t.Errorf("percentile %v is %v, want %v", alpha, got, want)
		}
	}
}
