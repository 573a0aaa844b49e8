package lclass

import (
	"errors"
	"fmt"
)

// An Outcome says why a fit ended.
type Outcome int

const (
	// Converged: the stop rule of the solver is met, or the solution is exact.
	Converged Outcome = iota
	// Unfinished: the epochs or iterations ran out first.
	Unfinished
	// Separated: a hyperplane parts the classes, so that without a penalty
	// the likelihood has no maximum and the weights grow for ever.
	Separated
)

// String returns the outcome in one lower-case word.
func (o Outcome) String() string {
	switch o {
	case Converged:
		return "converged"
	case Unfinished:
		return "unfinished"
	case Separated:
		return "separated"
	}
	return fmt.Sprintf("Outcome(%d)", int(o))
}

// Caveats of a model that can be used with care, for errors.Is.
var (
	ErrUnfinished = errors.New("lclass: the fit is not finished")
	ErrSeparated  = errors.New("lclass: the classes are separated")
)

// A Status says how a fit ended.
type Status struct {
	Outcome    Outcome `json:"outcome"`
	Solver     string  `json:"solver"`
	Iterations int     `json:"iterations"` // epochs of descent, steps of the others
	Loss       float64 `json:"loss"`       // L at the end, penalty included
	Gradient   float64 `json:"-"`          // largest |∂L| at the end, per standard deviation of a feature; NaN after online and minibatch descent
	Note       string  `json:"note,omitempty"`
}

// Err returns nil for a converged fit, and otherwise an error with the caveat
// and its remedy.
func (s Status) Err() error {
	switch s.Outcome {
	case Unfinished:
		return fmt.Errorf("%w: %s", ErrUnfinished, s.Note)
	case Separated:
		return fmt.Errorf("%w: %s", ErrSeparated, s.Note)
	}
	return nil
}

// String returns one line such as
//
//	converged after 6 iterations of Newton, loss 0.445244, largest gradient 3.1e-12
func (s Status) String() string {
	unit := "iterations"
	if s.Solver == (Descent{}).name() {
		unit = "epochs"
	}
	if s.Iterations == 1 {
		unit = unit[:len(unit)-1]
	}
	line := fmt.Sprintf("%v after %d %s of %s, loss %.6g, largest gradient %.2g", s.Outcome, s.Iterations, unit, s.Solver, s.Loss, s.Gradient)
	if s.Note != "" {
		line += ": " + s.Note
	}
	return line
}
