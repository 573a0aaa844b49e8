package lclass_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// A sheet is a frame of our own: the second one, beside gota's, that FromFrame
// must take. Columns are texts; "" is missing.
type sheet struct {
	names  []string
	values map[string]cells
}

type cells []string

func (s sheet) Names() []string       { return s.names }
func (s sheet) Col(name string) cells { return s.values[name] }
func (c cells) Len() int              { return len(c) }
func (c cells) Records() []string     { return c }
func (c cells) missing(i int) bool    { return c[i] == "" }
func (c cells) each(f func(i int)) {
	for i := range c {
		f(i)
	}
}
func (c cells) IsNaN() (m []bool) { c.each(func(i int) { m = append(m, c.missing(i)) }); return m }
func (c cells) Float() (v []float64) {
	c.each(func(i int) {
		x, err := strconv.ParseFloat(c[i], 64)
		if err != nil {
			x = math.NaN()
		}
		v = append(v, x)
	})
	return v
}

// people is the same table as a gota frame and as a sheet.
func people() (dataframe.DataFrame, sheet) {
	df := dataframe.New(
		series.New([]string{"b", "c", "a", "b"}, series.String, "group"),
		series.New([]float64{1.5, 2, -3, 1e-9}, series.Float, "x"),
		series.New([]int{3, 1, 2, 2}, series.Int, "n"),
		series.New([]bool{true, false, false, true}, series.Bool, "smokes"),
		series.New([]string{"no", "yes", "no", "yes"}, series.String, "ill"),
	)
	return df, sheet{[]string{"group", "x", "n", "smokes", "ill"}, map[string]cells{
		"group":  {"b", "c", "a", "b"},
		"x":      {"1.5", "2", "-3", "1e-9"},
		"n":      {"3", "1", "2", "2"},
		"smokes": {"true", "false", "false", "true"},
		"ill":    {"no", "yes", "no", "yes"},
	}}
}

func TestFromFrame(t *testing.T) {
	gota, own := people()
	for name, from := range map[string]func(o lclass.Columns, target string, features ...string) (*lclass.Data, error){
		"gota": func(o lclass.Columns, target string, features ...string) (*lclass.Data, error) {
			return lclass.FromFrame(gota, columns(o, target, features...))
		},
		"own": func(o lclass.Columns, target string, features ...string) (*lclass.Data, error) {
			return lclass.FromFrame(own, columns(o, target, features...))
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := from(lclass.Columns{}, "ill")
			must(t, d, err)
			// "a" and "false" are the reference categories.
			equal(t, "features", d.Features(), []string{"group[b]", "group[c]", "x", "n", "smokes[true]"})
			for i, want := range [][]float64{{1, 0, 1.5, 3, 1}, {0, 1, 2, 1, 0}, {0, 0, -3, 2, 0}, {1, 0, 1e-9, 2, 1}} {
				equal(t, "row", d.Row(i), want)
			}
			equal(t, "classes", d.Classes(), []string{"no", "yes"})
			equal(t, "T", d.T(), []int{0, 1, 0, 1})
			equal(t, "target", d.Target(), "ill")
			equal(t, "Y of texts", d.Y(), []float64(nil))

			d, err = from(lclass.Columns{}, "smokes", "x")
			must(t, d, err)
			equal(t, "bool classes", d.Classes(), []string{"false", "true"})
			equal(t, "bool T", d.T(), []int{1, 0, 0, 1})

			d, err = from(lclass.Columns{}, "n", "x")
			must(t, d, err)
			equal(t, "int classes", d.Classes(), []string{"1", "2", "3"})
			equal(t, "int T", d.T(), []int{2, 0, 1, 1})
			equal(t, "int Y", d.Y(), []float64{3, 1, 2, 2})

			d, err = from(lclass.Columns{}, "x", "n")
			must(t, d, err)
			equal(t, "float Y", d.Y(), []float64{1.5, 2, -3, 1e-9})
			equal(t, "float K", d.K(), 0)
			fails(t, failure(lclass.Logistic{}.Fit(d)), &invalid.TargetError{Target: "x", Want: "classes"})

			d, err = from(lclass.Columns{Weight: "n"}, "ill", "x")
			must(t, d, err)
			equal(t, "weights", d.Weight(), []float64{3, 1, 2, 2})
			d, err = from(lclass.Columns{Weight: "n"}, "ill")
			must(t, d, err)
			if slices.Contains(d.Features(), "n") {
				t.Errorf("the weight is a feature: %v", d.Features())
			}

			names := []string{"group", "x", "n", "smokes", "ill"}
			fails(t, failure(from(lclass.Columns{}, "ill", "grop")), &lclass.ColumnError{Missing: []string{"grop"}, Have: names})
			fails(t, failure(from(lclass.Columns{}, "il")), &lclass.ColumnError{Missing: []string{"il"}, Have: names})
			fails(t, failure(from(lclass.Columns{Weight: "w"}, "ill")), &lclass.ColumnError{Missing: []string{"w"}, Have: names})
			fails(t, failure(from(lclass.Columns{}, "ill", "x", "x")), &lclass.NameError{Name: "x"})
			fails(t, failure(from(lclass.Columns{}, "ill", "ill")), &lclass.NameError{Name: "ill"})
			fails(t, failure(from(lclass.Columns{}, "ill", "x", "")), &lclass.ColumnError{Missing: []string{""}, Have: names})
			fails(t, failure(from(lclass.Columns{Weight: "group"}, "ill", "x")), &lclass.ValueError{Err: lclass.ErrKind, Column: "group", Value: "b", Want: []string{"numbers"}})
			fails(t, failure(from(lclass.Columns{Weight: "x"}, "ill", "n")), &lclass.ValueError{Column: "x", Row: 2, Value: "-3"})
			fails(t, failure(lclass.LinearRegression{}.Fit(lclass.Must(from(lclass.Columns{}, "ill", "x")))), &invalid.TargetError{Target: "ill", Want: "numbers"})
		})
	}
}

