package lclass

import (
	"fmt"
	"html"
	"strings"
	"text/tabwriter"
)

// A Table is named columns of the same length, for printing, HTML, and data
// frames: frames.Of makes a gota frame of it.
type Table struct {
	Columns []TableColumn
}

// A TableColumn holds texts or numbers; the other one is nil.
type TableColumn struct {
	Name   string
	Text   []string
	Number []float64
}

// tabulate returns a table of n names, with a column for classes if there are
// any.
func tabulate(n int, label func(i int) (name, class string)) Table {
	names, classes := make([]string, n), make([]string, n)
	var any bool
	for i := range n {
		names[i], classes[i] = label(i)
		any = any || classes[i] != ""
	}
	t := Table{Columns: []TableColumn{{Name: "name", Text: names}}}
	if any {
		t.Columns = append(t.Columns, TableColumn{Name: "class", Text: classes})
	}
	return t
}

// add appends a column of numbers to a table with rows.
func (t *Table) add(name string, value func(i int) float64) {
	number := make([]float64, t.Len())
	for i := range number {
		number[i] = value(i)
	}
	t.Columns = append(t.Columns, TableColumn{Name: name, Number: number})
}

// Len returns the number of rows, 0 if there are no columns.
func (t Table) Len() int {
	if len(t.Columns) == 0 {
		return 0
	}
	return t.Columns[0].len()
}

func (c TableColumn) len() int { return max(len(c.Text), len(c.Number)) }

// cell returns row i as it is printed.
func (c TableColumn) cell(i int) string {
	switch {
	case c.Text != nil:
		return c.Text[i]
	case c.Name == "p":
		return printP(c.Number[i])
	}
	return fmt.Sprintf("%.4g", c.Number[i])
}

// printP returns a probability with two digits. Too small for a float64 it is
// not 0.
func printP(p float64) string {
	if p == 0 {
		return "<1e-300"
	}
	return fmt.Sprintf("%.2g", p)
}

// String returns the table in aligned columns, with their names in the first
// line. It is empty if there are no columns.
func (t Table) String() string {
	if len(t.Columns) == 0 {
		return ""
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, c := range t.Columns {
		fmt.Fprint(w, c.Name, "\t")
	}
	fmt.Fprintln(w)
	for i := range t.Len() {
		for _, c := range t.Columns {
			fmt.Fprint(w, c.cell(i), "\t")
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	return b.String()
}

// HTML returns the table as HTML that stands alone: texts to the left, numbers
// to the right.
func (t Table) HTML() string {
	var b strings.Builder
	b.WriteString("<table>\n<tr>")
	for _, c := range t.Columns {
		fmt.Fprintf(&b, "<th%s>%s</th>", c.align(), html.EscapeString(c.Name))
	}
	b.WriteString("</tr>\n")
	for i := range t.Len() {
		b.WriteString("<tr>")
		for _, c := range t.Columns {
			fmt.Fprintf(&b, "<td%s>%s</td>", c.align(), html.EscapeString(c.cell(i)))
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table>\n")
	return b.String()
}

func (c TableColumn) align() string {
	if c.Text != nil {
		return ` style="text-align:left"`
	}
	return ` style="text-align:right"`
}

// paragraph returns lines of text as HTML.
func paragraph(lines []string) string {
	return "<p>" + strings.ReplaceAll(html.EscapeString(strings.Join(lines, "\n")), "\n", "<br>\n") + "</p>\n"
}
