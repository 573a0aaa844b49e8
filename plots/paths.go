package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/plots/internal/vector"
)

// PathOptions choose what [Paths] draws.
type PathOptions struct {
	// Class is the class, or the pair, whose weights are drawn, one of
	// Model.RowNames. If it is empty and there are several, Paths draws for each
	// feature the length of the vector of its weights over the classes.
	Class string
	// Top is how many features have a colour and a name, those with the largest
	// weights at the smallest λ; 10 if it is 0.
	Top int
	// Mark holds chosen λ, above 0. The legend says how many features are left there.
	Mark []float64
}

// Paths draws the weights of models that differ in λ, such as those of [lclass.Path],
// against λ on a logarithmic axis. It shows how a penalty shrinks them, and how L1 sets one
// after the other to 0. The names are at the ends of the lines. If L1 removes features, the
// numbers along the upper edge say how many are left.
func Paths(models []*lclass.Model, options ...PathOptions) *Figure {
	o := optional(options)
	if o.Top <= 0 {
		o.Top = 10
	}
	w, err := walked(models, o.Class)
	if err != nil {
		return New("", "").keep(fmt.Errorf("plots: Paths: %w", err))
	}
	f := New("λ", w.name).LogX()
	n := len(w.features)
	order := sorted(n, func(i, j int) int { return cmp.Compare(math.Abs(w.value[j][0]), math.Abs(w.value[i][0])) })
	top := order[:min(o.Top, n)]
	for _, j := range order[len(top):] {
		f.add(&polyline{x: w.lambda, y: w.value[j], line: vector.LineStyle{Color: Silver, Width: 0.8}})
	}
	if others := n - len(top); others > 0 {
		f.legend.add(entry{name: counted(others, "other feature"), line: vector.LineStyle{Color: Silver, Width: 0.8}})
	}
	f.add(horizontal(0, vector.LineStyle{Color: Grey, Width: 0.6}))
	ends := &endLabels{figure: f, x: w.lambda[0]}
	f.x.start = w.lambda[0]
	var named []string
	for k, j := range top {
		line := curveStyle(k, classColors)
		f.add(&polyline{x: w.lambda, y: w.value[j], line: line})
		ends.y, ends.names, ends.lines = append(ends.y, w.value[j][0]), append(ends.names, w.features[j]), append(ends.lines, line)
		named = append(named, w.features[j])
	}
	f.add(ends)
	if slices.Min(w.left) < n {
		f.add(&countsAbove{w})
	}
	for i, λ := range o.Mark {
		if !(λ > 0) {
			return f.fail("PathOptions.Mark", λ, "Paths: λ = %v cannot be marked on a logarithmic axis", λ)
		}
		line := Style{Color: Black, Width: 1.2, Solid: i == 0}
		f.VLine(λ, fmt.Sprintf("λ = %s, %d of %d features left", short(λ), w.left[w.nearest(λ)], n), line)
	}
	last := len(w.lambda) - 1
	f.kind = fmt.Sprintf("Regularisation paths of %d features, of which %d are left at λ = %s and %d at λ = %s; the largest weights are those of %s",
		n, w.left[0], short(w.lambda[0]), w.left[last], short(w.lambda[last]), strings.Join(named, ", "))
	return f
}

// A walk is the weights along rising λ.
type walk struct {
	name     string
	features []string
	lambda   []float64
	value    [][]float64 // of each feature, at each λ
	left     []int       // features whose weight is not 0, at each λ
}

// walked returns the weights of models, or of one row of them.
func walked(models []*lclass.Model, class string) (*walk, error) {
	if len(models) == 0 {
		return nil, invalid.Worded("models", nil, "no models")
	}
	models = slices.Clone(models)
	for i, m := range models {
		if err := checkModel(m); err != nil {
			return nil, fmt.Errorf("model %d: %w", i, err)
		}
		k, d := m.W.Dims()
		if k0, d0 := models[0].W.Dims(); k != k0 || d != d0 {
			return nil, invalid.Worded("models", i, "model %d has %d×%d weights, the first %d×%d", i, k, d, k0, d0)
		}
		if !(m.Penalty.Lambda > 0) {
			return nil, invalid.Worded("Penalty.Lambda", m.Penalty.Lambda, "λ of model %d is %v, which a logarithmic axis cannot show", i, m.Penalty.Lambda)
		}
	}
	slices.SortStableFunc(models, func(a, b *lclass.Model) int { return cmp.Compare(a.Penalty.Lambda, b.Penalty.Lambda) })
	k, d := models[0].W.Dims()
	w := &walk{name: "weight", features: models[0].Features, value: make([][]float64, d)}
	if w.features == nil {
		for j := range d {
			w.features = append(w.features, fmt.Sprintf("w%d", j+1))
		}
	}
	row := 0
	if class != "" {
		if row = slices.Index(models[0].RowNames(), class); row < 0 {
			return nil, invalid.Worded("PathOptions.Class", class, "no class %q among %q", class, abbreviate(models[0].RowNames()))
		}
		w.name = "weight for “" + class + "”"
	} else if k > 1 {
		row, w.name = -1, "length of the weights over the classes"
	}
	for _, m := range models {
		left := 0
		for j := range d {
			v := 0.0
			if row >= 0 {
				v = m.W.At(row, j)
			} else {
				for c := range k {
					v = math.Hypot(v, m.W.At(c, j))
				}
			}
			if v != 0 {
				left++
			}
			w.value[j] = append(w.value[j], v)
		}
		w.lambda, w.left = append(w.lambda, m.Penalty.Lambda), append(w.left, left)
	}
	return w, nil
}

