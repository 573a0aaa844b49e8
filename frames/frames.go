// Package frames makes gota data frames of the tables of lclass, which itself
// takes frames of any kind and knows none.
package frames

import (
	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"linclass/lclass"
)

// Of returns a table, such as that of a summary, of a model or of its
// predictions, as a data frame. Numbers keep
// their last digit. A table without columns becomes an empty frame.
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
