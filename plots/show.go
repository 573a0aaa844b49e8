package plots

import (
	"fmt"
	"html"
	"os"

	"linclass/plots/internal/notebook"
	"linclass/plots/internal/paint"
)

// Show displays the figure below the cell as a PNG picture; several figures
// become panels of one picture, side by side. The text of [Figure.Alt] goes
// with it for those who do not see it. It returns when the notebook has the
// picture.
//
// The error of a figure is displayed in red in place of the picture, and
// returned. Outside a notebook, where [Save] writes figures to files, Show
// only reports errors, on standard error.
func Show(figures ...*Figure) error {
	err := show(figures)
	if err != nil {
		report(err)
	}
	return err
}

// report displays an error in place of a figure.
func report(err error) {
	if InNotebook() {
		HTML(`<p role="alert" style="color:#b00020"><b>No figure:</b> ` + html.EscapeString(err.Error()) + `</p>`)
	} else {
		fmt.Fprintln(os.Stderr, err)
	}
}

func show(figures []*Figure) error {
	s, err := arrange(figures)
	if err != nil || !InNotebook() {
		return err
	}
	picture, err := s.picture()
	if err != nil {
		return err
	}
	data, err := paint.File(picture, "png")
	if err != nil {
		return err
	}
	width, height := s.pixels()
	return notebook.Show(&notebook.Output{PNG: data, Plain: s.alt(), Width: width, Height: height})
}
