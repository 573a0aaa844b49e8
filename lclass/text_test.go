package lclass_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/lclass"
)

// textPeers is testdata/text.json, made by text.py with scikit-learn 1.2.1.
type textPeers struct {
	Train, Test []string
	Labels      []int
	Cases       []textCase
	Bayes       []struct {
		Alpha          float64
		Uniform        bool
		Weight         []float64
		IDF, Normalize bool
		W              [][]float64 // of the first 20 features
		B              []float64
		Proba          [][]float64
	}
	Given [][]float64
}

type textCase struct {
	lclass.NGrams
	Train, Test [][][2]float64 // column and value
	Names       []string
}

func readTexts(t *testing.T) textPeers {
	t.Helper()
	var p textPeers
	readPeers(t, "testdata/text.json", &p)
	if len(p.Cases) != 29 || len(p.Bayes) != 24 {
		t.Fatalf("%d cases and %d of Bayes", len(p.Cases), len(p.Bayes))
	}
	return p
}

// texts are data with one text column and a class of each text.
func texts(t *testing.T, text []string, class []int) *lclass.Data {
	t.Helper()
	label := make([]string, len(text))
	for i := range label {
		label[i] = "c0"
		if class != nil {
			label[i] = fmt.Sprint("c", class[i])
		}
	}
	df := dataframe.New(series.New(text, series.String, "text"), series.New(label, series.String, "class"))
	d, err := lclass.FromFrame(df, lclass.Columns{Target: "class", Raw: true, Categorical: []string{"text"}})
	return must(t, d, err)
}

func TestNGramsAgreeWithPeers(t *testing.T) {
	p := readTexts(t)
	train, test := texts(t, p.Train, nil), texts(t, p.Test, nil)
	for i, c := range p.Cases {
		t.Run(fmt.Sprintf("%d %+v", i, c.NGrams), func(t *testing.T) {
			step, err := lclass.Prepare(train, c.NGrams)
			must(t, step, err)
			if c.Names != nil {
				want := make([]string, len(c.Names))
				for j, name := range c.Names {
					want[j] = "text[" + name + "]"
				}
				if got := step.Outputs(); !slices.Equal(got, want) {
					t.Fatalf("features %q, want %q", got, want)
				}
			}
			text, err := json.Marshal(step)
			must(t, &text, err)
			read := new(lclass.Prepared)
			if err := json.Unmarshal(text, read); err != nil {
				t.Fatal(err)
			}
			for _, s := range []*lclass.Prepared{step, read} {
				sameRows(t, "training", s, train, c.Train)
				sameRows(t, "test", s, test, c.Test)
			}
		})
	}
}

func sameRows(t *testing.T, what string, step *lclass.Prepared, d *lclass.Data, want [][][2]float64) {
	t.Helper()
	x, err := step.Apply(d)
	must(t, x, err)
	if x.N() != len(want) {
		t.Fatalf("%s: %d rows, want %d", what, x.N(), len(want))
	}
	for i, row := range x.Rows() {
		at := 0
		for j, v := range row {
			if v == 0 {
				continue
			}
			if at == len(want[i]) || int(want[i][at][0]) != j || !(math.Abs(v-want[i][at][1]) <= 1e-12*math.Abs(want[i][at][1])) {
				t.Fatalf("%s: row %d has %v in column %d, want %v", what, i, v, j, want[i])
			}
			at++
		}
		if at != len(want[i]) {
			t.Fatalf("%s: row %d has %d values, want %d", what, i, at, len(want[i]))
		}
	}
}

