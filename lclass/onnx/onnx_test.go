package onnx

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/internal/errtest"
	"linclass/lclass"
)

var (
	runtime = flag.Bool("runtime", false, "ask ONNX Runtime, installed by npm in tools/onnx")
	record  = flag.Bool("record", false, "write what it answers to testdata/answers.json")
)

// travellers have a text and a number column with gaps.
func travellers() dataframe.DataFrame {
	return dataframe.New(
		series.New([]string{"first", "third", "second", "third", "first", "", "second", "third", "first", "third", "second", "crew"}, series.String, "Class"),
		series.New([]string{"f", "m", "m", "f", "m", "f", "f", "m", "f", "m", "m", "m"}, series.String, "Sex"),
		series.New([]float64{29, math.NaN(), 40, 22, 61, 35, 8, 19, math.NaN(), 27, 33, 45}, series.Float, "Age"),
		series.New([]float64{80, 7.5, 13, 8, 52, 30, 26, 7.25, 71, 9, 12, 0}, series.Float, "Fare"),
		series.New([]string{"yes", "no", "no", "yes", "no", "yes", "yes", "no", "yes", "no", "yes", "no"}, series.String, "Survived"),
	)
}

func raw(t *testing.T) *lclass.Data {
	d := lclass.Must(lclass.FromFrame(travellers(), lclass.Columns{Target: "Survived", Raw: true}))
	return d
}

// on returns the travellers with a text column that has one category.
func on(t *testing.T, ship string) *lclass.Data {
	d := lclass.Must(lclass.FromFrame(travellers().Mutate(series.New(slices.Repeat([]string{ship}, 12), series.String, "Ship")), lclass.Columns{Target: "Survived", Raw: true}))
	return d
}

func iris(t *testing.T) *lclass.Data {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	return d
}

func labels(t *testing.T) *lclass.Data {
	d := iris(t)
	sets := make([][]string, d.N())
	for i, class := range d.T() {
		if class == 0 {
			sets[i] = append(sets[i], "setosa")
		}
		if d.At(i, 3) > 1 {
			sets[i] = append(sets[i], "wide")
		}
	}
	out := lclass.Must(lclass.FromSets(d.Matrix(), sets, "setosa", "wide"))
	return out
}

func price(t *testing.T) *lclass.Data {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "petal_width", Features: []string{"petal_length", "sepal_length"}}))
	return d
}

// cases fit each kind of model and of step.
var cases = []struct {
	name string
	data func(t *testing.T) *lclass.Data
	of   lclass.Estimator
}{
	{"logistic", raw, lclass.Pipeline{
		Prepare: []lclass.Preparation{lclass.Impute{Indicator: true}, lclass.OneHot{}, lclass.Standardize{}},
		Of:      lclass.Logistic{Penalty: lclass.L2(0.1)},
	}},
	{"products", raw, lclass.Pipeline{
		Prepare: []lclass.Preparation{
			lclass.Impute{Numbers: lclass.FillMedian, Category: "unknown"}, lclass.OneHot{Reference: map[string]string{"Sex": "m"}},
			lclass.MinMax{}, lclass.Polynomial{Degree: 3, Columns: []string{"Age", "Fare"}}, lclass.Interactions{Pairs: [][2]string{{"Age", "Sex"}}},
		},
		Of: lclass.LinearSVM{Loss: lclass.ModifiedHuber, Penalty: lclass.L2(0.1)},
	}},
	{"rare", raw, lclass.Pipeline{
		Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{Rare: 2, AllowUnknown: true, KeepAll: true}, lclass.Drop{"Fare"}},
		Of:      lclass.Softmax{Penalty: lclass.L2(0.1)},
	}},
	{"ship", func(t *testing.T) *lclass.Data { return on(t, "Titanic") }, lclass.Pipeline{
		Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{Rare: 2}},
		Of:      lclass.Logistic{Penalty: lclass.L2(0.1)},
	}},
	{"softmax", iris, lclass.Softmax{Penalty: lclass.L2(0.01)}},
	{"one-vs-rest", iris, lclass.OneVsRest{Of: lclass.Logistic{Penalty: lclass.L2(0.01)}}},
	{"largest", iris, lclass.LinearSVM{Loss: lclass.CrammerSinger, Penalty: lclass.L2(0.01)}},
	{"votes", iris, lclass.OneVsRest{Of: lclass.Perceptron{}}},
	{"sign", func(t *testing.T) *lclass.Data { return lclass.Must(iris(t).Positive("virginica")) }, lclass.Perceptron{}},
	{"labels", labels, lclass.MultiLabel{Penalty: lclass.L2(0.01)}},
	{"regression", price, lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Polynomial{}}, Of: lclass.LinearRegression{}}},
}

