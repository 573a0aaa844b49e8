package lclass

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// Predictions returns a table with a row for each of the n samples of d. Its columns are
// target, if d has one; prediction, the class name or the number of a regression; and for
// models with probabilities one per class, such as P(yes). frames.Of converts it to a
// data frame.
//
// It returns an error if [Model.Predict] does, and for [MultiLabel].
func (m *Model) Predictions(d *Data) (Table, error) {
	if m.valid() == nil && m.Output == MultiLabelOutput {
		return Table{}, fmt.Errorf("lclass: %s", outputs[m.Output].noClass)
	}
	said, err := m.Predict(d)
	if err != nil {
		return Table{}, err
	}
	if said.Number != nil {
		t := Table{}
		if d.y != nil {
			t.Columns = append(t.Columns, TableColumn{Name: "target", Number: d.Y()})
		}
		t.Columns = append(t.Columns, TableColumn{Name: "prediction", Number: said.Number})
		return t, nil
	}
	if !m.HasProbability() {
		return predictions(d, said.Name, nil, nil), nil
	}
	y, err := m.Proba(d)
	if err != nil {
		return Table{}, err
	}
	return predictions(d, said.Name, m.Classes, y), nil
}

func predictions(d *Data, names, classes []string, y *mat.Dense) Table {
	t := Table{}
	if d.t != nil {
		t.Columns = append(t.Columns, TableColumn{Name: "target", Text: pick(d.classes, d.t)})
	}
	t.Columns = append(t.Columns, TableColumn{Name: "prediction", Text: names})
	for k, class := range classes {
		t.Columns = append(t.Columns, TableColumn{Name: "P(" + class + ")", Number: mat.Col(nil, k, y)})
	}
	return t
}
