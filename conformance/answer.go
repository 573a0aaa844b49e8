package main

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// An answer is a solution of a problem, by lclass or by a peer. What is nil or
// not there is not given.
type answer struct {
	w         [][]float64 // K×d; NaN for a feature that the peer left out
	b         []float64   // K
	stdErr    []float64   // in the order of values, as are the following
	robust    []float64   // standard errors by HC0
	statistic []float64   // z or t; peers may end before b
	p         []float64
	figures   map[string]float64 // about the whole fit: "deviance", "null deviance", "AIC"
	classes   []float64          // predicted of all samples that count

	// Of generative learners, for some samples: K logarithms of joint
	// densities, less their mean, and K posterior probabilities.
	scores, probabilities []float64
}

func answerOf(m *lclass.Model) answer {
	a := answer{b: m.B}
	for c := range m.B {
		a.w = append(a.w, mat.Row(nil, c, m.W))
	}
	return a
}

// score returns w·x + b for class c, without the features left out.
func (a answer) score(c int, x []float64) float64 {
	z := a.b[c]
	for j, v := range x {
		if w := a.w[c][j]; !math.IsNaN(w) {
			z += w * v
		}
	}
	return z
}

// contrasts returns the differences of classes 1 … K−1 from class 0, which are
// what softmax determines without a penalty.
func (a answer) contrasts() answer {
	v := a
	v.w, v.b = nil, nil
	for c := 1; c < len(a.b); c++ {
		difference := make([]float64, len(a.w[c]))
		for j, w := range a.w[c] {
			difference[j] = w - a.w[0][j]
		}
		v.w, v.b = append(v.w, difference), append(v.b, a.b[c]-a.b[0])
	}
	return v
}

// values returns w row by row and then b.
func (a answer) values() []float64 {
	var all []float64
	for _, w := range a.w {
		all = append(all, w...)
	}
	return append(all, a.b...)
}
