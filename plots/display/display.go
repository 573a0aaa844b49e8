// Package display shows HTML and Markdown below the cell of a notebook. It
// links none of the plotting code of package plots, which passes these
// functions on: a cell that only shows text then compiles in half the time.
package display

import (
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/janpfeifer/gonb/gonbui"
)

// InNotebook tells whether the program runs as a cell of a notebook.
func InNotebook() bool { return gonbui.IsNotebook }

// HTML displays s as HTML below the cell. Outside a notebook it prints the
// text of s, without tags, to standard output.
func HTML(s string) {
	if !InNotebook() {
		fmt.Println(plainText(s))
		return
	}
	gonbui.DisplayHTML(s)
	gonbui.Sync()
}

// Markdown displays s as Markdown, with formulas between dollar signs, below
// the cell. Outside a notebook it prints s as it is to standard output.
func Markdown(s string) {
	if !InNotebook() {
		fmt.Println(strings.TrimSpace(s))
		return
	}
	gonbui.DisplayMarkdown(s)
	gonbui.Sync()
}

var (
	hidden  = regexp.MustCompile(`(?is)<(style|script)\b.*?</(style|script)>`)
	cellEnd = regexp.MustCompile(`(?i)</t[dh]>\s*`)
	lineEnd = regexp.MustCompile(`(?i)(<br\s*/?>|</(p|div|tr|table|li|ul|ol|h[1-6]|summary|details|pre)>)\s*`)
	tag     = regexp.MustCompile(`<[^>]*>`)
	blank   = regexp.MustCompile(`\s*\n\s*`)
)

// plainText returns what a reader sees of s: a line for each row or
// paragraph, cells apart by a tab.
func plainText(s string) string {
	s = hidden.ReplaceAllString(s, "")
	s = cellEnd.ReplaceAllString(s, "\t")
	s = lineEnd.ReplaceAllString(s, "\n")
	s = tag.ReplaceAllString(s, "")
	s = blank.ReplaceAllString(s, "\n")
	return strings.TrimSpace(html.UnescapeString(s))
}
