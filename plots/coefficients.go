package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"linclass/lclass"
	"linclass/plots/internal/vector"
)

// BarOptions choose what [Coefficients] draws. The zero value draws all
// features in their order.
type BarOptions struct {
	// Sort puts the features with the largest weights first.
	Sort bool
	// Top draws only the features with that many largest weights, sorted.
	Top int
	// Low and High are the ends of an interval for each weight, in the order
	// of the features, row of W after row. Both or neither are given.
	Low, High []float64
}

// maxBars is how many features one figure of coefficients shows.
const maxBars = 80

// Coefficients draws the weights of a model as horizontal bars, the names of
// the features beside them. For more than two classes each feature has a bar
// a class, for one-vs-one a bar a pair. More than 80 features are an error unless Top chooses some.
func Coefficients(m *lclass.Model, options ...BarOptions) *Figure {
	if err := checkModel(m); err != nil {
		return failed("Coefficients: %v", err)
	}
	if m.Features == nil {
		return failed("Coefficients: the features of the model have no names")
	}
	var o BarOptions
	if len(options) > 0 {
		o = options[0]
	}
	classes, features := m.W.Dims()
	if len(o.Low) != len(o.High) || len(o.Low) != 0 && len(o.Low) != classes*features {
		return failed("Coefficients: intervals with %d lower and %d upper ends for %d weights", len(o.Low), len(o.High), classes*features)
	}
	order := featureOrder(m, o)
	if len(order) > maxBars {
		return failed("Coefficients: %d features; set Top to at most %d, or draw WeightImages", len(order), maxBars)
	}
	f := New("weight", "")
	f.yTicks = make([]tick, len(order))
	thick := 0.72 / float64(classes)
	spoken := ""
	for row, j := range order {
		y := float64(len(order) - 1 - row)
		f.yTicks[row] = tick{Value: y, Label: m.Features[j]}
		spoken += fmt.Sprintf(", %s", m.Features[j])
		for k := range classes {
			spoken += fmt.Sprintf(" %.3g", m.W.At(k, j))
			b := &bar{
				value: m.W.At(k, j), thick: thick, style: k, low: math.NaN(), high: math.NaN(),
				y: y + 0.36 - thick*(float64(k)+0.5),
			}
			if o.Low != nil {
				b.low, b.high = o.Low[k*features+j], o.High[k*features+j]
			}
			f.add(b)
		}
	}
	f.kind = "Bars of the weights" + spoken
	f.YRange(-0.6, float64(len(order))-0.4)
	f.VLine(0, "", Style{Solid: true, Color: Black, Width: 0.8})
	if names := m.RowNames(); classes > 1 {
		for k, name := range names {
			f.legend.add(entry{name: name, patch: classColor(k)})
		}
	} else if len(names) == 1 {
		f.xName = "weight (positive speaks for “" + names[0] + "”)"
	}
	line := max(19.0, float64(9*classes+6))
	f.height = min(max(150, 70+line*float64(len(order))), 1800)
	return f
}

// featureOrder returns the numbers of the features from top to bottom.
func featureOrder(m *lclass.Model, o BarOptions) []int {
	classes, features := m.W.Dims()
	order := make([]int, features)
	size := make([]float64, features)
	for j := range order {
		order[j] = j
		for k := range classes {
			size[j] = max(size[j], math.Abs(m.W.At(k, j)))
		}
	}
	if o.Sort || o.Top > 0 {
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(size[j], size[i]) })
	}
	if o.Top > 0 {
		order = order[:min(o.Top, features)]
	}
	return order
}

// A bar is one weight and, if low and high are numbers, its interval.
type bar struct {
	value, y, thick float64
	low, high       float64
	style           int
}

func (b *bar) plot(c vector.Canvas, p *axes) {
	zero, _ := place(c, p, 0, b.y-b.thick/2)
	end, ok := place(c, p, b.value, b.y+b.thick/2)
	if ok {
		r := vector.Rectangle{
			Min: vector.Point{X: min(zero.X, end.X), Y: zero.Y},
			Max: vector.Point{X: max(zero.X, end.X), Y: end.Y},
		}
		c.SetColor(classColor(b.style))
		c.Fill(r.Path())
	}
	low, ok := place(c, p, b.low, b.y)
	high, ok2 := place(c, p, b.high, b.y)
	if !ok || !ok2 {
		return
	}
	line := vector.LineStyle{Color: Black, Width: 1.2}
	cap := min(4*pixel, (end.Y-zero.Y)/2)
	c.StrokeLine2(line, low.X, low.Y, high.X, high.Y)
	c.StrokeLine2(line, low.X, low.Y-cap, low.X, low.Y+cap)
	c.StrokeLine2(line, high.X, low.Y-cap, high.X, low.Y+cap)
}

func (b *bar) bounds(x, _ *limits) { x.include(0, b.value, b.low, b.high) }

func (b *bar) covers(c vector.Canvas, p *axes) []vector.Point {
	return (&polyline{x: []float64{min(0, b.low), max(b.value, b.high), 0, b.value}, y: []float64{b.y, b.y, b.y, b.y}}).covers(c, p)
}
