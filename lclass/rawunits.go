package lclass

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Undo returns a model of standardised data in the units before, for data that
// are not standardised and for people who know the units: with the mean m and
// the deviation s of each feature,
//
//	w'ⱼ = wⱼ/sⱼ,  b' = b − Σ wⱼmⱼ/sⱼ
//
// so that its scores z = w'·x + b' are those of the model for the standardised
// x, and so are its predictions. Penalty, Status and History are still those of
// the fit, in which the weights were those of standardised features. It is an
// error if the model has other features, or weights that float64 cannot hold in
// the units before.
func (s *Standardizer) Undo(m *Model) (*Model, error) {
	if err := m.linear(); err != nil {
		return nil, err
	}
	if m.Preparation != nil {
		return nil, errors.New("lclass: the model of a Pipeline has its own preparation, which Model.RawUnits undoes")
	}
	if err := s.check(m.Features, "model"); err != nil {
		return nil, err
	}
	out := *m
	k, d := m.W.Dims()
	out.W, out.B = mat.NewDense(k, d, nil), make([]float64, k)
	for r, b := range m.B {
		out.B[r] = s.undo(out.W.RawRowView(r), m.W.RawRowView(r), b)
		// A weight or product that overflows leaves a bias that is no number.
		if v := out.B[r]; math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("lclass: standardizer: float64 cannot hold the weights in the units before, with deviations from %v; change the units", slices.Min(s.Std))
		}
	}
	if m.Direction != nil {
		out.Direction = mat.NewDense(k, d+1, nil)
		for r := range k {
			row, of := out.Direction.RawRowView(r), m.Direction.RawRowView(r)
			row[d] = s.undo(row[:d], of[:d], of[d])
		}
	}
	return &out, nil
}

// undo sets raw to the weights w in the units before and returns their bias.
func (s *Standardizer) undo(raw, w []float64, b float64) float64 {
	for j, v := range w {
		raw[j] = v / s.Std[j]
		b -= raw[j] * s.Mean[j]
	}
	return b
}
