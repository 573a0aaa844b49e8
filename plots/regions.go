package plots

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/plots/internal/vector"
)

// A Classifier predicts the class of one sample from its features. The class −1 means
// "undecided". A [*lclass.Model] is one.
type Classifier interface {
	PredictOne(x []float64) int
}

// A ClassFunc is a function that is a [Classifier], such as a vote of several models.
type ClassFunc func(x []float64) int

// PredictOne calls the function.
func (f ClassFunc) PredictOne(x []float64) int { return f(x) }

// ByVotes returns a classifier that predicts the class with the most votes of m, without
// the scores that break a tie. In a tie, as in the regions "?" of one-vs-rest and
// one-vs-one (Dongguk, Bishop 4.1.2), it is undecided. See [lclass.Model.VotesOne].
func ByVotes(m *lclass.Model) Classifier { return votes{m} }

type votes struct{ of *lclass.Model }

// PredictOne returns −1 where no class has more votes than every other.
func (v votes) PredictOne(x []float64) int {
	if v.of.AmbiguousOne(x) {
		return -1
	}
	return v.of.PredictOne(x)
}

// probabilistic is a classifier that may know how sure it is.
type probabilistic interface {
	Classifier
	HasProbability() bool
	ProbaOne(x []float64) []float64
}

// Regions shades the plane by the class that m predicts and draws the samples d, which have
// two features, over it; another number of features is an error. For two classes with
// probabilities the shades are ten bands of probability, which the colour bar explains, and
// the line of ½ is drawn. Where m is undecided, as [ByVotes] may be, the plane is grey, or
// white if there are more than eight classes, and the legend says "?". The legend also has
// the classes without samples.
func Regions(m Classifier, d *lclass.Data) *Figure {
	if d != nil && d.D() != 2 {
		return failed("data", d.D(), "Regions: the data have %d features %q; a plane needs two", d.D(), abbreviate(d.Features()))
	}
	f := Scatter(d)
	classes, err := plane(m)
	if err != nil {
		return f.keep(fmt.Errorf("plots: Regions: %w", err))
	}
	if f.err != nil {
		return f
	}
	names, number := known(classes, d)
	f.kind = "Decision regions under a s" + strings.TrimPrefix(f.kind, "S")
	p, ok := m.(probabilistic)
	ok = ok && p.HasProbability() && len(p.ProbaOne([]float64{0, 0})) == 2
	if ok {
		return f.bands(p, d, classes, names, number)
	}
	shade := shades(len(names))
	regions, class := decisions(m, number, shade)
	seen := f.seen(class)
	for _, k := range unsampled(names, classes, d, seen) {
		f.legend.add(entry{name: names[k], patch: shade(k)})
	}
	f.points = max(f.points, len(names))
	if seen[-1] {
		f.legend.add(entry{name: "?", patch: shade(-1)})
	}
	return f.under(regions)
}

// plane returns the names of the classes that m decides between, nil if they
// are not known, or an error if m has no classes for the points of a plane.
func plane(m Classifier) (classes []string, err error) {
	switch m := m.(type) {
	case nil:
		return nil, invalid.Worded("model", nil, "no model")
	case *lclass.Model:
		if err := checkPlane(m); err != nil {
			return nil, err
		}
		return m.Classes, nil
	case votes:
		return plane(m.of)
	case ClassFunc:
		if m == nil {
			return nil, invalid.Worded("model", nil, "no function")
		}
	}
	return nil, nil
}

// known returns the names of all classes of the figure, those of the data first, and the
// number among them of each class of a model. A model without names has the classes of
// the data.
func known(classes []string, d *lclass.Data) (names []string, number func(int) int) {
	names = slices.Clone(d.Classes())
	numbers := make([]int, len(classes))
	for k, name := range classes {
		i := slices.Index(names, name)
		if i < 0 {
			i, names = len(names), append(names, name)
		}
		numbers[k] = i
	}
	return names, func(k int) int {
		if k < 0 || k >= len(numbers) {
			return k
		}
		return numbers[k]
	}
}

