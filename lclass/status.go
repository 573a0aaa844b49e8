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
	// Converged: the loss is provably at its minimum, up to the Tol of the solver (see
	// [Status]), or a perceptron misclassifies no sample.
	Converged Outcome = iota
	// NotConverged: the epochs or iterations ran out first.
	NotConverged
	// Separated: a hyperplane separates the classes, so that without a penalty the
	// likelihood has no maximum and the weights grow without bound.
	//
	// Some samples may lie on the hyperplane. Detecting that takes second derivatives,
	// which Descent and fits of more than 1000 features, or 300 parameters of Softmax, do
	// not compute: those end Converged, with large weights, or NotConverged. Otherwise
	// separation is detected in any units. This is tested for means up to 1e12 standard
	// deviations of a feature from 0, beyond which float64 no longer resolves the
	// samples, and for weight ratios down to 1e-40. Samples of weight 0 are ignored.
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
	ErrNotConverged = errors.New("lclass: the fit has not converged")
	ErrSeparated    = errors.New("lclass: the classes are separated")
)

// A Status says how a fit ended. For Converged there is a proof: a bound on how far the
// loss L is above its minimum. The bound is a duality gap, or follows from the gradient
// and the penalty, or from the second derivatives (a Newton decrement). It is at most
//
//	Tol · min(L, L₀ − L)
//
// where L₀ is the loss of the best constant scores and L₀ − L the possible gain, or within
// some hundred rounding errors of L and of the scores. Tol is that of a solver that took
// part in the fit. For hinge losses without second derivatives it
// is at most Tol · L. The bound is relative because with a small penalty L itself may be
// small.
type Status struct {
	Outcome    Outcome
	Solver     string
	Iterations int     // epochs of descent, steps of the others
	Loss       float64 // L at the end, penalty included
	// Gradient is the largest |∂L| at the end, per standard deviation of a feature, for
	// Descent also in its units. It is NaN if unknown, as after online and minibatch
	// descent.
	Gradient float64
	// Gap bounds how far L is above its minimum at the end. It is NaN if no bound is
	// known. It may be too small if features are linearly dependent except for their last
	// digits, such as a rounded sum of others.
	Gap  float64
	Note string // a caveat with its remedy
}

// Err returns nil for a converged fit, and otherwise an error with the caveat and its
// remedy.
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
	unit := "iteration"
	if s.Solver == (Descent{}).name() || s.Solver == perceptronSolver {
		unit = "epoch"
	}
	line := fmt.Sprintf("%v after %d %s of %s, loss %.6g", s.Outcome, s.Iterations, plural(s.Iterations, unit), s.Solver, s.Loss)
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

// Progress is the result of one epoch or iteration.
type Progress struct {
	Epoch   int     `json:"epoch"`   // 0 at the start; epochs of descent, iterations of other solvers
	Loss    float64 `json:"loss"`    // L after it, penalty included
	Updates int     `json:"updates"` // how often it changed W and b
	Errors  int     `json:"errors"`  // misclassified samples after it; 0 for regression
}

// A Step is the state of a fit: at the start, and after each epoch or iteration. W and b
// are copies.
type Step struct {
	Progress
	W *mat.Dense // K×d, 1×d for two classes and for regression
	B []float64  // K
}
