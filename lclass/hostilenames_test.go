package lclass_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass"
)

// hostileNames are texts that some program or other takes for each other, as
// numbers, without case, without spaces or in another form of Unicode.
var hostileNames = []string{
	"7", "007", "7.0", "7.000000", "+7", "1", "1.0", "1e0", "1000", "1e3", "1e+03", "0", "-0", "0.0", "16", "0x10", "0x1p4", "1_000", "1,000",
	"9007199254740992", "9007199254740993", "1844674407370955161", "1844674407370955162", "99999999999999999999", "99999999999999999998",
	"NaN", "nan", "NA", "Inf", "inf", "+Inf", "-Inf", "Infinity", "1e999", "null", "true", "True", "TRUE", "false",
	"a", "A", " a", "a ", "a\u00a0", "\u00e9", "e\u0301", "K", "\u212a", " ", "_", "rare", "not a", "a]", "[a", "a,b", "a\tb", "a\nb", `"a"`, "<&>", "\u2028", "\ufffd", "\ufeffa", "😀",
}

// keepers make data of n samples with the named classes, the one feature of which
// tells the samples of one class from those of another.
var keepers = map[string]func(names []string) (*lclass.Data, error){
	"FromLabels": func(names []string) (*lclass.Data, error) { return lclass.FromLabels(byName(names), names) },
	"FromMatrix": func(names []string) (*lclass.Data, error) {
		classes := distinctNames(names)
		class := make([]int, len(names))
		for i, name := range names {
			class[i] = slices.Index(classes, name)
		}
		return lclass.FromMatrix(byName(names), class, classes)
	},
	"FromFrame of gota": func(names []string) (*lclass.Data, error) {
		return lclass.FromFrame(gotaOf(names), lclass.Columns{Target: "t", Features: []string{"x"}})
	},
	"Categorical of gota": func(names []string) (*lclass.Data, error) {
		return lclass.FromFrame(gotaOf(names), lclass.Columns{Target: "t", Features: []string{"x"}, Categorical: []string{"t"}})
	},
	"Categories of gota": func(names []string) (*lclass.Data, error) {
		return lclass.FromFrame(gotaOf(names), lclass.Columns{Target: "t", Features: []string{"x"}, Categories: map[string][]string{"t": distinctNames(names)}})
	},
	"FromFrame of texts": func(names []string) (*lclass.Data, error) {
		return lclass.FromFrame(sheetOfNames(names), lclass.Columns{Target: "t", Features: []string{"x"}})
	},
	"Categorical of texts": func(names []string) (*lclass.Data, error) {
		return lclass.FromFrame(sheetOfNames(names), lclass.Columns{Target: "t", Features: []string{"x"}, Categorical: []string{"t"}})
	},
	"Raw of gota": func(names []string) (*lclass.Data, error) {
		return lclass.FromFrame(gotaOf(names), lclass.Columns{Target: "t", Features: []string{"x"}, Raw: true})
	},
	"feature of gota": func(names []string) (*lclass.Data, error) {
		return lclass.FromFrame(gotaOf(names), lclass.Columns{Target: "t", Features: []string{"f"}, Categorical: []string{"t", "f"}})
	},
}

func distinctNames(names []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(names)))
}

// byName is the number of each name.
func byName(names []string) *mat.Dense {
	all, x := distinctNames(names), mat.NewDense(len(names), 1, nil)
	for i, name := range names {
		x.Set(i, 0, float64(slices.Index(all, name)))
	}
	return x
}

// gotaOf has the names as the target t and as the feature f, and their numbers as x.
func gotaOf(names []string) dataframe.DataFrame {
	return dataframe.New(
		series.New(names, series.String, "t"), series.New(names, series.String, "f"),
		series.New(byName(names).RawMatrix().Data, series.Float, "x"))
}

func sheetOfNames(names []string) sheet {
	s := sheet{[]string{"t", "f", "x"}, map[string]cells{"t": names, "f": names}}
	for _, v := range byName(names).RawMatrix().Data {
		s.values["x"] = append(s.values["x"], fmt.Sprint(v))
	}
	return s
}

// columnOf returns the column that an error names, empty for none.
func columnOf(err error) string {
	var value *lclass.ValueError
	var target *invalid.TargetError
	switch {
	case errors.As(err, &value):
		return value.Column
	case errors.As(err, &target):
		return target.Target
	}
	return ""
}

