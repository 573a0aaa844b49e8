package display

import (
	"html"
	"strings"
)

// plainText returns what a reader sees of s: a line for each row or
// paragraph, cells apart by a tab.
func plainText(s string) string {
	var b strings.Builder
	for {
		text, rest, found := strings.Cut(s, "<")
		b.WriteString(text)
		if !found {
			break
		}
		tag, after, closed := strings.Cut(rest, ">")
		if !closed {
			b.WriteString("<" + rest)
			break
		}
		s = after
		switch name := tagName(tag); name {
		case "style", "script":
			s = behind(s, "</"+name)
		case "/td", "/th":
			b.WriteString("\t")
			s = strings.TrimLeft(s, space)
		case "br", "/p", "/div", "/tr", "/table", "/li", "/ul", "/ol", "/h1", "/h2", "/h3", "/h4", "/h5", "/h6", "/summary", "/details", "/pre":
			b.WriteString("\n")
			s = strings.TrimLeft(s, space)
		}
	}
	var lines []string
	for line := range strings.Lines(b.String()) {
		if line = strings.Trim(line, space); line != "" {
			lines = append(lines, line)
		}
	}
	return html.UnescapeString(strings.Join(lines, "\n"))
}

const space = " \t\r\n\f"

// tagName returns the name of a tag in lower case, with its slash in front if
// it closes.
func tagName(tag string) string {
	end := strings.IndexAny(tag+" ", space)
	return strings.ToLower(strings.TrimSuffix(tag[:end], "/"))
}

// behind returns what follows the tag that closes what s begins in, nothing if
// it is not closed.
func behind(s, closing string) string {
	i := strings.Index(strings.ToLower(s), closing)
	if i < 0 {
		return ""
	}
	_, rest, _ := strings.Cut(s[i:], ">")
	return rest
}
