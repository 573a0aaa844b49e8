package datasets

import (
	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"linclass/datasets/internal/table"
)

// TitanicTable returns the 2201 people aboard counted in 32 cells, R's
// datasets::Titanic (British Board of Trade; Dawson 1995): Class (1st, 2nd,
// 3rd, Crew), Sex (Female, Male), Age (Adult, Child), Survived (No, Yes) and
// the number of such people, Freq, which is 0 in eight cells. To fit a model, use Freq as
// the sample weight:
//
//	lclass.FromFrame(df, lclass.Columns{Target: "Survived", Weight: "Freq"})
func TitanicTable() dataframe.DataFrame {
	return embeddedTable("titanic-table.csv", []table.Column{
		{Name: "Class", Type: series.String},
		{Name: "Sex", Type: series.String},
		{Name: "Age", Type: series.String},
		{Name: "Survived", Type: series.String},
		{Name: "Freq", Type: series.Int},
	})
}
