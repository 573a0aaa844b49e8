package solve

import (
	"math"
	"slices"

	"linclass/lclass/internal/objective"
)

// corners is what the penalty and the bounds say of each coordinate of ψ: the λ₁ of its
// absolute value, and where it must end, nil for nowhere.
type corners struct{ l1, low, high []float64 }

func cornersOf(s *objective.Scaled) corners {
	low, high := s.Bounds()
	return corners{s.CornerSlopes(), low, high}
}

// slope returns the least of the slopes of the objective where coordinate i is w and
// the smooth part has slope g: 0 where no move that the bounds allow lowers it.
func (c corners) slope(i int, w, g float64) float64 {
	if c.low == nil {
		return objective.Slope(w, g, c.l1[i])
	}
	up, down := g+c.l1[i], g-c.l1[i]
	switch {
	case w > 0:
		down = up
	case w < 0:
		up = down
	}
	switch {
	case up < 0 && w < c.high[i]:
		return up
	case down > 0 && w > c.low[i]:
		return down
	}
	return 0
}

// within returns w, or the bound next to it if it is beyond or differs by rounding.
func (c corners) within(i int, w float64) float64 {
	const rounding = 8 * epsilon
	if c.low == nil {
		return w
	}
	switch low, high := c.low[i], c.high[i]; {
	case w <= low+rounding*math.Abs(low):
		return low
	case w >= high-rounding*math.Abs(high):
		return high
	}
	return w
}

// all moves all of ψ within the bounds.
func (c corners) all(psi []float64) {
	if c.low != nil {
		for i, v := range psi {
			psi[i] = c.within(i, v)
		}
	}
}

// bounds reports whether coordinate i, which is w, is at a bound.
func (c corners) bounds(i int, w float64) bool {
	return c.low != nil && (w == c.low[i] || w == c.high[i])
}

// bounded reports whether coordinate i has a bound.
func (c corners) bounded(i int) bool {
	return c.low != nil && !(math.IsInf(c.low[i], -1) && math.IsInf(c.high[i], 1))
}

// raw is s.Raw with weights that are at a bound to the last bit.
func (c corners) raw(s *objective.Scaled, theta, psi []float64) {
	s.Raw(theta, psi)
	if c.low == nil {
		return
	}
	w, _ := s.Split(theta)
	for i := range w {
		switch psi[i] {
		case c.low[i]:
			w[i] = s.Lower[i/s.K]
		case c.high[i]:
			w[i] = s.Upper[i/s.K]
		}
	}
}

// growing returns ψ with 0 for all that cannot grow for ever, because of a penalty or
// a bound.
func (c corners) growing(s *objective.Scaled, psi []float64) []float64 {
	if s.L1 == 0 && s.L2 == 0 && c.low == nil {
		return psi
	}
	along := slices.Clone(psi)
	v, _ := s.Split(along)
	for i, w := range v {
		if s.L1Of(i/s.K) > 0 || s.L2Of(i/s.K) > 0 || c.low != nil && (w > 0 && !math.IsInf(c.high[i], 1) || w < 0 && !math.IsInf(c.low[i], -1)) {
			v[i] = 0
		}
	}
	return along
}

// controlledRecession is recession for weights of which a penalty or bounds hold some:
// it looks for a direction of the others. One that a bound does not allow is none, although
// there may be another.
func controlledRecession(s *objective.Scaled) []float64 {
	o := s.Objective
	if o.Elsewhere != nil {
		return nil
	}
	var free []int
	for j, std := range s.Std {
		if o.L1Of(j) == 0 && o.L2Of(j) == 0 && !math.IsInf(std, 1) && (o.Lower == nil || math.IsInf(o.Lower[j], -1) || math.IsInf(o.Upper[j], 1)) {
			free = append(free, j)
		}
	}
	if free == nil {
		return nil
	}
	part := *o
	if len(free) < len(s.Std) {
		part = *o.Columns(free)
	}
	if part.X == nil {
		return nil
	}
	part.L1, part.L2, part.PenaltyFactors, part.Lower, part.Upper = 0, 0, nil, nil, nil
	along := recession(objective.Scale(&part), make([]float64, part.Dim()))
	if along == nil {
		return nil
	}
	whole := make([]float64, o.Dim())
	for at, j := range free {
		copy(whole[j*o.K:(j+1)*o.K], along[at*o.K:])
	}
	copy(whole[o.Features()*o.K:], along[len(free)*o.K:])
	whole = cornersOf(s).growing(s, whole)
	if !recedes(s, whole) {
		return nil
	}
	return whole
}
