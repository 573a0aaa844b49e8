// Package solve holds the solvers. Each minimises any objective whose loss
// has what it needs, and is an iterator over its steps: what a student
// watches is what a program gets.
package solve

import (
	"errors"
	"fmt"
	"iter"
	"math"

	"linclass/lclass/internal/objective"
)

// End says whether and why a solver has ended.
type End int

const (
	Running   End = iota
	Converged     // the stop rule is met
	Exhausted     // the epochs or iterations ran out
	Separated     // the loss has no minimum: it falls for ever along Direction
)

// An Iterate is the state after one step, or, as number 0, before the first.
type Iterate struct {
	Epoch     int
	Theta     []float64 // in the units of the features; a copy
	Loss      float64   // L at Theta
	Gradient  float64   // largest |∂L| in standardised coordinates, NaN where it is not known
	Proved    bool      // whether Gap is known
	Gap       float64   // how far Loss is at most above its least
	Between   float64   // of the dual method, the part of Gap that is not due to the biases
	Updates   int       // how often θ was changed during the step
	Visits    int       // of samples, by Dual
	Errors    int       // rows on the wrong side at Theta
	End       End       // Running but for the last
	Note      string    // at the end, what the user should know
	Direction []float64 // if separated, like Theta
}

// Seq is the steps of a solver. An error comes last and has no iterate.
type Seq = iter.Seq2[Iterate, error]

// ErrDiverged is the error of a loss that is no longer a finite number.
var ErrDiverged = errors.New("lclass: the loss overflowed")

var errUnits = fmt.Errorf("%w; features, targets or weights are far too large or too small: change their units", ErrDiverged)

// start sets ψ and θ to where a solver begins: θ at from, or 0.
func start(s *objective.Scaled, psi, theta, from []float64) {
	if from != nil {
		s.Standard(psi, from)
	}
	s.Raw(theta, psi)
}

// beginning returns θ, or nil, which is 0, where θ is far worse than that.
func beginning(o *objective.Objective, theta []float64) []float64 {
	if theta == nil {
		return nil
	}
	if atZero, _ := o.AtStart(o.AtZero()); isFar(atZero, o.Value(o.Pass(theta, objective.Want{}), theta)) {
		return nil
	}
	return theta
}

// isFar reports whether a start with that value is far worse than 0. The way back
// from there may be blocked: where all samples are far on the wrong side, the loss
// has a slope but no curvature.
func isFar(atZero, value float64) bool {
	const worse = 4
	return !(value <= worse*atZero)
}

// bounded notes a bound on how far the loss is above its least, which is not
// negative.
func (it *Iterate) bounded(gap float64) {
	if math.IsNaN(gap) || gap > it.Loss {
		gap = it.Loss
	}
	it.Gap, it.Proved = gap, true
}

func largest(g []float64) float64 {
	var m float64
	for _, v := range g {
		m = max(m, math.Abs(v))
	}
	return m
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
