package lclass_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// reread writes a value and reads it as the same type.
func reread[T any](t *testing.T, v T) T {
	t.Helper()
	text, err := json.Marshal(v)
	must(t, text, err)
	var got T
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(got)
	equal(t, "written again", string(must(t, again, err)), string(text))
	return got
}

// Every model, with a preparation and without, is read back to the last bit.
func TestEveryModelIsKept(t *testing.T) {
	d := voyage(t, 90)
	learners := map[string]lclass.Estimator{
		"OneVsRest": lclass.OneVsRest{Of: lclass.Logistic{Penalty: lclass.L2(0.1)}}, "OneVsOne": lclass.OneVsOne{Of: lclass.Perceptron{Epochs: 3}},
		"LDA": lclass.LDA{}, "Perceptron": lclass.Perceptron{Epochs: 3},
	}
	for _, l := range learnerSpecs {
		if l.classes > 0 {
			learners[l.name] = l.make(lclass.Penalty{}, nil)
			if l.kind != alone {
				learners[l.name] = l.make(lclass.L2(0.1), nil)
			}
		}
	}
	for name, steps := range map[string][]lclass.Preparation{
		"usual": usual(),
		"all": {lclass.Standardize{}, lclass.Impute{Category: "?", Indicator: true}, lclass.OneHot{Rare: 3}, lclass.Interactions{Pairs: [][2]string{{"Sex", "Age"}}},
			lclass.MinMax{}, lclass.Drop{"Sex"}},
	} {
		p, err := lclass.Prepare(d, steps...)
		must(t, p, err)
		x, err := p.Apply(d)
		must(t, x, err)
		again, err := reread(t, p).Apply(d)
		equal(t, name, must(t, again, err).Matrix().RawMatrix().Data, x.Matrix().RawMatrix().Data)
		for what, of := range learners {
			m := learn(t, lclass.Pipeline{Prepare: steps, Of: of}, d)
			plain := learn(t, of, x)
			for _, c := range []struct {
				m *lclass.Model
				d *lclass.Data
			}{{m, d}, {plain, x}} {
				a, err := c.m.Scores(c.d)
				must(t, a, err)
				b, err := reread(t, c.m).Scores(c.d)
				equal(t, name+", "+what, must(t, b, err).RawMatrix().Data, a.RawMatrix().Data)
			}
		}
	}
	g, err := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Drop{"Sex", "Port"}, lclass.Impute{}}, Of: lclass.QDA{}}.Fit(d)
	must(t, g, err)
	a, err := g.Scores(d)
	must(t, a, err)
	b, err := reread(t, g).Scores(d)
	equal(t, "QDA", must(t, b, err).RawMatrix().Data, a.RawMatrix().Data)
}

// What is not known here, keys and steps of a later version, is an error.
func TestForwardCompatibility(t *testing.T) {
	d := voyage(t, 90)
	text, err := json.Marshal(learn(t, ridge(usual()...), d))
	must(t, text, err)
	var m lclass.Model
	for _, c := range []struct {
		old, new, at string
		want         error // nil: any
		says         string
	}{
		{`{"impute":`, `{"winsorise":`, "$.preparation.steps[0].winsorise", nil, "the key is unknown"},
		{`"lclass.Prepared","version":1`, `"lclass.Prepared","version":2`, "$.preparation.version", nil, "version is 2; this program supports versions up to 1"},
		{`"lclass.Prepared"`, `"Prepared"`, "$.preparation.format", nil, `format is "Prepared"`},
		{`"version":1,"output"`, `"version":3,"output"`, "$.version", nil, "version is 3; this program supports versions up to 2; use a newer one"},
		{`"scale":[`, `"scale":[0,`, "$.preparation.steps[2]", nil, "scales"},
		{`"shift":[`, `"shift":["1",`, "$.preparation.steps[2].scale.shift[0]", nil, ""},
		{`"columns":["Age","Fare"]`, `"columns":["Age","Age"]`, "$.preparation.steps[2]", &lclass.NameError{Name: "Age"}, ""},
		{`"columns":["Age","Fare"]`, `"columns":["Age","Weight"]`, "$.preparation.steps[2]", &lclass.ColumnError{Missing: []string{"Weight"}, Have: []string{"Sex[male]", "Age", "Port[Q]", "Port[S]", "Fare", "Age is missing", "Port is missing"}}, ""},
		{`"columns":["Age","Fare"]`, `"columns":["Age"]`, "$.preparation.steps[2]", nil, "1 columns, 2 shifts"},
		{`{"column":"Sex","categories"`, `{"column":"Age","categories"`, "$.preparation.steps[1]", &lclass.ValueError{Err: lclass.ErrKind, Column: "Age", Want: []string{"texts"}}, ""},
		{`"Sex","categories":["female","male"]},{"column"`, `"Sex","categories":["female","female"]},{"column"`, "$.preparation.steps[1]", &lclass.NameError{Name: "female"}, ""},
		{`"Sex","categories":["female","male"]},{"column"`, `"Sex","categories":["female","male"],"unknown":"no"},{"column"`, "$.preparation.steps[1]", nil, `unknown "no"`},
		{`"name":"Sex","categories":["female","male"]`, `"name":"Sex"`, "$.preparation.steps[0]", nil, "text"},
		{`"features":["Sex[male]"`, `"features":["Sex"`, "$.preparation", nil, `preparation of the model makes feature 0 "Sex[male]", which is "Sex" in the model`},
		{`"indicators":["Age"`, `"indicators":["Height"`, "$.preparation.steps[0]", &lclass.ColumnError{Missing: []string{"Height"}, Have: []string{"Sex", "Age", "Port", "Fare"}}, ""},
	} {
		bad := strings.Replace(string(text), c.old, c.new, 1)
		if bad == string(text) {
			t.Fatalf("%s is not in %s", c.old, text)
		}
		refusesFile(t, json.Unmarshal([]byte(bad), &m), c.at, c.want, c.says)
	}
	basis, err := json.Marshal(everyStep())
	must(t, basis, err)
	var p lclass.Prepared
	for _, c := range []struct {
		old, new, at string // at "": it is read
		want         error  // nil: any
		says         string
	}{
		{`"factors":[[0,1]]`, `"factors":[[0,2]]`, "$.steps[4]", nil, "factor 2 of 2 columns does not exist"},
		{`"factors":[[0,1]]`, `"factors":[[0]]`, "$.steps[4]", nil, "1 factors"},
		{`"scale":[13`, `"scale":[-13`, "$.steps[3]", nil, "must be positive"},
		{`{"select":{"columns":["Sex[female]"`, `{"select":{"columns":["Sex[x]"`, "$.steps[2]", &lclass.ColumnError{Missing: []string{"Sex[x]"}, Have: []string{"Sex[female]", "Age", "Port[S]", "Port[rare]", "Fare", "Age is missing"}}, ""},
		{`"products":{"columns":["Sex[female]"`, `"products":{"columns":["Fare","Fare"`, "$.steps[4]", &lclass.NameError{Name: "Fare"}, ""},
		{`"rare":["Q","unknown"]`, `"rare":["S","C"]`, "", nil, ""},
		{`"C","S","rare"`, `"C","S","other"`, "$.steps[1]", nil, "rare"},
		{`"name":"Age"`, `"name":"Sex"`, "$.features", &lclass.NameError{Name: "Sex"}, ""},
		{`"version":1`, `"version":"1"`, "$.version", nil, "preparation"},
	} {
		bad := strings.Replace(string(basis), c.old, c.new, 1)
		if bad == string(basis) {
			t.Fatalf("%s is not in %s", c.old, basis)
		}
		if err := json.Unmarshal([]byte(bad), &p); c.at != "" {
			refusesFile(t, err, c.at, c.want, c.says)
		} else if err != nil {
			t.Error(err)
		}
	}
}