// nearest returns the number of the λ that is the nearest by its logarithm.
func (w *walk) nearest(λ float64) int {
	best := 0
	for i := range w.lambda {
		if math.Abs(math.Log(w.lambda[i]/λ)) < math.Abs(math.Log(w.lambda[best]/λ)) {
			best = i
		}
	}
	return best
}

// endLabels are names to the left of the ends of lines, moved apart.
type endLabels struct {
	figure *Figure
	x      float64
	y      []float64
	names  []string
	lines  []vector.LineStyle
}

const labelGap = 26 * pixel

func (e *endLabels) style() vector.TextStyle {
	sty := textStyle(9, Black)
	sty.XAlign = vector.XRight
	return sty
}

func (e *endLabels) plot(c vector.Canvas, p *axes) {
	sty := e.style()
	var ends []vector.Point
	var which []int
	for i, y := range e.y {
		if pt, ok := place(c, p, e.x, y); ok && c.Contains(pt) {
			ends, which = append(ends, pt), append(which, i)
		}
	}
	heights := apart(ends, sty.Height("Mg"), c.Min.Y, c.Max.Y)
	for n, i := range which {
		at := vector.Point{X: ends[n].X - labelGap, Y: heights[n]}
		room := at.X - c.Min.X
		if room < sty.Width("…") {
			continue
		}
		line := e.lines[i]
		line.Width = 0.8
		c.StrokeLine2(line, at.X+2*pixel, at.Y, ends[n].X, ends[n].Y)
		c.FillText(sty, vector.Point{X: at.X, Y: at.Y + sty.Extents().Descent/2}, shorten(e.names[i], sty, room))
	}
}

// apart returns heights near those of the points, at least gap from each other
// and, where there is room, between low and high.
func apart(points []vector.Point, gap, low, high vector.Length) []vector.Length {
	order := sorted(len(points), func(i, j int) int { return cmp.Compare(points[i].Y, points[j].Y) })
	up, down := make([]vector.Length, len(points)), make([]vector.Length, len(points))
	for n, i := range order {
		up[i] = points[i].Y
		if n > 0 {
			up[i] = max(up[i], up[order[n-1]]+gap)
		}
	}
	for n, i := range slices.Backward(order) {
		down[i] = points[i].Y
		if n < len(order)-1 {
			down[i] = min(down[i], down[order[n+1]]-gap)
		}
	}
	heights := make([]vector.Length, len(points))
	least := low + gap/2
	for _, i := range order {
		heights[i] = max((up[i]+down[i])/2, least)
		least = heights[i] + gap
	}
	most := high - gap/2
	for _, i := range slices.Backward(order) {
		heights[i] = min(heights[i], most)
		most = heights[i] - gap
	}
	return heights
}

// bounds leaves a part of the axis to the names, from 0.22 to 0.4 as they need.
func (e *endLabels) bounds(x, _ *limits) {
	if !x.seen || !x.log || x.fixed {
		return
	}
	var widest vector.Length
	for _, name := range e.names {
		widest = max(widest, e.style().Width(name))
	}
	const axis = 0.85 // of the figure
	share := min(max(float64((widest+labelGap+4*pixel)/pixel)/(axis*e.figure.width), 0.22), 0.4)
	x.include(x.lo / math.Max(2, math.Pow(x.hi/x.lo, share/(1-share))))
}

func (e *endLabels) covers(c vector.Canvas, p *axes) []vector.Point {
	var taken []vector.Point
	for _, y := range e.y {
		if pt, ok := place(c, p, e.x, y); ok {
			taken = append(append(taken, pt), between(vector.Point{X: c.Min.X, Y: pt.Y}, pt)...)
		}
	}
	return taken
}

// countsAbove are the numbers of features that are left, along the upper edge.
type countsAbove struct{ *walk }

func (l *countsAbove) plot(c vector.Canvas, p *axes) {
	sty := textStyle(8.5, Grey)
	sty.YAlign = vector.YTop
	top := c.Max.Y - 2*pixel + sty.Extents().Descent
	free := c.Max.X
	for i := range slices.Backward(l.lambda) {
		pt, ok := place(c, p, l.lambda[i], 0)
		text := fmt.Sprint(l.left[i])
		if half := sty.Width(text) / 2; ok && pt.X-half >= c.Min.X && pt.X+half <= free {
			c.FillText(sty, vector.Point{X: pt.X, Y: top}, text)
			free = pt.X - half - 8*pixel
		}
	}
	sty.XAlign = vector.XLeft
	if text := "features left"; c.Min.X+4*pixel+sty.Width(text) < free {
		c.FillText(sty, vector.Point{X: c.Min.X + 4*pixel, Y: top}, text)
	}
}

// bounds leaves room for a line of text.
func (l *countsAbove) bounds(_, y *limits) {
	if y.seen && !y.fixed {
		y.include(y.hi + 0.08*(y.hi-y.lo))
	}
}

func (l *countsAbove) covers(c vector.Canvas, _ *axes) []vector.Point {
	y := c.Max.Y - 8*pixel
	return between(vector.Point{X: c.Min.X, Y: y}, vector.Point{X: c.Max.X, Y: y})
}
