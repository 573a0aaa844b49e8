package validate_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"

	"linclass/internal/errtest"
	"linclass/lclass"
	"linclass/lclass/validate"
)

// The models inside calibrated and tuned models read other frames, also from a file.
func TestFramesLikeModels(t *testing.T) {
	train := lclass.Must(lclass.FromFrame(dataframe.ReadCSV(strings.NewReader(`side,x,class
l,1,no
l,2,no
r,3,no
l,4,yes
r,5,yes
r,6,yes
`)), lclass.Columns{Target: "class"}))
	other := dataframe.ReadCSV(strings.NewReader("x,name,side\n2,a,r\n5,b,r\n"))
	folds := validate.KFold{K: 3, Stratify: true}
	learner := lclass.Logistic{Penalty: lclass.L2(1)}

	for ensemble, models := range map[bool]int{false: 1, true: 3} {
		fitted := lclass.Must(validate.Calibrated[*lclass.Model]{Of: learner, Folds: folds, Ensemble: ensemble}.Fit(train))
		var m validate.CalibratedModel[*lclass.Model]
		errtest.None(t, json.Unmarshal(lclass.Must(json.Marshal(fitted)), &m))
		if got := len(m.Models()); got != models {
			t.Fatalf("Ensemble %v: %d models, want %d", ensemble, got, models)
		}
		d := lclass.Must(lclass.FromFrame(other, lclass.Columns{Like: m.Models()[0]}))
		if p := lclass.Must(m.Predict(d)); p.Name[0] != "no" || p.Name[1] != "yes" {
			t.Errorf("Ensemble %v: classes %v", ensemble, p.Name)
		}
	}
	tuned := lclass.Must(validate.Tuned[*lclass.Model]{Of: learner, Folds: folds}.Fit(train))
	d := lclass.Must(lclass.FromFrame(other, lclass.Columns{Like: tuned.Model}))
	if p := lclass.Must(tuned.Predict(d)); p.Name[0] != "no" || p.Name[1] != "yes" {
		t.Errorf("tuned classes %v", p.Name)
	}

	var none *validate.CalibratedModel[*lclass.Model]
	if none.Models() != nil || new(validate.CalibratedModel[*lclass.Model]).Models() != nil {
		t.Error("no model has models")
	}
}

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
