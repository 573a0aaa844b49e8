package mle

import (
	"fmt"
	"math"
	"slices"
)

// Profile returns the profile log-likelihood of parameter i at the values at: for each
// value the greatest l that the other parameters allow,
//
//	lₚ(v) = max l(θ) over all θ with θᵢ = v
//
// It is what a landscape of several parameters looks like from the side. With
// one parameter it is l itself. It is −Inf at values outside the range of the parameter
// and where the sample is impossible.
//
// Give the fit to x as f, because the search for the other parameters starts at
// those of f. Profile returns an error if there are no values or no such
// parameter, if f is a [Categorical], or if a likelihood is unbounded (see
// [Density]).
func Profile(f Family, x []float64, i int, at []float64) ([]float64, error) {
	if err := checkFree(f, x); err != nil {
		return nil, err
	}
	best, ranges := theta(f), spans(f)
	if i < 0 || i >= len(best) {
		return nil, badSetting("parameter", i, "the family has 0 to %d", len(best)-1)
	}
	for k, r := range ranges {
		best[k] = r.within(best[k])
	}
	heights := make([]float64, len(at))
	for j, v := range at {
		all := func(rest []float64) []float64 { return slices.Insert(slices.Clone(rest), i, v) }
		start := slices.Delete(slices.Clone(best), i, i+1)
		heights[j] = height(f.With(all(start)...), x)
		if len(start) == 0 || !isFinite(heights[j]) {
			continue
		}
		p := &problem{
			at:     func(rest ...float64) Distribution { return f.With(all(rest)...) },
			x:      x,
			ranges: slices.Delete(slices.Clone(ranges), i, i+1),
			names:  slices.Delete(names(f), i, i+1),
		}
		p.setDefaults()
		err := p.maximise(start)
		if err == nil && p.status.Outcome == NotConverged {
			err = p.status.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("mle: the profile at %s = %v: %w", f.Parameters()[i].Name, v, err)
		}
		heights[j] = max(heights[j], p.last().l)
	}
	return heights, nil
}

// spans returns the ranges of the parameters of a family with more than one.
func spans(f Family) []span {
	free := span{math.Inf(-1), math.Inf(1)}
	switch f := f.(type) {
	case Normal:
		return []span{free, {0, math.Inf(1)}}
	case *DensityFit:
		ranges := make([]span, len(f.Theta))
		for i := range ranges {
			ranges[i] = f.Density.span(i)
		}
		return ranges
	}
	return slices.Repeat([]span{free}, len(f.Parameters()))
}
