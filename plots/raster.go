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
		c.DrawImage(vector.Rectangle{Min: low, Max: high}, r.img)
	}
}

func (r *raster) bounds(x, y *limits) {
	x.include(r.x0, r.x1)
	y.include(r.y0, r.y1)
}

func (r *raster) covers(vector.Canvas, *axes) []vector.Point { return nil }

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
	for i := range f.rows {
		y := p.y.max - (float64(i)+0.5)/float64(f.rows)*(p.y.max-p.y.min)
		for j := range f.cols {
			x := p.x.min + (float64(j)+0.5)/float64(f.cols)*(p.x.max-p.x.min)
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

func (f *field) bounds(_, _ *limits) {}

func (f *field) covers(vector.Canvas, *axes) []vector.Point { return nil }

// A grid holds values at the crossings of evenly spaced lines.
type grid struct {
	x0, x1, y0, y1 float64
	cols, rows     int
	z              []float64 // row by row, from y0
}

// newGrid evaluates f. Infinite values become NaN.
func newGrid(f func(x, y float64) float64, x0, x1, y0, y1 float64, cols, rows int) *grid {
	g := &grid{x0, x1, y0, y1, cols, rows, make([]float64, cols*rows)}
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

func (g *grid) x(j float64) float64 { return g.x0 + j/float64(g.cols-1)*(g.x1-g.x0) }
func (g *grid) y(i float64) float64 { return g.y0 + i/float64(g.rows-1)*(g.y1-g.y0) }

// span returns the smallest and largest value; ok is false if all are NaN.
func (g *grid) span() (lo, hi float64, ok bool) {
	var l limits
	l.include(g.z...)
	return l.lo, l.hi, l.seen
}

// at returns the value at (x, y) between the four nearest crossings.
func (g *grid) at(x, y float64) float64 {
	u := (x - g.x0) / (g.x1 - g.x0) * float64(g.cols-1)
	v := (y - g.y0) / (g.y1 - g.y0) * float64(g.rows-1)
	if !(u >= 0 && v >= 0 && u <= float64(g.cols-1) && v <= float64(g.rows-1)) {
		return math.NaN()
	}
	j, i := min(int(u), g.cols-2), min(int(v), g.rows-2)
	u, v = u-float64(j), v-float64(i)
	k := i*g.cols + j
	return (1-v)*((1-u)*g.z[k]+u*g.z[k+1]) + v*((1-u)*g.z[k+g.cols]+u*g.z[k+g.cols+1])
}

// level returns the pieces of the line where the value is z, each a segment
// x0, y0, x1, y1 (marching squares).
func (g *grid) level(z float64) [][4]float64 {
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
				t := za / (za - zb)
				cuts = append(cuts, [2]float64{
					g.x(float64(a[1]) + t*float64(b[1]-a[1])),
					g.y(float64(a[0]) + t*float64(b[0]-a[0])),
				})
			}
			for k := 0; k+1 < len(cuts); k += 2 {
				segments = append(segments, [4]float64{cuts[k][0], cuts[k][1], cuts[k+1][0], cuts[k+1][1]})
			}
		}
	}
	return segments
}
