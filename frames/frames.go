// Package frames converts the tables of lclass and the reports of metric to gota data
// frames. lclass itself reads any type with the methods of [lclass.Frame] and does not
// import gota.
package frames

import (
	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/metric"
)

// Of returns a table, such as that of a summary or of a model, as a data frame. Numbers are
// not rounded. A table without columns becomes an empty frame. gota treats the text "NaN"
// as a missing value, even if it is the name of a class.
func Of(t lclass.Table) dataframe.DataFrame {
	if len(t.Columns) == 0 {
		return dataframe.DataFrame{}
	}
	columns := make([]series.Series, len(t.Columns))
	for i, c := range t.Columns {
		if c.Text != nil {
			columns[i] = series.New(c.Text, series.String, c.Name)
		} else {
			columns[i] = series.New(c.Number, series.Float, c.Name)
		}
	}
	return dataframe.New(columns...)
}

// OfReport returns two data frames: the rates, with a row for each class and for the two
// means, and the other values of the report, with their names.
func OfReport(r *metric.Report) (rates, figures dataframe.DataFrame) {
	lines := lclass.Table{Columns: []lclass.TableColumn{{Name: "class", Text: r.Lines()}}}
	for _, c := range r.Columns {
		lines.Columns = append(lines.Columns, lclass.TableColumn{Name: c.Name, Number: c.Number})
	}
	names, values := make([]string, len(r.Values)), make([]float64, len(r.Values))
	for i, f := range r.Values {
		names[i], values[i] = f.Name, f.Value
	}
	return Of(lines), Of(lclass.Table{Columns: []lclass.TableColumn{
		{Name: "figure", Text: names}, {Name: "value", Number: values},
	}})
}

// OfConfusion returns the counts of a confusion matrix as a data frame, a row
// for each true class, whose name is in the first column, and a column for each
// predicted one.
func OfConfusion(m *metric.ConfusionMatrix) dataframe.DataFrame {
	t := lclass.Table{Columns: []lclass.TableColumn{{Name: `true \ predicted`, Text: m.Classes}}}
	for j, name := range m.Classes {
		t.Columns = append(t.Columns, lclass.TableColumn{Name: name, Number: mat.Col(nil, j, m.Counts)})
	}
	return Of(t)
}
