package plots

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"linclass/internal/invalid"
	"linclass/plots/internal/vector"
)

// The size of a figure in pixels of a screen with 96 dots per inch.
const (
	defaultWidth  = 560
	defaultHeight = 400
)

// pixel is the length of one such pixel.
const pixel = vector.Inch / 96

// A Figure is a picture with a horizontal and a vertical axis. Its methods
// draw on it in the order in which they are called and return it, so that
// calls can be chained.
type Figure struct {
	// Alt says in words what the figure shows. If it is empty, title, axes
	// and legend are put into a sentence; see AltText.
	Alt string

	title          string
	xName, yName   string
	width, height  float64
	x, y           limits
	equal          bool
	square         bool   // equal as long as both axes are of a kind
	bare, flat     bool   // no axes; no vertical one
	kind           string // what Alt says first
	legend         legend
	bar            *colorBar
	recolor        func(limit float64) // of signed images: fixes the colour scale
	items          []item
	points, lines  int // drawn so far, to give each its own style
	xTicks, yTicks []tick
	yGrid          bool // also with yTicks
	tickLength     vector.Length
	slanted        bool // the labels of the horizontal axis
	err            error
}

// An item is something drawn on a figure.
type item interface {
	plot(c vector.Canvas, p *axes)
}

// A drawing is an item that the axes and the legend need not know.
type drawing func(c vector.Canvas, p *axes)

func (d drawing) plot(c vector.Canvas, p *axes) { d(c, p) }

// A bounded item grows the limits to what it needs to be seen.
type bounded interface{ bounds(x, y *limits) }

// A covering item returns places that a legend should leave free.
type covering interface {
	covers(c vector.Canvas, p *axes) []vector.Point
}

// A dataItem shows data: the axes follow it, and not the functions beside it.
type dataItem interface{ isData() }

// New returns an empty figure with labels for its axes. The default names of features, x1
// and x2, are drawn as x₁ and x₂.
func New(xLabel, yLabel string) *Figure {
	return &Figure{xName: subscripted(xLabel), yName: subscripted(yLabel), kind: "Figure", width: defaultWidth, height: defaultHeight, tickLength: 4}
}

func textStyle(size vector.Length, c color.Color) vector.TextStyle {
	return vector.TextStyle{Color: c, Size: size, XAlign: vector.XCenter, YAlign: vector.YCenter}
}

// failed returns a figure that carries an error about an argument.
func failed(argument string, value any, format string, args ...any) *Figure {
	return New("", "").fail(argument, value, format, args...)
}

// fail keeps an error about an argument.
func (f *Figure) fail(argument string, value any, format string, args ...any) *Figure {
	return f.keep(invalid.Worded(argument, value, "plots: "+format, args...))
}

// keep keeps the first error of the figure.
func (f *Figure) keep(err error) *Figure {
	if f.err == nil {
		f.err = err
	}
	return f
}

// Err returns the first error of a constructor or method, or that of fixed ends which an axis
// cannot show, nil if there is none.
func (f *Figure) Err() error {
	if f.err != nil {
		return f.err
	}
	if err := checkRange("XRange", &f.x); err != nil {
		return err
	}
	return checkRange("YRange", &f.y)
}

// optional returns the options of a constructor, the zero value if there are none.
func optional[O any](options []O) (o O) {
	if len(options) > 0 {
		o = options[0]
	}
	return o
}

// sorted returns the numbers 0 to n−1 in an order.
func sorted(n int, compare func(i, j int) int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, compare)
	return order
}

// Title sets the text above the figure.
func (f *Figure) Title(s string) *Figure {
	f.title = s
	return f
}

// Labels names the axes.
func (f *Figure) Labels(x, y string) *Figure {
	f.xName, f.yName = subscripted(x), subscripted(y)
	return f
}

// subscripted returns the label of an axis, with a default name of a feature as the
// lectures write it.
func subscripted(label string) string {
	digits, ok := strings.CutPrefix(label, "x")
	if !ok || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return label
	}
	var b strings.Builder
	b.WriteByte('x')
	for _, r := range digits {
		b.WriteRune(r - '0' + '₀')
	}
	return b.String()
}

