package mle

import "fmt"

// An Outcome says why a fit ended.
type Outcome int

const (
	// Converged: a maximum, up to Tol; l is lower on all sides.
	Converged Outcome = iota
	// Boundary: the maximum lies on a bound of a parameter, such as p = 0. The estimate
	// is valid, but the slope of l is not 0 there, so the curvature gives no standard
	// error.
	Boundary
	// Flat: along some direction the likelihood stays the same or keeps rising
	// towards a limit. The sample does not determine the parameters.
	Flat
	// Corner: the likelihood has a corner or a jump where the fit ends, like that of the
	// Laplace distribution at the median. The estimate is near the maximum, perhaps not
	// to all digits, and has no standard error.
	Corner
	// NotConverged: the steps ran out, or l has no finite derivatives.
	NotConverged
)

var outcomeNames = []string{"converged", "boundary", "flat", "corner", "not converged"}

// String returns the outcome in lower case, such as "not converged".
func (o Outcome) String() string {
	if o < 0 || int(o) >= len(outcomeNames) {
		return fmt.Sprintf("Outcome(%d)", int(o))
	}
	return outcomeNames[o]
}

// A Status says how a fit ended.
type Status struct {
	Outcome    Outcome
	Iterations int
	Note       string // names the caveat and its cause, if there is one
}

// Err returns nil for a fit that has converged, and otherwise an error with the
// caveat: [ErrBoundary], [ErrFlat], [ErrCorner] or [ErrNotConverged].
func (s Status) Err() error {
	caveat, ok := map[Outcome]error{Boundary: ErrBoundary, Flat: ErrFlat, Corner: ErrCorner, NotConverged: ErrNotConverged}[s.Outcome]
	if !ok {
		return nil
	}
	return fmt.Errorf("%w: %s", caveat, s.Note)
}

// String returns one line such as
//
//	converged after 6 steps
func (s Status) String() string {
	unit := "steps"
	if s.Iterations == 1 {
		unit = "step"
	}
	line := fmt.Sprintf("%v after %d %s", s.Outcome, s.Iterations, unit)
	if s.Note != "" {
		line += ": " + s.Note
	}
	return line
}
