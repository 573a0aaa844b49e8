package lclass

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Line returns w and b of the boundary w·x + b = 0 between two classes; the second class
// is where w·x + b ≥ 0. They are the only row of W, or, for a model with two rows, such
// as Softmax,
//
//	w = w₂ − w₁,  b = b₂ − b₁
//
// For a regression it is the line y = w·x + b itself. Line panics for three or more
// classes. There, the boundary between classes j and k is the difference of rows j and k
// of W and of their b; the rows of OneVsOne are boundaries already.
//
// For a [Pipeline] that only scales features, the line is in their units. Line panics for
// other pipelines.
func (m *Model) Line() (w []float64, b float64) {
	mustBe(m.scorable(), "Line")
	if m.Densities != nil {
		mustBe(errNoWeights, "Line")
	}
	if m.Preparation != nil {
		raw, err := m.RawUnits()
		mustBe(err, "Line")
		if raw.Preparation != nil {
			panic("lclass: Line: the preparation of the model does more than scale features, so there is no line in them")
		}
		m = raw
	}
	if k, _ := m.W.Dims(); k != 1 && (k != 2 || m.Output == MultiLabelOutput) {
		panic(fmt.Sprintf("lclass: Line: a model with %v output and %d rows of W has no single boundary; use the rows of W", m.Output, k))
	}
	return line(m.W, m.B)
}

// Line returns w and b of the boundary w·x + b = 0 of a fit of two classes, or
// of the line y = w·x + b of a regression; see [Model.Line]. It panics if W has
// more than two rows.
func (s Step) Line() (w []float64, b float64) {
	if k, _ := s.W.Dims(); k > 2 {
		panic(fmt.Sprintf("lclass: Line: %d rows of W have no single boundary", k))
	}
	return line(s.W, s.B)
}

// line is of one row, or of two, one for each class.
func line(w *mat.Dense, b []float64) ([]float64, float64) {
	v := mat.Row(nil, 0, w)
	if len(b) == 1 {
		return v, b[0]
	}
	return floats.SubTo(v, w.RawRowView(1), v), b[1] - b[0]
}
