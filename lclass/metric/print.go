package metric

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/gonum/mat"
)

// String returns a table with a row for each true class and a column for each
// predicted one. It ends with the recall of each row, the precision of each
// column and, in the corner, the accuracy.
func (c *ConfusionMatrix) String() string {
	return c.table(`true \ predicted`, c.Counts, "recall", Counts.Recall, "precision", Counts.Precision)
}

// PredictedRows returns the table as Chemnitz prints it, with a row for each
// predicted class and a column for each true one.
func (c *ConfusionMatrix) PredictedRows() string {
	return c.table(`predicted \ true`, c.Counts.T(), "precision", Counts.Precision, "recall", Counts.Recall)
}

func (c *ConfusionMatrix) table(axes string, counts mat.Matrix, rowRate string, ofRow Rate, columnRate string, ofColumn Rate) string {
	header := append(append([]string{axes}, c.Classes...), rowRate)
	last := []string{columnRate}
	table := [][]string{header}
	classes := c.perClass()
	for i, name := range c.Classes {
		row := []string{name}
		for j := range c.Classes {
			row = append(row, count(counts.At(i, j)))
		}
		table = append(table, append(row, rate(ofRow(classes[i]))))
		last = append(last, rate(ofColumn(classes[i])))
	}
	return align(append(table, append(last, "accuracy "+rate(c.Accuracy()))))
}

// String returns the table, with the values and the notes below it.
func (r *Report) String() string {
	return align(r.cells()) + "\n" + strings.Join(r.below(), "\n") + "\n"
}

// HTML returns the contents of String as HTML, for a notebook.
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
	below := strings.ReplaceAll(html.EscapeString(strings.Join(r.below(), "\n")), "\n", "<br>\n")
	return b.String() + "</table>\n<p>" + below + "</p>\n"
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

// below returns the values and the notes, a line each.
func (r *Report) below() []string {
	var lines []string
	for _, f := range r.Values {
		lines = append(lines, f.Name+" "+rate(f.Value))
	}
	return append(lines, r.Notes...)
}

func count(v float64) string {
	if v == math.Trunc(v) {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

func rate(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}

// align returns one line per row, the first column flush left and the others
// flush right.
func align(table [][]string) string {
	width := make([]int, len(table[0]))
	for _, row := range table {
		for j, cell := range row {
			width[j] = max(width[j], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range table {
		for j, cell := range row {
			pad := strings.Repeat(" ", width[j]-utf8.RuneCountInString(cell))
			if j == 0 {
				b.WriteString(cell + pad)
			} else {
				b.WriteString("  " + pad + cell)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
