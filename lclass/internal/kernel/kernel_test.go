package kernel_test

import (
	"testing"

	"linclass/lclass/internal/kernel"
)

// Every length up to 9 passes through the unrolled loop and its remainder.
// Whole numbers make the sums exact.
func TestDotAndAxpyOfEveryLength(t *testing.T) { kernel.EachSet(t, dotAndAxpy) }

func dotAndAxpy(t *testing.T) {
	for n := range 10 {
		x, y := make([]float64, n), make([]float64, n+2)
		var want float64
		for i := range x {
			x[i], y[i] = float64(i+1), float64(10-3*i)
			want += x[i] * y[i]
		}
		y[n], y[n+1] = 77, 78 // beyond x: not read, not written
		if got := kernel.Dot(x, y); got != want {
			t.Errorf("n = %d: Dot = %v, want %v", n, got, want)
		}
		kernel.Axpy(2, x, y)
		for i := range x {
			if want := float64(10-3*i) + 2*x[i]; y[i] != want {
				t.Errorf("n = %d: Axpy gives y[%d] = %v, want %v", n, i, y[i], want)
			}
		}
		if y[n] != 77 || y[n+1] != 78 {
			t.Errorf("n = %d: Axpy wrote beyond x", n)
		}
	}
}
