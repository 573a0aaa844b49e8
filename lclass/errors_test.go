package lclass_test

import (
	"testing"

	"linclass/lclass"
)

// Other tests compare the fields of these errors; their texts stand here.
func TestErrorsName(t *testing.T) {
	for want, err := range map[string]error{
		`lclass: column "Age", row 5 is NaN; features and targets must be finite numbers`: &lclass.ValueError{Column: "Age", Row: 5, Value: "NaN"},

		`lclass: column "Age" has 1 missing value, the first in row 5; set Columns.DropMissing, leave the column out, or set Columns.Raw and fit a Pipeline with Impute`:  &lclass.ValueError{Err: lclass.ErrMissing, Column: "Age", Row: 5, Count: 1},
		`lclass: column "Age" has 2 missing values, the first in row 5; set Columns.DropMissing, leave the column out, or set Columns.Raw and fit a Pipeline with Impute`: &lclass.ValueError{Err: lclass.ErrMissing, Column: "Age", Row: 5, Count: 2},

		`lclass: column "Port", row 5 is "Z"; its categories are ["C" "Q"]`: &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "Port", Row: 5, Value: "Z", Want: []string{"C", "Q"}},

		`lclass: there is no column "ill"; the frame has none`:                                     &lclass.ColumnError{Missing: []string{"ill"}},
		`lclass: there is no column "ill"; the frame has Ill, x; if you mean "Ill", use that name`: &lclass.ColumnError{Missing: []string{"ill"}, Have: []string{"Ill", "x"}},
		`lclass: there is no column "ill"; the frame has Ill, iLL`:                                 &lclass.ColumnError{Missing: []string{"ill"}, Have: []string{"Ill", "iLL"}},
	} {
		equal(t, "text", err.Error(), want)
	}
}

func TestErrorsNameFeatures(t *testing.T) {
	d := threeClasses(t)
	m := learn(t, lclass.Softmax{Penalty: lclass.L2(1)}, d)
	for want, names := range map[string][]string{
		`lclass: the data lack "x1" and "x2" of the 2 features of the model; they have ["a" "b"]; features are matched by name: read the frame with Columns.Like, or rename features with Data.WithFeatures`: {"a", "b"},
		`lclass: the data lack "x2" of the 2 features of the model; they have ["x1" "X2"]; if "X2" is "x2", rename it with Data.WithFeatures`:                                                                {"x1", "X2"},
	} {
		renamed, err := d.WithFeatures(names...)
		_, got := m.Predict(must(t, renamed, err))
		equal(t, "text", got.Error(), want)
	}
}