// Size sets the width and height in pixels, each from 100 to 4000; 560×400 is the default.
func (f *Figure) Size(width, height float64) *Figure {
	if !(width >= 100 && height >= 100 && width <= 4000 && height <= 4000) {
		return f.fail("size", []float64{width, height}, "Size: %v×%v pixels; each side is between 100 and 4000", width, height)
	}
	f.width, f.height = width, height
	return f
}

// XRange fixes the ends of the horizontal axis, which otherwise fit the data.
func (f *Figure) XRange(lo, hi float64) *Figure { return f.fix("XRange", &f.x, lo, hi) }

// YRange fixes the ends of the vertical axis, which otherwise fit the data.
func (f *Figure) YRange(lo, hi float64) *Figure { return f.fix("YRange", &f.y, lo, hi) }

func (f *Figure) fix(name string, l *limits, lo, hi float64) *Figure {
	if !(lo < hi) || math.IsInf(lo, 0) || math.IsInf(hi, 0) {
		return f.fail(name, []float64{lo, hi}, "%s: from %v to %v; give two finite numbers, the smaller first", name, lo, hi)
	}
	l.lo, l.hi, l.fixed = lo, hi, true
	return f
}

// checkRange returns an error for fixed ends that the axis cannot show.
func checkRange(name string, l *limits) error {
	switch {
	case !l.fixed:
	case l.normal && !(l.lo > 0 && l.hi < 1):
		return invalid.Worded(name, []float64{l.lo, l.hi}, "plots: %s: from %v to %v; an axis of DET lies between 0 and 1, without these", name, l.lo, l.hi)
	case l.log && l.lo <= 0:
		return invalid.Worded(name, []float64{l.lo, l.hi}, "plots: %s: from %v to %v; a logarithmic axis must begin above 0", name, l.lo, l.hi)
	}
	return nil
}

// LogX makes the horizontal axis logarithmic. Values that are not positive
// are left out. A fixed axis that does not begin above 0 is an error.
func (f *Figure) LogX() *Figure { return f.makeLog(&f.x) }

// LogY makes the vertical axis logarithmic. Values that are not positive are
// left out. A fixed axis that does not begin above 0 is an error.
func (f *Figure) LogY() *Figure { return f.makeLog(&f.y) }

func (f *Figure) makeLog(l *limits) *Figure {
	if l.normal {
		return f.fail("axes", "logarithmic", "DET: the axes show quantiles of the normal distribution and cannot be logarithmic")
	}
	l.log = true
	for _, i := range f.items {
		if _, ok := i.(*boundary); ok {
			return f.curved()
		}
	}
	return f
}

// Equal gives a unit the same length on both axes, so that right angles look right; on
// two logarithmic axes, a power of ten. One axis then shows more than the data need; if
// its ends are fixed, the figure is narrower or lower instead. If only one axis is
// logarithmic, [Show] and [Save] report an error.
func (f *Figure) Equal() *Figure { f.equal = true; return f }

// isEqual reports whether a unit has the same length on both axes: by Equal, or in a square
// figure unless one axis alone is logarithmic.
func (f *Figure) isEqual() bool {
	return f.equal || f.square && f.x.log == f.y.log
}

func (f *Figure) add(i item) *Figure {
	f.items = append(f.items, i)
	return f
}

// AltText returns the text for readers who do not see the figure: Alt or, if that is
// empty, a sentence made of title, axes and legend. [Show] and [Save] pass it to the
// notebook and the file.
func (f *Figure) AltText() string {
	if f.Alt != "" {
		return f.Alt
	}
	var b strings.Builder
	b.WriteString(f.kind)
	if s := f.title; s != "" {
		b.WriteString(" “" + s + "”")
	}
	if x, y := f.xName, f.yName; x != "" && y != "" {
		b.WriteString(": " + y + " against " + x)
	}
	if names := f.legend.names(); len(names) > 0 {
		b.WriteString(", showing " + strings.Join(names, ", "))
	}
	return b.String() + "."
}
