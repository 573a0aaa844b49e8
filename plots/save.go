package plots

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"linclass/internal/invalid"
	"linclass/plots/internal/paint"
)

// Save writes the figure to a file in the format of its extension: .png,
// .svg or .pdf. Several figures become panels of one picture. A PNG has two
// dots per pixel, for sharp lines on modern screens. In a PDF the letters are
// shapes, in an SVG they are text. A PNG and a PDF have □ for a character that the font
// lacks, such as Korean, Thai or Arabic letters and emoji; an SVG leaves it to the fonts of
// the reader.
//
// The file also holds the titles of the figures and their [Figure.AltText]: an
// SVG as title and description, which screen readers read, a PDF as title and
// subject, a PNG as texts called Title and Description.
func Save(path string, figures ...*Figure) error {
	s, err := arrange(figures)
	if err != nil {
		return err
	}
	picture, err := s.picture()
	if err != nil {
		return err
	}
	picture.Title, picture.Description = s.title(), s.alt()
	var data []byte
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".png", ".svg", ".pdf":
		data, err = paint.File(picture, ext[1:])
	default:
		err = invalid.Worded("path", ext, "%q ends in %q; .png, .svg and .pdf can be written", path, ext)
	}
	if err == nil {
		err = os.WriteFile(path, data, 0o666)
	}
	if err != nil {
		return fmt.Errorf("plots: Save: %w", err)
	}
	return nil
}
