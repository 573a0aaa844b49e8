package lclass

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// An Outcome says why a fit ended.
type Outcome int

const (
	// Converged: the loss is proved to be at its least, up to the Tol of the
	// solver (see [Status]), or a perceptron has no sample on the wrong side.
	Converged Outcome = iota
	// NotConverged: the epochs or iterations ran out first.
	NotConverged
	// Separated: a hyperplane parts the classes, so that without a penalty
	// the likelihood has no maximum and the weights grow for ever.
	//
	// Some samples may lie on the hyperplane. To notice that takes second
	// derivatives, which Descent and problems of more than 1000 features, or
	// 300 parameters of Softmax, do without: they end Converged, with large
	// weights, or NotConverged. Otherwise it is found whatever the units of the
	// features. It is tested for offsets up to 1e12 standard deviations of a
	// feature, beyond which float64 has lost where the samples are, and for
	// weights down to 1e-40 of others; samples of weight 0 do not count.
	Separated
)

var outcomeNames = []string{"converged", "not converged", "separated"}

// String returns the outcome in lower case, such as "not converged".
func (o Outcome) String() string { return nameOf("Outcome", int(o), outcomeNames) }

// nameOf returns name i, or the number with the kind if there is none.
func nameOf(kind string, i int, names []string) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("%s(%d)", kind, i)
	}
	return names[i]
}

// Caveats of a model that can be used with care, for errors.Is.
var (
	ErrNotConverged = errors.New("lclass: the fit is not finished")
	ErrSeparated    = errors.New("lclass: the classes are separated")
)

// A Status says how a fit ended. Converged has a proof: a bound on how far the loss L
// is above its least L*. The bound is a duality gap, or comes from the gradient and
// the penalty or from the second derivatives (a Newton decrement). It is at most
//
//	Tol · min(L, L₀ − L)
//
// with L₀ the loss of the best constant scores, or no more than the rounding of L;
// for the hinge losses without second derivatives it is at most Tol · L. So a small
// penalty, with which L is small itself, does not pass by an absolute tolerance.
type Status struct {
	Outcome    Outcome
	Solver     string
	Iterations int     // epochs of descent, steps of the others
	Loss       float64 // L at the end, penalty included
	// Gradient is the largest |∂L| at the end, per standard deviation of a
	// feature, for Descent also in its units; NaN where it is not known, as
	// after online and minibatch descent.
	Gradient float64
	// Gap bounds how far L is above its least at the end. It is NaN where no
	// bound is known. Where features depend on each other but for their last
	// digits, as a sum of features of other units does, it may be too small.
	Gap  float64
	Note string // what a user should know: a caveat with its remedy
}

// Err returns nil for a converged fit, and otherwise an error with the caveat
// and its remedy.
func (s Status) Err() error {
	switch s.Outcome {
	case NotConverged:
		return fmt.Errorf("%w: %s", ErrNotConverged, s.Note)
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
	if s.Solver == (Descent{}).name() || s.Solver == perceptronSolver {
		unit = "epochs"
	}
	if s.Iterations == 1 {
		unit = unit[:len(unit)-1]
	}
	line := fmt.Sprintf("%v after %d %s of %s, loss %.6g", s.Outcome, s.Iterations, unit, s.Solver, s.Loss)
	if !math.IsNaN(s.Gradient) {
		line += fmt.Sprintf(", largest gradient %.2g", s.Gradient)
	}
	if !math.IsNaN(s.Gap) {
		line += fmt.Sprintf(", gap %.2g", s.Gap)
	}
	if s.Note != "" {
		line += ": " + s.Note
	}
	return line
}

// Progress is what one epoch or iteration achieved.
type Progress struct {
	Epoch   int     `json:"epoch"`   // 0 at the start; epochs of descent, iterations of other solvers
	Loss    float64 `json:"loss"`    // L after it, penalty included
	Updates int     `json:"updates"` // how often W and b were changed during it
	Errors  int     `json:"errors"`  // samples on the wrong side after it; 0 for regression
}

// A Step is the state of a fit: number 0 is where it starts, the others come
// after one epoch or iteration each. W and b are copies that stay as they are.
type Step struct {
	Progress
	W *mat.Dense // K×d, 1×d for two classes and for regression
	B []float64  // K
}
