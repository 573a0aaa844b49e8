package plots

import (
	"math"

	"linclass/lclass/metric"
	"linclass/plots/internal/vector"
)

// PR draws precision-recall curves, a point for each threshold, as steps: the
// legend has the area under them, the average precision AP. The dotted line is
// the precision without any skill, the share of the positive samples; each curve
// has its own where they differ.
func PR(curves ...Ranked) *Figure {
	f := rates("recall", "precision")
	f.kind = "Precision and recall"
	ranked("PR", f, curves, func(k int, r Ranked) []*thresholdMark {
		c := r.Ranking.PR()
		x, y := steps(c.Recall, c.Precision)
		x, y = thin(x, y, unseen, unseen)
		return r.line(f, k, x, y, measured{"AP", c.AveragePrecision, share}, func(n metric.Counts) (x, y float64) { return n.Recall(), precision(n) })
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
	if n.Predicted() == 0 {
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
	positive := func(r Ranked) float64 { return r.Ranking.Positive / (r.Ranking.Positive + r.Ranking.Negative) }
	level := positive(curves[0])
	grey := vector.LineStyle{Color: Grey, Width: 1.2, Dashes: dashes[2]}
	name := "no skill, " + share(level)
	same := true
	for _, r := range curves {
		same = same && math.Abs(positive(r)-level) < 1e-9
	}
	if same {
		curves = curves[:1]
	} else {
		name = "no skill, in the colour of the curve"
	}
	f.legend.add(entry{name: name, line: grey})
	for k, r := range curves {
		line := grey
		if !same {
			line.Color = r.Style.apply(curveStyle(k, classColors)).Color
		}
		v := positive(r)
		f.add(&polyline{x: []float64{0, 1}, y: []float64{v, v}, line: line})
	}
}
