package validate_test

import (
	"encoding/json"
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
