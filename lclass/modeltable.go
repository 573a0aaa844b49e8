package lclass

import (
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Table returns W and b as a table, for frames.Of, HTML and files: a row for
// each feature and, last, for the bias b, "bias b" beside a feature b. The
// column "name" is followed by "w", or by one for each row of W as
// [Model.RowNames] has them. For [Densities] it has the columns "mean" and "std" of
// each class, such as "setosa mean", and no bias. It is empty if there is no model.
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
	names := append(slices.Clone(m.featureNames()), biasName(m.Features))
	t := Table{Columns: []TableColumn{{Name: "name", Text: names}}}
	columns := m.RowNames()
	if len(m.B) == 1 {
		columns = []string{"w"}
	}
	for k, name := range columns {
		t.Columns = append(t.Columns, TableColumn{Name: name, Number: append(mat.Row(nil, k, m.W), m.B[k]), plain: true})
	}
	return t
}
