package plots

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/lclass/metric"
	"linclass/lclass/validate"
	"linclass/plots/internal/vector"
)

// A probe is an item that sees how much room there is.
type probe struct{ c vector.Canvas }

func (s *probe) plot(c vector.Canvas, _ *axes)              { s.c = c }
func (s *probe) bounds(_, _ *limits)                        {}
func (s *probe) covers(vector.Canvas, *axes) []vector.Point { return nil }

// Names that are as long as the figure leave room for what it shows.
func TestLongNames(t *testing.T) {
	long := func(n int) (names []string) {
		for i := range n {
			names = append(names, fmt.Sprintf("a class with a %s long name %d", strings.Repeat("very, ", 40), i))
		}
		return names
	}
	grid := func(rows, cols int) *Figure {
		scores := make([]validate.Scores, rows*cols)
		for i := range scores {
			scores[i] = validate.Scores{Name: "score", Test: []float64{float64(i)}}
		}
		return GridScores(GridAxis{Label: "loss", Names: long(rows)}, GridAxis{Label: "penalty", Names: long(cols)}, scores)
	}
	confusion := func(k int) *Figure {
		return Confusion(metric.Confusion([]int{0, 1}, []int{0, 1}, long(k), nil))
	}
	bars := model(1, 3, 0)
	bars.Features = long(3)
	for name, f := range map[string]*Figure{
		"confusion of 2": confusion(2), "confusion of 10": confusion(10), "confusion of 20": confusion(20),
		"confusion in a panel": confusion(3).Size(400, 340),
		"grid":                 grid(2, 3), "large grid": grid(12, 15), "bars": Coefficients(bars),
	} {
		var room probe
		f.add(&room)
		w, h := vector.Length(f.width)*pixel, vector.Length(f.height)*pixel
		c := vector.New(w, h)
		if err := f.draw(c); err != nil {
			t.Error(err)
		}
		if size := room.c.Size(); f.Err() != nil || size.X < 0.1*w || size.Y < 0.1*h || !c.Contains(room.c.Min) || !c.Contains(room.c.Max) {
			t.Errorf("%s: room for the data from %v to %v on a canvas of %v×%v: %v", name, room.c.Min, room.c.Max, w, h, f.Err())
		}
		last := ""
		for _, a := range c.Actions {
			if s, ok := a.(vector.Text); ok && strings.HasPrefix(s.Text, "a class") && strings.HasSuffix(s.Text, "1") {
				last = s.Text
			}
		}
		if !strings.Contains(last, "…") {
			t.Errorf("%s: the name of the second is written as %q", name, last)
		}
	}
}

func TestNoRoom(t *testing.T) {
	err := Save(t.TempDir()+"/x.png", Confusion(animals()).Size(100, 100))
	if !errtest.Is(err, bad("size", []float64{100, 100})) {
		t.Error(err)
	}
}

// Names that fit change nothing.
func TestShortNamesStay(t *testing.T) {
	f := Confusion(animals())
	if f.width != 430 || f.height != 310 {
		t.Errorf("%v×%v", f.width, f.height)
	}
}