func equal[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if fmt.Sprintf("%v", got) != fmt.Sprintf("%v", want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// gaps has a missing number in row 1, a missing bool in row 2 and a missing
// class in row 3.
func gaps() (dataframe.DataFrame, sheet) {
	s := sheet{[]string{"x", "smokes", "ill"}, map[string]cells{
		"x":      {"1", "", "5", "6", "9"},
		"smokes": {"true", "false", "", "true", "false"},
		"ill":    {"no", "yes", "no", "", "yes"},
	}}
	records := [][]string{s.names}
	for i := range 5 {
		records = append(records, []string{s.values["x"][i], s.values["smokes"][i], s.values["ill"][i]})
	}
	return dataframe.LoadRecords(records, dataframe.NaNValues([]string{""})), s
}

func TestMissingValues(t *testing.T) {
	gota, own := gaps()
	for name, from := range map[string]func(drop bool, target string, features ...string) (*lclass.Data, error){
		"gota": func(drop bool, target string, features ...string) (*lclass.Data, error) {
			return lclass.FromFrame(gota, lclass.Columns{Target: target, Features: features, DropMissing: drop})
		},
		"own": func(drop bool, target string, features ...string) (*lclass.Data, error) {
			return lclass.FromFrame(own, lclass.Columns{Target: target, Features: features, DropMissing: drop})
		},
	} {
		t.Run(name, func(t *testing.T) {
			for column, row := range map[string]int{"x": 1, "smokes": 2, "ill": 3} {
				_, err := from(false, column)
				if column == "ill" {
					_, err = from(false, "ill", "x")
				}
				fails(t, err, &lclass.ValueError{Err: lclass.ErrMissing, Column: column, Row: row, Count: 1})
			}

			d, err := from(true, "ill", "x", "smokes")
			must(t, d, err)
			equal(t, "kept", d.Column(0), []float64{1, 9})
			equal(t, "names of categories", d.Features(), []string{"x", "smokes[true]"})
			equal(t, "classes", d.Classes(), []string{"no", "yes"})
			d, err = from(true, "smokes", "x")
			must(t, d, err)
			equal(t, "classes of a bool with a gap", d.Classes(), []string{"false", "true"})
		})
	}
}

func TestAllMissing(t *testing.T) {
	nothing := []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	_, err := lclass.FromFrame(fixed{nothing}, lclass.Columns{Target: "t"})
	fails(t, err, &lclass.ValueError{Err: lclass.ErrMissing, Column: "x", Count: 5})
	_, err = lclass.FromFrame(fixed{nothing}, lclass.Columns{Target: "t", DropMissing: true})
	if !errors.Is(err, lclass.ErrNoSamples) {
		t.Errorf("all dropped: %v", err)
	}
}

// fixed is a frame that hands out its own numbers: x as given and a target t.
type fixed struct{ x []float64 }

type numeric []float64

func (f fixed) Names() []string { return []string{"x", "t"} }
func (f fixed) Col(name string) numeric {
	if name == "x" {
		return numeric(f.x)
	}
	return numeric{0, 1, 0, 1, 0}
}
func (c numeric) Len() int         { return len(c) }
func (c numeric) Float() []float64 { return c }
func (c numeric) Records() (r []string) {
	for _, v := range c {
		r = append(r, fmt.Sprint(v))
	}
	return r
}
func (c numeric) IsNaN() (m []bool) {
	for _, v := range c {
		m = append(m, math.IsNaN(v))
	}
	return m
}

func TestFramesThatCannotBeUsed(t *testing.T) {
	df, _ := people()
	broken := df.Select([]string{"no such column"})
	fails(t, failure(lclass.FromFrame(broken, lclass.Columns{Target: "ill"})), broken.Err, "the frame has an error")
	_, err := lclass.FromFrame(fixed{[]float64{1, math.Inf(1), 2, 3, 4}}, lclass.Columns{Target: "t"})
	fails(t, err, &lclass.ValueError{Column: "x", Row: 1, Value: "+Inf"})
	one := dataframe.New(series.New([]string{"a", "a"}, series.String, "same"), series.New([]int{0, 1}, series.Int, "t"))
	d, err := lclass.FromFrame(one, lclass.Columns{Target: "t"})
	must(t, d, err)
	fails(t, failure(lclass.Logistic{}.Fit(d)), &invalid.TargetError{Target: "t", Want: "features"})
}

func TestFramesWithoutColumns(t *testing.T) {
	for _, drop := range []bool{false, true} {
		d, err := lclass.FromFrame(sheet{}, lclass.Columns{DropMissing: drop})
		if d != nil {
			t.Errorf("%v: %v", drop, d)
		}
		fails(t, err, lclass.ErrNoSamples, "no columns")
		fails(t, failure(lclass.FromFrame(sheet{}, lclass.Columns{Target: "ill", DropMissing: drop})), &lclass.ColumnError{Missing: []string{"ill"}})
		empty := sheet{[]string{"x", "ill"}, map[string]cells{"x": {}, "ill": {}}}
		for _, target := range []string{"ill", ""} {
			_, err := lclass.FromFrame(empty, lclass.Columns{Target: target, Features: []string{"x"}, DropMissing: drop})
			fails(t, err, lclass.ErrNoSamples, "no rows")
		}
	}
}

// gota reads whole numbers as such before a frame is handed on.
func TestCodesWithLeadingZeros(t *testing.T) {
	const csv = "code,ill\n007,no\n7,yes\n012,no\n"
	o := lclass.Columns{Categorical: []string{"code"}}
	for want, df := range map[string]dataframe.DataFrame{
		"[code[7]]":           dataframe.ReadCSV(strings.NewReader(csv)),
		"[code[012] code[7]]": dataframe.ReadCSV(strings.NewReader(csv), dataframe.WithTypes(map[string]series.Type{"code": series.String})),
	} {
		d, err := lclass.FromFrame(df, columns(o, "ill", "code"))
		equal(t, "features", must(t, d, err).Features(), []string{want[1 : len(want)-1]})
	}
}

// Ten different numbers with separators, currencies or signs of per cent are no categories.
func TestNumbersInDress(t *testing.T) {
	for _, c := range []struct {
		form   string
		rows   int
		refuse bool
	}{
		{"1,%03d", 10, true},
		{"1,%03d", 9, false},
		{"%d,5", 12, true},
		{"$1,234,%03d.50", 12, true},
		{"1.234.%03d €", 12, true},
		{"-1\u00a0%03d", 12, true},
		{"1’%03d", 12, true},
		{"%d %%", 12, true},
		{"2026.11.%02d", 12, false},
		{"10:%02d", 12, false},
		{"A%d", 12, false},
		{"%d-5", 12, false},
		{",%c", 12, false},
	} {
		text, class := make([]string, c.rows+2), make([]string, c.rows+2) // one is missing, one is there twice
		for i := range text {
			text[i], class[i] = fmt.Sprintf(c.form, max(i, 2)), "ab"[i%2:][:1]
		}
		text[0] = ""
		f := dataframe.New(series.New(text, series.String, "x"), series.New(class, series.String, "t"))
		_, err := lclass.FromFrame(f, lclass.Columns{Target: "t", DropMissing: true})
		if !c.refuse {
			if err != nil {
				t.Errorf("%s: %v", text[1], err)
			}
			continue
		}
		fails(t, err, &lclass.ValueError{Err: lclass.ErrKind, Column: "x", Row: 1, Value: text[1], Want: []string{"numbers"}}, "1200.5", "Categorical")
		if _, err := lclass.FromFrame(f, lclass.Columns{Target: "t", DropMissing: true, Categorical: []string{"x"}}); err != nil {
			t.Errorf("%s: %v", text[1], err)
		}
	}
}

func TestColumnsOfDifferentLengths(t *testing.T) {
	s := sheet{[]string{"x", "ill"}, map[string]cells{"x": {"1", "2", "3"}, "ill": {"no", "yes"}}}
	fails(t, failure(lclass.FromFrame(s, lclass.Columns{Target: "ill"})), &invalid.LengthError{Of: "values of column \"x\"", Have: 3, Want: 2})
	fails(t, failure(lclass.FromFrame(s, lclass.Columns{Labels: []string{"x"}})), &invalid.LengthError{Of: "values of column \"ill\"", Have: 2, Want: 3})
}

// A shortSheet says of too few values whether they are missing.
type shortSheet struct{ sheet }

type short struct{ cells }

func (s shortSheet) Col(name string) short { return short{s.values[name]} }
func (c short) IsNaN() []bool              { return c.cells.IsNaN()[1:] }

// A lessSheet has too few numbers.
type lessSheet struct{ sheet }

type lessNumbers struct{ cells }

func (s lessSheet) Col(name string) lessNumbers { return lessNumbers{s.values[name]} }
func (c lessNumbers) Float() []float64          { return c.cells.Float()[1:] }

func TestFramesThatContradictThemselves(t *testing.T) {
	s := sheet{[]string{"x", "ill"}, map[string]cells{"x": {"1", "2"}, "ill": {"no", "yes"}}}
	fails(t, failure(lclass.FromFrame(shortSheet{s}, lclass.Columns{Target: "ill"})), &invalid.LengthError{Of: `values of IsNaN of column "ill"`, Have: 1, Want: 2})
	plain := sheet{[]string{"x", "ill"}, map[string]cells{"x": {"1", "2"}, "ill": {"no", "yes"}}}
	like, err := lclass.FromFrame(plain, lclass.Columns{Target: "ill", Raw: true, Categorical: []string{"x"}})
	must(t, like, err)
	fails(t, failure(lclass.FromFrame(shortSheet{s}, lclass.Columns{Like: like})), &invalid.LengthError{Of: `values of IsNaN of column "x"`, Have: 1, Want: 2})
	fails(t, failure(lclass.FromFrame(lessSheet{s}, lclass.Columns{Target: "ill"})), &invalid.LengthError{Of: `values of Float of column "ill"`, Have: 1, Want: 2})
	for twice, names := range map[string][]string{"ill": {"ill", "x", "ill"}, "x": {"x", "x", "ill"}} {
		s.names = names
		fails(t, failure(lclass.FromFrame(s, lclass.Columns{Target: "ill"})), &lclass.NameError{Name: twice}, "called", "rename")
		fails(t, failure(lclass.FromFrame(s, lclass.Columns{Target: "ill", Features: []string{"x"}})), &lclass.NameError{Name: twice}, "called", "rename")
	}
	s.names = []string{"x", "ill"}
	for _, name := range s.names {
		fails(t, failure(lclass.FromFrame(s, lclass.Columns{Target: "ill", Categories: map[string][]string{name: {"no", "yes", "no"}}})),
			&lclass.SettingError{Setting: fmt.Sprintf("Columns.Categories[%q]", name), Value: []string{"no", "yes", "no"}})
	}
	fails(t, failure(lclass.FromMatrix(lclass.Blocks{N: math.MaxInt, D: 1, Read: func([]float64, int, int) error { return nil }}, []int{0, 1}, []string{"a", "b"})),
		&lclass.SettingError{Setting: "Blocks.N", Value: math.MaxInt})
}

// A wordless column has numbers of a kind, and texts that nobody is to ask for.
type wordless struct {
	kind   series.Type
	number []float64
}

func (c wordless) Type() series.Type { return c.kind }
func (c wordless) Len() int          { return len(c.number) }
func (c wordless) Float() []float64  { return c.number }
func (c wordless) Records() []string { panic("the texts of numbers were asked for") }
func (c wordless) IsNaN() []bool     { return make([]bool, len(c.number)) }

type wordlessFrame map[string]wordless

func (f wordlessFrame) Names() []string          { return []string{"x", "n", "t"} }
func (f wordlessFrame) Col(name string) wordless { return f[name] }

// Texts of numbers take a hundred times as long as the numbers.
func TestFrameAsksForNumbersOnly(t *testing.T) {
	f := wordlessFrame{
		"x": {series.Float, []float64{1.5, 2}},
		"n": {series.Int, []float64{3, 4}},
		"t": {series.Float, []float64{0.25, 0.5}},
	}
	d, err := lclass.FromFrame(f, lclass.Columns{Target: "t"})
	if err != nil {
		t.Fatal(err)
	}
	if got := d.At(1, 1); got != 4 {
		t.Errorf("n in row 1 is %v, want 4", got)
	}
	f["x"] = wordless{series.Float, []float64{1.5, math.NaN()}}
	var missing *lclass.ValueError
	if _, err := lclass.FromFrame(f, lclass.Columns{Target: "t"}); !isValue(err, lclass.ErrMissing, &missing) || missing.Column != "x" || missing.Row != 1 {
		t.Errorf("of NaN: %v, want that x is missing in row 1", err)
	}
}

// columns returns o for a target and features.
func columns(o lclass.Columns, target string, features ...string) lclass.Columns {
	o.Target, o.Features = target, features
	return o
}
