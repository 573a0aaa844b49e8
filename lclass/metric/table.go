package metric

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/gonum/mat"
)

// String returns a table with a row for each true class and a column for each
// predicted one, the recall of each row, the precision of each column, and the
// accuracy in the corner.
func (c *ConfusionMatrix) String() string {
	return c.table(`true \ predicted`, c.Counts, "recall", Counts.Recall, "precision", Counts.Precision)
}

// PredictedRows returns the same table as Chemnitz prints it, with a row for
// each predicted class and a column for each true one.
func (c *ConfusionMatrix) PredictedRows() string {
	return c.table(`predicted \ true`, c.Counts.T(), "precision", Counts.Precision, "recall", Counts.Recall)
}

func (c *ConfusionMatrix) table(axes string, counts mat.Matrix, rowRate string, ofRow Rate, columnRate string, ofColumn Rate) string {
	header := append(append([]string{axes}, c.Classes...), rowRate)
	last := []string{columnRate}
	table := [][]string{header}
	classes := c.PerClass()
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

// align returns one line a row, the first column flush left and the others
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
