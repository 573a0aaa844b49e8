package solve

import (
	"slices"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// chosenColumns are dense rows whose scores are added up by the columns of the few features
// that have weights.
type chosenColumns struct {
	*rows.Dense
	mean, std []float64
	used      []int       // features with weights, nil if these are not few
	column    [][]float64 // (x − mean)/std of the feature of each weight, at least of those
}

// pass is objective.Pass with Want.Gradient, and finds the second derivatives.
func (m *denseModel) pass(theta []float64) *objective.Sum {
	const few = 3 // times fewer than all features
	w, _ := m.Split(theta)
	used := make([]int, 0, len(m.Std)/few)
	for j := range m.Std {
		if slices.ContainsFunc(w[j*m.K:(j+1)*m.K], func(v float64) bool { return v != 0 }) {
			used = append(used, j)
			m.of(j * m.K)
		}
	}
	m.rows.used = used
	if len(used)*few > len(m.Std) {
		m.rows.used = nil
	}
	return m.bends.Pass(theta)
}

// Scores implements rows.Rows.
func (x *chosenColumns) Scores(z []float64, lo, hi, k int, w, b []float64) {
	if x.used == nil {
		x.Dense.Scores(z, lo, hi, k, w, b)
		return
	}
	score := make([]float64, hi-lo)
	for c := range k {
		start := b[c]
		for _, j := range x.used {
			start += w[j*k+c] * x.mean[j]
		}
		for i := range score {
			score[i] = start
		}
		for _, j := range x.used {
			if v := w[j*k+c]; v != 0 {
				kernel.Axpy(v*x.std[j], x.column[j*k][lo:hi], score)
			}
		}
		for i, v := range score {
			z[i*k+c] = v
		}
	}
}