// keeps reports whether the names that go in are the classes and, if it is to fit,
// come out of a model. Whoever cannot keep them must say so, by an error
// that names the column or, where there is none, the label.
func keeps(t *testing.T, what string, d *lclass.Data, err error, names []string, fit bool) bool {
	t.Helper()
	if err != nil {
		if column := columnOf(err); column != "t" && column != "f" {
			t.Errorf("%s, %q: error %v names no column", what, names, err)
		}
		return false
	}
	if d.K() == 0 {
		if err, want := failure(lclass.Softmax{}.Fit(d)), (&invalid.TargetError{Target: "t", Want: "classes"}); !errtest.Is(err, want) {
			t.Errorf("%s, %q: no classes, and the error %v", what, names, err)
		}
		return false
	}
	got, classes, want := []string{}, d.Classes(), distinctNames(names)
	for _, k := range d.T() {
		got = append(got, classes[k])
	}
	if slices.Sort(classes); !slices.Equal(got, names) || !slices.Equal(classes, want) && !slices.Equal(classes, []string{"false", "true"}) {
		t.Errorf("%s: classes %q of %q, want %q of %q", what, got, classes, names, want)
		return false
	}
	if fit {
		comeOut(t, what, d, names)
	}
	return true
}

// comeOut reports whether the names of two classes come out of a model that was
// written and read.
func comeOut(t *testing.T, what string, d *lclass.Data, names []string) {
	t.Helper()
	m, err := lclass.Perceptron{Epochs: 100}.Fit(d)
	must(t, m, err)
	text, err := json.Marshal(m)
	must(t, text, err)
	var again lclass.Model
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatalf("%s, %q: %v", what, names, err)
	}
	a, err := m.Predict(d)
	must(t, a, err)
	b, err := again.Predict(d)
	if must(t, b, err); !slices.Equal(a.Name, b.Name) || !slices.Equal(b.Name, names) || !slices.Equal(again.Classes, d.Classes()) {
		t.Errorf("%s: %q come out as %q and %q", what, names, a.Name, b.Name)
	}
}

// Each pair of names is two classes everywhere, or an error.
func TestPairsOfNames(t *testing.T) {
	kept := map[string]int{}
	for i, a := range hostileNames {
		for j, b := range hostileNames[:i] {
			names := []string{a, b, a, b}
			for what, read := range keepers {
				d, err := read(names)
				if keeps(t, what, d, err, names, (i*len(hostileNames)+j)%16 == 0) {
					kept[what]++
				}
			}
		}
	}
	// gota has no text "NaN", which is missing; a column of numbers and texts
	// is an error, unless it is categorical.
	n := len(hostileNames)
	all, withoutNaN := n*(n-1)/2, (n-1)*(n-2)/2
	for what, want := range map[string]int{
		"FromLabels": all, "FromMatrix": all, "Categorical of texts": all,
		"Categorical of gota": withoutNaN, "Categories of gota": withoutNaN, "feature of gota": withoutNaN,
	} {
		equal(t, what+": pairs that are kept", kept[what], want)
	}
}

// Texts that are one number are two classes all the same.
func TestNumeralsStayApart(t *testing.T) {
	for _, names := range [][]string{
		{"007", "7"}, {"1.0", "1"}, {"1e3", "1000"}, {"+7", "7"}, {"-0", "0"}, {"0x1p4", "16"}, {"Inf", "inf"}, {"7.000000", "7"},
		{"9007199254740992", "9007199254740993"}, {"1844674407370955161", "1844674407370955162"}, {"99999999999999999998", "99999999999999999999"},
	} {
		for _, what := range []string{"FromFrame of gota", "FromFrame of texts", "Raw of gota"} {
			twice := slices.Concat(names, names)
			d, err := keepers[what](twice)
			if must(t, d, err); !keeps(t, what, d, err, twice, true) {
				t.Errorf("%s: %q are not kept", what, names)
			}
		}
		if strings.Trim(strings.Join(names, ""), "0123456789") != "" {
			continue
		}
		twice := slices.Concat(names, names)
		for _, raw := range []bool{false, true} {
			_, err := lclass.FromFrame(gotaOf(twice), lclass.Columns{Target: "t", Features: []string{"f"}, Raw: raw})
			fails(t, err, &lclass.ValueError{Column: "f", Row: 1, Value: names[1]}, `"`+names[0]+`" in row 0`, `"`+names[1]+`" in row 1`, "Categorical")
		}
	}
	d, err := lclass.FromFrame(gotaOf([]string{"10", "9", "10", "9"}), lclass.Columns{Target: "t", Features: []string{"x"}})
	must(t, d, err)
	equal(t, "classes", d.Classes(), []string{"9", "10"})
	equal(t, "Y", d.Y(), []float64{10, 9, 10, 9})
	d, err = lclass.FromFrame(gotaOf([]string{"010", "9", "10", "9"}), lclass.Columns{Target: "t", Features: []string{"x"}})
	must(t, d, err)
	equal(t, "classes in the order of their numbers", d.Classes(), []string{"9", "010", "10"})
	equal(t, "Y", d.Y(), []float64{10, 9, 10, 9})
}

