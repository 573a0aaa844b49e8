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
	const d = 5
	sizes := []int{1e3, 1e4, 1e5, 300_007}
	if !testing.Short() {
		sizes = append(sizes, 1e6, 1_900_000, 3_125_000)
	}
	var most int
	for _, n := range sizes {
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
		seen.Store(0)
		end := last(t, solve.Newton(o, newton))
		passes := float64(seen.Load()) / float64(n)
		if end.End != solve.Converged {
			t.Errorf("%d rows: end %v after %d steps and %.1f passes: %s", n, end.End, end.Epoch, passes, end.Note)
		}
		if most == 0 {
			most = end.Epoch
		}
		if end.Epoch > most || passes > float64(end.Epoch+1)+2.5 {
			t.Errorf("%d rows: %d steps in %.1f passes; a thousand take %d", n, end.Epoch, passes, most)
		}
		t.Logf("%d rows: %d steps, %.1f passes", n, end.Epoch, passes)
	}
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
