package plots

import (
	"fmt"
	"math"

	"linclass/plots/internal/vector"
)

// ScoreOptions choose what [Scores] draws.
type ScoreOptions struct {
	// Classes are the names for the legend; "0", "1", … if they are nil.
	Classes []string
	// Weight has the weight of each sample; nil means that each counts 1.
	Weight []float64
	// Bins is the number of bins; 0 means 2 n^⅓ for n samples, rounded up (Rice),
	// but at most 60.
	Bins int
	// Mark holds thresholds, drawn as lines.
	Mark []float64
}

// Scores draws how the scores z, or probabilities, of the samples of each class t
// are distributed: the bars of a class sum to 1. Where those of two classes
// overlap no threshold separates them. Scores that all lie in [0, 1] are taken as
// probabilities: their bins go from 0 to 1, and the axis says so unless [Figure.Labels]
// renames it. With more than three classes the areas are not filled. Scores that are NaN
// or infinite are left out; it is an error if none is finite, and if
// a weight is negative, NaN or infinite.
func Scores(t []int, z []float64, options ...ScoreOptions) *Figure {
	f := New("score z", "share of the class in a bin")
	o := optional(options)
	if len(t) != len(z) || o.Weight != nil && len(o.Weight) != len(t) {
		return f.fail("targets, scores and weights", []int{len(t), len(z), len(o.Weight)}, "Scores: %d targets, %d scores, %d weights", len(t), len(z), len(o.Weight))
	}
	classes := len(o.Classes)
	var span limits
	seen := 0
	for i, k := range t {
		if k < 0 || o.Classes != nil && k >= classes {
			return f.fail("t", k, "Scores: target of sample %d is %d, for %d classes", i, k, len(o.Classes))
		}
		if o.Classes == nil {
			classes = max(classes, k+1)
		}
		if o.Weight != nil && !(o.Weight[i] >= 0 && finite(o.Weight[i])) {
			return f.fail("ScoreOptions.Weight", o.Weight[i], "Scores: the weight of sample %d is %v; weights must be finite and not negative", i, o.Weight[i])
		}
		span.include(z[i])
		if finite(z[i]) {
			seen++
		}
	}
	if !span.seen {
		return f.fail("z", nil, "Scores: no finite score among %d", len(z))
	}
	if o.Bins <= 0 {
		o.Bins = int(min(60, math.Ceil(2*math.Cbrt(float64(seen)))))
	}
	if o.Bins > 10_000 {
		return f.fail("ScoreOptions.Bins", o.Bins, "Scores: %d bins; the maximum is 10000", o.Bins)
	}
	h := histogram{lo: span.lo, hi: span.hi, density: make([]float64, o.Bins)}
	if !finite(h.hi - h.lo) {
		return f.fail("z", []float64{h.lo, h.hi}, "Scores: from %v to %v is beyond the range of float64; divide the scores by a constant", h.lo, h.hi)
	}
	h.lo, h.hi = spread(h.lo, h.hi)
	if span.lo >= 0 && span.hi <= 1 {
		h.lo, h.hi = 0, 1
		f.xName = "probability"
	}
	f.kind = "Histograms of the scores by class"
	f.y.zero = true
	for k := range classes {
		f.classHistogram(h, k, classes, t, z, o)
	}
	for i, θ := range o.Mark {
		f.markThreshold(i, θ, "θ = "+short(θ))
	}
	return f
}

// classHistogram draws the bins of class k as h has them.
func (f *Figure) classHistogram(h histogram, k, classes int, t []int, z []float64, o ScoreOptions) {
	count, total := 0, 0.0
	h.density = make([]float64, len(h.density))
	for i, v := range z {
		if t[i] != k || !finite(v) {
			continue
		}
		s := 1.0
		if o.Weight != nil {
			s = o.Weight[i]
		}
		h.density[h.bin(v)] += s
		total += s
		count++
	}
	name := fmt.Sprint(k)
	if o.Classes != nil {
		name = o.Classes[k]
	}
	line := curveStyle(k, classColors)
	e := entry{name: fmt.Sprintf("%s, %s", name, counted(count, "sample")), line: line}
	if classes <= 3 {
		e.patch = translucent(line.Color)
	}
	f.legend.add(e)
	if total > 0 {
		for i := range h.density {
			h.density[i] /= total
		}
		f.add(&silhouette{h, line, e.patch != nil})
	}
}

// A silhouette is the outline of a histogram and, if it is filled, its area.
type silhouette struct {
	histogram
	line   vector.LineStyle
	filled bool
}

func (s *silhouette) outline() *polyline {
	l := &polyline{line: s.line}
	at := func(x, y float64) { l.x, l.y = append(l.x, x), append(l.y, y) }
	at(s.lo, 0)
	for i, d := range s.density {
		at(s.lo+float64(i)*s.binWidth(), d)
		at(s.lo+float64(i+1)*s.binWidth(), d)
	}
	at(s.hi, 0)
	return l
}

func (s *silhouette) plot(c vector.Canvas, p *axes) {
	l := s.outline()
	if s.filled {
		area := band{x: l.x, low: make([]float64, len(l.x)), high: l.y, color: translucent(s.line.Color)}
		area.plot(c, p)
	}
	l.plot(c, p)
}

func (s *silhouette) covers(c vector.Canvas, p *axes) []vector.Point {
	return append(s.histogram.covers(c, p), s.outline().covers(c, p)...)
}
