package solve_test

import (
	"math"
	"sync/atomic"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// However many rows there are, Newton's method stops where no digit of the loss tells
// a step from the next: it takes no more steps than for a thousand rows, and no more
// than one pass for each, one at the start, and two and a half to see means, ranges and a
// share.
func TestNewtonPasses(t *testing.T) {
	sizes := map[int][]int{5: {1e3, 1e4, 1e5, 300_007}, 20: {1e3, 1e4, 1e5}}
	if !testing.Short() {
		sizes[5] = append(sizes[5], 1e6, 1_900_000, 3_125_000, 1e7)
		sizes[20] = append(sizes[20], 300_007, 1_900_000, 3_125_000, 5_500_000)
	}
	for d, sizes := range sizes {
		var most int
		for _, n := range sizes {
			end, passes := newtonPasses(t, n, d)
			if end.End != solve.Converged {
				t.Errorf("%d×%d: end %v after %d steps and %.1f passes: %s", n, d, end.End, end.Epoch, passes, end.Note)
			}
			if most == 0 {
				most = end.Epoch
			}
			if end.Epoch > most || passes > float64(end.Epoch+1)+2.5 {
				t.Errorf("%d×%d: %d steps in %.1f passes; a thousand rows take %d", n, d, end.Epoch, passes, most)
			}
			t.Logf("%d×%d: %d steps, %.1f passes", n, d, end.Epoch, passes)
		}
	}
}

// newtonPasses fits n rows of d features, generated for every pass, and returns the end
// and how many times all rows were read.
func newtonPasses(t *testing.T, n, d int) (end solve.Iterate, passes float64) {
	t.Helper()
	var seen atomic.Int64
	x := rows.NewBlocks(n, d, rows.Block, 1, func(x []float64, lo, hi int) error {
		seen.Add(int64(hi - lo))
		for i := lo; i < hi; i++ {
			for j := range d {
				x[(i-lo)*d+j] = bell(uint64(i*(d+1) + j))
			}
		}
		return nil
	})
	o := &objective.Objective{X: x, Loss: loss.Logistic{}, K: 1, Weight: make([]float64, n)}
	o.Targets.Class, o.Targets.Value = make([]int, n), make([]float64, n)
	for i := range n {
		o.Weight[i] = 1
		z := bell(uint64(i*(d+1)+d)) + 0.3
		for j := range d {
			z += bell(uint64(i*(d+1)+j)) / float64(j+1)
		}
		if z > 0 {
			o.Targets.Class[i], o.Targets.Value[i] = 1, 1
		}
	}
	end = last(t, solve.Newton(o, newton))
	return end, float64(seen.Load()) / float64(n)
}

// bell is about normally distributed over its arguments: the sum of four uniform
// variates from the bits of splitmix64.
func bell(i uint64) float64 {
	z := (i + 1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	sum := float64(z&0xffff) + float64(z>>16&0xffff) + float64(z>>32&0xffff) + float64(z>>48)
	return (sum/65535 - 2) * math.Sqrt(3)
}
