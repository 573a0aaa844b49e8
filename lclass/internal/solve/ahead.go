package solve

import (
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// mostAhead is so few rows that those given up at an update cost little, and so
// many that a row costs hardly more than its product with the weights.
const mostAhead = 8

// ahead finds the next row that may change θ: what it finds holds as long as θ
// does. Without a fast way it takes the more rows at once the longer it looks.
type ahead struct {
	x      rows.Rows
	until  rows.Until // nil if x has none
	sign   []float64
	beyond float64
	z      [mostAhead]float64
}

func newAhead(o *objective.Objective, l loss.Passive) *ahead {
	return &ahead{x: o.X, until: rows.AsUntil(o.X), sign: o.Targets.Value, beyond: l.Beyond()}
}

// next returns the first row from lo on that is not beyond the margin, and its
// score, or n.
func (a *ahead) next(lo int, w, bias []float64) (row int, score float64) {
	if a.until != nil {
		return a.until.Until(lo, w, bias, a.sign, a.beyond)
	}
	for n, most := len(a.sign), 1; lo < n; most = min(2*most, mostAhead) {
		hi := min(lo+most, n)
		z := a.z[:hi-lo]
		a.x.Scores(z, lo, hi, 1, w, bias)
		for i, v := range z {
			if !(a.sign[lo+i]*v > a.beyond) {
				return lo + i, v
			}
		}
		lo = hi
	}
	return lo, 0
}
