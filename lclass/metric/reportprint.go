package metric

import (
	"fmt"
	"html"
	"strings"
)

// String returns the table, and the figures and the notes below it.
func (r *Report) String() string {
	var b strings.Builder
	b.WriteString(align(r.cells()))
	for _, f := range r.figures() {
		b.WriteString("\n" + f[0] + " " + f[1])
	}
	for _, note := range r.Notes {
		b.WriteString("\n" + note)
	}
	return b.String() + "\n"
}

// HTML returns the same as String in HTML that stands alone, for a notebook.
func (r *Report) HTML() string {
	var b strings.Builder
	b.WriteString("<table>\n")
	for i, row := range r.cells() {
		b.WriteString("<tr>")
		for j, cell := range row {
			tag, side := "td", "right"
			if i == 0 {
				tag = "th"
			}
			if j == 0 {
				side = "left"
			}
			fmt.Fprintf(&b, `<%s style="text-align:%s;padding:2px 8px">%s</%s>`, tag, side, html.EscapeString(cell), tag)
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table>\n<p>")
	for i, f := range r.figures() {
		if i > 0 {
			b.WriteString("<br>\n")
		}
		b.WriteString(f[0] + " " + f[1])
	}
	for _, note := range r.Notes {
		b.WriteString("<br>\n" + html.EscapeString(note))
	}
	b.WriteString("</p>\n")
	return b.String()
}

func (r *Report) cells() [][]string {
	header := []string{""}
	for _, c := range r.Columns {
		header = append(header, c.Name)
	}
	table := [][]string{header}
	for i, name := range r.Lines() {
		row := []string{name}
		for _, c := range r.Columns {
			if c.Name == "samples" {
				row = append(row, count(c.Number[i]))
			} else {
				row = append(row, rate(c.Number[i]))
			}
		}
		table = append(table, row)
	}
	return table
}

// figures returns names, of the same width, and values.
func (r *Report) figures() [][2]string {
	var all [][2]string
	for _, f := range r.Values {
		all = append(all, [2]string{f.Name, rate(f.Value)})
	}
	return all
}
