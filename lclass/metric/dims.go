package metric

import "gonum.org/v1/gonum/mat"

// dims returns the size of a matrix.
func dims(m mat.Matrix) (rows, columns int) {
	if m == nil {
		panic("metric: a matrix of targets or predictions is nil")
	}
	return m.Dims()
}
