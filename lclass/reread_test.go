package lclass_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"linclass/lclass"
)

// patients lack an age in row 1.
func patients() sheet {
	return sheet{[]string{"age", "height", "city", "ill"}, map[string]cells{
		"age":    {"30", "", "50", "20", "60"},
		"height": {"1.5", "1.6", "1.7", "1.8", "1.9"},
		"city":   {"Rome", "Bonn", "Oslo", "Bonn", "Rome"},
		"ill":    {"no", "yes", "no", "yes", "yes"},
	}}
}

func TestOptionsThatNameNoColumn(t *testing.T) {
	for _, o := range []lclass.Columns{
		{Categories: map[string][]string{"city": {"Bonn"}, "town": {"Bonn"}}},
	} {
		_, err := lclass.FromFrame(patients(), columns(o, "ill", "height"))
		var column *lclass.ColumnError
		if !errors.As(err, &column) || !slices.Equal(column.Missing, []string{"town"}) {
			t.Errorf("%v is not about town", err)
		}
		fails(t, err, &lclass.ColumnError{Missing: []string{"town"}, Have: []string{"age", "height", "city", "ill"}})
		labels := o
		labels.Labels, labels.Features = []string{"ill"}, []string{"height"}
		_, err = lclass.FromFrame(patients(), labels)
		fails(t, err, &lclass.ColumnError{Missing: []string{"town"}, Have: []string{"age", "height", "city", "ill"}})
		// The column may be the target that is left out.
		d, err := lclass.FromFrame(patients(), columns(o, "", "height"))
		must(t, d, err)
	}
}

// Patients without an age get the mean of those that the model was fitted
// on, whatever the ages of those to be predicted.
func ExampleColumns() {
	train := sheet{[]string{"age", "ill"}, map[string]cells{"age": {"30", "", "50", "70"}, "ill": {"no", "no", "yes", "yes"}}}
	d := lclass.Must(lclass.FromFrame(train, lclass.Columns{Target: "ill", Features: []string{"age"}, Raw: true}))
	m := lclass.Must(lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Impute{}}, Of: lclass.Logistic{Penalty: lclass.L2(0.1)}}.Fit(d))

	later := sheet{[]string{"age"}, map[string]cells{"age": {"90", ""}}}
	test := lclass.Must(lclass.FromFrame(later, lclass.Columns{Like: m}))
	fmt.Println(test.Column(0), lclass.Must(m.Preparation.Apply(test)).Column(0))
	// Output:
	// [90 NaN] [90 50]
}
