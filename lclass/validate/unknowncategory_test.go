package validate_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"

	"linclass/lclass"
	"linclass/lclass/validate"
)

// towns is 60 samples with gaps in numbers and texts, and a town that occurs once.
func towns() *lclass.Data {
	var csv strings.Builder
	fmt.Fprintln(&csv, "town,size,age,ill")
	for i := range 60 {
		town, size := []string{"Bonn", "Oslo", "Rome", ""}[i*i%7%4], fmt.Sprint(i*i%23)
		if i == 7 {
			town = "Ulm"
		}
		if i%5 == 2 {
			size = ""
		}
		fmt.Fprintf(&csv, "%s,%s,%v,%s\n", town, size, float64(i*31%60)/7, []string{"no", "yes"}[i*i%11%2])
	}
	return lclass.Must(lclass.FromFrame(dataframe.ReadCSV(strings.NewReader(csv.String())), lclass.Columns{Target: "ill", Raw: true}))
}

// A category that only the test samples of a fold have is an error that says so, or
// what the policy makes of it.
func TestPipelineMeetsUnseenLevel(t *testing.T) {
	d, folds := towns(), validate.KFold{K: 5}
	e := lclass.Pipeline{
		Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}, lclass.Standardize{}},
		Of:      lclass.Logistic{Penalty: lclass.L2(0.1)},
	}
	_, err := validate.CrossValidate(d, folds, e)
	var category *lclass.ValueError
	if !isValue(err, lclass.ErrUnknownCategory, &category) || category.Value != "Ulm" || category.Column != "town" {
		t.Errorf("error %v", err)
	}
	e.Prepare = []lclass.Preparation{lclass.Impute{}, lclass.OneHot{AllowUnknown: true}, lclass.Standardize{}}
	if v, err := validate.CrossValidate(d, folds, e); err != nil || v.Mean() < 0.3 {
		t.Errorf("%v, %v", v, err)
	}
}

// isValue finds an error about a value, with the reason, or nil for a value that is not
// valid.
func isValue(err, reason error, e **lclass.ValueError) bool {
	return errors.As(err, e) && (*e).Err == reason
}
