package lclass

import (
	"math"
	"slices"

	"linclass/lclass/internal/objective"
)

// extreme is the size from which squares, and sums of them, are no longer sure
// to be within float64.
const extreme = 1e150

// checkUnits refuses features and targets whose squares cannot be summed up.
// Those that are constant are as small as they like. It comes after a first
// pass, so that features which are read in blocks need not be read for it.
// Targets that are elsewhere are left out.
func (p *problem) checkUnits(o *objective.Objective) error {
	low, high := o.Range()
	for j, name := range p.data.features {
		if beyondSquares(low[j], high[j]) {
			return &ValueError{Err: ErrOverflow, Column: name, Row: -1, low: low[j], high: high[j]}
		}
	}
	if p.output != Identity || o.Elsewhere != nil {
		return nil
	}
	if low, high := extremes(p.data.y); beyondSquares(low, high) {
		return &ValueError{Err: ErrOverflow, Column: p.data.target, Row: -1, low: low, high: high}
	}
	return nil
}

// extremes returns the least and the largest of finite values.
func extremes(values []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v < low {
			low = v
		}
		if v > high {
			high = v
		}
	}
	return low, high
}

func beyondSquares(low, high float64) bool {
	return low < -extreme || high > extreme || low < high && high-low < 1/extreme
}

// moderate returns weights in the same ratios that can be summed up. Those that
// are no weights, which are errors later, stay what they are.
func moderate(weight []float64) []float64 {
	var most float64
	for _, s := range weight {
		if s > most {
			most = s
		}
	}
	if !(most > 0) || math.IsInf(most, 0) || most <= extreme && most >= 1/extreme {
		return weight
	}
	weight = slices.Clone(weight)
	for i := range weight {
		weight[i] /= most
	}
	return weight
}
