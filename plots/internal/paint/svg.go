//go:build !notebook

package paint

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"html"
	"regexp"
	"strconv"

	"linclass/plots/internal/vector"
)

// portable makes the images of an SVG fill their rectangles, as those of the
// other formats do, and names fonts as wide as Liberation for where that is
// missing. Each text has its length, which holds in any font.
func portable(svg []byte) []byte {
	svg = bytes.ReplaceAll(svg, []byte("<image x="), []byte(`<image preserveAspectRatio="none" x=`))
	svg = svgText.ReplaceAllFunc(svg, func(text []byte) []byte {
		m := svgText.FindSubmatch(text)
		size, err := strconv.ParseFloat(string(m[2]), 64)
		if err != nil {
			return text
		}
		width := vector.TextStyle{Size: vector.Length(size)}.Width(html.UnescapeString(string(m[3])))
		return fmt.Appendf(nil, `<text textLength="%.5g" lengthAdjust="spacingAndGlyphs" %s>%s</text>`, float64(width), m[1], m[3])
	})
	return bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
}

// svgText finds a text, its attributes, the size of the letters and the letters.
var svgText = regexp.MustCompile(`<text ([^>]*font-size:([0-9.]+)px[^>]*)>([^<]+)</text>`)

// describeSVG adds title and description for screen readers. A description
// without a title is the title.
func describeSVG(svg []byte, title, description string) []byte {
	if title == "" {
		title, description = description, ""
	}
	start := bytes.Index(svg, []byte("<svg "))
	if title == "" || start < 0 {
		return svg
	}
	end := start + bytes.IndexByte(svg[start:], '>') + 1
	var b bytes.Buffer
	b.Write(svg[:start])
	b.WriteString(`<svg role="img" `)
	b.Write(svg[start+len("<svg ") : end])
	for _, e := range []struct{ name, text string }{{"title", title}, {"desc", description}} {
		if e.text != "" {
			b.WriteString("\n<" + e.name + ">")
			xml.EscapeText(&b, []byte(e.text)) // a buffer takes everything
			b.WriteString("</" + e.name + ">")
		}
	}
	b.Write(svg[end:])
	return b.Bytes()
}