func TestMultinomialNaiveBayesAgreesWithPeers(t *testing.T) {
	p := readTexts(t)
	test := texts(t, p.Test, nil)
	for _, c := range p.Bayes {
		train := texts(t, p.Train, p.Labels)
		if c.Weight != nil {
			train = weighted(t, train, c.Weight)
		}
		b := lclass.MultinomialNaiveBayes{Alpha: c.Alpha}
		if c.Uniform {
			b.Priors = map[string]float64{"c0": 1, "c1": 1, "c2": 1}
		}
		m := learn(t, lclass.Pipeline{Prepare: []lclass.Preparation{lclass.NGrams{IDF: c.IDF, Normalize: c.Normalize}}, Of: b}, train)
		for k, w := range c.W {
			agree(t, "W", m.W.RawRowView(k)[:len(w)], w, 1e-12)
		}
		agree(t, "b", m.B, c.B, 1e-12)
		y, err := m.Proba(test)
		must(t, y, err)
		for i, want := range c.Proba {
			agree(t, "probabilities", y.RawRowView(i), want, 1e-11)
		}
	}
	last := p.Bayes[len(p.Bayes)-1]
	given := lclass.MultinomialNaiveBayes{Priors: map[string]float64{"c0": 0.5, "c1": 0.3, "c2": 0.2}}
	m := learn(t, lclass.Pipeline{Prepare: []lclass.Preparation{lclass.NGrams{IDF: last.IDF, Normalize: last.Normalize}}, Of: given}, texts(t, p.Train, p.Labels))
	y, err := m.Proba(test)
	must(t, y, err)
	for i, want := range p.Given {
		agree(t, "given priors", y.RawRowView(i), want, 1e-11)
	}
}

// Two classes of three give the difference of the scores, with the same probabilities; a
// model is read back to the last bit; sparse and dense counts give the same.
func TestMultinomialNaiveBayes(t *testing.T) {
	x := mat.NewDense(5, 3, []float64{2, 0, 1, 1, 1, 0, 0, 3, 0, 0, 2, 2, 4, 0, 0})
	d, err := lclass.FromMatrix(x, []int{0, 0, 1, 1, 0}, []string{"a", "b"})
	must(t, d, err)
	m := learn(t, lclass.MultinomialNaiveBayes{}, d)
	// θ_a = (8, 2, 2)/12, θ_b = (1, 6, 3)/10, π = 3/5 and 2/5
	agree(t, "W", m.W.RawRowView(0), []float64{math.Log(0.1 / (8.0 / 12)), math.Log(0.6 / (2.0 / 12)), math.Log(0.3 / (2.0 / 12))}, 1e-12)
	agree(t, "b", m.B, []float64{math.Log(2.0 / 3)}, 1e-12)
	columns, err := lclass.SparseFromRows(3, []int{0, 2, 4, 5, 7, 8}, []int{0, 2, 0, 1, 1, 1, 2, 0}, []float64{2, 1, 1, 1, 3, 2, 2, 4})
	must(t, &columns, err)
	sparse, err := lclass.FromMatrix(columns, []int{0, 0, 1, 1, 0}, []string{"a", "b"})
	must(t, sparse, err)
	if got := learn(t, lclass.MultinomialNaiveBayes{}, sparse); !mat.Equal(got.W, m.W) || got.Status.Loss != m.Status.Loss {
		t.Errorf("sparse W %v, dense %v", got.W, m.W)
	}
	if _, err := m.Summary(d); !errors.Is(err, lclass.ErrNoLikelihood) {
		t.Errorf("error %v, want ErrNoLikelihood", err)
	}
	text := lclass.Must(json.Marshal(m))
	var read lclass.Model
	if err := json.Unmarshal(text, &read); err != nil || !mat.Equal(read.W, m.W) {
		t.Errorf("read back: %v", err)
	}
	for _, alpha := range []float64{-1, math.NaN(), math.Inf(1)} {
		fails(t, failure(lclass.MultinomialNaiveBayes{Alpha: alpha}.Fit(d)), &lclass.SettingError{Setting: "Alpha", Value: alpha})
	}
	x.Set(3, 1, -2)
	negative, err := lclass.FromMatrix(x, []int{0, 0, 1, 1, 0}, []string{"a", "b"})
	must(t, negative, err)
	fails(t, failure(lclass.MultinomialNaiveBayes{}.Fit(negative)), &lclass.ValueError{Column: "x2", Row: 3, Value: "-2"}, "NaiveBayes")
}

