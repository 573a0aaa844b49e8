package plots

import (
	"image"
	"image/color"
	"math"

	"linclass/plots/internal/vector"
)

// A raster is an image that fills a rectangle of the figure.
type raster struct {
	img            *image.NRGBA
	x0, y0, x1, y1 float64
}

// newRaster enlarges img by whole steps, so that its pixels keep sharp edges.
func newRaster(img *image.NRGBA, x0, y0, x1, y1 float64) *raster {
	r := &raster{x0: x0, y0: y0, x1: x1, y1: y1}
	r.show(img)
	return r
}

// show puts img in the place of the image.
func (r *raster) show(img *image.NRGBA) { r.img = enlarge(img, 300) }

func (r *raster) plot(c vector.Canvas, p *axes) {
	low, ok := place(c, p, r.x0, r.y0)
	high, ok2 := place(c, p, r.x1, r.y1)
	if ok && ok2 {
		drawInside(c, vector.Rectangle{Min: low, Max: high}, r.img)
	}
}

// drawInside draws the part of an image in a rectangle that lies on the canvas.
func drawInside(c vector.Canvas, r vector.Rectangle, img *image.NRGBA) {
	if c.Contains(r.Min) && c.Contains(r.Max) {
		c.DrawImage(r, img)
		return
	}
	part, ok := c.ClipRectangle(r)
	if !ok {
		return
	}
	const sharp = 300 // dots at least, for edges between a few large pixels
	whole, size, b := r.Size(), part.Size(), img.Bounds()
	shareX, shareY := float64(size.X/whole.X), float64(size.Y/whole.Y)
	left, top := float64((part.Min.X-r.Min.X)/whole.X), float64((r.Max.Y-part.Max.Y)/whole.Y)
	cut := image.NewNRGBA(image.Rect(0, 0, max(sharp, int(shareX*float64(b.Dx()))), max(sharp, int(shareY*float64(b.Dy())))))
	for y := range cut.Bounds().Dy() {
		v := top + shareY*(float64(y)+0.5)/float64(cut.Bounds().Dy())
		for x := range cut.Bounds().Dx() {
			u := left + shareX*(float64(x)+0.5)/float64(cut.Bounds().Dx())
			cut.SetNRGBA(x, y, img.NRGBAAt(b.Min.X+min(int(u*float64(b.Dx())), b.Dx()-1), b.Min.Y+min(int(v*float64(b.Dy())), b.Dy()-1)))
		}
	}
	c.DrawImage(part, cut)
}

func (r *raster) bounds(x, y *limits) {
	x.include(r.x0, r.x1)
	y.include(r.y0, r.y1)
}

// enlarge repeats the pixels of img until it is about size wide or high.
func enlarge(img *image.NRGBA, size int) *image.NRGBA {
	b := img.Bounds()
	k := size / max(b.Dx(), b.Dy(), 1)
	if k < 2 {
		return img
	}
	big := image.NewNRGBA(image.Rect(0, 0, b.Dx()*k, b.Dy()*k))
	for y := range b.Dy() {
		for x := range b.Dx() {
			c := img.NRGBAAt(b.Min.X+x, b.Min.Y+y)
			for v := y * k; v < (y+1)*k; v++ {
				for u := x * k; u < (x+1)*k; u++ {
					big.SetNRGBA(u, v, c)
				}
			}
		}
	}
	return big
}

// A field colours each place of the axes, whatever their ends are.
type field struct {
	cols, rows int
	color      func(x, y float64) color.NRGBA
	edges      bool // draw a line where the colour changes
}

func (f *field) plot(c vector.Canvas, p *axes) {
	img := image.NewNRGBA(image.Rect(0, 0, f.cols, f.rows))
	down := p.y
	down.min, down.max = p.y.max, p.y.min
	for i := range f.rows {
		y := down.at((float64(i) + 0.5) / float64(f.rows))
		for j := range f.cols {
			x := p.x.at((float64(j) + 0.5) / float64(f.cols))
			img.SetNRGBA(j, i, f.color(x, y))
		}
	}
	if f.edges {
		drawEdges(img)
	}
	c.DrawImage(c.Rectangle, img)
}

// drawEdges darkens each pixel of another colour than the next one in its row
// or column.
func drawEdges(img *image.NRGBA) {
	b := img.Bounds()
	for y := range b.Dy() {
		for x := range b.Dx() {
			at := img.NRGBAAt(x, y)
			right, below := img.NRGBAAt(min(x+1, b.Dx()-1), y), img.NRGBAAt(x, min(y+1, b.Dy()-1))
			if at != right || at != below {
				img.SetNRGBA(x, y, Grey)
			}
		}
	}
}

