package lclass

import "gonum.org/v1/gonum/mat"

// PredictNames returns the predicted class name of each sample. It returns an error if
// [Model.Predict] does.
func (m *Model) PredictNames(d *Data) ([]string, error) {
	y, err := m.Predict(d)
	if err != nil {
		return nil, err
	}
	return pick(m.Classes, y), nil
}

// Predictions returns a table with a row for each of the n samples of d. Its columns are
// target, if d has one; prediction, the class name or the number of a regression; and for
// models with probabilities one per class, such as P(yes). frames.Of converts it to a
// data frame.
//
// It returns an error if [Model.Predict] does, as for [MultiLabel].
func (m *Model) Predictions(d *Data) (Table, error) {
	if m.valid() == nil && m.Output == Identity {
		y, err := m.PredictNumbers(d)
		if err != nil {
			return Table{}, err
		}
		t := Table{}
		if d.y != nil {
			t.Columns = append(t.Columns, TableColumn{Name: "target", Number: d.Y()})
		}
		t.Columns = append(t.Columns, TableColumn{Name: "prediction", Number: y})
		return t, nil
	}
	names, err := m.PredictNames(d)
	if err != nil {
		return Table{}, err
	}
	if !m.HasProbability() {
		return predictions(d, names, nil, nil), nil
	}
	y, err := m.Proba(d)
	if err != nil {
		return Table{}, err
	}
	return predictions(d, names, m.Classes, y), nil
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
