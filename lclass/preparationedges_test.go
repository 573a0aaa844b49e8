package lclass_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// Nothing prepared is written as no steps.
func TestPreparedZero(t *testing.T) {
	var zero lclass.Prepared
	text, err := json.Marshal(&zero)
	equal(t, "nothing, written", string(must(t, text, err)), `{"format":"lclass.Prepared","version":1,"features":[],"steps":[]}`)
}

// Each step alone says what it lacks.
func TestStepsAlone(t *testing.T) {
	d := raw(t, passengers())
	for _, s := range []lclass.Preparation{
		lclass.Impute{}, lclass.OneHot{}, lclass.Standardize{}, lclass.MinMax{}, lclass.Polynomial{}, lclass.Interactions{},
		lclass.Select{}, lclass.Drop{},
	} {
		for what, none := range map[string]*lclass.Data{"nil": nil, "no samples": d.Subset(nil)} {
			if p, err := lclass.Prepare(none, s); p != nil || err == nil {
				t.Errorf("%T of %s: %v, %v", s, what, p, err)
			}
		}
	}
	for _, s := range []lclass.Preparation{
		lclass.OneHot{Columns: []string{"z"}}, lclass.Interactions{Columns: []string{"z"}}, lclass.Interactions{Pairs: [][2]string{{"z", "Age"}}},
		lclass.Polynomial{Columns: []string{"z"}}, lclass.Select{"z"}, lclass.Drop{"z"},
	} {
		_, err := lclass.Prepare(d, s)
		if !is[*lclass.ColumnError](err) {
			t.Errorf("%T of an absent column: %v", s, err)
		}
	}
	p, err := lclass.Prepare(d, usual()...)
	must(t, p, err)
	fails(t, failure(p.Apply(nil)), lclass.ErrNoSamples)
	fails(t, failure(p.Row([]float64{math.NaN(), math.NaN(), 0.5, 1})), &lclass.SettingError{Setting: `category of "Port"`, Value: 0.5})
	power, err := lclass.Prepare(raw(t, passengers(), "Fare"), lclass.Polynomial{})
	must(t, power, err)
	fails(t, failure(power.Row([]float64{1e200})), &lclass.ValueError{Column: "Fare^2", Value: "+Inf"})
	if x, err := power.Row([]float64{math.NaN()}); err != nil || !math.IsNaN(x[1]) {
		t.Errorf("a gap: %v, %v", x, err)
	}
	strict, err := lclass.Prepare(d, lclass.Impute{Columns: []string{"Port"}}, lclass.OneHot{})
	must(t, strict, err)
	fails(t, failure(strict.Row([]float64{math.NaN(), 1, 1, 1})), &lclass.ValueError{Err: lclass.ErrMissing, Column: "Sex", Count: 1}, "Impute before OneHot")
	panics(t, "a row that is too short", func() { _, _ = p.Row([]float64{1}) }, "1 values for 4 features")
	fails(t, failure(lclass.Prepare(weigh(t, d, []float64{1, 1, 1, 1, 1, 1, 1, 0}).Subset([]int{7}), lclass.MinMax{})), lclass.ErrNoSamples)
	all := raw(t, passengers().with(map[string]cells{"Fare": {"1e308", "1e308", "1e308", "", "1e308", "1", "1", "1"}}), "Fare")
	fails(t, failure(lclass.Prepare(all, lclass.Impute{})), &lclass.ValueError{Err: lclass.ErrOverflow, Column: "Fare", Row: -1})
	mentions(t, failure(lclass.Prepare(lclass.Must(lclass.FromMatrix(mat.NewDense(2, 400, nil), []int{0, 1}, classNames(2))), lclass.Interactions{})), "65536")
	text := raw(t, passengers().with(map[string]cells{"Port": {"S", "", "C", "S", "C", "S", "C", "C"}}), "Port").Subset([]int{1})
	fails(t, failure(lclass.Logistic{}.Fit(text)), lclass.ErrOneClass)
	fails(t, failure(lclass.Prepare(text, lclass.Standardize{Columns: []string{"Port"}})), &lclass.ValueError{Err: lclass.ErrKind, Column: "Port", Want: []string{"numbers"}})
}

