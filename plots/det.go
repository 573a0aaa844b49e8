package plots

import (
	"math"

	"linclass/lclass/metric"
	"linclass/plots/internal/vector"
)

// DET draws detection error tradeoffs: the rate of false negatives against that of false
// positives on axes of quantiles of the normal distribution, where scores that are normal
// in both classes give a straight line (Martin et al., 1997). The legend has the equal
// error rate EER, where both rates are the same. The line of chance, also straight, is
// drawn if it lies within the axes.
//
// Such an axis cannot show a rate of 0, so DET leaves out thresholds at which there are no
// false negatives or no false positives. If none is left, because the scores separate the
// classes, the legend says so; it is an error if that holds for all rankings.
func DET(curves ...Ranked) *Figure {
	f := New("false positive rate FPR (%)", "false negative rate FNR (%)").Size(460, 440)
	f.x.normal, f.y.normal = true, true
	f.kind = "DET"
	chance := vector.LineStyle{Color: Grey, Width: 1.2, Dashes: dashes[1]}
	seen := false
	m := measured{"DET", "EER", func(r Ranked) metric.Interval { return r.EER }, percents}
	ranked(f, m, curves, func(r *metric.Ranking) traced {
		c := r.DET()
		curve := traced{value: equalErrors(c), missing: "no curve", at: func(n metric.Counts) (x, y float64) { return n.FPR(), n.FNR() }}
		for i := range c.FPR {
			inside := func(p float64) bool { return p > 0 && p < 1 }
			if inside(c.FPR[i]) && inside(c.FNR[i]) {
				curve.missing, seen = "", true
			}
		}
		curve.x, curve.y = thinQuantiles(c.FPR, c.FNR)
		return curve
	})
	if !seen {
		return f.fail("curves", nil, "DET: no threshold has errors of both kinds; use ROC, which can show rates of 0")
	}
	x, y := f.ranges()
	x0, x1 := x.margin()
	y0, y1 := y.margin()
	if x1+y1 > 1 && x0+y0 < 1 {
		f.add(newBoundary([]float64{1, 1}, -1, chance))
		f.legend.add(entry{name: "chance", line: chance})
	}
	return f
}

// thinQuantiles is thin for axes of quantiles.
func thinQuantiles(x, y []float64) (tx, ty []float64) {
	const axis = 8 // from a rate of 1e-5 to 1 − 1e-5
	qx, qy := make([]float64, len(x)), make([]float64, len(y))
	for i := range x {
		qx[i], qy[i] = quantile(x[i]), quantile(y[i])
	}
	tx, ty = thin(qx, qy, unseen*axis, unseen*axis)
	for i := range tx {
		tx[i], ty[i] = normalShare(tx[i]), normalShare(ty[i])
	}
	return tx, ty
}

// equalErrors returns the rate at which the straight lines between the points of
// the curve cross FPR = FNR. Beyond the ends of the curve one rate does not
// change.
func equalErrors(c *metric.DETCurve) float64 {
	fpr, fnr := 0.0, 1.0
	for i := range c.FPR {
		x, y := c.FPR[i], c.FNR[i]
		if x >= y {
			// On the line to (x, y) the difference falls from fnr − fpr to y − x.
			t := (fnr - fpr) / ((fnr - fpr) + (x - y))
			return fpr + t*(x-fpr)
		}
		fpr, fnr = x, y
	}
	return math.NaN()
}
