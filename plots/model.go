package plots

import (
	"linclass/internal/invalid"
	"linclass/lclass"
)

// checkModel returns an error for a model whose parts do not fit together,
// such as one written by hand.
func checkModel(m *lclass.Model) error {
	if m != nil && m.Densities != nil {
		return invalid.Worded("model", "class densities", "the model consists of class densities and has no weights; LDA has weights")
	}
	if m == nil || m.W == nil || m.W.IsEmpty() {
		return invalid.Worded("model", nil, "no model")
	}
	k, d := m.W.Dims()
	if m.Features != nil && len(m.Features) != d {
		return invalid.Worded("Model.Features", len(m.Features), "the model has %d weights per class but names for %d features", d, len(m.Features))
	}
	n := len(m.Classes)
	rows := n
	switch {
	case m.Output == lclass.OneVsOneOutput:
		rows = len(m.Pairs())
	case n == 2 && k == 1:
		rows = 1
	}
	if n != 0 && k != rows {
		return invalid.Worded("Model.Classes", n, "the model has %d rows of weights and %d classes", k, n)
	}
	return nil
}

// checkPlane reports whether the model decides on the points of a plane.
func checkPlane(m *lclass.Model) error {
	if m != nil && m.Densities != nil {
		return checkDensities(m)
	}
	if err := checkModel(m); err != nil {
		return err
	}
	switch m.Output {
	case lclass.Identity:
		return invalid.Worded("Model.Output", m.Output, "the model predicts numbers, not classes")
	case lclass.MultiLabelOutput:
		return invalid.Worded("Model.Output", m.Output, "the model assigns sets of labels, not one class; fit one label with Data.Positive")
	}
	k, d := m.W.Dims()
	switch {
	case m.Classes == nil:
		return invalid.Worded("Model.Classes", nil, "the classes of the model have no names")
	case len(m.B) != k:
		return invalid.Worded("Model.B", len(m.B), "the model has %d rows of weights and %d biases", k, len(m.B))
	case m.Offset:
		return invalid.Worded("Model.Offset", true, "the model was fitted with an offset, which differs between samples, so a plane has no single boundary")
	}
	return twoFeatures(d, m.Features, m.Preparation)
}

// twoFeatures returns an error unless a model has two inputs: its d features, or the
// inputs of its pipeline.
func twoFeatures(d int, names []string, p *lclass.Prepared) error {
	if p != nil {
		names = p.Inputs()
		d = len(names)
		for text := range p.Categories() {
			return invalid.Worded("Model.Preparation", text, "the model prepares %q, which is a text column; a plane needs numbers", text)
		}
	}
	if d != 2 {
		return invalid.Worded("features", d, "the model has %d features %q; a plane needs two", d, abbreviate(names))
	}
	return nil
}

// checkDensities is checkPlane for a model of class densities.
func checkDensities(m *lclass.Model) error {
	of := m.Densities
	if of.Means == nil || of.Std == nil || of.Means.IsEmpty() || of.Std.IsEmpty() {
		return invalid.Worded("model", nil, "no model")
	}
	k, d := of.Means.Dims()
	stdK, stdD := of.Std.Dims()
	if m.Output != lclass.DensityOutput || stdK != k || stdD != d || len(m.Features) != d || len(m.Classes) != k || len(of.Priors) != k || of.Factors != nil && len(of.Factors) != k {
		return invalid.Worded("Model.Densities", nil, "the densities of the model do not match its %d classes and %d features", k, d)
	}
	return twoFeatures(d, m.Features, m.Preparation)
}
