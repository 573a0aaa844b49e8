package onnx

import "strconv"

// classical is the domain of the operators for classical machine learning.
const classical = "ai.onnx.ml"

// A graph is a GraphProto that is being made.
type graph struct {
	nodes, constants, inputs, outs []message
	numberNames, textNames         []string
	count                          int
}

func (g *graph) name() string {
	g.count++
	return "v" + strconv.Itoa(g.count)
}

// node adds a node with the operator and returns the name of its result. The arguments are
// names of inputs, and attributes.
func (g *graph) node(operator string, arguments ...any) string {
	var n message
	result := g.name()
	for _, a := range arguments {
		if input, ok := a.(string); ok {
			n.text(1, input)
		}
	}
	n.text(2, result)
	n.text(4, operator)
	for _, a := range arguments {
		if a, ok := a.(attribute); ok {
			n.bytes(5, a)
		}
	}
	if operator == "LabelEncoder" {
		n.text(7, classical)
	}
	g.nodes = append(g.nodes, n)
	return result
}

// doubles adds a constant and returns its name.
func (g *graph) doubles(v []float64, dims ...int) string {
	name := g.name()
	g.constants = append(g.constants, doubles(name, v, dims...))
	return name
}

func (g *graph) integers(v []int) string {
	name := g.name()
	g.constants = append(g.constants, integers(name, v))
	return name
}

// columns returns columns of a matrix.
func (g *graph) columns(x string, index []int) string {
	return g.node("Gather", x, g.integers(index), integer("axis", 1))
}

// output names a result and makes it an output.
func (g *graph) output(name, result string, v message) {
	var n message
	n.text(1, result)
	n.text(2, name)
	n.text(4, "Identity")
	g.nodes = append(g.nodes, n)
	g.outs = append(g.outs, v)
}

func (g *graph) proto(name string) message {
	var m message
	for _, n := range g.nodes {
		m.bytes(1, n)
	}
	m.text(2, name)
	for _, c := range g.constants {
		m.bytes(5, c)
	}
	for _, i := range g.inputs {
		m.bytes(11, i)
	}
	for _, o := range g.outs {
		m.bytes(12, o)
	}
	return m
}