// refusesFile checks that a FileError is at a place, and is want if that is given.
func refusesFile(t *testing.T, err error, at string, want error, words ...string) {
	t.Helper()
	if placeOf(err) != at {
		t.Errorf("error %v is not at %s", err, at)
	} else if want != nil {
		fails(t, err, want)
	}
	mentions(t, err, words...)
}

// A model holds no training data: it does not grow with them, and no value of a
// sample is in it.
func TestNoTrainingDataInside(t *testing.T) {
	size := map[int]int{}
	for _, n := range []int{60, 6000} {
		rng := rand.New(rand.NewPCG(1, 2))
		f := sheet{[]string{"x", "y", "town", "Survived"}, map[string]cells{}}
		for i := range n {
			x := strconv.FormatFloat(rng.NormFloat64(), 'g', -1, 64)
			if i%9 == 0 {
				x = ""
			}
			for name, v := range map[string]string{"x": x, "y": strconv.FormatFloat(rng.Float64(), 'g', -1, 64), "town": fmt.Sprint("t", i%3), "Survived": fmt.Sprint("c", rng.IntN(2))} {
				f.values[name] = append(f.values[name], v)
			}
		}
		d := raw(t, f)
		m := learn(t, ridge(append(usual(), lclass.Polynomial{Columns: []string{"x", "y"}})...), d)
		m.History = nil // as long as the fit
		text, err := json.Marshal(m)
		must(t, text, err)
		size[n] = len(regexp.MustCompile(`-?[0-9.]+(e[-+][0-9]+)?`).ReplaceAll(text, []byte("0")))
		for _, name := range []string{"x", "y"} {
			for i, v := range f.values[name] {
				if v != "" && strings.Contains(string(text), v) {
					t.Fatalf("%s of sample %d, %s, is in the model", name, i, v)
				}
			}
		}
	}
	equal(t, "size", size[6000], size[60])
}

func TestKeepPipeline(t *testing.T) {
	t.Setenv("LCLASS_KEEP", t.TempDir())
	d := voyage(t, 60)
	var fits int
	fit := func(e lclass.Pipeline) *lclass.Model {
		m, err := lclass.Keep("pipeline", func() (*lclass.Model, error) { fits++; return e.Fit(d) }, e)
		return must(t, m, err)
	}
	first := fit(ridge(usual()...))
	kept := fit(ridge(usual()...))
	equal(t, "fits", fits, 1)
	a, err := first.Scores(d)
	must(t, a, err)
	b, err := kept.Scores(d)
	if !mat.Equal(must(t, b, err), a) {
		t.Error("the kept model has other scores")
	}
	for i, e := range []lclass.Pipeline{
		ridge(lclass.Impute{}, lclass.OneHot{}, lclass.Standardize{}), ridge(lclass.Impute{}, lclass.OneHot{}, lclass.Interactions{}),
		{Prepare: usual(), Of: lclass.Softmax{Penalty: lclass.L2(0.1)}},
	} {
		fit(e)
		equal(t, "another pipeline is fitted", fits, i+2)
	}
	p, err := lclass.Keep("steps", func() (*lclass.Prepared, error) { return first.Preparation, nil })
	must(t, p, err)
	p, err = lclass.Keep("steps", func() (*lclass.Prepared, error) { t.Error("not kept"); return nil, nil })
	equal(t, "steps", must(t, p, err).String(), first.Preparation.String())
}
