package plots

import (
	"linclass/lclass/metric"
	"linclass/plots/internal/vector"
)

// PR draws precision-recall curves, a point for each threshold, as steps: the
// legend has the area under them, the average precision AP. The dotted line is
// the precision of random guessing, the share of the positive samples. If these shares
// differ, each curve has its own line; for more than three curves a band from the smallest
// share to the largest replaces the lines.
func PR(curves ...Ranked) *Figure {
	f := rates("recall", "precision")
	f.kind = "Precision and recall"
	m := measured{"PR", "AP", func(r Ranked) metric.Interval { return r.AP }, shares}
	ranked(f, m, curves, func(r *metric.Ranking) traced {
		c := r.PR()
		x, y := steps(c.Recall, c.Precision)
		x, y = thin(x, y, unseen, unseen)
		return traced{x: x, y: y, value: c.AveragePrecision, at: func(n metric.Counts) (x, y float64) { return n.Recall(), precision(n) }}
	})
	if f.err != nil {
		return f
	}
	f.noSkill(curves)
	return f
}

// precision is 1 where no sample is predicted to be positive, as the curve has
// it.
func precision(n metric.Counts) float64 {
	if n.PredictedCount() == 0 {
		return 1
	}
	return n.Precision()
}

// steps returns the line that goes up or down at x[i−1] to y[i] and then to
// x[i].
func steps(x, y []float64) (sx, sy []float64) {
	for i := range x {
		if i > 0 {
			sx, sy = append(sx, x[i-1]), append(sy, y[i])
		}
		sx, sy = append(sx, x[i]), append(sy, y[i])
	}
	return sx, sy
}

// noSkill draws the shares of the positive samples.
func (f *Figure) noSkill(curves []Ranked) {
	const each = 3
	grey := vector.LineStyle{Color: Grey, Width: 1.2, Dashes: dashes[2]}
	var span limits
	var levels []float64
	for _, r := range curves {
		v := r.Ranking.Positive / (r.Ranking.Positive + r.Ranking.Negative)
		levels = append(levels, v)
		span.include(v)
	}
	level := func(v float64, line vector.LineStyle) {
		f.add(&polyline{x: []float64{0, 1}, y: []float64{v, v}, line: line})
	}
	write := shares(levels...)
	switch {
	case span.hi-span.lo < 1e-9:
		f.legend.add(entry{name: "no skill, " + write(levels[0]), line: grey})
		level(levels[0], grey)
	case len(curves) <= each:
		f.legend.add(entry{name: "no skill, in the colour of the curve", line: grey})
		for k, r := range curves {
			line := grey
			line.Color = r.Style.apply(curveStyle(k, classColors)).Color
			level(levels[k], line)
		}
	default:
		b := &band{x: []float64{0, 1}, low: []float64{span.lo, span.lo}, high: []float64{span.hi, span.hi}, color: translucent(Grey)}
		f.legend.add(entry{name: "no skill, " + write(span.lo) + " to " + write(span.hi), line: grey, patch: b.color})
		f.add(b)
		level(span.lo, grey)
		level(span.hi, grey)
	}
}
