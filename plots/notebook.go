package plots

import "linclass/plots/display"

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
