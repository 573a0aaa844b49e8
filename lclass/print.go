package lclass

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"gonum.org/v1/gonum/mat"
)

// String returns the status in the first line, then the meaning of the scores, and for up
// to 30 features a table of the weights whose rows are b and the features. For
// class densities, the table has the priors and, for each feature, mean ± standard
// deviation in each class.
func (m Model) String() string {
	if err := m.valid(); err != nil {
		return err.Error() + "\n"
	}
	var b strings.Builder
	fmt.Fprintln(&b, m.Status)
	fmt.Fprintln(&b, outputs[m.Output].meaning(&m))
	if m.Preparation != nil {
		fmt.Fprintf(&b, "x prepared from %s\n", abbreviate(m.Preparation.Inputs()))
	}
	k, d := m.dims()
	switch many := d > 30 || k > 10; {
	case many && m.Densities != nil:
		fmt.Fprintf(&b, "%d densities of %d features\n", k, d)
	case many:
		fmt.Fprintf(&b, "%d×%d weights\n", k, d)
	case m.Densities != nil:
		b.WriteString(aligned(m.densityCells()))
	default:
		b.WriteString(aligned(m.weightCells()))
	}
	return b.String()
}

func (m *Model) weightCells() [][]string {
	columns := m.Table().Columns
	rows := [][]string{transform(columns, func(c TableColumn) string { return c.Name })}
	rows[0][0] = ""
	for i, name := range columns[0].Text {
		row := []string{name}
		for _, c := range columns[1:] {
			row = append(row, fmt.Sprintf("%.4g", c.Number[i]))
		}
		rows = append(rows, row)
	}
	return rows
}

func (m *Model) densityCells() [][]string {
	prior := transform(m.Densities.Priors, func(v float64) string { return fmt.Sprintf("%.4g", v) })
	rows := [][]string{append([]string{""}, m.Classes...), append([]string{"prior"}, prior...)}
	for j, name := range m.featureNames() {
		row := []string{name}
		for c := range m.Classes {
			row = append(row, fmt.Sprintf("%.4g ± %.4g", m.Densities.Means.At(c, j), m.Densities.Std.At(c, j)))
		}
		rows = append(rows, row)
	}
	return rows
}

// aligned returns rows in columns that are flush right.
func aligned(rows [][]string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, row := range rows {
		fmt.Fprintf(w, "%s\t\n", strings.Join(row, "\t"))
	}
	w.Flush()
	return b.String()
}

// Table returns W and b as a table, for frames.Of, HTML and files: a row for the bias,
// unless the model has NoIntercept, and one for each feature. The bias is named "b", or
// "bias b" if a feature is named b. The columns are "name" and "w", or one per row of W,
// named as in [Model.RowNames]. For [Densities] the columns are "mean" and "std" of each
// class, such as "setosa mean", and there is no bias. Table is empty for an empty model.
func (m *Model) Table() Table {
	if m.valid() != nil {
		return Table{}
	}
	if g := m.Densities; g != nil {
		t := Table{Columns: []TableColumn{{Name: "name", Text: slices.Clone(m.featureNames())}}}
		for k, class := range m.Classes {
			t.Columns = append(t.Columns,
				TableColumn{Name: class + " mean", Number: mat.Row(nil, k, g.Means), plain: true},
				TableColumn{Name: class + " std", Number: mat.Row(nil, k, g.Std), plain: true})
		}
		return t
	}
	names := m.coefficientNames()
	t := Table{Columns: []TableColumn{{Name: "name", Text: names}}}
	columns := m.RowNames()
	if len(m.B) == 1 {
		columns = []string{"w"}
	}
	for k, name := range columns {
		t.Columns = append(t.Columns, TableColumn{Name: name, Number: m.listed([]int{k}, m.NoIntercept), plain: true})
	}
	return t
}
