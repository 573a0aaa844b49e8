package plots

import (
	"fmt"
	"html"
	"strings"

	"linclass/plots/internal/paint"
	"linclass/plots/internal/vector"
)

// A panel is the picture of one figure of a sheet.
type panel struct {
	*vector.Picture
	alt string
}

// panels draws each figure of the sheet apart, all in one size.
func (s *sheet) panels() ([]panel, error) {
	width, height := s.size.X/vector.Length(s.cols), s.size.Y/vector.Length(s.rows())
	panels := make([]panel, len(s.figures))
	for i, f := range s.figures {
		c := vector.New(width, height)
		if err := f.draw(c); err != nil {
			return nil, err
		}
		panels[i] = panel{c.Picture, f.AltText()}
	}
	return panels, nil
}

// files paints the panels in a format.
func files(panels []panel, format string) ([][]byte, error) {
	pictures := make([]*vector.Picture, len(panels))
	for i, p := range panels {
		pictures[i] = p.Picture
	}
	return paint.Files(pictures, format)
}

// pixels returns the width and height on a screen.
func (p panel) pixels() (width, height int) {
	return int(p.Width/pixel + 0.5), int(p.Height/pixel + 0.5)
}

// sideBySide returns panels as HTML, each with the address of its file. They stand in
// rows of so many columns while a row is as wide as the page or down to two thirds
// of that, and in fewer columns where it would be narrower still, as on a phone.
func sideBySide(columns int, panels []panel, addresses []string) string {
	if len(panels) == 1 {
		return panels[0].img(addresses[0], "")
	}
	width, _ := panels[0].pixels()
	var b strings.Builder
	fmt.Fprintf(&b, `<div class="lclass-panels" style="display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%%,max(100%%/%d + 1px,%dpx)),1fr));width:%dpx;max-width:100%%">`,
		columns+1, width*2/3, columns*width)
	for i, p := range panels {
		b.WriteString(p.img(addresses[i], fmt.Sprintf(` style="width:100%%;max-width:%dpx;height:auto"`, width)))
	}
	b.WriteString("</div>")
	return b.String()
}

// img returns the panel as HTML.
func (p panel) img(address, style string) string {
	width, height := p.pixels()
	return fmt.Sprintf(`<img width="%d" height="%d"%s alt="%s" src="%s">`, width, height, style, html.EscapeString(p.alt), address)
}
