package vector

import (
	"errors"
	"image"
	"image/color"
	"math"
	"reflect"
	"testing"

	"linclass/internal/errtest"
)

type dot struct{}

func (dot) DrawGlyph(c *Canvas, s GlyphStyle, at Point) {
	var p Path
	p.Move(Point{at.X + s.Radius, at.Y})
	p.Arc(at, s.Radius, 0, 2*math.Pi)
	p.Close()
	c.Fill(p)
}

// everything has each kind of action and of piece.
func everything() *Picture {
	c := New(300, 200)
	c.FillText(TextStyle{Color: color.Gray{100}, Size: 10, Rotation: 1}, Point{3, 4}, "η = 0.1\n−2")
	c.StrokeLine2(LineStyle{Width: 2, Dashes: []Length{7, 3}}, 1, 2, 3, 4)
	c.StrokeLines(LineStyle{}, nil, []Point{{1, 1}, {2, 2}})
	c.StrokeLines(LineStyle{})
	c.FillPolygon(color.White, []Point{{0, 0}, {1, 0}, {0, 1}})
	c.DrawGlyph(GlyphStyle{Radius: 3, Shape: dot{}}, Point{10, 10})
	c.DrawGlyph(GlyphStyle{Radius: 3, Shape: dot{}}, Point{-10, 10}) // outside
	c.DrawGlyph(GlyphStyle{Radius: 3}, Point{10, 10})                // no shape
	img := image.NewNRGBA(image.Rect(0, 0, 3, 2))
	for i := range img.Pix {
		img.Pix[i] = byte(i)
	}
	c.DrawImage(c.Rectangle, img)
	c.Title, c.Description = "λ", "a picture"
	return c.Picture
}

func TestEncodeAndDecode(t *testing.T) {
	p := everything()
	got := errtest.Must(Decode(p.Encode()))
	if !reflect.DeepEqual(got, p) {
		t.Errorf("%v, want %v", got, p)
	}
}

// Pixels that are a part of a larger image.
func TestEncodePartOfImage(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 4, 4))
	img.SetNRGBA(2, 3, color.NRGBA{1, 2, 3, 4})
	c := New(10, 10)
	c.DrawImage(c.Rectangle, img.SubImage(image.Rect(2, 2, 4, 4)).(*image.NRGBA))
	p := errtest.Must(Decode(c.Encode()))
	if got := p.Actions[0].(Image).Pixels; got.NRGBAAt(0, 1) != (color.NRGBA{1, 2, 3, 4}) || got.Bounds().Dx() != 2 {
		t.Errorf("%v", got)
	}
}

func TestDamagedPicture(t *testing.T) {
	data := everything().Encode()
	whole := 0
	for n := range data {
		if _, err := Decode(data[:n]); err == nil {
			whole++ // cut between two actions, or before the title
		} else if !errors.Is(err, errDamaged) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	if want := len(everything().Actions) + 1; whole != want {
		t.Errorf("%d beginnings are pictures, want %d", whole, want)
	}
	for i := range data {
		broken := append([]byte(nil), data...)
		broken[i] = 0xFF
		Decode(broken) // must return
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(everything().Encode())
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := Decode(data); err == nil {
			again, err := Decode(p.Encode())
			if err != nil || len(again.Actions) != len(p.Actions) {
				t.Errorf("%v: %v", again, err)
			}
		}
	})
}
