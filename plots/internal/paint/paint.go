//go:build !notebook

package paint

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"linclass/plots/internal/vector"
)

// File returns the picture as a file of the given format: "png" with two dots a
// pixel, "svg" or "pdf", with its title and description.
func File(p *vector.Picture, format string) ([]byte, error) {
	w, h := vg.Length(p.Width), vg.Length(p.Height)
	var b bytes.Buffer
	switch format {
	case "png":
		c := vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(2*96))
		On(newPiecewise(c, w, h), shaped(withoutGround(p)))
		return encodePNG(c.Image().(*image.RGBA), p.Title, p.Description) // it is one, and white where nothing is drawn
	case "svg":
		c := vgsvg.New(w, h)
		On(c, p)
		_, err := c.WriteTo(&b)
		return describeSVG(portable(b.Bytes()), p.Title, p.Description), err
	case "pdf":
		c := vgpdf.New(w, h)
		On(outlined{c}, shaped(p))
		if _, err := c.WriteTo(&b); err != nil {
			return nil, err
		}
		ordered, err := orderImages(b.Bytes())
		if err != nil {
			return nil, err
		}
		return describePDF(ordered, p.Title, p.Description)
	}
	return nil, formatError(format)
}

// Files returns the pictures as files of the given format, painted side by side.
func Files(pictures []*vector.Picture, format string) ([][]byte, error) {
	files, errs := make([][]byte, len(pictures)), make([]error, len(pictures))
	var next atomic.Int64
	var done sync.WaitGroup
	for range min(len(pictures), runtime.GOMAXPROCS(0)) {
		done.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(pictures); i = int(next.Add(1)) - 1 {
				files[i], errs[i] = File(pictures[i], format)
			}
		})
	}
	done.Wait()
	return files, errors.Join(errs...)
}

// withoutGround returns the picture without the white that it fills before it
// draws: dots are white from the start, and to fill them again takes as long as
// to draw a hundred points.
func withoutGround(p *vector.Picture) *vector.Picture {
	if len(p.Actions) < 2 || p.Actions[0] != vector.SetColor(white) {
		return p
	}
	if _, ok := p.Actions[1].(vector.Fill); !ok {
		return p
	}
	q := *p
	q.Actions = slices.Delete(slices.Clone(p.Actions), 1, 2)
	return &q
}

// shaped returns the picture with □ for the characters that the font lacks, which would
// otherwise be missing without a trace.
func shaped(p *vector.Picture) *vector.Picture {
	q := *p
	q.Actions = slices.Clone(p.Actions)
	for i, a := range q.Actions {
		if t, ok := a.(vector.Text); ok {
			t.Text = strings.Map(func(r rune) rune {
				if vector.Has(r) {
					return r
				}
				return '□'
			}, t.Text)
			q.Actions[i] = t
		}
	}
	return &q
}

var white = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}

// On paints the picture on a canvas of gonum.
func On(c vg.Canvas, p *vector.Picture) {
	for _, a := range p.Actions {
		switch a := a.(type) {
		case vector.SetColor:
			c.SetColor(color.NRGBA(a))
		case vector.SetWidth:
			c.SetLineWidth(vg.Length(a))
		case vector.SetDashes:
			dashes := make([]vg.Length, len(a))
			for i, d := range a {
				dashes[i] = vg.Length(d)
			}
			c.SetLineDash(dashes, 0)
		case vector.Rotate:
			c.Rotate(float64(a))
		case vector.Push:
			c.Push()
		case vector.Pop:
			c.Pop()
		case vector.Stroke:
			c.Stroke(path(vector.Path(a)))
		case vector.Fill:
			c.Fill(path(vector.Path(a)))
		case vector.Text:
			c.FillString(sans(a.Size), point(a.At), a.Text)
		case vector.Image:
			c.DrawImage(vg.Rectangle{Min: point(a.Min), Max: point(a.Max)}, a.Pixels)
		}
	}
}

func path(p vector.Path) vg.Path {
	q := make(vg.Path, 0, len(p))
	for _, piece := range p {
		switch piece.Kind {
		case vector.Move:
			q.Move(point(piece.At))
		case vector.Line:
			q.Line(point(piece.At))
		case vector.Arc:
			q.Arc(point(piece.At), vg.Length(piece.Radius), piece.Start, piece.Angle)
		case vector.Close:
			q.Close()
		}
	}
	return q
}

func point(p vector.Point) vg.Point { return vg.Point{X: vg.Length(p.X), Y: vg.Length(p.Y)} }

var fonts = sync.OnceValue(func() *font.Cache { return font.NewCache(liberation.Collection()) })

func sans(size vector.Length) font.Face {
	return fonts().Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, font.Length(size))
}

// A formatError is a format that there is no painter for.
type formatError string

func (e formatError) Error() string { return fmt.Sprintf("plots: no format %q", string(e)) }
