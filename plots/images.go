package plots

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/plots/internal/vector"
)

// maxImages is how many images one figure shows.
const maxImages = 100

// Images draws the samples of d as grey images of rows×cols pixels, dark on light, with a
// caption above each: the name of its class unless captions are given. The features are
// the pixels, row by row; it is an error if d has another number of features. Only the
// first 100 samples are drawn; choose others with [lclass.Data.Subset].
func Images(d *lclass.Data, rows, cols int, captions ...string) *Figure {
	if d == nil || d.N() == 0 {
		return failed("data", nil, "Images: no samples")
	}
	if rows < 1 || cols < 1 || rows*cols != d.D() {
		return failed("rows and cols", []int{rows, cols}, "Images: %d×%d pixels for samples of %d features", rows, cols, d.D())
	}
	n := min(d.N(), maxImages)
	switch t := d.T(); {
	case len(captions) > 0 && len(captions) < n:
		return failed("captions", len(captions), "Images: %s for %s", counted(len(captions), "caption"), counted(n, "image"))
	case len(captions) == 0 && t != nil:
		for _, k := range t[:n] {
			captions = append(captions, d.Classes()[k])
		}
	}
	var tone limits
	tone.include(0)
	for i := range n {
		tone.include(d.Row(i)...)
	}
	colors := func(v float64) color.NRGBA {
		return mix(white, Black, (v-tone.lo)/max(tone.hi-tone.lo, math.SmallestNonzeroFloat64))
	}
	images := make([]*image.NRGBA, n)
	for i := range images {
		images[i] = picture(d.Row(i), cols, colors)
	}
	return album(images, captions, float64(rows)/float64(cols), 580)
}

// WeightImages draws the weights of each class, or pair of one-vs-one, as an image of
// rows×cols pixels, as [SignedImages] does. Ink in an orange pixel, where the weight is
// positive, raises the score of the class; ink in a blue one, where it is negative, lowers
// it.
func WeightImages(m *lclass.Model, rows, cols int) *Figure {
	if err := checkModel(m); err != nil {
		return New("", "").keep(fmt.Errorf("plots: WeightImages: %w", err))
	}
	if _, features := m.W.Dims(); rows < 1 || cols < 1 || rows*cols != features {
		return failed("rows and cols", []int{rows, cols}, "WeightImages: %d×%d pixels for a model of %d features", rows, cols, features)
	}
	return signedAlbum("Weights", "weight", m.W, cols, m.RowNames())
}

// SignedImages draws each row of a matrix as an image of rows×cols pixels, with a caption
// above each if captions are given. White is 0, blue negative, orange positive and grey
// NaN, on one scale for all images, which the colour bar shows with the label;
// [Figure.ColorRange] fixes it. A row may hold what each pixel of a sample adds to the
// score of a class, the products x·w. Only the first 100 rows are drawn.
func SignedImages(values mat.Matrix, rows, cols int, label string, captions ...string) *Figure {
	if values == nil {
		return failed("values", nil, "SignedImages: no values")
	}
	n, pixels := values.Dims()
	shown := min(n, maxImages)
	switch {
	case n == 0:
		return failed("values", nil, "SignedImages: no values")
	case rows < 1 || cols < 1 || rows*cols != pixels:
		return failed("rows and cols", []int{rows, cols}, "SignedImages: %d×%d pixels for rows of %d values", rows, cols, pixels)
	case len(captions) > 0 && len(captions) < shown:
		return failed("captions", len(captions), "SignedImages: %s for %s", counted(len(captions), "caption"), counted(shown, "image"))
	}
	first := mat.NewDense(shown, pixels, nil)
	first.Copy(values)
	return signedAlbum("Signed values", label, first, cols, captions)
}

