// Package display shows HTML and Markdown below the cell of a notebook. It
// links none of the plotting code of package plots, which passes these
// functions on.
package display

import (
	"fmt"
	"os"
	"strings"

	"linclass/plots/internal/notebook"
)

// InNotebook reports whether the program runs as a cell of a notebook.
func InNotebook() bool { return notebook.Here() }

// HTML displays s as HTML below the cell. Outside a notebook it prints the
// text of s, without tags, to standard output.
func HTML(s string) {
	if !InNotebook() {
		fmt.Println(plainText(s))
		return
	}
	show(&notebook.Output{HTML: s})
}

// Markdown displays s as Markdown, with formulas between dollar signs, below
// the cell. Outside a notebook it prints s as it is to standard output.
func Markdown(s string) {
	if !InNotebook() {
		fmt.Println(strings.TrimSpace(s))
		return
	}
	show(&notebook.Output{Markdown: s})
}

func show(o *notebook.Output) {
	if err := notebook.Show(o); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}
