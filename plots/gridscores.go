package plots

import (
	"fmt"
	"image/color"
	"math"

	"linclass/plots/internal/vector"
)

// A GridAxis is one of the two parameters of [GridScores].
type GridAxis struct {
	Label  string
	Values []float64
	Names  []string // instead of Values, if the parameter is not a number
}

func (a GridAxis) names() []string {
	if a.Names != nil {
		return a.Names
	}
	var names []string
	write := shorts(a.Values)
	for _, v := range a.Values {
		names = append(names, write(v))
	}
	return names
}

// GridScores draws the scores of a search over two parameters: a box for each
// pair with the mean over the folds and its standard error, darker where the mean is
// better, and a frame around the best box, the first of equal ones. The scores
// are in the order of validate.Product(rows, cols), those of the first row
// first:
//
//	grid := validate.Product(lambdas, degrees)
//	s, err := validate.GridSearch(d, folds, grid, …)
//	…
//	plots.Show(plots.GridScores(plots.GridAxis{Label: "λ", Values: lambdas},
//		plots.GridAxis{Label: "degree", Values: degrees}, s.Scores(0)))
//
// Folds that were not measured, NaN, are left out; a box without any is "–".
func GridScores[S FoldScores](rows, cols GridAxis, scores []S) *Figure {
	f := New(cols.Label, rows.Label)
	down, across := rows.names(), cols.names()
	all, err := scored(scores, len(down)*len(across))
	if err != nil {
		return f.keep(fmt.Errorf("plots: GridScores: %d×%d boxes: %w", len(down), len(across), err))
	}
	var span limits
	var means []float64
	for _, s := range all {
		m, _, _ := mean(s.Test)
		span.include(m)
		means = append(means, m)
	}
	decimals := scoreWriter(means)
	lo, hi := span.lo, span.hi
	lo, hi = spread(lo, hi)
	dark := func(t float64) float64 {
		if all[0].LowerIsBetter {
			return 1 - t
		}
		return t
	}
	f.XRange(-0.5, float64(len(across))-0.5).YRange(-0.5, float64(len(down))-0.5)
	for j, name := range across {
		f.xTicks = append(f.xTicks, tick{Value: float64(j), Label: name})
	}
	for i, name := range down {
		y := float64(len(down) - 1 - i)
		f.yTicks = append(f.yTicks, tick{Value: y, Label: name})
		for j := range across {
			m, std, n := mean(all[i*len(across)+j].Test)
			box := &cell{x: float64(j), y: y, fill: white, lines: []string{decimals(m)}}
			if finite(m) {
				box.fill = sequential.at(dark((m/2 - lo/2) / (hi/2 - lo/2)))
			}
			box.ink = inkOn(box.fill)
			if se := std / math.Sqrt(float64(n)); finite(se) {
				box.lines = append(box.lines, "± "+deviation(se))
			}
			f.add(box)
		}
	}
	best, se := bestOf(all)
	top, _, _ := mean(all[best].Test)
	i, j := best/len(across), best%len(across)
	said := decimals(top)
	if finite(se) {
		said += " ± " + deviation(se) + " (standard error)"
	}
	f.add(&boxFrame{&cell{x: float64(j), y: float64(len(down) - 1 - i)}})
	f.legend.corner = Outside
	f.legend.add(entry{name: "best: " + said, glyph: vector.GlyphStyle{Color: Red, Radius: 4, Shape: openSquare}})
	f.kind = fmt.Sprintf("Heat map of %s from %s to %s, best for %s = %s and %s = %s", all[0].Name, decimals(span.lo), decimals(span.hi), rows.Label, down[i], cols.Label, across[j])
	f.bar = &colorBar{colors: func(t float64) color.NRGBA { return sequential.at(dark(t)) }, lo: lo, hi: hi, label: all[0].Name + ", mean of the folds"}
	f.width = min(max(180+64*float64(len(across)), 420), 1200)
	f.height = min(max(95+44*float64(len(down)), 220), 1200)
	f.tickLength = 3
	f.slantNames((f.width - 180) / float64(len(across)))
	f.growForNames()
	return f
}

// A boxFrame is a line along the inner side of a box, where the axes show it.
type boxFrame struct{ *cell }

func (b *boxFrame) plot(c vector.Canvas, p *axes) {
	line := vector.LineStyle{Color: Red, Width: 3}
	r, inset := b.rectangle(c, p), vector.Point{X: line.Width / 2, Y: line.Width / 2}
	strokeCell(c, line, vector.Rectangle{Min: r.Min.Add(inset), Max: r.Max.Sub(inset)})
}
