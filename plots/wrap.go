package plots

import (
	"strings"

	"linclass/plots/internal/vector"
)

// leastSize is the size of letters from which on a text takes more lines instead of smaller
// letters.
const leastSize = 8

// fitLine returns the style with letters as small as the text needs to be no wider than width,
// of leastSize or more.
func fitLine(text string, sty vector.TextStyle, width vector.Length) vector.TextStyle {
	for sty.Width(text) > width && sty.Size > leastSize {
		sty.Size -= 0.5
	}
	return sty
}

// fitLines returns a text, and the style to write it, that is no wider than width: smaller if
// that is enough, otherwise in two lines or, in the smallest letters, up to most, without the
// middle of what is still longer.
func fitLines(text string, sty vector.TextStyle, width vector.Length, most int) (string, vector.TextStyle) {
	small := fitLine(text, sty, width)
	if small.Width(text) <= width {
		return text, small
	}
	for sty.Size > leastSize && len(wrap(text, sty, width)) > 2 {
		sty.Size -= 0.5
	}
	lines := wrap(text, sty, width)
	for room := vector.Length(most); len(lines) > most && room > 0; room -= 0.1 {
		lines = wrap(shorten(strings.Join(strings.Fields(text), " "), sty, room*width), sty, width)
	}
	return strings.Join(lines, "\n"), sty
}

// wrap divides a text into lines that are no wider than width, between words or, where one
// word is wider, within it.
func wrap(text string, sty vector.TextStyle, width vector.Length) []string {
	var lines []string
	for given := range strings.SplitSeq(text, "\n") {
		line := ""
		for _, word := range strings.Fields(given) {
			if longer := strings.TrimPrefix(line+" "+word, " "); sty.Width(longer) <= width {
				line = longer
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			line = ""
			for _, r := range word {
				if line != "" && sty.Width(line+string(r)) > width {
					lines = append(lines, line)
					line = ""
				}
				line += string(r)
			}
		}
		lines = append(lines, line)
	}
	return lines
}
