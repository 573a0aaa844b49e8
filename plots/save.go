package plots

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Save writes the figure to a file whose extension says the format: .png,
// .svg or .pdf. Several figures become panels of one picture. A PNG has two
// dots a pixel, for sharp lines on modern screens. In a PDF the letters are
// shapes, in an SVG they are text.
func Save(path string, figures ...*Figure) error {
	s, err := arrange(figures)
	if err != nil {
		return err
	}
	var data []byte
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".png":
		data, err = s.png()
	case ".svg":
		data, err = s.vector(vgsvg.New(s.size.X, s.size.Y))
		data = portable(data)
	case ".pdf":
		data, err = s.vector(outlined{vgpdf.New(s.size.X, s.size.Y)})
	default:
		err = fmt.Errorf("%q ends in %q; .png, .svg and .pdf can be written", path, ext)
	}
	if err == nil {
		err = os.WriteFile(path, data, 0o666)
	}
	if err != nil {
		return fmt.Errorf("plots: Save: %w", err)
	}
	return nil
}

// portable makes the images of an SVG fill their rectangles, as those of the
// other formats do, and names fonts as wide as Liberation for where that is
// missing.
func portable(svg []byte) []byte {
	svg = bytes.ReplaceAll(svg, []byte("<image x="), []byte(`<image preserveAspectRatio="none" x=`))
	return bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
}
