package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/plots/internal/vector"
)

// BarOptions choose what [Coefficients] draws. The zero value draws all
// features in their order.
type BarOptions struct {
	// Sort puts the features with the largest weights first.
	Sort bool
	// Top draws only the Top features with the largest weights, sorted; 0 means all.
	Top int
	// Summary gives the intervals, and for Softmax also the weights: their differences
	// from those of the reference class.
	Summary *lclass.Summary
	// Bootstrap gives the intervals instead.
	Bootstrap *lclass.BootstrapSummary
	// Low and High are the ends of other intervals, one per weight, in the order of the
	// features, row of W after row. Set both or neither.
	Low, High []float64
}

// maxBars is how many features one figure of coefficients shows.
const maxBars = 80

// Coefficients draws the weights of a model as horizontal bars, with the names of the
// features beside them. For more than two classes each feature has a bar per class, for
// one-vs-one a bar per pair. A line across the end of a bar is an interval; if it does not
// contain 0, the weight differs significantly from 0. The axis says whether the weights of a
// [lclass.Pipeline] that scales are those of the prepared features or, with a Bootstrap,
// in units of the data. More than 80 features are an error unless Top is set.
func Coefficients(m *lclass.Model, options ...BarOptions) *Figure {
	if err := checkModel(m); err != nil {
		return New("", "").keep(fmt.Errorf("plots: Coefficients: %w", err))
	}
	if m.Features == nil {
		return failed("model", nil, "Coefficients: the features of the model have no names")
	}
	o := optional(options)
	rows, err := weightRows(m, o)
	if err != nil {
		return New("", "").keep(fmt.Errorf("plots: Coefficients: %w", err))
	}
	order := featureOrder(rows, o)
	if len(order) > maxBars {
		return failed("BarOptions.Top", o.Top, "Coefficients: %d features; set Top to at most %d, or draw WeightImages", len(order), maxBars)
	}
	f := New(weightName(m, o), "")
	f.yTicks = make([]tick, len(order))
	thick := 0.72 / float64(len(rows))
	spoken := ""
	for row, j := range order {
		y := float64(len(order) - 1 - row)
		f.yTicks[row] = tick{Value: y, Label: m.Features[j]}
		spoken += fmt.Sprintf(", %s", m.Features[j])
		for k, r := range rows {
			b := &bar{
				value: r.value[j], thick: thick, style: k, low: r.low[j], high: r.high[j],
				y: y + 0.36 - thick*(float64(k)+0.5),
			}
			spoken += " " + short(b.value)
			if !math.IsNaN(b.low) && !math.IsNaN(b.high) {
				spoken += fmt.Sprintf(" (%s to %s)", short(b.low), short(b.high))
			}
			f.add(b)
		}
	}
	f.kind = "Bars of the weights" + spoken
	f.YRange(-0.6, float64(len(order))-0.4)
	f.VLine(0, "", Style{Solid: true, Color: Black, Width: 0.8})
	if len(rows) > 1 {
		for k, r := range rows {
			f.legend.add(entry{name: r.name, patch: areaColor(k)})
		}
	} else if rows[0].name != "" {
		f.xName += " (positive speaks for “" + rows[0].name + "”)"
	}
	line := max(19.0, float64(9*len(rows)+6))
	f.height = min(max(150, 70+line*float64(len(order))), 1800)
	if name := intervalName(o); name != "" {
		f.legend.add(entry{name: name, line: intervalLine})
		f.height += 20
	}
	return f
}

// weightName labels the weights. If a preparation changes the units, it names whose they
// are; those of a bootstrap are in the units of the data.
func weightName(m *lclass.Model, o BarOptions) string {
	if m.Preparation == nil {
		return "weight"
	}
	raw, err := m.RawUnits()
	switch {
	case err == nil && mat.EqualApprox(raw.W, m.W, 1e-12):
		return "weight"
	case o.Bootstrap != nil:
		return "weight in units of the data"
	}
	return "weight of prepared features"
}

// intervalName says what the lines across the bars are, "" if it is not known.
func intervalName(o BarOptions) string {
	switch {
	case o.Summary != nil:
		return fmt.Sprintf("%.4g %% interval (%s)", 100*o.Summary.Level, o.Summary.Intervals)
	case o.Bootstrap != nil:
		return fmt.Sprintf("%.4g %% interval (bootstrap, %s)", 100*o.Bootstrap.Level, cmp.Or(o.Bootstrap.Intervals, "percentile"))
	}
	return ""
}

var intervalLine = vector.LineStyle{Color: Black, Width: 1.2}

// featureOrder returns the numbers of the features from top to bottom.
func featureOrder(rows []weightRow, o BarOptions) []int {
	features := len(rows[0].value)
	size := make([]float64, features)
	for j := range size {
		for _, r := range rows {
			size[j] = max(size[j], math.Abs(r.value[j]))
		}
	}
	order := sorted(features, func(i, j int) int {
		if o.Sort || o.Top > 0 {
			return cmp.Compare(size[j], size[i])
		}
		return i - j
	})
	if o.Top > 0 {
		order = order[:min(o.Top, features)]
	}
	return order
}

// A bar reaches from a start, 0 for a weight, to a value and, if low and high are numbers,
// has an interval.
type bar struct {
	from, value float64
	y, thick    float64
	low, high   float64
	style       int
}

