package plots

import (
	"image"
	"image/color"
	"math"

	"linclass/plots/internal/vector"
)

// A colorBar beside the figure reports which colour means which value.
type colorBar struct {
	colors func(t float64) color.NRGBA // of the share of the way from lo to hi
	lo, hi float64
	label  string
	levels []float64 // lines across the bar
}

const barWidth = 14 * pixel

func (b *colorBar) ticks(n int) []tick { return linearTicks(b.lo, b.hi, n, false) }

// width returns the room for the bar, its numbers and its label.
func (b *colorBar) width() vector.Length {
	sty := textStyle(10, Black)
	var widest vector.Length
	for n := 2; n <= 8; n++ { // as many as verticalTicks may want
		for _, t := range b.ticks(n) {
			widest = max(widest, sty.Width(t.Label))
		}
	}
	w := 14*pixel + barWidth + 7*pixel + widest
	if b.label != "" {
		w += sty.Height(b.label) + 4*pixel
	}
	return w
}

// draw draws the bar on the canvas, with a label no longer than room.
func (b *colorBar) draw(c vector.Canvas, room vector.Length) {
	const steps = 240
	img := image.NewNRGBA(image.Rect(0, 0, 1, steps))
	for i := range steps {
		img.SetNRGBA(0, i, b.colors(1-(float64(i)+0.5)/steps))
	}
	r := vector.Rectangle{
		Min: vector.Point{X: c.Min.X + 14*pixel, Y: c.Min.Y},
		Max: vector.Point{X: c.Min.X + 14*pixel + barWidth, Y: c.Max.Y},
	}
	c.DrawImage(r, img)
	line := vector.LineStyle{Color: Black, Width: 0.6}
	y := func(v float64) vector.Length { return c.Y((v - b.lo) / (b.hi - b.lo)) }
	for _, v := range b.levels {
		c.StrokeLine2(line, r.Min.X, y(v), r.Max.X, y(v))
	}
	c.SetLineStyle(line)
	c.Stroke(r.Path())

	sty := textStyle(10, Black)
	sty.XAlign = vector.XLeft
	for _, t := range verticalTicks(c.Size().Y, sty, b.ticks) {
		c.StrokeLine2(line, r.Max.X, y(t.Value), r.Max.X+3*pixel, y(t.Value))
		c.FillText(sty, vector.Point{X: r.Max.X + 6*pixel, Y: y(t.Value) + sty.Extents().Descent/2}, t.Label)
	}
	if b.label != "" {
		sty := textStyle(10.5, Black)
		at := vector.Point{X: c.Max.X - sty.Size/2, Y: c.Center().Y}
		sty = fitLine(b.label, sty, room)
		label := shorten(b.label, sty, room)
		sty.Rotation = math.Pi / 2
		c.FillText(sty, at, label)
	}
}
