package metric

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// mean returns Σ sᵢ f(i) / Σ sᵢ over n samples, sᵢ = 1 if s is nil.
func mean(n int, s []float64, f func(i int) float64) float64 {
	s = sound(s)
	var sum, total float64
	for i := range n {
		w := weight(s, i)
		v := f(i)
		if w != 0 {
			sum += w * v
			total += w
		}
	}
	return sum / total
}

// sound returns the weights, all NaN if one is negative or not finite.
func sound(s []float64) []float64 {
	if slices.ContainsFunc(s, func(w float64) bool { return !(w >= 0 && w <= math.MaxFloat64) }) {
		return slices.Repeat([]float64{math.NaN()}, len(s))
	}
	return s
}

func weight(s []float64, i int) float64 {
	if s == nil {
		return 1
	}
	return s[i]
}

func checkLengths(name string, t, y int, s []float64) {
	if t != y {
		panic(fmt.Sprintf("metric: %s: %d targets but %d predictions", name, t, y))
	}
	if s != nil && len(s) != t {
		panic(fmt.Sprintf("metric: %s: %d targets but %d weights", name, t, len(s)))
	}
}

// checkSizes panics unless other, which holds what it says, has the size of t.
func checkSizes(name string, t, other mat.Matrix, what string, s []float64) {
	n, labels := dims(t)
	if rows, columns := dims(other); rows != n || columns != labels {
		panic(fmt.Sprintf("metric: %s: %d×%d targets but %d×%d %s", name, n, labels, rows, columns, what))
	}
	checkLengths(name, n, n, s)
}

// checkBinary panics unless the target of sample i is 0 or 1.
func checkBinary(name string, i, class int) {
	if class != 0 && class != 1 {
		panic(fmt.Sprintf("metric: %s: target of sample %d is %d, want 0 or 1; use OneVsRest for one class of many", name, i, class))
	}
}

// checkColumn panics unless the target of sample i is below the number of classes.
func checkColumn(name string, i, class, classes int) {
	if class < 0 || class >= classes {
		panic(fmt.Sprintf("metric: %s: target of sample %d is %d; there are columns for 0 to %d", name, i, class, classes-1))
	}
}

func checkColumns(name string, t []int, classes int) {
	for i, class := range t {
		checkColumn(name, i, class, classes)
	}
}

// dims returns the size of a matrix.
func dims(m mat.Matrix) (rows, columns int) {
	if m == nil {
		panic("metric: a matrix of targets or predictions is nil")
	}
	return m.Dims()
}
