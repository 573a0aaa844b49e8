package datasets

import (
	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"linclass/datasets/internal/table"
)

// Iris returns the 150 flowers of Anderson and Fisher (1936), 50 of each of three
// species: sepal_length, sepal_width, petal_length and petal_width in cm, and species
// (setosa, versicolor, virginica). Setosa is linearly separable from the other two; those
// two are not separable from each other.
//
// The values are those of R and of scikit-learn, which agree; the copy in the
// UCI repository differs in two samples.
func Iris() dataframe.DataFrame {
	return embeddedTable("iris.csv", []table.Column{
		{Name: "sepal_length", Type: series.Float},
		{Name: "sepal_width", Type: series.Float},
		{Name: "petal_length", Type: series.Float},
		{Name: "petal_width", Type: series.Float},
		{Name: "species", Type: series.String},
	})
}
