package validate

import (
	"html"
	"strings"
)

// lines returns lines of text as HTML.
func lines(text string) string {
	return "<p>" + strings.ReplaceAll(html.EscapeString(strings.TrimSuffix(text, "\n")), "\n", "<br>\n") + "</p>\n"
}
