package vector

import (
	"image/color"
	"math"
	"strings"
)

// A TextStyle is how text is written. The font is Liberation Sans.
type TextStyle struct {
	Color    color.Color
	Size     Length
	Rotation float64 // in radians, about the place of the text
	XAlign   XAlignment
	YAlign   YAlignment
}

// An XAlignment says which part of a text lies at its place, as a share of the
// width.
type XAlignment float64

// A YAlignment is the same for the height.
type YAlignment float64

// Alignments.
const (
	XLeft   XAlignment = 0
	XCenter XAlignment = -0.5
	XRight  XAlignment = -1
	YBottom YAlignment = 0
	YCenter YAlignment = -0.5
	YTop    YAlignment = -1
)

// Extents are the heights of a font. Height is the distance of lines.
type Extents struct{ Ascent, Descent, Height Length }

// Extents returns the heights of the font.
func (s TextStyle) Extents() Extents {
	f := sans()
	scale := s.scale()
	return Extents{Length(f.ascent) * scale, Length(f.descent) * scale, Length(f.height) * scale}
}

// scale is the length of a unit of the font.
func (s TextStyle) scale() Length { return s.Size / Length(sans().em) }

// Width returns the width of the widest line before it is turned.
func (s TextStyle) Width(text string) Length {
	var widest Length
	for _, line := range split(text) {
		widest = max(widest, s.lineWidth(line))
	}
	return widest
}

func (s TextStyle) lineWidth(line string) Length { return Length(sans().width(line)) * s.scale() }

// Height returns the height of all lines before they are turned.
func (s TextStyle) Height(text string) Length {
	e := s.Extents()
	var h Length
	for i := range split(text) {
		h += e.Ascent + e.Descent
		if i > 0 {
			h += e.Height - e.Ascent - e.Descent
		}
	}
	return h
}

// Rectangle returns what the text covers if its place is the origin.
func (s TextStyle) Rectangle(text string) Rectangle {
	e := s.Extents()
	w, h := s.Width(text), s.Height(text)
	left, low := Length(s.XAlign)*w, Length(s.YAlign)*h-(e.Height-e.Ascent)
	a, b := s.turned(Point{left, low}), s.turned(Point{left, h + low})
	c, d := s.turned(Point{w + left, low}), s.turned(Point{w + left, h + low})
	return Rectangle{
		Min: Point{min(a.X, b.X, c.X, d.X), min(a.Y, b.Y, c.Y, d.Y)},
		Max: Point{max(a.X, b.X, c.X, d.X), max(a.Y, b.Y, c.Y, d.Y)},
	}
}

func (s TextStyle) turned(p Point) Point {
	if s.Rotation == 0 {
		return p
	}
	sin, cos := math.Sincos(s.Rotation)
	x, y := float64(p.X), float64(p.Y)
	return Point{Length(x*cos - y*sin), Length(y*cos + x*sin)}
}

// FillText writes text at a place.
func (c Canvas) FillText(s TextStyle, at Point, text string) {
	lines := split(text)
	if len(lines) == 1 && lines[0] == "" {
		return
	}
	c.SetColor(s.Color)
	if s.Rotation != 0 {
		c.do(Push{})
		c.do(Rotate(s.Rotation))
		defer c.do(Pop{})
	}
	// The place as it is called when the paper is turned.
	sin, cos := math.Sincos(s.Rotation)
	at = Point{at.Y*Length(sin) + at.X*Length(cos), at.Y*Length(cos) - at.X*Length(sin)}
	at.Y += s.Height(text)*Length(s.YAlign) - s.Extents().Ascent
	for i, line := range lines {
		shift := Point{Length(s.XAlign) * s.lineWidth(line), Length(len(lines)-i) * s.Size}
		c.do(Text{s.Size, at.Add(shift), line})
	}
}

// split returns the lines of a text, without characters that XML does not allow: control
// characters; a tab is a blank.
func split(text string) []string {
	text = strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' ' // the font has no tab
		}
		if r < ' ' && r != '\n' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, text)
	return strings.Split(strings.TrimRight(text, "\n"), "\n")
}

// Has reports whether the font has a shape for a character.
func Has(r rune) bool {
	_, ok := sans().advance[r]
	return ok
}
