package plots

import (
	"math"
	"strings"

	"linclass/internal/invalid"
	"linclass/plots/internal/vector"
)

// A sheet is one or more figures in rows, each in a part of the same size.
type sheet struct {
	figures []*Figure
	cols    int
	size    vector.Point
}

// maxWidth is the width of a page in pixels that panels share.
const maxWidth = 980

// arrange puts the figures side by side, more than three in two or more rows.
// Errors of the figures are returned.
func arrange(figures []*Figure) (*sheet, error) {
	if len(figures) == 0 {
		return nil, invalid.Worded("figures", nil, "plots: no figure to show")
	}
	s := &sheet{figures: figures, cols: len(figures)}
	if s.cols > 3 {
		s.cols = int(math.Ceil(math.Sqrt(float64(s.cols))))
	}
	var w, h float64
	for i, f := range figures {
		if f == nil {
			return nil, invalid.Worded("figure", i+1, "plots: figure %d is nil", i+1)
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		w, h = max(w, f.width), max(h, f.height+f.titleRoom())
	}
	if room := maxWidth / float64(s.cols); s.cols > 1 && w > room {
		h = max(h*room/w, min(h, 290))
		w = room
	}
	s.size = vector.Point{X: vector.Length(s.cols) * vector.Length(w) * pixel, Y: vector.Length(s.rows()) * vector.Length(h) * pixel}
	return s, nil
}

func (s *sheet) rows() int { return (len(s.figures) + s.cols - 1) / s.cols }

// picture draws the sheet as one picture.
func (s *sheet) picture() (*vector.Picture, error) {
	c := vector.New(s.size.X, s.size.Y)
	for i, f := range s.figures {
		if err := f.draw(c.Tile(i%s.cols, i/s.cols, s.cols, s.rows())); err != nil {
			return nil, err
		}
	}
	return c.Picture, nil
}

func (s *sheet) alt() string {
	var texts []string
	for _, f := range s.figures {
		texts = append(texts, f.AltText())
	}
	return strings.Join(texts, " ")
}

// title returns the titles of the figures that have one.
func (s *sheet) title() string {
	var titles []string
	for _, f := range s.figures {
		if f.title != "" {
			titles = append(titles, f.title)
		}
	}
	return strings.Join(titles, "; ")
}
