package lclass

import (
	"fmt"
	"slices"

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

// listed returns the bias, unless it is left out, and the weights of some scores, as tables
// list them.
func (m *Model) listed(scores []int, noIntercept bool) []float64 {
	var list []float64
	for _, k := range scores {
		if !noIntercept {
			list = append(list, m.B[k])
		}
		list = append(list, m.W.RawRowView(k)...)
	}
	return list
}

// coefficients returns those of some scores, for Softmax relative to a class.
func (m *Model) coefficients(scores []int, reference int) ([]float64, error) {
	if m.Output != SoftmaxOutput {
		return m.listed(scores, m.NoIntercept), nil
	}
	to, err := m.Reference(m.Classes[reference])
	if err != nil {
		return nil, err
	}
	return to.listed(scores, m.NoIntercept), nil
}

// featureNames are x1 … xd for a model written by hand without any.
func (m *Model) featureNames() []string {
	if m.Features == nil {
		_, d := m.dims()
		return defaultNames(d)
	}
	return m.Features
}

// inputs are the names of the features that the model takes, before its Preparation.
func (m *Model) inputs() []string {
	if m.Preparation == nil {
		return m.featureNames()
	}
	return m.Preparation.Inputs()
}

// biasName returns the name of the bias in tables with these features.
func biasName(features []string) string {
	name := "b"
	for slices.Contains(features, name) {
		name = "bias " + name
	}
	return name
}

// intercept returns how many coefficients each score has beside its weights, 1 or 0.
func (m *Model) intercept() int {
	if m.NoIntercept {
		return 0
	}
	return 1
}

// coefficientNames returns the names of b, unless the model has none, and of the
// features, as tables list them.
func (m *Model) coefficientNames() []string {
	if m.NoIntercept {
		return slices.Clone(m.featureNames())
	}
	return append([]string{biasName(m.Features)}, m.featureNames()...)
}

// RowNames returns the name of each row of W: a class or a label, or for a pair of
// one-vs-one "virginica not setosa". It is nil for regression.
func (m *Model) RowNames() []string {
	if m.valid() != nil {
		return nil
	}
	k, _ := m.dims()
	switch {
	case m.Output == OneVsOneOutput:
		names := make([]string, k)
		for r, p := range m.Pairs() {
			names[r] = fmt.Sprintf("%s not %s", m.Classes[p[1]], m.Classes[p[0]])
		}
		return names
	case k == 1 && len(m.Classes) == 2:
		return []string{m.Classes[1]}
	}
	return slices.Clone(m.Classes)
}

// scoreNames names the rows of W.
func (m *Model) scoreNames() []string {
	switch {
	case m.Output == Identity:
		return []string{m.Target}
	case len(m.B) == 1:
		return m.Classes[1:]
	}
	return m.RowNames()
}
