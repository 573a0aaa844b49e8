package plots

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"linclass/lclass/metric"
	"linclass/plots/internal/vector"
)

// Confusion draws a confusion matrix: a row for each true class, a column for
// each predicted one, the counts in the cells, and the share of the true class
// as their shade and, for up to five classes, below the count. Correct
// predictions are on the diagonal that falls from the left upper corner.
func Confusion(m *metric.ConfusionMatrix) *Figure {
	f := New("predicted class", "true class")
	if m == nil || len(m.Classes) == 0 {
		return f.fail("Confusion: no classes")
	}
	k := len(m.Classes)
	if r, c := m.Counts.Dims(); r != k || c != k {
		return f.fail("Confusion: %d×%d counts for %d classes", r, c, k)
	}
	f.XRange(-0.5, float64(k)-0.5).YRange(-0.5, float64(k)-0.5)
	for t, name := range m.Classes {
		row := float64(k - 1 - t)
		f.xTicks = append(f.xTicks, tick{Value: float64(t), Label: name})
		f.yTicks = append(f.yTicks, tick{Value: row, Label: name})
		for y := range k {
			n, share := m.Counts.At(t, y), 0.0
			if total := m.Occurred(t); total > 0 {
				share = n / total
			}
			f.add(&cell{x: float64(y), y: row, n: n, share: share, percent: k <= 5})
		}
	}
	f.equal = true
	f.kind = fmt.Sprintf("Confusion matrix of %s with accuracy %.1f %%", strings.Join(m.Classes, ", "), 100*m.Accuracy())
	side := min(max(56*float64(k), 250), 640)
	f.width, f.height = side+110, side+60
	f.tickLength = 3
	f.slantNames(side / float64(k))
	f.bar = &colorBar{colors: sequential.at, lo: 0, hi: 1, label: "share of the true class"}
	f.width += 70
	return f
}

// slantNames turns the names below the columns where they are wider than
// those.
func (f *Figure) slantNames(width float64) {
	sty := f.axes().x.labelStyle
	for _, t := range f.xTicks {
		if sty.Width(t.Label) > vector.Length(width)*pixel*0.9 {
			f.slanted = true
		}
	}
}

// A cell is one entry of the matrix.
type cell struct {
	x, y     float64
	n, share float64
	percent  bool // written below the count
}

func (e *cell) plot(c vector.Canvas, p *axes) {
	low, _ := place(c, p, e.x-0.5, e.y-0.5)
	high, _ := place(c, p, e.x+0.5, e.y+0.5)
	r := vector.Rectangle{Min: low, Max: high}
	c.SetColor(sequential.at(e.share))
	c.Fill(r.Path())
	c.SetLineStyle(vector.LineStyle{Color: Silver, Width: 0.5})
	c.Stroke(r.Path())

	ink := color.NRGBA(Black)
	if e.share > 0.55 {
		ink = white
	}
	if e.n == 0 {
		ink = Grey
	}
	lines := []string{count(e.n)}
	if e.percent {
		lines = append(lines, strconv.FormatFloat(100*e.share, 'f', 1, 64)+" %")
	}
	sty := textStyle(min(12, r.Size().Y/2.6), ink)
	for sty.Width(lines[0]) > r.Size().X*0.9 && sty.Size > 4 {
		sty.Size -= 0.5
	}
	middle := vector.Point{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2}
	middle.Y += sty.Extents().Descent/2 + vector.Length(len(lines)-1)*sty.Size*0.6
	for _, s := range lines {
		c.FillText(sty, middle, s)
		middle.Y -= sty.Size * 1.25
		sty.Size *= 0.82
	}
}

// count writes whole numbers without decimals, weighted counts with one.
func count(n float64) string {
	if n == math.Trunc(n) {
		return strconv.FormatFloat(n, 'f', 0, 64)
	}
	return strings.TrimSuffix(strconv.FormatFloat(n, 'f', 1, 64), ".0")
}

func (e *cell) bounds(_, _ *limits) {}

func (e *cell) covers(vector.Canvas, *axes) []vector.Point { return nil }
