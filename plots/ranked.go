package plots

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"linclass/internal/invalid"
	"linclass/lclass/metric"
	"linclass/plots/internal/vector"
)

// A Ranked is a curve of [ROC], [PR] or [DET]: a ranking of samples by the scores of a
// classifier, or of one class against the rest.
type Ranked struct {
	Name    string
	Ranking *metric.Ranking // as metric.Rank(t, z, nil) returns it
	// Mark holds thresholds that are marked on the curve.
	Mark []float64
	// AUC, AP and EER are intervals for the number in the legend, each for its
	// figure: the area under the curve of ROC, the average precision of PR and
	// the equal error rate of DET. metric.AUCInterval and metric.Bootstrap compute
	// them. The zero value and NaN mean no interval; an interval that does not
	// contain the number is an error.
	AUC, AP, EER metric.Interval
	Style        Style
}

// checkRanking returns an error for a ranking that has no curves.
func checkRanking(name string, r *metric.Ranking) error {
	switch {
	case r == nil || len(r.Threshold) == 0:
		return invalid.Worded("ranking", nil, "%s ranks no samples", name)
	case len(r.TP) != len(r.Threshold) || len(r.FP) != len(r.Threshold):
		return invalid.Worded("ranking", []int{len(r.Threshold), len(r.TP), len(r.FP)}, "%s has %d thresholds, TP at %d and FP at %d", name, len(r.Threshold), len(r.TP), len(r.FP))
	case math.IsNaN(r.Positive) || math.IsNaN(r.Negative):
		return invalid.Worded("scores or weights", math.NaN(), "%s has a score that is NaN, or a sample weight that is negative, NaN or infinite", name)
	case r.Positive == 0:
		return invalid.Worded("positive samples", 0, "%s has no positive sample", name)
	case r.Negative == 0:
		return invalid.Worded("negative samples", 0, "%s has no negative sample", name)
	}
	return nil
}

// A traced is the curve of a ranking.
type traced struct {
	x, y  []float64
	value float64 // the number in the legend
	// at tells where a threshold is.
	at func(metric.Counts) (x, y float64)
	// missing says why there is nothing to see, "" if there is.
	missing string
}

// A measured says what the legend tells of each curve.
type measured struct {
	figure, name string
	interval     func(Ranked) metric.Interval
	write        func(values ...float64) func(float64) string // all with the same decimals
}

// ranked adds to f the curves that trace returns, after checking them, and over
// them the marks.
func ranked(f *Figure, m measured, curves []Ranked, trace func(*metric.Ranking) traced) *Figure {
	if len(curves) == 0 {
		return f.fail("curves", nil, "%s: no curves", m.figure)
	}
	all := make([]traced, len(curves))
	var numbers []float64
	for k, r := range curves {
		if err := checkRanking(fmt.Sprintf("%q", r.Name), r.Ranking); err != nil {
			return f.keep(fmt.Errorf("plots: %s: %w", m.figure, err))
		}
		all[k] = trace(r.Ranking)
		numbers = append(numbers, all[k].value)
		if i := m.interval(r); isInterval(i) {
			const rounding = 1e-9
			if !(i.Low-rounding <= all[k].value && all[k].value <= i.High+rounding) {
				return f.fail("interval", m.name, "%s: the interval of %q from %v to %v does not contain its %s of %v; is it the interval of another number?", m.figure, r.Name, i.Low, i.High, m.name, all[k].value)
			}
			numbers = append(numbers, i.Low, i.High)
		}
	}
	write := m.write(numbers...)
	var marks []*thresholdMark
	for k, r := range curves {
		marks = append(marks, r.line(f, k, all[k], m, write)...)
	}
	for _, m := range marks {
		f.add(m)
	}
	return f
}

// isInterval tells an interval from none.
func isInterval(i metric.Interval) bool {
	return i != metric.Interval{} && !math.IsNaN(i.Low) && !math.IsNaN(i.High)
}

// line draws the curve and returns the marks on it.
func (r Ranked) line(f *Figure, k int, c traced, m measured, write func(float64) string) (marks []*thresholdMark) {
	name := m.name + " " + write(c.value)
	if r.Name != "" {
		name = r.Name + ", " + name
	}
	if i := m.interval(r); isInterval(i) {
		level := ""
		if i.Level > 0 {
			level = fmt.Sprintf("%.4g %%: ", 100*i.Level)
		}
		name += " (" + level + write(i.Low) + " to " + write(i.High) + ")"
	}
	if c.missing != "" {
		f.legend.add(entry{name: name + ", " + c.missing})
		return nil
	}
	line := r.Style.apply(curveStyle(k, classColors))
	f.legend.add(entry{name: name, line: line})
	f.add(&polyline{x: c.x, y: c.y, line: line})
	rising := c.y[len(c.y)-1] > c.y[0]
	for _, θ := range r.Mark {
		mark := &thresholdMark{text: "θ = " + short(θ), rising: rising, glyph: classGlyph(k, 4.4)}
		mark.glyph.Color = line.Color
		mark.x, mark.y = c.at(reached(r.Ranking, θ))
		f.kind += fmt.Sprintf(", %s at %s and %s", mark.text, m.write(mark.x)(mark.x), m.write(mark.y)(mark.y))
		marks = append(marks, mark)
	}
	return marks
}

