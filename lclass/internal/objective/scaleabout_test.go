package objective_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// A sixteenth of many rows, the first of 16 blocks each, says about what all do.
// Where it does not all are asked.
func TestScaleAbout(t *testing.T) {
	const (
		many = 1 << 16
		d    = 2
	)
	inPart := func(i int) bool { return i/rows.Block%16 == 0 }
	for _, c := range []struct {
		name   string
		n      int
		change func(i int, x []float64) (weight float64)
		part   bool
	}{
		{"even", many, func(int, []float64) float64 { return 1 }, true},
		{"weighted", many + 77, func(i int, _ []float64) float64 { return float64(i % 3) }, true},
		{"far from 0", many, func(_ int, x []float64) float64 { x[1] += 1e9; return 1 }, true},
		{"fewer", many - 1, func(int, []float64) float64 { return 1 }, false},
		{"constant", many, func(_ int, x []float64) float64 { x[1] = 0.1; return 1 }, false},
		{"constant in the part", many, func(i int, x []float64) float64 {
			if inPart(i) {
				x[1] = 0.1
			}
			return 1
		}, false},
		{"an outlier", many, func(i int, x []float64) float64 {
			if i == 300 {
				x[1] = 1e4
			}
			return 1
		}, false},
		{"no weight in the part", many, func(i int, _ []float64) float64 {
			if inPart(i) {
				return 0
			}
			return 1
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(5, 6))
			x := make([]float64, c.n*d)
			o := &objective.Objective{Loss: loss.Squared{}, K: 1, Weight: make([]float64, c.n)}
			for i := range c.n {
				row := x[i*d : (i+1)*d]
				for j := range row {
					row[j] = rng.NormFloat64()
				}
				o.Weight[i] = c.change(i, row)
			}
			o.X = rows.NewDense(c.n, d, x)
			got, exact := objective.ScaleAbout(o), objective.Scale(o)
			if same := reflect.DeepEqual(got.Mean, exact.Mean) && reflect.DeepEqual(got.Std, exact.Std); same == c.part {
				t.Fatalf("means %v, deviations %v; of all rows %v, %v", got.Mean, got.Std, exact.Mean, exact.Std)
			}
			for j, std := range exact.Std {
				if math.IsInf(std, 1) && math.IsInf(got.Std[j], 1) {
					continue
				}
				// Of 4096 rows the mean is off by 1/64 of a deviation, the deviation by 1/90.
				if off := math.Abs(got.Mean[j]-exact.Mean[j]) / std; off > 5./64 {
					t.Errorf("mean %d is %v deviations off", j, off)
				}
				if off := math.Abs(got.Std[j]/std - 1); off > 5./90 {
					t.Errorf("deviation %d is off by %v of it", j, off)
				}
			}
		})
	}
}