// For strangers lclass returns an error, because of a text that is not known.
var strangers = []struct {
	name, of string // a case
	texts    []string
}{
	{"stranger", "logistic", []string{"fifth", "f"}},
	{"stranger on another ship", "ship", []string{"first", "f", "Olympic"}},
	{"stranger called rare", "ship", []string{"rare", "f", "Titanic"}},
}

// An answer is what ONNX Runtime computes for the file with that SHA-256.
type answer struct {
	SHA256                            string
	Probabilities, Scores, Prediction []*float64
	Label                             []string
}

// model reads the model of a case, so that the files do not depend on the last bits of
// a fit.
func model(t *testing.T, name string) *lclass.Model {
	text := lclass.Must(os.ReadFile(filepath.Join("testdata", name+".json")))
	m := new(lclass.Model)
	errtest.None(t, json.Unmarshal(text, m))
	return m
}

// inputs returns the numbers and texts of the samples, as Write describes them.
func inputs(m *lclass.Model, d *lclass.Data) (numbers [][]*float64, texts [][]string) {
	categories, names := d.Categories(), d.Features()
	wanted := m.Features
	if m.Preparation != nil {
		wanted = m.Preparation.Inputs()
	}
	for _, x := range d.Rows() {
		var row []*float64
		var words []string
		for _, name := range wanted {
			v := x[slices.Index(names, name)]
			switch {
			case categories[name] != nil && math.IsNaN(v):
				words = append(words, "")
			case categories[name] != nil:
				words = append(words, categories[name][int(v)])
			case math.IsNaN(v):
				row = append(row, nil)
			default:
				row = append(row, &v)
			}
		}
		if row != nil {
			numbers = append(numbers, row)
		}
		if words != nil {
			texts = append(texts, words)
		}
	}
	return numbers, texts
}

// testdata/answers.json was written by ONNX Runtime 1.23.0 (onnxruntime-web), with
// go test -runtime -record, which needs npm ci in tools/onnx. With -runtime the test asks
// it again.
func TestRuntime(t *testing.T) {
	answers := map[string]answer{}
	if *record {
		for _, c := range cases {
			m, err := c.of.Fit(c.data(t))
			if err != nil {
				t.Fatal(c.name, err)
			}
			errtest.None(t, os.WriteFile(filepath.Join("testdata", c.name+".json"), append(lclass.Must(json.Marshal(m)), '\n'), 0o644))
		}
	}
	if *runtime {
		answers = ask(t)
	} else if err := json.Unmarshal(lclass.Must(os.ReadFile("testdata/answers.json")), &answers); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m, d, a := model(t, c.name), c.data(t), answers[c.name]
			var file bytes.Buffer
			errtest.None(t, Write(&file, m))
			if sum := sha256.Sum256(file.Bytes()); hex.EncodeToString(sum[:]) != a.SHA256 {
				t.Fatalf("ONNX Runtime has evaluated another file; run go test -runtime -record")
			}
			compare(t, m, d, a)
		})
	}
	for _, s := range strangers {
		if y := answers[s.name].Probabilities; len(y) != 2 || y[0] != nil || y[1] != nil {
			t.Errorf("%s: probabilities of a text that is not known: %v, want none", s.name, y)
		}
	}
	if *record {
		errtest.None(t, os.WriteFile("testdata/answers.json", append(lclass.Must(json.Marshal(answers)), '\n'), 0o644))
	}
}

