package plots

import (
	"linclass/lclass/metric"
	"linclass/plots/internal/vector"
)

// ROC draws receiver operating characteristics: the true positive rate against
// the false positive rate as the threshold falls (Fawcett, 2006). The legend has
// the area under each curve. The dashed diagonal is chance.
//
//	plots.Show(plots.ROC(plots.Ranked{Name: "logistic", Ranking: metric.Rank(t, p, nil), Mark: []float64{0.5}}))
func ROC(curves ...Ranked) *Figure {
	f := rates("false positive rate FPR", "true positive rate TPR")
	f.kind = "ROC"
	diagonal := []float64{0, 1}
	chance := vector.LineStyle{Color: Grey, Width: 1.2, Dashes: dashes[1]}
	f.add(&polyline{x: diagonal, y: diagonal, line: chance})
	m := measured{"ROC", "AUC", func(r Ranked) metric.Interval { return r.AUC }, shares}
	ranked(f, m, curves, func(r *metric.Ranking) traced {
		c := r.ROC()
		x, y := thin(c.FPR, c.TPR, unseen, unseen)
		return traced{x: x, y: y, value: c.AUC, at: func(n metric.Counts) (x, y float64) { return n.FPR(), n.Recall() }}
	})
	f.legend.add(entry{name: "chance, AUC 0.5", line: chance})
	return f
}

// rates returns an empty square figure for two rates.
func rates(x, y string) *Figure {
	const beyond = 0.01 // so that a curve along an edge is seen in full
	f := New(x, y).Size(460, 440).XRange(-beyond, 1+beyond).YRange(-beyond, 1+beyond)
	f.square = true
	return f
}