// Rare categories are known ones, and are named where another is refused.
func TestRareLevels(t *testing.T) {
	f := passengers()
	m := learn(t, ridge(lclass.Select{"Port"}, lclass.Impute{}, lclass.OneHot{Rare: 2}), raw(t, f))
	equal(t, "features", m.Features, []string{"Port[S]", "Port[rare]"})
	f.values["Port"] = cells{"Q", "C", "Z", "S", "Q", "S", "S", "C"}
	fails(t, failure(m.Predict(raw(t, f))), &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "Port", Row: 2, Value: "Z", Want: []string{"C", "S", "Q"}})
	equal(t, "printed", m.Preparation.String(), "select Port\nimpute Port by S\none-hot Port (3 categories, reference C)\n")
}

// Weighted labels are prepared without those that do not count.
func TestPipelineOfLabelsWeights(t *testing.T) {
	d := voyage(t, 60)
	labels := mat.NewDense(60, 2, nil)
	s := make([]float64, 60)
	var kept []int
	for i := range 60 {
		labels.Set(i, 0, float64(i%2))
		labels.Set(i, 1, float64(i/2%2))
		if i%5 > 0 {
			s[i] = 1
			kept = append(kept, i)
		}
	}
	names := []string{"a", "b"}
	all, err := weigh(t, d, s).WithLabels(labels, names)
	must(t, all, err)
	plain, err := d.WithLabels(labels, names)
	must(t, plain, err)
	p := lclass.Pipeline{Prepare: usual(), Of: lclass.MultiLabel{Penalty: lclass.L2(0.1)}}
	a, err := p.Fit(all)
	must(t, a, err)
	b, err := p.Fit(plain.Subset(kept))
	near(t, "weights", parameters(a), parameters(must(t, b, err)), 1e-12)
	fails(t, failure(p.Fit(all.Subset([]int{0, 5}))), lclass.ErrNoSamples)
	fails(t, failure(lclass.Pipeline{Of: lclass.QDA{}}.Fit(d)), &lclass.ValueError{Err: lclass.ErrKind, Column: "Sex", Value: "female", Want: []string{"numbers"}}, "OneHot")
	fails(t, failure(lclass.Pipeline{Prepare: []lclass.Preparation{nil}, Of: lclass.QDA{}}.Fit(d)), &lclass.SettingError{Setting: "step 1 of the preparation"})
}

// Units that float64 cannot hold, and products that are too long to multiply out.
func TestRawUnitsErrors(t *testing.T) {
	var none *lclass.Model
	fails(t, failure(none.RawUnits()), lclass.ErrNoModel)
	tiny, err := lclass.FromMatrix(mat.NewDense(4, 1, []float64{1e-300, 2e-300, 4e-300, 3e-300}), []int{0, 0, 1, 1}, classNames(2))
	must(t, tiny, err)
	m := learn(t, lclass.Pipeline{Prepare: []lclass.Preparation{lclass.MinMax{High: 1e20}, lclass.MinMax{}}, Of: lclass.Logistic{Penalty: lclass.L2(1e-9)}}, tiny)
	grown := *m
	grown.W = mat.NewDense(1, 1, []float64{1e300})
	fails(t, failure(grown.RawUnits()), &lclass.ValueError{Err: lclass.ErrOverflow, Column: "x1", Row: -1}, "overflows in the units of the data")

	names := make([]string, 18)
	features, factors := make([]string, 18), make([]string, 18)
	for i := range names {
		names[i] = fmt.Sprintf("%q", fmt.Sprint("f", i))
		features[i] = fmt.Sprintf(`{"name":%s}`, names[i])
		factors[i] = fmt.Sprint(i)
	}
	ones := strings.Repeat("1,", 17) + "1"
	text := fmt.Sprintf(`{"format":"lclass.Prepared","version":1,"features":[%s],"steps":[{"scale":{"step":"standardize","columns":[%s],"shift":[%s],"scale":[%s]}},{"products":{"columns":[%s],"factors":[[%s]]}}]}`,
		strings.Join(features, ","), strings.Join(names, ","), ones, ones, strings.Join(names, ","), strings.Join(factors, ","))
	var p lclass.Prepared
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatal(err)
	}
	long := &lclass.Model{W: mat.NewDense(1, 19, nil), B: []float64{1}, Features: p.Outputs(), Preparation: &p}
	err = failure(long.RawUnits())
	fails(t, err, &lclass.SettingError{Setting: "Model.Preparation"}, "a product of 18 scaled features")
	other := *long
	other.Features = slices.Repeat([]string{"x"}, 19)
	mentions(t, failure(other.RawUnits()), "the preparation of the model makes")
}
