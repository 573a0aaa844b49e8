package plots

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// A sheet is one picture of one or more figures.
type sheet struct {
	figures []*Figure
	cols    int
	size    vg.Point
}

// maxWidth is the width of a page in pixels that panels share.
const maxWidth = 980

// arrange puts the figures side by side, more than three in two or more rows.
// Errors of the figures are returned.
func arrange(figures []*Figure) (*sheet, error) {
	if len(figures) == 0 {
		return nil, fmt.Errorf("plots: no figure to show")
	}
	s := &sheet{figures: figures, cols: len(figures)}
	if s.cols > 3 {
		s.cols = int(math.Ceil(math.Sqrt(float64(s.cols))))
	}
	var w, h float64
	for i, f := range figures {
		if f == nil {
			return nil, fmt.Errorf("plots: figure %d is nil", i+1)
		}
		if f.err != nil {
			return nil, f.err
		}
		w, h = max(w, f.width), max(h, f.height+f.titleRoom())
	}
	if room := maxWidth / float64(s.cols); s.cols > 1 && w > room {
		h = max(h*room/w, min(h, 290))
		w = room
	}
	rows := (len(figures) + s.cols - 1) / s.cols
	s.size = vg.Point{X: vg.Length(s.cols) * vg.Length(w) * pixel, Y: vg.Length(rows) * vg.Length(h) * pixel}
	return s, nil
}

// pixels returns the width and height on a screen.
func (s *sheet) pixels() (width, height int) {
	return int(s.size.X/pixel + 0.5), int(s.size.Y/pixel + 0.5)
}

func (s *sheet) draw(c draw.Canvas) {
	rows := (len(s.figures) + s.cols - 1) / s.cols
	tiles := draw.Tiles{Cols: s.cols, Rows: rows}
	for i, f := range s.figures {
		f.draw(tiles.At(c, i%s.cols, i/s.cols))
	}
}

// png draws the sheet with two dots a pixel.
func (s *sheet) png() ([]byte, error) {
	img := vgimg.NewWith(vgimg.UseWH(s.size.X, s.size.Y), vgimg.UseDPI(2*96))
	s.draw(draw.New(img))
	var b bytes.Buffer
	err := png.Encode(&b, img.Image())
	return b.Bytes(), err
}

// vector draws the sheet on an empty canvas.
func (s *sheet) vector(c vg.CanvasWriterTo) ([]byte, error) {
	s.draw(draw.New(c))
	var b bytes.Buffer
	_, err := c.WriteTo(&b)
	return b.Bytes(), err
}

func (s *sheet) alt() string {
	var texts []string
	for _, f := range s.figures {
		texts = append(texts, f.alt())
	}
	return strings.Join(texts, " ")
}
