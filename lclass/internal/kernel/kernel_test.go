package kernel_test

import (
	"slices"
	"testing"

	"linclass/lclass/internal/kernel"
)

// Every length up to 9 passes through the unrolled loop and its remainder.
// Whole numbers make the sums exact.
func TestDotAndAxpyOfEveryLength(t *testing.T) {
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

// The loops for ten classes are a twin of those for any number: with one class
// more whose weights are 0 the general ones give the same sums.
func TestSparseLoopsOfTenClasses(t *testing.T) {
	column, value := []uint16{0, 2, 5}, []uint8{3, 255, 1}
	weights := func(k int) []float64 {
		w := make([]float64, 6*k)
		for c := range 6 {
			for j := range 10 {
				w[c*k+j] = float64(c*c - 7*j)
			}
		}
		return w
	}
	ten, eleven := make([]float64, 10), make([]float64, 11)
	kernel.SparseScores(ten, column, value, weights(10))
	kernel.SparseScores(eleven, column, value, weights(11))
	if !slices.Equal(ten, eleven[:10]) || ten[1] != 3*-7+255*(4-7)+25-7 {
		t.Errorf("scores %v for 10 classes, %v for 11", ten, eleven)
	}
	g10, g11 := weights(10), weights(11)
	kernel.SparseOuter(g10, column, value, ten)
	kernel.SparseOuter(g11, column, value, eleven)
	for c := range 6 {
		if !slices.Equal(g10[c*10:(c+1)*10], g11[c*11:c*11+10]) {
			t.Errorf("column %d: %v for 10 classes, %v for 11", c, g10[c*10:(c+1)*10], g11[c*11:(c+1)*11])
		}
	}
}
