package plots

import (
	"fmt"
	"html"
	"os"

	"linclass/plots/display"
	"linclass/plots/internal/notebook"
)

// Show displays the figure below the cell as a PNG picture. Several figures
// become panels side by side, or one below the other if the screen is too
// narrow. Each has its [Figure.AltText] for readers who do not see it. Show returns when
// the notebook has the pictures.
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
	panels, err := s.panels()
	if err != nil {
		return err
	}
	data, err := files(panels, shown)
	if err != nil {
		return err
	}
	if len(panels) == 1 {
		width, height := panels[0].pixels()
		return notebook.Show(&notebook.Output{Picture: data[0], Plain: s.alt(), Width: width, Height: height})
	}
	addresses := make([]string, len(data))
	for i, picture := range data {
		addresses[i] = address(picture)
	}
	return notebook.Show(&notebook.Output{HTML: sideBySide(s.cols, panels, addresses), Plain: s.alt()})
}

// InNotebook reports whether the program runs as a cell of a notebook.
func InNotebook() bool { return display.InNotebook() }

// HTML displays s as HTML below the cell. Outside a notebook it prints the
// text of s, without tags, to standard output. Code that draws nothing should
// use [display.HTML], which links faster.
func HTML(s string) { display.HTML(s) }

// Markdown displays s as Markdown, with formulas between dollar signs, below
// the cell. Outside a notebook it prints s as it is to standard output. Code
// that draws nothing should use [display.Markdown], which links faster.
func Markdown(s string) { display.Markdown(s) }
