package plots

import (
	"fmt"
	"math"
	"slices"

	"linclass/plots/internal/vector"
)

// ValidationOptions choose what [ValidationCurve] draws.
type ValidationOptions struct {
	// OneSE also marks the first value, in the order given, whose mean is within one
	// standard error of the best mean. Put the simplest model first, such as that of the
	// largest λ (Breiman, Friedman, Olshen and Stone 1984).
	OneSE bool
}

// ValidationCurve draws the scores of a learner on test and training sets
// against a parameter, such as λ, with bands of one standard deviation over the
// folds, and marks the best value: the first of equal ones, with its standard
// error. Bad scores on both sets suggest underfitting, a gap between them overfitting.
// The axis is logarithmic if all values are positive and the largest is at least 50 times
// the smallest.
//
//	s, err := validate.GridSearch(d, validate.Options{Folds: folds, Train: true, NoRefit: true}, lclass.LogSpace(1, 1e-4, 9), …)
//	…
//	plots.Show(plots.ValidationCurve("λ", s.Grid, s.Scores(0)))
//
// Folds that were not measured, NaN, are left out.
func ValidationCurve[S FoldScores](parameter string, values []float64, scores []S, options ...ValidationOptions) *Figure {
	f := New(parameter, "score")
	all, err := scored(scores, len(values))
	if err != nil {
		return f.keep(fmt.Errorf("plots: ValidationCurve: %w", err))
	}
	for i, v := range values {
		if !finite(v) {
			return f.fail("values", v, "ValidationCurve: value %d of %s is %v", i, parameter, v)
		}
	}
	f.yName = all[0].Name
	if lo, hi := slices.Min(values), slices.Max(values); lo > 0 && hi >= 50*lo {
		f.LogX()
	}
	f.foldCurves(values, all)
	best, se := bestOf(all)
	top, _, _ := mean(all[best].Test)
	near, oneSE := best, optional(options).OneSE && finite(se)
	if oneSE {
		near = slices.IndexFunc(all, func(s Scored) bool {
			m, _, _ := mean(s.Test)
			return math.Abs(m-top) <= se
		})
	}
	within, _, _ := mean(all[near].Test)
	number, score := shorts(values), estimates([]float64{top, within}, se)
	said := fmt.Sprintf("best %s = %s: %s", parameter, number(values[best]), score(top))
	if finite(se) {
		said += " ± " + digits(se, 2) + " (standard error)"
	}
	f.markValue(values[best], top, said, vector.LineStyle{Color: Black, Width: 1.2}, disc)
	f.kind = "Validation curve"
	if !oneSE {
		return f
	}
	said = fmt.Sprintf("within one standard error: %s = %s: %s", parameter, number(values[near]), score(within))
	f.markValue(values[near], within, said, vector.LineStyle{Color: Black, Width: 1.2, Dashes: dashes[1]}, square)
	return f
}

// markValue draws a line at a value of the parameter and a point on the curve.
func (f *Figure) markValue(x, y float64, name string, line vector.LineStyle, shape marker) {
	glyph := vector.GlyphStyle{Color: Black, Radius: 4.4, Shape: shape}
	f.legend.add(entry{name: name, line: line, glyph: glyph})
	f.add(vertical(x, line))
	f.add(&points{x: []float64{x}, y: []float64{y}, glyph: glyph})
}
