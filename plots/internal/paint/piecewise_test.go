//go:build !notebook

package paint

import (
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// strokes counts what is stroked on a canvas of images.
type strokes struct {
	*vgimg.Canvas
	paths   []vg.Path
	offsets []vg.Length
	offset  vg.Length
}

func (s *strokes) SetLineDash(dashes []vg.Length, offset vg.Length) {
	s.offset = offset
	s.Canvas.SetLineDash(dashes, offset)
}

func (s *strokes) Stroke(p vg.Path) {
	s.paths, s.offsets = append(s.paths, p), append(s.offsets, s.offset)
	s.Canvas.Stroke(p)
}

// noise is a curve that crosses 100 points of height at each step.
func noise(n int) (p vg.Path) {
	r := rand.New(rand.NewPCG(1, 1))
	p.Move(vg.Point{X: 0, Y: 50})
	for i := range n {
		p.Line(vg.Point{X: 100 * vg.Length(i+1) / vg.Length(n), Y: vg.Length(100 * r.Float64())})
	}
	return p
}

func TestPiecewise(t *testing.T) {
	for name, test := range map[string]struct {
		path   vg.Path
		color  color.Color
		dashes []vg.Length
		pieces int
	}{
		"short":       {noise(50), color.Black, nil, 1},
		"long":        {noise(2000), color.Black, nil, 32},
		"dashed":      {noise(2000), color.Black, []vg.Length{7, 3}, 32},
		"translucent": {noise(400), color.NRGBA{A: 100}, nil, 1},
		"two lines":   {append(noise(200), noise(200)...), color.Black, nil, 1},
	} {
		s := &strokes{Canvas: vgimg.NewWith(vgimg.UseWH(100, 100), vgimg.UseDPI(72))}
		c := newPiecewise(s, 100, 100)
		c.SetColor(test.color)
		c.SetLineDash(test.dashes, 0)
		c.Stroke(test.path)
		if len(s.paths) != test.pieces {
			t.Errorf("%s: %d pieces, want %d", name, len(s.paths), test.pieces)
			continue
		}
		if test.pieces == 1 {
			continue
		}
		at, along := 0, vg.Length(0) // each piece begins at the last but one point of that before
		for i, piece := range s.paths {
			for k, corner := range piece {
				if corner.Pos != test.path[at+k].Pos {
					t.Fatalf("%s: piece %d leaves the line at corner %d", name, i, k)
				}
			}
			if len(test.dashes) > 0 && math.Abs(float64(s.offsets[i]-along)) > 1e-6 {
				t.Errorf("%s: the dashes of piece %d begin at %v, want %v", name, i, s.offsets[i], along)
			}
			along += length(piece[:len(piece)-1])
			at += len(piece) - 2
		}
		if at+2 != len(test.path) {
			t.Errorf("%s: the pieces end at corner %d of %d", name, at+2, len(test.path))
		}
	}
}
