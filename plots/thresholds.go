package plots

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"linclass/lclass/metric"
	"linclass/plots/internal/vector"
)

// A NamedRate is a rate that [Thresholds] draws.
type NamedRate struct {
	Name string
	Of   metric.Rate // such as metric.Counts.Specificity
}

// ThresholdOptions choose what [Thresholds] draws.
type ThresholdOptions struct {
	// Rates are the rates to draw; nil means precision, recall and F1.
	Rates []NamedRate
	// Cost is the cost of the errors at a threshold, such as FP + 5 FN. It is
	// drawn as a share of the highest cost, which the legend names. If Cost is nil,
	// no cost is drawn.
	Cost metric.Rate
	// Mark holds chosen thresholds. The legend has the rates at each.
	Mark []float64
}

// Thresholds draws rates, and a cost, against the threshold: what a higher threshold
// gains and what it loses. A sample is predicted positive if its score is at or above the
// threshold. Where a rate is 0/0 there is a gap.
func Thresholds(r *metric.Ranking, options ...ThresholdOptions) *Figure {
	f := New("threshold θ (positive: score ≥ θ)", "rate")
	if err := checkRanking("the ranking", r); err != nil {
		return f.keep(fmt.Errorf("plots: Thresholds: %w", err))
	}
	o := optional(options)
	if o.Rates == nil {
		o.Rates = []NamedRate{{"precision", metric.Counts.Precision}, {"recall", metric.Counts.Recall}, {"F1", metric.Counts.F1}}
	}
	f.kind = "Rates"
	f.y.include(0, 1)
	scores := slices.Clone(r.Threshold)
	slices.Reverse(scores)
	for k, rate := range o.Rates {
		if rate.Of == nil {
			return f.fail("ThresholdOptions.Rates", rate.Name, "Thresholds: rate %q has no function", rate.Name)
		}
		f.rateCurve(k, rate.Name, scores, alongThresholds(r, rate.Of))
	}
	highest := math.NaN()
	if o.Cost != nil {
		cost := alongThresholds(r, o.Cost)
		highest = slices.Max(cost)
		if !(highest > 0) || math.IsInf(highest, 0) {
			return f.fail("ThresholdOptions.Cost", highest, "Thresholds: the highest cost is %v; it must be positive and finite", highest)
		}
		for i := range cost {
			cost[i] /= highest
		}
		f.rateCurve(len(o.Rates), "cost (1.0 = "+short(highest)+")", scores, cost)
	}
	for i, θ := range o.Mark {
		f.markRates(i, θ, reached(r, θ), o, highest)
	}
	return f
}

// alongThresholds returns a rate at each threshold, the lowest first.
func alongThresholds(r *metric.Ranking, rate metric.Rate) []float64 {
	values := make([]float64, len(r.Threshold))
	for i := range values {
		values[len(values)-1-i] = rate(r.At(i))
	}
	return values
}

func (f *Figure) rateCurve(k int, name string, scores, values []float64) {
	line := curveStyle(k, classColors)
	x, y := steps(scores, values)
	var span limits
	span.include(scores...)
	x, y = thin(x, y, (span.hi-span.lo)*unseen, unseen)
	f.legend.add(entry{name: name, line: line})
	f.add(&polyline{x: x, y: y, line: line})
}

// markRates draws a line at a threshold, and points where it crosses the curves.
func (f *Figure) markRates(i int, θ float64, n metric.Counts, o ThresholdOptions, highest float64) {
	var said []string
	x, y := []float64{}, []float64{}
	for _, rate := range o.Rates {
		v := rate.Of(n)
		said = append(said, rate.Name+" "+share(v))
		x, y = append(x, θ), append(y, v)
	}
	if o.Cost != nil {
		v := o.Cost(n)
		said = append(said, "cost "+short(v))
		x, y = append(x, θ), append(y, v/highest)
	}
	f.markThreshold(i, θ, fmt.Sprintf("θ = %s: %s", short(θ), strings.Join(said, ", ")))
	f.add(&points{x: x, y: y, glyph: vector.GlyphStyle{Color: Black, Radius: 3, Shape: classMarker(i)}})
}

// markThreshold draws a line at threshold number i, with dashes of its own.
func (f *Figure) markThreshold(i int, θ float64, name string) {
	line := vector.LineStyle{Color: Black, Width: 1.2, Dashes: dashes[i%len(dashes)]}
	f.legend.add(entry{name: name, line: line})
	f.add(vertical(θ, line))
}
