package lclass

import (
	"fmt"
	"math"
	"slices"
)

type statusJSON struct {
	Outcome    string   `json:"outcome"`
	Solver     string   `json:"solver"`
	Iterations int      `json:"iterations"`
	Loss       float64  `json:"loss"`
	Gradient   *float64 `json:"gradient,omitempty"`
	Gap        *float64 `json:"gap,omitempty"`
	Note       string   `json:"note,omitempty"`
}

// json is the form that models are written in.
func (s Status) json() statusJSON {
	return statusJSON{
		Outcome: s.Outcome.String(), Solver: s.Solver, Iterations: s.Iterations,
		Loss: s.Loss, Gradient: known(s.Gradient), Gap: known(s.Gap), Note: s.Note,
	}
}

func (j statusJSON) status() (Status, error) {
	outcome := slices.Index(outcomeNames, j.Outcome)
	if outcome < 0 {
		return Status{}, fmt.Errorf("status.outcome is %q; it must be one of %q", j.Outcome, outcomeNames)
	}
	return Status{
		Outcome: Outcome(outcome), Solver: j.Solver, Iterations: j.Iterations,
		Loss: j.Loss, Gradient: orNaN(j.Gradient), Gap: orNaN(j.Gap), Note: j.Note,
	}, nil
}

// known returns nil for NaN, which JSON does not have.
func known(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	return &v
}

func orNaN(v *float64) float64 {
	if v == nil {
		return math.NaN()
	}
	return *v
}