// Columns of numbers have the names that integers have, and those that float64
// does not tell apart are no classes.
func TestNumbersAsNames(t *testing.T) {
	x := series.New([]float64{1, 2, 3, 4}, series.Float, "x")
	ints, err := lclass.FromFrame(dataframe.New(series.New([]int{1844674407370955161, 1844674407370955162, 7, 1844674407370955161}, series.Int, "t"), x), lclass.Columns{Target: "t"})
	must(t, ints, err)
	equal(t, "classes", ints.Classes(), []string{"7", "1844674407370955161", "1844674407370955162"})
	equal(t, "T", ints.T(), []int{1, 2, 0, 1})
	for _, categorical := range [][]string{nil, {"t"}} {
		floats, err := lclass.FromFrame(dataframe.New(series.New([]float64{3, 1e6, 0, -1}, series.Float, "t"), x), lclass.Columns{Target: "t", Categorical: categorical})
		must(t, floats, err)
		got := floats.Classes()
		slices.Sort(got)
		equal(t, "classes", got, []string{"-1", "0", "1000000", "3"})
	}
	close, err := lclass.FromFrame(dataframe.New(series.New([]float64{1e-9, 2e-9, 1e-9, 2e-9}, series.Float, "t"), x), lclass.Columns{Target: "t", Categorical: []string{"t"}})
	equal(t, "classes", must(t, close, err).Classes(), []string{"0.000000001", "0.000000002"})
	for name, target := range map[string][]float64{"floats": {9007199254740992, 7, 9007199254740994, 7}, "3e18": {3e18, 1, 3e18, 1}} {
		large, err := lclass.FromFrame(dataframe.New(series.New(target, series.Float, "t"), x), lclass.Columns{Target: "t"})
		must(t, large, err)
		fails(t, failure(lclass.Softmax{}.Fit(large)), &invalid.TargetError{Target: "t", Want: "classes"})
		if _, err := (lclass.LinearRegression{}).Fit(large); err != nil {
			t.Errorf("%s: no regression: %v", name, err)
		}
	}
	for _, y := range [][]float64{{0, negativeZero, 1}, {negativeZero, 0, 1}} {
		d, err := lclass.RegressionFromMatrix(mat.NewDense(3, 1, []float64{1, 2, 3}), y)
		equal(t, "classes", must(t, d, err).Classes(), []string{"0", "1"})
	}
	for _, label := range []int{1<<53 + 1, -1<<53 - 1, 1<<63 - 1, -1 << 63} {
		fails(t, failure(lclass.FromLabels(mat.NewDense(2, 1, nil), []int{0, label})), &lclass.NameError{Name: fmt.Sprint(label)}, "sample 1", "2⁵³")
	}
}

var negativeZero = -1 / inf

// A frame that has made numbers of texts is not read for a model of the texts.
func TestNumbersForTexts(t *testing.T) {
	const csv = "code,x,t\n007,1,007\n7,2,7\n012,3,007\n7,5,7\n"
	types := dataframe.WithTypes(map[string]series.Type{"code": series.String, "t": series.String})
	texts, numbers := dataframe.ReadCSV(strings.NewReader(csv), types), dataframe.ReadCSV(strings.NewReader(csv))
	d, err := lclass.FromFrame(texts, lclass.Columns{Target: "t", Categorical: []string{"code"}})
	must(t, d, err)
	equal(t, "features", d.Features(), []string{"code[012]", "code[7]", "x"})
	equal(t, "classes", d.Classes(), []string{"007", "7"})
	m := learn(t, lclass.Logistic{Penalty: lclass.L2(0.1)}, d)
	back, err := lclass.FromFrame(texts, lclass.Columns{Like: m})
	must(t, back, err)
	if a, err := m.Accuracy(back); err != nil || a < 0.75 {
		t.Errorf("accuracy %v, %v", a, err)
	}
	var kind *lclass.ValueError
	codes := dataframe.ReadCSV(strings.NewReader(csv), dataframe.WithTypes(map[string]series.Type{"t": series.String}))
	if _, err := lclass.FromFrame(codes, lclass.Columns{Like: m}); !isValue(err, lclass.ErrKind, &kind) || kind.Column != "code" {
		t.Fatalf("numbers for texts: %v", err)
	}
	fails(t, kind, &lclass.ValueError{Err: lclass.ErrKind, Column: "code", Value: "7", Want: []string{"texts"}}, `loses "007"`, "WithTypes")
	onX, err := lclass.FromFrame(texts, lclass.Columns{Target: "t", Features: []string{"x"}})
	must(t, onX, err)
	if _, err := lclass.FromFrame(numbers, lclass.Columns{Like: learn(t, lclass.Logistic{Penalty: lclass.L2(0.1)}, onX)}); !isValue(err, lclass.ErrKind, &kind) || kind.Column != "t" {
		t.Errorf("numbers for classes: %v", err)
	}
}

