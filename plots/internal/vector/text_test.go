package vector_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"linclass/plots/internal/vector"
)

// gonumStyle is the same style for gonum, which has the font.
func gonumStyle(s vector.TextStyle) text.Style {
	return text.Style{
		Font:     font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Length(s.Size)},
		Rotation: s.Rotation, XAlign: text.XAlignment(s.XAlign), YAlign: text.YAlignment(s.YAlign),
		Handler: text.Plain{Fonts: font.NewCache(liberation.Collection())},
	}
}

var styles = []vector.TextStyle{
	{Size: 10},
	{Size: 11.5, XAlign: vector.XCenter, YAlign: vector.YTop},
	{Size: 13, XAlign: vector.XRight, YAlign: vector.YCenter, Rotation: math.Pi / 2},
}

// Text is as large as gonum finds with the font itself, to the last bit.
func TestTextIsAsLargeAsTheFont(t *testing.T) {
	texts := []string{"", " ", "AV To Ty 11.", "w·x + b = 0 ≤ η₁ − λ²", "two\nlines", "\n", "世界 \U0001F600", "\xff"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		s := make([]rune, 8)
		for i := range s {
			s[i] = rune(0x20 + r.IntN(0x500))
		}
		texts = append(texts, string(s))
	}
	for _, s := range styles {
		g := gonumStyle(s)
		e, w := s.Extents(), g.FontExtents()
		if e != (vector.Extents{vector.Length(w.Ascent), vector.Length(w.Descent), vector.Length(w.Height)}) {
			t.Errorf("size %v: extents %v, want %v", s.Size, e, w)
		}
		for _, text := range texts {
			r := g.Rectangle(text)
			want := vector.Rectangle{vector.Point{vector.Length(r.Min.X), vector.Length(r.Min.Y)}, vector.Point{vector.Length(r.Max.X), vector.Length(r.Max.Y)}}
			if got := s.Rectangle(text); got != want {
				t.Errorf("%q of size %v: %v, want %v", text, s.Size, got, want)
			}
			if got, want := s.Width(text), vector.Length(g.Width(text)); got != want {
				t.Errorf("%q of size %v: width %v, want %v", text, s.Size, got, want)
			}
		}
	}
}

// The parts of a line on the canvas are those that gonum finds.
func TestClipLines(t *testing.T) {
	c := vector.New(100, 50).Crop(10, -10, 5, -5)
	g := draw.Canvas{Rectangle: vg.Rectangle{Min: vg.Point{X: 10, Y: 5}, Max: vg.Point{X: 90, Y: 45}}}
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		line, same := make([]vector.Point, n%7), make([]vg.Point, n%7)
		for i := range line {
			x, y := 140*r.Float64()-20, 90*r.Float64()-20
			line[i], same[i] = vector.Point{vector.Length(x), vector.Length(y)}, vg.Point{X: vg.Length(x), Y: vg.Length(y)}
		}
		got, want := c.ClipLinesXY(line), g.ClipLinesXY(same)
		if len(got) != len(want) {
			t.Fatalf("%v: %d parts, want %d", line, len(got), len(want))
		}
		for i := range got {
			if len(got[i]) != len(want[i]) {
				t.Fatalf("%v: part %d is %v, want %v", line, i, got[i], want[i])
			}
			for j, p := range got[i] {
				if p != (vector.Point{vector.Length(want[i][j].X), vector.Length(want[i][j].Y)}) {
					t.Errorf("%v: part %d is %v, want %v", line, i, got[i], want[i])
				}
			}
		}
	}
}
