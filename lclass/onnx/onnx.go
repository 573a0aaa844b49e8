// Package onnx writes models in the Open Neural Network Exchange format, which ONNX
// Runtime and other programs evaluate.
package onnx

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"linclass/lclass"
)

// The versions that Write uses: of the format, of the operators, and of those for
// classical machine learning, which encode texts.
const (
	formatVersion    = 8
	operatorVersion  = 17
	classicalVersion = 3
)

// ErrUnsupported means that ONNX has no counterpart for a part of a model.
var ErrUnsupported = errors.New("onnx: the model has no counterpart in ONNX")

// Write writes a linear model, with the preparation of a [lclass.Pipeline], to w. The graph
// computes with float64, as lclass does, and takes n samples:
//
//   - "numbers", n×a float64: the numeric columns; NaN is a missing value;
//   - "texts", n×b strings: the text columns; "" is a missing value.
//
// An input without columns is left out. Their names are in the metadata of the model,
// under "numbers" and "texts", as JSON. The outputs are
//
//   - "probabilities", n×K, in the order of the classes, or "scores" for a model that has
//     none, and "prediction", n×1, for a regression;
//   - "label", n strings, the predicted classes; not for a regression and for labels.
//
// For a sample that lclass rejects with an error, such as one with an unknown category,
// the probabilities are NaN and the label is meaningless.
//
// Write returns an error that wraps [ErrUnsupported] for models with densities or
// offsets, for OneVsOne with more than two classes, and for NGrams.
func Write(w io.Writer, m *lclass.Model) error {
	g := &graph{}
	z, err := g.scores(m)
	if err != nil {
		return err
	}
	if err := g.outputs(m, z); err != nil {
		return err
	}
	var model message
	model.number(1, formatVersion)
	model.text(2, "linclass")
	model.bytes(7, g.proto(m.Target))
	for _, o := range []struct {
		domain  string
		version int64
	}{{"", operatorVersion}, {classical, classicalVersion}} {
		var set message
		set.text(1, o.domain)
		set.number(2, o.version)
		model.bytes(8, set)
	}
	for _, kind := range []struct {
		key   string
		names []string
	}{{"numbers", g.numberNames}, {"texts", g.textNames}, {"classes", m.Classes}} {
		if kind.names == nil {
			continue
		}
		text, err := json.Marshal(kind.names)
		if err != nil {
			return fmt.Errorf("onnx: %w", err)
		}
		var entry message
		entry.text(1, kind.key)
		entry.text(2, string(text))
		model.bytes(14, entry)
	}
	_, err = w.Write(model)
	return err
}

// scores adds the inputs, the preparation and the scores z = φWᵀ + b, and returns the name
// of z.
func (g *graph) scores(m *lclass.Model) (string, error) {
	if m == nil || m.W == nil && m.Densities == nil {
		return "", errors.New("onnx: the model is nil or has no weights")
	}
	if m.Densities != nil || m.Offset {
		return "", fmt.Errorf("%w: it has densities or an offset", ErrUnsupported)
	}
	k, d := m.W.Dims()
	f, err := g.prepare(m, d)
	if err != nil {
		return "", err
	}
	at := append(f.numbers(), f.checks...) // weights of 0 carry NaN
	weights := make([]float64, 0, k*len(at))
	for j := range d {
		for c := range k {
			weights = append(weights, m.W.At(c, j))
		}
	}
	weights = append(weights, make([]float64, k*len(f.checks))...)
	g.constants = append(g.constants, doubles("W", weights, len(at), k), doubles("b", m.B, 1, k))
	return g.node("Add", g.node("MatMul", g.columns(f.x, at), "W"), "b"), nil
}

// outputs adds what the model makes of its scores z.
func (g *graph) outputs(m *lclass.Model, z string) error {
	number := func(v float64) string { return g.doubles([]float64{v}, 1, 1) }
	name, kind := "probabilities", m.Output
	var y string
	switch kind {
	case lclass.Identity:
		g.output("prediction", z, value("prediction", doubleType, 1))
		return nil
	case lclass.SigmoidOutput:
		y = g.node("Concat", g.node("Sigmoid", g.node("Neg", z)), g.node("Sigmoid", z), integer("axis", 1))
	case lclass.ClippedOutput:
		p := g.node("Div", g.node("Add", g.node("Max", g.node("Min", z, number(1)), number(-1)), number(1)), number(2))
		y = g.node("Concat", g.node("Sub", number(1), p), p, integer("axis", 1))
	case lclass.SoftmaxOutput:
		y = g.node("Softmax", z, integer("axis", 1))
	case lclass.OneVsRestSigmoidOutput:
		// log σ(z) = min(z, 0) − log(1 + exp(−|z|)), and σ(z_k)/Σσ(z_j) is the softmax of it.
		rest := g.node("Log", g.node("Add", g.node("Exp", g.node("Neg", g.node("Abs", z))), number(1)))
		y = g.node("Softmax", g.node("Sub", g.node("Min", z, number(0)), rest), integer("axis", 1))
	case lclass.MultiLabelOutput:
		y = g.node("Sigmoid", z)
	case lclass.SignOutput, lclass.LargestOutput, lclass.OneVsRestOutput:
		name, y = "scores", z
	default:
		return fmt.Errorf("%w: it has %v output", ErrUnsupported, kind)
	}
	columns := len(m.Classes)
	if kind == lclass.SignOutput {
		columns = 1
	}
	g.output(name, y, value(name, doubleType, columns))
	if kind == lclass.MultiLabelOutput {
		return nil
	}
	var class string
	if len(m.B) == 1 {
		class = g.node("Cast", g.node("GreaterOrEqual", z, number(0)), integer("to", int64Type))
		class = g.node("Reshape", class, g.integers([]int{-1}))
	} else {
		class = g.node("ArgMax", z, integer("axis", 1), integer("keepdims", 0))
	}
	g.constants = append(g.constants, texts("classes", m.Classes))
	g.output("label", g.node("Gather", "classes", class), value("label", stringType))
	return nil
}
