package lclass_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"linclass/lclass"
)

// guests are 40 samples with a name each, and a town that only the last 20 have.
func guests() sheet {
	f := sheet{[]string{"Name", "Town", "Age", "Fare", "Survived"}, map[string]cells{}}
	for i := range 40 {
		town, age := []string{"Bonn", "Oslo", "Rome"}[i%3], fmt.Sprint(20+i*7%31)
		if i >= 20 && i%4 == 0 {
			town = "Aarhus"
		}
		if i%9 == 4 {
			age = ""
		}
		for name, v := range map[string]string{"Name": fmt.Sprintf("guest %02d", i), "Town": town, "Age": age, "Fare": fmt.Sprint(i * i % 17), "Survived": []string{"no", "yes"}[i*i%11%2]} {
			f.values[name] = append(f.values[name], v)
		}
	}
	return f
}

// A model keeps what its features are made of, wherever columns are left out, and
// no category that its training data do not have.
func TestPipelineKeepsWhatItNeeds(t *testing.T) {
	d := raw(t, guests())
	train, test := d.Subset(seq(0, 20)), d.Subset([]int{20, 24, 28, 32, 21, 22})
	drop := lclass.Drop{"Name"}
	encode := lclass.OneHot{AllowUnknown: true}
	learner := lclass.Logistic{Penalty: lclass.L2(0.1)}
	plain := learn(t, lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Select{"Town", "Age", "Fare"}, lclass.Impute{Indicator: true}, encode, lclass.Standardize{}}, Of: learner}, train)
	want, err := plain.Scores(test)
	must(t, want, err)
	for name, e := range map[string]lclass.Pipeline{
		"at the start":         {Prepare: []lclass.Preparation{drop, lclass.Impute{Indicator: true}, encode, lclass.Standardize{}}, Of: learner},
		"after Impute":         {Prepare: []lclass.Preparation{lclass.Impute{Indicator: true}, drop, encode, lclass.Standardize{}}, Of: learner},
		"after OneHot":         {Prepare: []lclass.Preparation{lclass.Impute{Indicator: true}, encode, drop, lclass.Standardize{}}, Of: learner},
		"in a pipeline inside": {Prepare: []lclass.Preparation{lclass.Impute{Indicator: true}}, Of: lclass.Pipeline{Prepare: []lclass.Preparation{encode, drop, lclass.Standardize{}}, Of: learner}},
	} {
		m := learn(t, e, train)
		equal(t, name+": inputs", m.Preparation.Inputs(), []string{"Town", "Age", "Fare"})
		equal(t, name+": categories", m.Preparation.Categories(), map[string][]string{"Town": {"Bonn", "Oslo", "Rome"}})
		equal(t, name+": frame", lclass.FrameOf(m).Categorical, []string{"Town"})
		z, err := m.Scores(test)
		near(t, name+": scores", must(t, z, err).RawMatrix().Data, want.RawMatrix().Data, 1e-12)
		text, err := json.Marshal(m)
		must(t, text, err)
		for _, word := range []string{"guest", "Name", "Aarhus"} {
			if strings.Contains(string(text), word) {
				t.Errorf("%s: %q is in %s", name, word, text)
			}
		}
		back := reread(t, m)
		read, err := lclass.FromFrame(guests().with(map[string]cells{"Name": nil}), lclass.Columns{Like: back})
		must(t, read, err)
		y, err := back.Scores(read.Subset([]int{20, 24, 28, 32, 21, 22}))
		equal(t, name+": read without the column", must(t, y, err).RawMatrix().Data, z.RawMatrix().Data)
	}

	// The whole frame knew the category; the policy says what becomes of it.
	m := learn(t, lclass.Pipeline{Prepare: []lclass.Preparation{drop, lclass.Impute{}, lclass.OneHot{}}, Of: learner}, train)
	_, err = m.Predict(test)
	if !errors.Is(err, lclass.ErrUnknownCategory) {
		t.Errorf("error %v", err)
	}
	fails(t, err, &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "Town", Value: "Aarhus", Want: []string{"Bonn", "Oslo", "Rome"}})
}

// Of products and gaps the model keeps those that features are made of.
func TestPipelineKeepsFactors(t *testing.T) {
	d := raw(t, guests(), "Age", "Fare", "Town")
	p, err := lclass.Prepare(d, lclass.Impute{Indicator: true}, lclass.OneHot{}, lclass.Standardize{}, lclass.Polynomial{Columns: []string{"Age", "Fare"}, Degree: 3},
		lclass.Select{"Fare^2", "Fare^3", "Age is missing"})
	must(t, p, err)
	equal(t, "inputs", p.Inputs(), []string{"Age", "Fare"})
	equal(t, "outputs", p.Outputs(), []string{"Fare^2", "Fare^3", "Age is missing"})
	// The means of 20 + 7i mod 31 without every ninth, and of i² mod 17.
	equal(t, "steps", p.String(), "impute Age by 34.06, Fare by 7.75\nstandardize Fare\n2 products of Fare\nselect Fare^2, Fare^3, Age is missing\n")
	whole, err := lclass.Prepare(d, lclass.Impute{Indicator: true}, lclass.OneHot{}, lclass.Standardize{}, lclass.Polynomial{Columns: []string{"Age", "Fare"}, Degree: 3})
	must(t, whole, err)
	x, err := p.Apply(d)
	must(t, x, err)
	all, err := whole.Apply(d)
	must(t, all, err)
	for j, name := range x.Features() {
		equal(t, name, x.Column(j), all.Column(slices.Index(all.Features(), name)))
	}
	equal(t, "written and read", reread(t, p).String(), p.String())
}

// A text that is missing in all training samples has no categories, which is not a
// number.
func TestPipelineOfTextWithoutLevels(t *testing.T) {
	f := guests()
	for i := range 20 {
		f.values["Town"][i] = ""
	}
	d := raw(t, f, "Town", "Fare")
	m := learn(t, ridge(lclass.Impute{Category: "?"}, lclass.OneHot{AllowUnknown: true}), d.Subset(seq(0, 20)))
	equal(t, "categories", m.Preparation.Categories(), map[string][]string{"Town": {}})
	back := reread(t, m)
	read, err := lclass.FromFrame(f, lclass.Columns{Like: back})
	must(t, read, err)
	a, err := m.Scores(d)
	must(t, a, err)
	b, err := back.Scores(read)
	equal(t, "scores", must(t, b, err).RawMatrix().Data, a.RawMatrix().Data)
}