func TestNGramsRefuse(t *testing.T) {
	d := texts(t, []string{"free money", "no money", "x"}, []int{0, 1, 1})
	for _, c := range []struct {
		step lclass.NGrams
		want error
	}{
		{lclass.NGrams{Of: 7}, &lclass.SettingError{Setting: "NGrams.Of", Value: 7}},
		{lclass.NGrams{Min: 3, Max: 2}, &lclass.SettingError{Setting: "NGrams.Max", Value: 2}},
		{lclass.NGrams{MinDF: 1.5}, &lclass.SettingError{Setting: "NGrams.MinDF", Value: 1.5}},
		{lclass.NGrams{MaxDF: -1}, &lclass.SettingError{Setting: "NGrams.MaxDF", Value: -1}},
		{lclass.NGrams{MaxFeatures: -1}, &lclass.SettingError{Setting: "NGrams.MaxFeatures", Value: -1}},
		{lclass.NGrams{Hash: -1}, &lclass.SettingError{Setting: "NGrams.Hash", Value: -1}},
		{lclass.NGrams{Hash: 8, MinDF: 2}, &lclass.SettingError{Setting: "NGrams.Hash", Value: 8}},
		{lclass.NGrams{Hash: 8, Sublinear: true}, &lclass.SettingError{Setting: "NGrams.Hash", Value: 8}},
		{lclass.NGrams{Unsigned: true}, &lclass.SettingError{Setting: "NGrams.Unsigned", Value: true}},
		{lclass.NGrams{MinDF: 3}, &lclass.SettingError{Setting: "NGrams.MinDF", Value: 3}},
		{lclass.NGrams{Min: 5}, lclass.ErrNoGrams},
		{lclass.NGrams{Columns: []string{"body"}}, &lclass.ColumnError{Missing: []string{"body"}, Have: []string{"text"}}},
	} {
		_, err := lclass.Prepare(d, c.step)
		fails(t, err, c.want)
	}
	numbers := irisData(t, true)
	var kind *lclass.ValueError
	if _, err := lclass.Prepare(numbers, lclass.NGrams{Columns: []string{"sepal_length"}}); !isValue(err, lclass.ErrKind, &kind) {
		t.Errorf("error %v, want ErrKind", err)
	}
}

// Weights are found by the n-gram, a pipeline predicts new texts, and leaks no text.
func TestNGramsInAPipeline(t *testing.T) {
	p := readTexts(t)
	d := texts(t, p.Train, p.Labels)
	m := learn(t, lclass.Pipeline{
		Prepare: []lclass.Preparation{lclass.NGrams{IDF: true, Normalize: true, MinDF: 2}},
		Of:      lclass.Softmax{Penalty: lclass.L2(0.01)},
	}, d)
	at := slices.Index(m.Features, "text[w1]")
	if at < 0 || !(m.W.At(0, at) > max(m.W.At(1, at), m.W.At(2, at))) {
		t.Errorf("texts with “w1” are c0, but among %q it has the weights %v", m.Features, m.W)
	}
	y, err := m.Proba(texts(t, []string{"free money", "never seen before"}, nil))
	must(t, y, err)
	none := make([]float64, 3)
	lclass.SoftmaxTo(none, m.B)
	if got := y.At(1, 0); math.Abs(got-none[0]) > 1e-12 {
		t.Errorf("a text of unknown words has probability %v, want that of no words", got)
	}
	if text := string(lclass.Must(json.Marshal(m))); strings.Contains(text, "Call NOW") || strings.Contains(text, "call now") {
		t.Error("the file of the model has a text")
	}
}

// A preparation takes texts that it has not seen, a row at a time.
func TestRowsOfFreeTexts(t *testing.T) {
	train := texts(t, []string{"free phone", "see you at home"}, []int{0, 1})
	p, err := lclass.Prepare(train, lclass.NGrams{})
	must(t, p, err)
	if _, err := p.Row([]float64{0}); !errtest.Is(err, &lclass.SettingError{Setting: `text of "text"`, Value: 0}) {
		t.Errorf("a text that is not given: %v", err)
	}
	news := []string{"you are free at home", "", "FREE free"}
	with, err := p.WithTexts(map[string][]string{"text": news})
	must(t, with, err)
	want, err := p.Apply(texts(t, append(news, "other"), nil))
	must(t, want, err)
	for i := range news {
		got, err := with.Row([]float64{float64(i)})
		if i != 1 && (err != nil || !slices.Equal(got, want.Row(i))) {
			t.Errorf("%q: %v, %v; want %v", news[i], got, err, want.Row(i))
		}
		if i == 1 && (err != nil || slices.Max(got) != 0) {
			t.Errorf("an empty text: %v, %v", got, err)
		}
	}
	for _, wrong := range []string{"class", "texts"} {
		if _, err := p.WithTexts(map[string][]string{wrong: news}); err == nil {
			t.Errorf("free texts of %q are no error", wrong)
		}
	}
	if _, err := (*lclass.Prepared)(nil).WithTexts(nil); err != nil {
		t.Errorf("no preparation, no texts: %v", err)
	}
}