// unsampled returns the classes that no sample shows and that a model of the given
// classes may predict, or one without names does.
func unsampled(names, classes []string, d *lclass.Data, seen map[int]bool) []int {
	var without []int
	t := d.T()
	for k, name := range names {
		if !slices.Contains(t, k) && (slices.Contains(classes, name) || classes == nil && seen[k]) {
			without = append(without, k)
		}
	}
	return without
}

// under puts items below all that is drawn so far.
func (f *Figure) under(items ...item) *Figure {
	f.items = append(items, f.items...)
	return f
}

// shades returns the colours of the regions of so many classes. Where no class is
// decided, the plane is grey, or white if a class is grey.
func shades(classes int) func(k int) color.NRGBA {
	return func(k int) color.NRGBA {
		if k < 0 && classes > slices.Index(classColors, Grey) {
			return white
		}
		return shade(k)
	}
}

func shade(k int) color.NRGBA { return mix(areaColor(k), white, 0.72) }

// decisions is finer than the figure is drawn on a plain screen.
func decisions(m Classifier, number func(int) int, shade func(int) color.NRGBA) (regions *field, class func(x, y float64) int) {
	var x [2]float64
	class = func(x0, x1 float64) int {
		x[0], x[1] = x0, x1
		return number(m.PredictOne(x[:]))
	}
	return &field{cols: 480, rows: 340, edges: true, color: func(x0, x1 float64) color.NRGBA {
		return shade(class(x0, x1))
	}}, class
}

// seen returns the classes on a coarse grid over the axes; −1 is undecided.
func (f *Figure) seen(class func(x, y float64) int) map[int]bool {
	x, y := f.ranges()
	x0, x1 := x.margin()
	y0, y1 := y.margin()
	const n = 120
	classes := map[int]bool{}
	for i := range n {
		for j := range n {
			classes[max(class(x0+(x1-x0)*float64(i)/(n-1), y0+(y1-y0)*float64(j)/(n-1)), -1)] = true
		}
	}
	return classes
}

// bands shades by the probability of the second class in steps of 0.1.
func (f *Figure) bands(m probabilistic, d *lclass.Data, classes, names []string, number func(int) int) *Figure {
	first, second := areaColor(number(0)), areaColor(number(1))
	band := func(p float64) color.NRGBA {
		if math.IsNaN(p) {
			return Silver
		}
		middle := (math.Floor(min(p*10, 9)) + 0.5) / 10
		if middle < 0.5 {
			return mix(white, first, 0.9*(0.5-middle))
		}
		return mix(white, second, 0.9*(middle-0.5))
	}
	for _, k := range unsampled(names, classes, d, nil) {
		f.legend.add(entry{name: names[k], patch: band(float64(slices.Index(classes, names[k])))})
	}
	f.points = max(f.points, len(names))
	label := "probability"
	if classes != nil {
		label += " of “" + classes[1] + "”"
	}
	f.bar = &colorBar{colors: band, lo: 0, hi: 1, label: label, levels: []float64{0.5}}
	f.width += float64(f.bar.width()/pixel) / 2
	var x [2]float64
	return f.under(&field{cols: 480, rows: 340, color: func(x0, x1 float64) color.NRGBA {
		x[0], x[1] = x0, x1
		return band(m.ProbaOne(x[:])[1])
	}}, even(m))
}

// even draws the line where two classes are equally probable.
func even(m probabilistic) drawing {
	return func(c vector.Canvas, p *axes) {
		g := newGrid(func(x, y float64) float64 { return m.ProbaOne([]float64{x, y})[1] }, p.x, p.y, 97, 73)
		strokeLevel(c, p, g.steepLevel(0.5), vector.LineStyle{Color: Black, Width: 1.6})
	}
}

func strokeLevel(c vector.Canvas, p *axes, segments [][4]float64, line vector.LineStyle) {
	c.SetLineStyle(line)
	var path vector.Path
	for _, s := range segments {
		from, _ := place(c, p, s[0], s[1])
		to, _ := place(c, p, s[2], s[3])
		for _, part := range c.ClipLinesXY([]vector.Point{from, to}) {
			path.Move(part[0])
			path.Line(part[1])
		}
	}
	if len(path) > 0 {
		c.Stroke(path)
	}
}
