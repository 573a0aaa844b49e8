package objective

import (
	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/rows"
)

// A multiplier multiplies with blocks of rows in a pass: scores from weights,
// and the gradient of the weights from residuals. The capacity of z and r is
// kernel.Line more than their length.
type multiplier interface {
	scores(z []float64, lo, hi int)
	addGradient(r []float64, lo, hi int)
	// end completes the gradient.
	end()
}

// multiplier returns that for weights w, or rough ones if these are not nil,
// biases b and a gradient g.
func (o *Objective) multiplier(w, b, g []float64, rough []float32, m *memory) multiplier {
	if rough != nil {
		return &roughMultiplier{x: rows.AsRough(o.X, o.K), k: o.K, w: rough, b: b, part: sized(&m.part, len(g)/o.K*kernel.Line), g: g}
	}
	return exactMultiplier{x: o.X, k: o.K, w: w, b: b, g: g}
}

type exactMultiplier struct {
	x       rows.Rows
	k       int
	w, b, g []float64
}

func (m exactMultiplier) scores(z []float64, lo, hi int) { m.x.Scores(z, lo, hi, m.k, m.w, m.b) }

func (m exactMultiplier) addGradient(r []float64, lo, hi int) { m.x.AddGradient(m.g, lo, hi, m.k, r) }

func (m exactMultiplier) end() {}

// roughMultiplier adds up in float32 over a few blocks.
type roughMultiplier struct {
	x      rows.Rough
	k      int
	w      []float32
	b      []float64
	part   []float32 // of the gradient, of blocks blocks
	g      []float64
	blocks int
}

// roughBlocks are so many that adding their sums to float64 takes no time.
const roughBlocks = 16

func (m *roughMultiplier) scores(z []float64, lo, hi int) {
	m.x.RoughScores(z[:len(z)+kernel.Line], lo, hi, m.k, m.w, m.b)
}

func (m *roughMultiplier) addGradient(r []float64, lo, hi int) {
	m.x.AddRoughGradient(m.part, lo, hi, m.k, r[:len(r)+kernel.Line])
	m.blocks++
	if m.blocks == roughBlocks {
		m.end()
	}
}

func (m *roughMultiplier) end() {
	rows.FromRough(m.g, m.k, m.part)
	m.blocks = 0
}
