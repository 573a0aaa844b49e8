package lclass

import (
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Reference returns the softmax model with weights relative to a class r, whose weights
// become 0:
//
//	w_k − w_r,  b_k − b_r,
//
// as in statsmodels' MNLogit and R's multinom. The probabilities stay the same, and
// [Model.Summary] uses r as the reference; without Reference it uses the first class.
// Reference returns an error for other models, or if there is no such class.
func (m *Model) Reference(class string) (*Model, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	if m.Output != SoftmaxOutput {
		return nil, badSetting("Output", m.Output, "the model has no reference class; only Softmax has one; Data.Positive chooses the positive class of Logistic")
	}
	r := slices.Index(m.Classes, class)
	if r < 0 {
		return nil, &placeError{"reference class", &ValueError{Err: ErrUnknownCategory, Column: m.Target, Row: -1, Value: class, Want: slices.Clone(m.Classes)}}
	}
	out := *m
	out.W, out.B = relative(m.W, r), make([]float64, len(m.B))
	for k, b := range m.B {
		out.B[k] = b - m.B[r]
	}
	if m.Direction != nil {
		out.Direction = relative(m.Direction, r)
	}
	return &out, nil
}

// relative returns w with row r taken from each row.
func relative(w *mat.Dense, r int) *mat.Dense {
	out := mat.DenseCopyOf(w)
	k, d := w.Dims()
	for i := range k {
		for j := range d {
			out.Set(i, j, w.At(i, j)-w.At(r, j))
		}
	}
	return out
}
