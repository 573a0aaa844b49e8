package validate_test

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/lclass/decide"
	"linclass/lclass/metric"
	"linclass/lclass/validate"
)

type tuned = validate.Tuned[*lclass.Model]

// The threshold is that of the probabilities out of fold.
func TestTunedByHand(t *testing.T) {
	d := lclass.Must(virginica(t).WithClassWeight(map[string]float64{"virginica": 2}))
	costs := lclass.Must(decide.NewCosts(0, 1, 10, 0))
	p := lclass.Must(validate.CrossPredict(d, fiveFolds, lclass.LDA{}))
	want := lclass.Must(costs.Best(metric.Rank(d.T(), mat.Col(nil, 1, p.Proba), d.SampleWeight())))
	m := lclass.Must(tuned{Of: lclass.LDA{}, Choose: costs.Best}.Fit(d))
	if m.Choice != want {
		t.Errorf("%+v, want %+v", m.Choice, want)
	}
	all := lclass.Must(lclass.LDA{}.Fit(d))
	proba := lclass.Must(all.Proba(d))
	if got, want := lclass.Must(m.Predict(d)).Class, decide.Threshold(mat.Col(nil, 1, proba), want.Threshold); !slices.Equal(got, want) {
		t.Errorf("predictions %v, want %v", got, want)
	}
	if !mat.Equal(lclass.Must(m.Proba(d)), proba) || !mat.Equal(lclass.Must(m.Scores(d)), lclass.Must(all.Scores(d))) || !m.HasProbability() {
		t.Error("the threshold has changed the probabilities")
	}
	if got := m.String(); !strings.HasPrefix(got, "threshold of the probability ") {
		t.Errorf("%s", got)
	}
}

// A model without probabilities has a threshold of its score.
func TestTunedScores(t *testing.T) {
	d := virginica(t)
	m := lclass.Must(tuned{Of: lclass.LinearSVM{Penalty: lclass.L2(0.01)}, Choose: func(r *metric.Ranking) (decide.Choice, error) {
		return decide.ForPrecision(r, 0.97)
	}}.Fit(d))
	if m.Choice.Precision() < 0.97 || m.HasProbability() || !strings.HasPrefix(m.String(), "threshold of the score ") {
		t.Errorf("%+v\n%v", m.Choice, m)
	}
	if _, err := m.Proba(d); err == nil {
		t.Error("a support vector machine has probabilities")
	}
	v := lclass.Must(validate.CrossValidate(d, fiveFolds, tuned{Of: lclass.LinearSVM{Penalty: lclass.L2(0.01)}}, validate.BalancedAccuracy, validate.AUC))
	if v.Mean() < 0.9 || v.Scores[1].Mean() < 0.95 {
		t.Errorf("%v", v)
	}
}

// never decides on class 1.
func never(*metric.Ranking) (decide.Choice, error) {
	return decide.Choice{Threshold: math.Inf(1)}, nil
}

func TestTunedAsJSON(t *testing.T) {
	d := virginica(t)
	for _, choose := range []func(*metric.Ranking) (decide.Choice, error){nil, never} {
		m := lclass.Must(tuned{Of: lclass.LDA{}, Choose: choose}.Fit(d))
		var back validate.TunedModel[*lclass.Model]
		errtest.None(t, json.Unmarshal(lclass.Must(json.Marshal(m)), &back))
		if back.Choice != m.Choice || back.String() != m.String() || !slices.Equal(lclass.Must(back.Predict(d)).Class, lclass.Must(m.Predict(d)).Class) {
			t.Errorf("after JSON\n%s\nbefore\n%s", &back, m)
		}
	}
	three := lclass.Must(json.Marshal(validate.TunedModel[*lclass.Model]{Model: lclass.Must(lclass.LDA{}.Fit(iris(t)))}))
	if err := json.Unmarshal(three, new(validate.TunedModel[*lclass.Model])); placeOf(err) != "$.model.classes" {
		t.Errorf("error %v", err)
	}
	text := string(lclass.Must(json.Marshal(lclass.Must(tuned{Of: lclass.LDA{}, Choose: never}.Fit(d)))))
	for change, at := range map[[2]string]string{
		{"validate.TunedModel", "x"}:                           "$.format",
		{`Model","version":1,"thr`, `Model","version":3,"thr`}: "$.version",
		{`["+Inf"]`, `[]`}:                                     "$.threshold",
		{`["+Inf"]`, `[null]`}:                                 "$.threshold",
		{`["+Inf"]`, `["much"]`}:                               "$.threshold",
		{`["+Inf"]`, `7`}:                                      "$.threshold",
		{`"model":{`, `"model":null,"was":{`}:                  "$.was",
	} {
		changed := strings.Replace(text, change[0], change[1], 1)
		var m validate.TunedModel[*lclass.Model]
		if err := json.Unmarshal([]byte(changed), &m); changed == text || placeOf(err) != at || m.Model != nil {
			t.Errorf("%q: error %v, want one at %s in %s", change, err, at, text)
		}
	}
	if _, err := json.Marshal(validate.TunedModel[*lclass.Model]{}); err == nil {
		t.Error("the zero value marshals")
	}
}

func TestTunedErrors(t *testing.T) {
	d, two := iris(t), virginica(t)
	failed := errors.New("failed")
	for name, c := range map[string]struct {
		d    *lclass.Data
		of   tuned
		want error
	}{
		"nothing":       {two, tuned{}, &lclass.SettingError{Setting: "learner"}},
		"three classes": {d, tuned{Of: lclass.LDA{}}, &invalid.TargetError{Target: "species", Want: "two classes"}},
		"no partition":  {two, tuned{Of: lclass.LDA{}, Folds: validate.Split{}}, &lclass.SettingError{Setting: "Tuned: number of test sets with sample 0", Value: 0}},
		"no choice":     {two, tuned{Of: lclass.LDA{}, Choose: func(r *metric.Ranking) (decide.Choice, error) { return decide.ForPrecision(r, 2) }}, &lclass.SettingError{Setting: "precision", Value: 2}},
		"all data": {two, tuned{Of: spy{lclass.LDA{}, func(d *lclass.Data) error {
			if d.N() == 150 {
				return failed
			}
			return nil
		}}}, failed},
	} {
		if _, err := c.of.Fit(c.d); !errtest.Is(err, c.want) {
			t.Errorf("%s: error %v, want %#v", name, err, c.want)
		} else {
			begins(t, err, "validate: Tuned: ")
		}
	}
	for _, m := range []*validate.TunedModel[*lclass.Model]{nil, {}} {
		_, proba := m.Proba(d)
		_, scores := m.Scores(d)
		_, predict := m.Predict(d)
		_, targets := m.Targets(d)
		for _, err := range []error{proba, scores, predict, targets} {
			fails(t, err, validate.ErrNoFit)
			begins(t, err, "validate: ")
		}
		if m.HasProbability() || m.String() != "no tuned model\n" {
			t.Errorf("%v has probabilities", m)
		}
	}
}