// Sets of labels, categories of pipelines and names of features go through as they are.
func TestNamesOfLabelsAndLevels(t *testing.T) {
	var sets [][]string
	for i, name := range hostileNames {
		sets = append(sets, []string{name, hostileNames[(i+1)%len(hostileNames)]})
	}
	multi, err := lclass.FromSets(byName(hostileNames), sets)
	must(t, multi, err)
	for i, set := range multi.Sets() {
		want := slices.Sorted(slices.Values(sets[i]))
		equal(t, "set", fmt.Sprintf("%q", set), fmt.Sprintf("%q", want))
	}
	labels, err := lclass.MultiLabel{Penalty: lclass.L2(1)}.Fit(multi)
	equal(t, "labels", fmt.Sprintf("%q", reread(t, must(t, labels, err)).Classes), fmt.Sprintf("%q", multi.Classes()))

	names := slices.DeleteFunc(slices.Clone(hostileNames), func(s string) bool { return s == "NaN" }) // gota has it missing
	twice := slices.Concat(names, names)
	raw, err := lclass.FromFrame(gotaOf(twice), lclass.Columns{Target: "t", Features: []string{"f"}, Raw: true, Categorical: []string{"t", "f"}})
	must(t, raw, err)
	m := learn(t, lclass.Pipeline{Prepare: []lclass.Preparation{lclass.OneHot{KeepAll: true}}, Of: lclass.Softmax{Penalty: lclass.L2(0.01)}}, raw)
	again := reread(t, m)
	equal(t, "categories", fmt.Sprintf("%q", again.Preparation.Categories()["f"]), fmt.Sprintf("%q", distinctNames(names)))
	later, err := lclass.FromFrame(gotaOf(twice), lclass.Columns{Like: again})
	must(t, later, err)
	y, err := again.Predict(later)
	equal(t, "predictions", fmt.Sprintf("%q", must(t, y, err).Name), fmt.Sprintf("%q", twice))

	features, err := lclass.FromLabels(mat.NewDense(2, len(hostileNames), nil), []string{"a", "b"})
	must(t, features, err)
	features, err = features.WithFeatures(hostileNames...)
	must(t, features, err)
	equal(t, "features", fmt.Sprintf("%q", reread(t, learn(t, lclass.Logistic{Penalty: lclass.L2(1)}, features)).Features), fmt.Sprintf("%q", hostileNames))
}

// A category that is called as those that are joined is not joined with them.
func TestRareIsNoLevel(t *testing.T) {
	s := sheet{[]string{"f", "t"}, map[string]cells{"f": {"rare", "rare", "a", "a", "b"}, "t": {"0", "1", "0", "1", "0"}}}
	d, err := lclass.FromFrame(s, lclass.Columns{Target: "t", Raw: true})
	must(t, d, err)
	fails(t, failure(lclass.Prepare(d, lclass.OneHot{Rare: 2})), &lclass.SettingError{Setting: "OneHot.Rare", Value: 2}, `"f"`, `"rare"`, "rename")
}

// Random texts that are names, in any mixture, come out as they went in.
func FuzzNames(f *testing.F) {
	for i, name := range hostileNames {
		f.Add(name, hostileNames[(i*7+3)%len(hostileNames)], uint64(i))
	}
	f.Fuzz(func(t *testing.T, a, b string, seed uint64) {
		if a == b || a == "" || b == "" || !utf8.ValidString(a) || !utf8.ValidString(b) {
			return
		}
		names := []string{a, b, a, b, a, b}
		random := rand.New(rand.NewPCG(seed, 1))
		random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for what, read := range keepers {
			d, err := read(names)
			keeps(t, what, d, err, names, true)
		}
	})
}