// reached returns the counts at a threshold.
func reached(r *metric.Ranking, threshold float64) metric.Counts {
	i := -1
	for i+1 < len(r.Threshold) && r.Threshold[i+1] >= threshold {
		i++
	}
	return r.At(i)
}

// A thresholdMark is a threshold on a curve, with its value beside.
type thresholdMark struct {
	x, y   float64
	text   string
	glyph  vector.GlyphStyle
	rising bool // the curve, so that there is room to the right and below
}

func (m *thresholdMark) plot(c vector.Canvas, p *axes) {
	pt, ok := place(c, p, m.x, m.y)
	if !ok || !c.Contains(pt) {
		return
	}
	c.DrawGlyph(m.glyph, pt)
	r := m.ground(c, pt)
	c.SetColor(color.NRGBA{0xFF, 0xFF, 0xFF, 0xC8})
	c.Fill(r.Path())
	c.FillText(markText(), vector.Point{X: r.Min.X + 2*pixel, Y: r.Min.Y + markText().Extents().Descent}, m.text)
}

func markText() vector.TextStyle {
	sty := textStyle(10, Black)
	sty.XAlign, sty.YAlign = vector.XLeft, vector.YBottom
	return sty
}

// ground returns the place of the text, to the right of the curve or, where the
// canvas ends, to its left.
func (m *thresholdMark) ground(c vector.Canvas, pt vector.Point) vector.Rectangle {
	const away = 6 * pixel
	size := vector.Point{X: markText().Width(m.text) + 4*pixel, Y: markText().Height(m.text)}
	low, below := pt.Add(vector.Point{X: away, Y: away / 2}), m.rising
	if low.X+size.X > c.Max.X {
		low.X, below = pt.X-away-size.X, !below
	}
	if below {
		low.Y = pt.Y - away/2 - size.Y
	}
	low.Y = min(max(low.Y, c.Min.Y), c.Max.Y-size.Y)
	return vector.Rectangle{Min: low, Max: low.Add(size)}
}

func (m *thresholdMark) bounds(x, y *limits) {
	x.include(m.x)
	y.include(m.y)
}

func (m *thresholdMark) covers(c vector.Canvas, p *axes) []vector.Point {
	pt, ok := place(c, p, m.x, m.y)
	if !ok {
		return nil
	}
	r := m.ground(c, pt)
	return append(between(r.Min, r.Max), pt, r.Min, r.Max)
}

// thin leaves out points that are nearer than the given distances to the last
// one that is kept, but not the last of all, unless it is the same: more cannot
// be seen.
func thin(x, y []float64, dx, dy float64) (tx, ty []float64) {
	last := 0
	for i := range x {
		far := math.Abs(x[i]-x[last]) >= dx || math.Abs(y[i]-y[last]) >= dy || math.IsNaN(y[i]) != math.IsNaN(y[last])
		end := i == len(x)-1 && (x[i] != x[last] || y[i] != y[last])
		if i == 0 || far || end {
			tx, ty = append(tx, x[i]), append(ty, y[i])
			last = i
		}
	}
	return tx, ty
}

// unseen is the share of an axis that is too small to be seen: half a dot.
const unseen = 0.0005

// share writes a number between 0 and 1 with three decimals, with more where
// these would make it 0 or 1, and "–" for NaN.
func share(v float64) string { return shares(v)(v) }

// shares returns what writes numbers as share does, all with as many decimals as
// one of them needs.
func shares(values ...float64) func(float64) string {
	decimals := 3
	for _, v := range values {
		for decimals < 6 && !math.IsNaN(v) && v != 0 && v != 1 && rounds(v, decimals) {
			decimals++
		}
	}
	return func(v float64) string {
		if math.IsNaN(v) {
			return "–"
		}
		return strconv.FormatFloat(v, 'f', decimals, 64)
	}
}

// rounds reports whether a number is 0 or 1 with so many decimals.
func rounds(v float64, decimals int) bool {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', decimals, 64), 64)
	return err == nil && (rounded == 0 || rounded >= 1)
}

// short writes a number with three digits.
func short(v float64) string { return digits(v, 3) }

// digits writes a number with n digits.
func digits(v float64, n int) string {
	switch a := math.Abs(v); {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return minus + "∞"
	case a != 0 && (a < 0.99e-4 || a >= 1e5):
		return scientific(v, n-1)
	case a >= 100:
		return signed(strconv.FormatFloat(v, 'f', 0, 64))
	default:
		return signed(strconv.FormatFloat(v, 'g', n, 64))
	}
}
