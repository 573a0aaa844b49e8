// Package vector describes pictures as plain data: lines, filled areas, text in
// one font, and images. It knows how wide text is, and needs no font and no
// painter for that. Package paint makes files of pictures.
package vector

import (
	"image"
	"image/color"
)

// A Picture is a list of actions, on a sheet of a given size with the origin at
// the lower left.
type Picture struct {
	Width, Height Length
	// Title and Description are for those who do not see the picture; a file has
	// those that are not empty.
	Title, Description string
	Actions            []Action
}

// An Action is one of the types below.
type Action any

// What can be done. A colour, a width, dashes and a rotation hold for what
// follows; Push keeps them and Pop brings them back.
type (
	// SetColor chooses the colour of lines, areas and text.
	SetColor color.NRGBA
	// SetWidth chooses the width of lines.
	SetWidth Length
	// SetDashes chooses the lengths of dashes and gaps in turn, none for a
	// solid line.
	SetDashes []Length
	// Rotate turns what follows about the origin, by radians.
	Rotate float64
	Push   struct{}
	Pop    struct{}
	Stroke Path
	Fill   Path
	// Text is one line of letters whose base line starts at At.
	Text struct {
		Size Length
		At   Point
		Text string
	}
	// Image fills a rectangle.
	Image struct {
		Rectangle
		Pixels *image.NRGBA
	}
)

func (p *Picture) do(a Action) { p.Actions = append(p.Actions, a) }

// SetColor chooses the colour of lines, areas and text, black if it is nil.
func (p *Picture) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	p.do(SetColor(color.NRGBAModel.Convert(c).(color.NRGBA)))
}

// SetLineStyle chooses how lines are drawn.
func (p *Picture) SetLineStyle(s LineStyle) {
	p.SetColor(s.Color)
	p.do(SetWidth(s.Width))
	p.do(SetDashes(s.Dashes))
}

// Stroke draws a line along a path.
func (p *Picture) Stroke(path Path) { p.do(Stroke(path)) }

// Fill fills what a path encloses.
func (p *Picture) Fill(path Path) { p.do(Fill(path)) }

// DrawImage fills a rectangle with an image.
func (p *Picture) DrawImage(r Rectangle, img *image.NRGBA) { p.do(Image{r, img}) }