func compare(t *testing.T, m *lclass.Model, d *lclass.Data, a answer) {
	t.Helper()
	p := lclass.Must(m.Predict(d))
	got, want := a.Scores, lclass.Must(m.Scores(d)).RawMatrix().Data
	switch {
	case m.Output == lclass.Identity:
		got, want = a.Prediction, p.Number
	case m.HasProbability():
		got, want = a.Probabilities, lclass.Must(m.Proba(d)).RawMatrix().Data
	}
	if len(got) != len(want) {
		t.Fatalf("%d values, want %d", len(got), len(want))
	}
	for i, v := range got {
		if v == nil || math.Abs(*v-want[i]) > 1e-12*(1+math.Abs(want[i])) {
			t.Fatalf("value %d is %v, want %v", i, v, want[i])
		}
	}
	if p.Name != nil && !slices.Equal(a.Label, p.Name) {
		t.Errorf("labels %v, want %v", a.Label, p.Name)
	}
}

// ask lets ONNX Runtime evaluate the models for their samples.
func ask(t *testing.T) map[string]answer {
	type question struct {
		Name    string       `json:"name"`
		File    string       `json:"file"`
		Numbers [][]*float64 `json:"numbers,omitempty"`
		Texts   [][]string   `json:"texts,omitempty"`
	}
	var questions []question
	sums := map[string]string{}
	for _, c := range cases {
		m := model(t, c.name)
		path := filepath.Join(t.TempDir(), c.name+".onnx")
		var file bytes.Buffer
		if err := Write(&file, m); err != nil {
			t.Fatal(c.name, err)
		}
		errtest.None(t, os.WriteFile(path, file.Bytes(), 0o644))
		sum := sha256.Sum256(file.Bytes())
		sums[c.name] = hex.EncodeToString(sum[:])
		q := question{Name: c.name, File: path}
		q.Numbers, q.Texts = inputs(m, c.data(t))
		questions = append(questions, q)
	}
	for _, s := range strangers {
		q := questions[slices.IndexFunc(questions, func(q question) bool { return q.Name == s.of })]
		q.Name, q.Numbers, q.Texts = s.name, q.Numbers[:1], [][]string{s.texts}
		questions = append(questions, q)
	}

	node := exec.Command("node", "../../tools/onnx/evaluate.mjs")
	node.Stdin = bytes.NewReader(lclass.Must(json.Marshal(questions)))
	var complaints bytes.Buffer
	node.Stderr = &complaints
	text, err := node.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, complaints.String())
	}
	answers := map[string]answer{}
	if err := json.Unmarshal(text, &answers); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for name, a := range answers {
		a.SHA256 = sums[name]
		answers[name] = a
	}
	return answers
}

func TestStrangers(t *testing.T) {
	for _, s := range strangers {
		m := model(t, s.of)
		row := map[string]string{}
		for i, name := range slices.Sorted(maps.Keys(m.Preparation.Categories())) {
			row[name] = s.texts[i]
		}
		frame := travellers().Subset(0).Mutate(series.New([]string{cmp.Or(row["Ship"], "Titanic")}, series.String, "Ship")).Mutate(series.New([]string{row["Class"]}, series.String, "Class"))
		x, err := lclass.FromFrame(frame, lclass.Columns{Like: m})
		if err == nil {
			_, err = m.Predict(x)
		}
		if !errors.Is(err, lclass.ErrUnknownCategory) {
			t.Errorf("%s: %v, want an unknown category", s.name, err)
		}
	}
}

func TestUnsupported(t *testing.T) {
	d := iris(t)
	for name, m := range map[string]*lclass.Model{
		"densities":  lclass.Must(lclass.QDA{}.Fit(d)),
		"one-vs-one": lclass.Must(lclass.OneVsOne{Of: lclass.Perceptron{}}.Fit(d)),
		"offset":     {W: mat.NewDense(1, 1, nil), B: []float64{0}, Output: lclass.SigmoidOutput, Classes: []string{"a", "b"}, Features: []string{"x"}, Offset: true},
	} {
		var file bytes.Buffer
		if err := Write(&file, m); !errors.Is(err, ErrUnsupported) || file.Len() > 0 {
			t.Errorf("%s: error %v, %d bytes", name, err, file.Len())
		}
	}
	if err := Write(new(bytes.Buffer), nil); err == nil {
		t.Error("no error for no model")
	}
}
