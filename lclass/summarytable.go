package lclass

import (
	"fmt"
	"html"
	"math"
	"strconv"
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
	plain  bool // the name does not say how numbers are printed
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

// cells returns the column as it is printed.
func (c TableColumn) cells() []string {
	if c.Text != nil {
		return c.Text
	}
	cells := make([]string, len(c.Number))
	if c.whole() {
		for i, v := range c.Number {
			cells[i] = strconv.FormatFloat(v, 'f', 0, 64)
		}
		return cells
	}
	decimals, fixed := c.decimals()
	for i, v := range c.Number {
		switch {
		case c.Name == "p" && !c.plain:
			cells[i] = printP(v)
		case math.IsNaN(v):
			cells[i] = "–"
		case fixed:
			cells[i] = strconv.FormatFloat(v, 'f', decimals, 64)
		default:
			cells[i] = fmt.Sprintf("%.4g", v)
		}
	}
	return cells
}

// whole reports whether the column has numbers that count something.
func (c TableColumn) whole() bool {
	var count bool
	for _, v := range c.Number {
		if v != math.Trunc(v) || math.Abs(v) >= 1e15 {
			return false
		}
		count = count || math.Abs(v) > 1
	}
	return count
}

// decimals returns how many all numbers of the column are printed with, so
// that their points stand below each other; fixed is false if some are too
// large or too small for that.
func (c TableColumn) decimals() (decimals int, fixed bool) {
	var largest float64
	smallest := math.Inf(1)
	for _, v := range c.Number {
		if v = math.Abs(v); v > 0 && !math.IsInf(v, 0) {
			largest, smallest = max(largest, v), min(smallest, v)
		}
	}
	if (c.Name == "z" || c.Name == "t") && !c.plain {
		return 2, largest < 1e6
	}
	decimals = 4
	if largest >= 1 {
		decimals = max(0, 4-int(math.Log10(largest)))
	}
	return decimals, largest < 1e6 && smallest >= 5*math.Pow10(-decimals)
}

// printP returns a probability with two digits, nothing if there is none. Too
// small for a float64 it is not 0.
func printP(p float64) string {
	switch {
	case math.IsNaN(p):
		return ""
	case p == 0:
		return "<1e-300"
	}
	return fmt.Sprintf("%.2g", p)
}

func (t Table) cells() [][]string {
	cells := make([][]string, len(t.Columns))
	for j, c := range t.Columns {
		cells[j] = c.cells()
	}
	return cells
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
	cells := t.cells()
	for i := range t.Len() {
		for j := range t.Columns {
			fmt.Fprint(w, cells[j][i], "\t")
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
	cells := t.cells()
	for i := range t.Len() {
		b.WriteString("<tr>")
		for j, c := range t.Columns {
			fmt.Fprintf(&b, "<td%s>%s</td>", c.align(), html.EscapeString(cells[j][i]))
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table>\n")
	return b.String()
}

func (c TableColumn) align() string {
	if c.Text != nil {
		return ` style="text-align:left;padding:2px 8px"`
	}
	return ` style="text-align:right;padding:2px 8px"`
}

// paragraph returns lines of text as HTML.
func paragraph(lines []string) string {
	return "<p>" + strings.ReplaceAll(html.EscapeString(strings.Join(lines, "\n")), "\n", "<br>\n") + "</p>\n"
}