// A grid holds values at the crossings of lines that are evenly spaced on two axes.
type grid struct {
	xs, ys     axis
	cols, rows int
	f          func(x, y float64) float64
	z          []float64 // row by row, from the lower end of ys
}

// newGrid evaluates f. Infinite values become NaN.
func newGrid(f func(x, y float64) float64, xs, ys axis, cols, rows int) *grid {
	g := &grid{xs, ys, cols, rows, f, make([]float64, cols*rows)}
	for i := range rows {
		for j := range cols {
			v := f(g.x(float64(j)), g.y(float64(i)))
			if math.IsInf(v, 0) {
				v = math.NaN()
			}
			g.z[i*cols+j] = v
		}
	}
	return g
}

// on returns the grid on axes that may be logarithmic.
func (g *grid) on(p *axes) *grid {
	if !p.x.log && !p.y.log {
		return g
	}
	xs, ys := g.xs, g.ys
	xs.log, ys.log = p.x.log, p.y.log
	return newGrid(g.f, xs, ys, g.cols, g.rows)
}

func (g *grid) x(j float64) float64 { return g.xs.at(j / float64(g.cols-1)) }
func (g *grid) y(i float64) float64 { return g.ys.at(i / float64(g.rows-1)) }

// span returns the smallest and largest value; ok is false if all are NaN.
func (g *grid) span() (lo, hi float64, ok bool) {
	var l limits
	l.include(g.z...)
	return l.lo, l.hi, l.seen
}

// at returns the value at (x, y) between the four nearest crossings.
func (g *grid) at(x, y float64) float64 {
	u, v := g.xs.norm(x)*float64(g.cols-1), g.ys.norm(y)*float64(g.rows-1)
	if !(u >= 0 && v >= 0 && u <= float64(g.cols-1) && v <= float64(g.rows-1)) {
		return math.NaN()
	}
	j, i := min(int(u), g.cols-2), min(int(v), g.rows-2)
	u, v = u-float64(j), v-float64(i)
	k := i*g.cols + j
	return (1-v)*((1-u)*g.z[k]+u*g.z[k+1]) + v*((1-u)*g.z[k+g.cols]+u*g.z[k+g.cols+1])
}

// level returns the pieces of the line where the value is z, each a segment
// x0, y0, x1, y1 (marching squares). Between crossings the values change linearly.
func (g *grid) level(z float64) [][4]float64 {
	return g.cuts(z, func(_, _ [2]int, a, b float64) float64 { return a / (a - b) })
}

// steepLevel is level for a function that may jump: it looks for the place where the
// function passes z between two crossings.
func (g *grid) steepLevel(z float64) [][4]float64 {
	return g.cuts(z, func(from, to [2]int, a, _ float64) float64 {
		lo, hi := 0.0, 1.0
		for range 16 {
			t := (lo + hi) / 2
			v := g.f(g.x(way(from[1], to[1], t)), g.y(way(from[0], to[0], t)))
			if (v-z < 0) == (a < 0) {
				lo = t
			} else {
				hi = t
			}
		}
		return (lo + hi) / 2
	})
}

// way returns the number that lies the share t of the way from a to b.
func way(a, b int, t float64) float64 { return float64(a) + t*float64(b-a) }

// cuts returns the segments of level. cut returns where the values pass z on the way
// between two crossings, where they are larger than z by a and b, as a share of the way.
func (g *grid) cuts(z float64, cut func(from, to [2]int, a, b float64) float64) [][4]float64 {
	var segments [][4]float64
	for i := range g.rows - 1 {
		for j := range g.cols - 1 {
			corners := [4][2]int{{i, j}, {i, j + 1}, {i + 1, j + 1}, {i + 1, j}}
			var cuts [][2]float64
			for s := range 4 {
				a, b := corners[s], corners[(s+1)%4]
				za, zb := g.z[a[0]*g.cols+a[1]]-z, g.z[b[0]*g.cols+b[1]]-z
				if (za < 0) == (zb < 0) || math.IsNaN(za) || math.IsNaN(zb) {
					continue
				}
				t := cut(a, b, za, zb)
				cuts = append(cuts, [2]float64{g.x(way(a[1], b[1], t)), g.y(way(a[0], b[0], t))})
			}
			for k := 0; k+1 < len(cuts); k += 2 {
				segments = append(segments, [4]float64{cuts[k][0], cuts[k][1], cuts[k+1][0], cuts[k+1][1]})
			}
		}
	}
	return segments
}
