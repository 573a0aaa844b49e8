package plots

import "math"

// ColorRange fixes the colours of [WeightImages] and [SignedImages] at −limit to limit, so
// that the frames of a [Player] can be compared. Values beyond the limit have the colours
// of the ends. It is an error for other figures, and if the limit is not a positive number.
func (f *Figure) ColorRange(limit float64) *Figure {
	switch {
	case f.err != nil:
	case f.recolor == nil:
		return f.fail("figure", nil, "ColorRange: the figure has no signed images; use WeightImages or SignedImages")
	case !(limit > 0) || math.IsInf(limit, 0):
		return f.fail("limit", limit, "ColorRange: limit %v; need a positive number", limit)
	default:
		f.recolor(limit)
	}
	return f
}