// signedAlbum draws the rows of values, with a colour bar.
func signedAlbum(what, label string, values *mat.Dense, cols int, captions []string) *Figure {
	n, pixels := values.Dims()
	var largest limits
	for i := range n {
		largest.include(values.RawRowView(i)...)
	}
	scale := max(math.Abs(largest.lo), math.Abs(largest.hi))
	if scale == 0 {
		scale = 1
	}
	paint := func(i int, scale float64) *image.NRGBA {
		return picture(values.RawRowView(i), cols, func(v float64) color.NRGBA {
			if math.IsNaN(v) {
				return Silver
			}
			return diverging.at(0.5 + v/scale/2)
		})
	}
	images := make([]*image.NRGBA, n)
	for i := range images {
		images[i] = paint(i, scale)
	}
	f := album(images, captions, float64(pixels/cols)/float64(cols), 500)
	f.kind = what + " as " + f.kind
	f.bar = &colorBar{colors: diverging.at, lo: -scale, hi: scale, label: label}
	f.width += 80
	f.recolor = func(limit float64) {
		i := 0
		for _, drawn := range f.items {
			if r, ok := drawn.(*raster); ok {
				r.show(paint(i, limit))
				i++
			}
		}
		f.bar.lo, f.bar.hi = -limit, limit
	}
	return f
}

// picture lays values out line by line.
func picture(values []float64, cols int, colors func(float64) color.NRGBA) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, cols, len(values)/cols))
	for i, v := range values {
		img.SetNRGBA(i%cols, i/cols, colors(v))
	}
	return img
}

// album puts images of the given height to width in rows of at most room, each with
// its caption above. Its coordinates are pixels of the screen.
func album(images []*image.NRGBA, captions []string, aspect, room float64) *Figure {
	n := len(images)
	columns := min(n, 10)
	if n > 4 && n <= 10 {
		columns = 5
	}
	lines := (n + columns - 1) / columns
	side := min(room/float64(columns), 150)
	const gap, text = 8.0, 18.0
	tall := (side-gap)*aspect + gap
	if len(captions) > 0 {
		tall += text
	}
	f := New("", "")
	f.bare, f.equal = true, true
	f.kind = counted(n, "image")
	if len(captions) > 0 {
		f.kind += ": " + strings.Join(captions, ", ")
	}
	width, total := side*float64(columns), tall*float64(lines)
	f.width, f.height = width+20, total+12
	f.XRange(0, width).YRange(-total, 0)
	for i, img := range images {
		x, y := float64(i%columns)*side, -float64(i/columns)*tall
		if len(captions) > 0 {
			f.add(caption(x+side/2, y-text/2, side, text, captions[i]))
			y -= text
		}
		r := newRaster(img, x+gap/2, y-(side-gap)*aspect, x+side-gap/2, y)
		f.add(r)
		f.add(drawing(func(c vector.Canvas, p *axes) {
			low, _ := place(c, p, r.x0, r.y0)
			high, _ := place(c, p, r.x1, r.y1)
			strokeCell(c, vector.LineStyle{Color: Silver, Width: 0.6}, vector.Rectangle{Min: low, Max: high})
		}))
	}
	return f
}

// caption draws a text that fits into a width and a height, also where the figure is a
// small panel.
func caption(x, y, width, height float64, text string) drawing {
	return func(c vector.Canvas, p *axes) {
		pt, _ := place(c, p, x, y)
		if !c.Contains(pt) {
			return
		}
		corner, _ := place(c, p, x+width, y+height)
		sty := textStyle(10.5, Black)
		for (sty.Width(text) > corner.X-pt.X || sty.Size > 0.8*(corner.Y-pt.Y)) && sty.Size > 5 {
			sty.Size -= 0.5
		}
		c.FillText(sty, pt, shorten(text, sty, corner.X-pt.X))
	}
}

// ColorRange fixes the colours of [WeightImages] and [SignedImages] at −limit to limit, so
// that the frames of a [Player] can be compared. Values beyond the limit have the colours
// of the ends. It is an error for other figures, and if the limit is not a positive number.
func (f *Figure) ColorRange(limit float64) *Figure {
	switch {
	case f.err != nil:
	case f.recolor == nil:
		return f.fail("figure", nil, "ColorRange: the figure has no signed images; use WeightImages or SignedImages")
	case !(limit > 0) || math.IsInf(limit, 0):
		return f.fail("limit", limit, "ColorRange: limit %v; need a positive number", limit)
	default:
		f.recolor(limit)
	}
	return f
}
