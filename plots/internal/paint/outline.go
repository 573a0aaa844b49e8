//go:build !notebook

package paint

import (
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// outlined is a canvas that draws letters as shapes. The PDF canvas of gonum
// knows only the letters of Western Europe: no Greek ones and no minus sign.
type outlined struct{ vg.CanvasWriterTo }

// FillString draws text with its base line starting at pt.
func (c outlined) FillString(face plotfont.Face, pt vg.Point, text string) {
	var (
		buf   sfnt.Buffer
		em    = fixed.Int26_6(face.Face.UnitsPerEm())
		scale = face.Font.Size / vg.Length(em)
		last  sfnt.GlyphIndex
		path  vg.Path
	)
	at := func(p fixed.Point26_6) vg.Point {
		return vg.Point{X: pt.X + vg.Length(p.X)*scale, Y: pt.Y - vg.Length(p.Y)*scale}
	}
	for i, r := range text {
		glyph, err := face.Face.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		if kern, err := face.Face.Kern(&buf, last, glyph, em, font.HintingNone); err == nil && i > 0 {
			pt.X += vg.Length(kern) * scale
		}
		segments, err := face.Face.LoadGlyph(&buf, glyph, em, nil)
		if err != nil {
			continue
		}
		for _, s := range segments {
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				path.Move(at(s.Args[0]))
			case sfnt.SegmentOpLineTo:
				path.Line(at(s.Args[0]))
			case sfnt.SegmentOpQuadTo:
				path.QuadTo(at(s.Args[0]), at(s.Args[1]))
			case sfnt.SegmentOpCubeTo:
				path.CubeTo(at(s.Args[0]), at(s.Args[1]), at(s.Args[2]))
			}
		}
		if advance, err := face.Face.GlyphAdvance(&buf, glyph, em, font.HintingNone); err == nil {
			pt.X += vg.Length(advance) * scale
		}
		last = glyph
	}
	if len(path) > 0 {
		c.Fill(path)
	}
}