// Titles, legends, labels and notes of any length stay in the figure, and are whole where
// there is room.
func TestLongTexts(t *testing.T) {
	words := func(n int) string { return strings.TrimSpace(strings.Repeat("many words ", n)) }
	unbroken := strings.Repeat("a_b", 200)
	for name, test := range map[string]struct {
		figure *Figure
		whole  string // what the figure says in full
	}{
		"title":               {New("x", "y").Title(words(20)), words(20)},
		"endless title":       {New("x", "y").Title(words(500)), ""},
		"title of one word":   {New("x", "y").Title(unbroken), ""},
		"title of a square":   {Confusion(animals()).Title(words(12)), words(12)},
		"title of equal axes": {New("x", "y").Equal().XRange(0, 1).YRange(0, 1).Title(words(15)), words(15)},
		"title of a panel":    {Scatter(twoClasses(5)).Size(260, 220).Title(words(10)), words(10)},
		"title with lines":    {New("x", "y").Title("one\n" + words(20)), "one " + words(20)},
		"legend outside":      {New("x", "y").Points([]float64{1}, []float64{1}, words(20)).Legend(Outside), words(20)},
		"legend by itself":    {New("x", "y").Points([]float64{1}, []float64{1}, words(20)).Func(math.Sin, "sine"), words(20) + " sine"},
		"legend in a corner":  {New("x", "y").Points([]float64{1}, []float64{1}, words(20)).Func(math.Sin, "sine").Legend(TopRight), words(20) + " sine"},
		"left":                {New("x", "y").Size(300, 300).Points([]float64{1}, []float64{1}, words(6)).Legend(BottomLeft), words(6)},
		"endless legend":      {New("x", "y").Points([]float64{1}, []float64{1}, words(500)).Legend(TopLeft), ""},
		"endless, outside":    {New("x", "y").Points([]float64{1}, []float64{1}, unbroken), ""},
		"classes":             {Regions(ClassFunc(func(x []float64) int { return 0 }), twoClasses(5)).Points([]float64{1}, []float64{1}, words(30)), ""},
		"note":                {New("x", "y").Text(0.5, 0.5, words(15)), words(15)},
		"caption of an image": {SignedImages(mat.NewDense(1, 4, []float64{1, 2, 3, 4}), 2, 2, words(40)), ""},
		"label of a colour bar": {GridScores(GridAxis{Label: "base", Names: []string{"a"}}, GridAxis{Label: "λ", Values: []float64{1}},
			[]validate.Scores{{Name: words(20), Test: []float64{1, 2}}}), ""},
	} {
		s, err := arrange([]*Figure{test.figure})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		p, err := s.picture()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var said []string
		turned := 0
		for _, a := range p.Actions {
			switch a := a.(type) {
			case vector.Rotate:
				turned++
			case vector.Pop:
				turned--
			case vector.Text:
				e := vector.TextStyle{Size: a.Size}.Extents()
				end, width, height := a.At.X+vector.TextStyle{Size: a.Size}.Width(a.Text), p.Width, p.Height
				low, high := a.At.Y-e.Descent, a.At.Y+e.Ascent
				if turned > 0 { // X runs upwards, and Y to the left
					width, height = height, width
					low, high = -high, -low
				}
				const rounding = 0.1
				if a.At.X < -rounding || end > width+rounding || low < -rounding-e.Descent || high > height+e.Descent+rounding {
					t.Errorf("%s: %q from %v to %v of %v, from %v to %v of %v", name, a.Text, a.At.X, end, width, low, high, height)
				}
				if turned == 0 {
					said = append(said, a.Text)
				}
			}
		}
		if all := strings.Join(said, " "); !strings.Contains(all, test.whole) {
			t.Errorf("%s: no %q in %q", name, test.whole, all)
		}
	}
}

// A title of two lines is as high as two, and what is below it keeps its shape.
func TestTitleOfLinesHasRoom(t *testing.T) {
	for _, n := range []int{1, 20} {
		f := Confusion(animals()).Title(strings.TrimSpace(strings.Repeat("words ", n)))
		var room probe
		f.add(&room)
		s, err := arrange([]*Figure{f})
		if err == nil {
			_, err = s.picture()
		}
		if size := room.c.Size(); err != nil || !near(float64(size.X), float64(size.Y)) || size.X < 240*pixel {
			t.Errorf("%d words: room of %v, %v", n, size, err)
		}
	}
}

// The name of an axis that is longer than the figure is cut, not the axes.
func TestLongNameOfAxis(t *testing.T) {
	long := strings.Repeat("mean of the squared residuals ", 10) + "end"
	for name, f := range map[string]*Figure{
		"linear":       New(long, long),
		"logarithmic":  New(long, long).LogX().LogY(),
		"tall":         New(long, long).Size(250, 800),
		"with a bar":   Contour(func(x, y float64) float64 { return x }, Axis{long, 0, 1}, Axis{long, 0, 1}),
		"coefficients": Coefficients(model(1, 3, 0)).Labels(long, ""),
	} {
		var room probe
		f.add(&room)
		names := 0
		for _, a := range drawn(t, f) {
			s, ok := a.(vector.Text)
			if !ok || !strings.HasPrefix(s.Text, "mean") {
				continue
			}
			names++
			width := vector.TextStyle{Size: s.Size}.Width(s.Text)
			// A vertical name is turned: its X runs upwards.
			side := vector.Length(max(f.width, f.height)) * pixel
			if names == 1 {
				side = vector.Length(f.width) * pixel
			}
			if !strings.Contains(s.Text, "…") || !strings.HasSuffix(s.Text, "end") || s.Size < 9 || s.At.X < 0 || s.At.X+width > side {
				t.Errorf("%s: %q of %v points from %v to %v of %v", name, s.Text, s.Size, s.At.X, s.At.X+width, side)
			}
		}
		if size := room.c.Size(); names == 0 || float64(size.X/pixel) < 0.6*f.width || float64(size.Y/pixel) < 0.6*f.height {
			t.Errorf("%s: axes of %v in a figure of %v×%v pixels, %d names", name, size, f.width, f.height, names)
		}
	}
}