func (b *bar) plot(c vector.Canvas, p *axes) {
	zero, _ := place(c, p, b.from, b.y-b.thick/2)
	end, ok := place(c, p, b.value, b.y+b.thick/2)
	if ok {
		r := vector.Rectangle{
			Min: vector.Point{X: min(zero.X, end.X), Y: zero.Y},
			Max: vector.Point{X: max(zero.X, end.X), Y: end.Y},
		}
		if seen, ok := c.ClipRectangle(r); ok || r.Min.X == r.Max.X && c.Contains(r.Min) && c.Contains(r.Max) {
			c.SetColor(areaColor(b.style))
			c.Fill(seen.Path())
		}
	}
	if math.IsNaN(b.low) || math.IsNaN(b.high) {
		return
	}
	at, _ := place(c, p, b.from, b.y)
	if !c.ContainsY(at.Y) {
		return
	}
	cap := min(4*pixel, at.Y-zero.Y)
	edged := intervalLine
	edged.Color, edged.Width = white, 2.4 // is seen on a black bar
	for _, line := range []vector.LineStyle{edged, intervalLine} {
		reach := func(v float64, edge vector.Length) vector.Length {
			end, ok := place(c, p, v, b.y)
			if !ok {
				return edge // it goes on for ever
			}
			if !c.ContainsX(end.X) {
				return min(max(end.X, c.Min.X), c.Max.X)
			}
			c.StrokeLine2(line, end.X, at.Y-cap, end.X, at.Y+cap)
			return end.X
		}
		if low, high := reach(b.low, c.Min.X), reach(b.high, c.Max.X); low < high || c.ContainsX(low) && b.low == b.high {
			c.StrokeLine2(line, low, at.Y, high, at.Y)
		}
	}
}

func (b *bar) bounds(x, _ *limits) { x.include(b.from, b.value, b.low, b.high) }

func (b *bar) covers(c vector.Canvas, p *axes) []vector.Point {
	return (&polyline{x: []float64{min(b.from, b.low), max(b.value, b.high), b.from, b.value}, y: []float64{b.y, b.y, b.y, b.y}}).covers(c, p)
}

// A weightRow is a row of W, or of what a summary says about it: the name of the
// class, if there is one, and for each feature the weight and the ends of its
// interval, NaN for none.
type weightRow struct {
	name             string
	value, low, high []float64
}

// weightRows returns what there is to draw of a model.
func weightRows(m *lclass.Model, o BarOptions) ([]weightRow, error) {
	k, d := m.W.Dims()
	switch {
	case o.Summary != nil && o.Bootstrap != nil:
		return nil, invalid.Worded("BarOptions.Bootstrap", "beside a Summary", "both a Summary and a Bootstrap are set; set only one")
	case (o.Summary != nil || o.Bootstrap != nil) && (o.Low != nil || o.High != nil):
		return nil, invalid.Worded("BarOptions.Low", "beside a summary", "both a summary and Low or High are set; set only one")
	case len(o.Low) != len(o.High) || len(o.Low) != 0 && len(o.Low) != k*d:
		return nil, invalid.Worded("BarOptions.Low", len(o.Low), "intervals with %d lower and %d upper ends for %d weights", len(o.Low), len(o.High), k*d)
	case o.Summary != nil:
		return estimatedRows(m, o.Summary.Coefficients, o.Summary.Reference)
	case o.Bootstrap != nil:
		return estimatedRows(m, o.Bootstrap.Coefficients, "")
	}
	names := m.RowNames()
	rows, unknown := make([]weightRow, k), slices.Repeat([]float64{math.NaN()}, d)
	for r := range rows {
		rows[r] = weightRow{value: m.W.RawRowView(r), low: unknown, high: unknown}
		if r < len(names) {
			rows[r].name = names[r]
		}
		if o.Low != nil {
			rows[r].low, rows[r].high = o.Low[r*d:(r+1)*d], o.High[r*d:(r+1)*d]
		}
	}
	return rows, nil
}

// estimatedRows divides the coefficients of a summary, for each class the bias, if there
// is one, and the weights, into rows.
func estimatedRows(m *lclass.Model, list []lclass.Estimate, reference string) ([]weightRow, error) {
	d := len(m.Features)
	first := 1
	if m.NoIntercept {
		first = 0
	}
	if len(list) == 0 || len(list)%(first+d) != 0 {
		return nil, invalid.Worded("BarOptions.Summary", len(list), "a summary of %d coefficients for %d features; is it that of the model?", len(list), d)
	}
	var rows []weightRow
	for len(list) > 0 {
		r := weightRow{name: list[0].Class}
		switch names := m.RowNames(); {
		case r.name != "" && reference != "":
			r.name += " against " + reference
		case r.name == "" && len(names) > 0:
			r.name = names[0]
		}
		for j, c := range list[first : first+d] {
			if c.Name != m.Features[j] {
				return nil, invalid.Worded("BarOptions.Summary", c.Name, "a summary with %q where the model has %q; is it that of the model?", c.Name, m.Features[j])
			}
			r.value, r.low, r.high = append(r.value, c.Value), append(r.low, c.Low), append(r.high, c.High)
		}
		rows, list = append(rows, r), list[first+d:]
	}
	return rows, nil
}
