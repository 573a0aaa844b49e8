package mle

import (
	"errors"
	"fmt"
	"math"

	"linclass/internal/invalid"
)

// Reasons why there is no best distribution, for errors.Is.
var (
	ErrEmpty     = errors.New("mle: the sample is empty")
	ErrUnbounded = errors.New("mle: the likelihood grows without bound")
)

// Caveats of an estimate that can be used with care, for errors.Is: see
// [Outcome].
var (
	ErrNotConverged = errors.New("mle: the maximisation has not converged")
	ErrBoundary     = errors.New("mle: a parameter is at the boundary of its range, where it has no standard error")
	ErrFlat         = errors.New("mle: the likelihood is flat")
	ErrCorner       = errors.New("mle: the likelihood is not smooth")
)

var errNoFamily = errors.New("mle: the Family is nil; give one, such as Normal{0, 1}")

// A ValueError names a value that the distribution cannot have produced.
type ValueError struct {
	Index   int
	Value   float64
	Support string // what can occur, such as "0 or 1"
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("mle: value %d of the sample is %v; it must be %s", e.Index, e.Value, e.Support)
}

// checkSample reports whether there are values, and all of them in the support.
func checkSample(x []float64, support string, in func(v float64) bool) error {
	if len(x) == 0 {
		return ErrEmpty
	}
	for i, v := range x {
		if !in(v) {
			return &ValueError{Index: i, Value: v, Support: support}
		}
	}
	return nil
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func badSetting(name string, value any, remedy string, args ...any) error {
	return invalid.Setting("mle: "+name, value, remedy, args...)
}

func badLength(of string, have int, what string, want int) error {
	return invalid.Length("mle: "+of, have, what, want)
}
