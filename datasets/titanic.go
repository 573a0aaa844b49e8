package datasets

import (
	"io"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"linclass/datasets/internal/store"
	"linclass/datasets/internal/table"
)

// titanicColumns are the columns as published.
var titanicColumns = []table.Column{
	{Name: "PassengerId", Type: series.Int},
	{Name: "Survived", Type: series.Int},
	{Name: "Pclass", Type: series.Int},
	{Name: "Name", Type: series.String},
	{Name: "Sex", Type: series.String},
	{Name: "Age", Type: series.Float},
	{Name: "SibSp", Type: series.Int},
	{Name: "Parch", Type: series.Int},
	{Name: "Ticket", Type: series.String},
	{Name: "Fare", Type: series.Float},
	{Name: "Cabin", Type: series.String},
	{Name: "Embarked", Type: series.String},
}

// Titanic returns the list of 891 passengers that the lectures use (Edinburgh,
// Titanic Dataset), in the order in which it was published:
//
//	PassengerId  int     1 … 891
//	Survived     int     0 no, 1 yes
//	Pclass       int     1, 2, 3
//	Name         string
//	Sex          string  female, male
//	Age          float   years; 177 are missing (NaN)
//	SibSp        int     siblings and spouses aboard
//	Parch        int     parents and children aboard
//	Ticket       string
//	Fare         float   pounds
//	Cabin        string  687 are missing
//	Embarked     string  C, Q, S; 2 are missing
//
// The package comment says where the file comes from. Without it the error wraps
// [ErrUnavailable]; [TitanicTable] is always available.
func Titanic() (dataframe.DataFrame, error) {
	var df dataframe.DataFrame
	err := load(store.Titanic, func(_ int, path string, content io.Reader) error {
		text, err := io.ReadAll(content)
		if err == nil {
			df, err = table.Parse(path, text, titanicColumns)
		}
		return err
	})
	if err != nil {
		return dataframe.DataFrame{}, err
	}
	return df, nil
}
