package stream_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"

	"linclass/datasets/stream"
	"linclass/lclass"
)

const boats = `late,age,port,fare,count,code
no,22,S,7.25,1,007
yes,,C,71.5,2,7
yes,NA,NA,8,1,12
no,35,,53.1,3,007
no,nan,Q,1e2,1,7
`

// Raw keeps texts and gaps, as FromFrame does.
func TestRawCSV(t *testing.T) {
	path := write(t, "boats.csv", []byte(boats))
	d, err := stream.CSV(path, stream.Options{Target: "late", Weight: "count", Raw: true, Categorical: []string{"code"}})
	must(t, d, err)
	if want := []string{"age", "port", "fare", "code"}; !slices.Equal(d.Features(), want) || !slices.Equal(d.Classes(), []string{"no", "yes"}) {
		t.Errorf("features %q, classes %q", d.Features(), d.Classes())
	}
	categories := d.Categories()
	if !slices.Equal(categories["port"], []string{"C", "Q", "S"}) || !slices.Equal(categories["code"], []string{"007", "12", "7"}) {
		t.Errorf("categories %q", categories)
	}
	nan := math.NaN()
	want := []float64{22, 2, 7.25, 0, nan, 0, 71.5, 2, nan, nan, 8, 1, 35, nan, 53.1, 0, nan, 1, 100, 2}
	same := func(a, b float64) bool { return a == b || a != a && b != b }
	if got := d.Matrix().RawMatrix().Data; !slices.EqualFunc(got, want, same) {
		t.Errorf("features %v, want %v", got, want)
	}
	if !slices.Equal(d.Weight(), []float64{1, 2, 1, 3, 1}) {
		t.Errorf("weights %v", d.Weight())
	}
	m, err := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}}, Of: lclass.Logistic{Penalty: lclass.L2(1)}}.Fit(d)
	must(t, m, err)
	// A category may be called NA.
	d, err = stream.CSV(path, stream.Options{Target: "late", Features: []string{"port"}, Raw: true, Categories: map[string][]string{"port": {"S", "C", "Q", "NA"}}})
	must(t, d, err)
	if got := d.Column(0); !slices.EqualFunc(got, []float64{0, 1, 3, nan, 2}, same) {
		t.Errorf("ports %v", got)
	}
}

func TestRawErrors(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		o       stream.Options
		want    error
		says    []string
	}{
		"mixed":       {strings.Replace(boats, ",8,", ",cheap,", 1), stream.Options{Target: "late", Raw: true}, &lclass.ValueError{Err: lclass.ErrKind, Column: "fare", Row: 2, Value: "cheap", Want: []string{"numbers"}}, []string{"x.csv", "Options.Categorical"}},
		"large":       {strings.Replace(boats, ",8,", ",1e400,", 1), stream.Options{Target: "late", Raw: true}, value("fare", 2, "1e400"), []string{"x.csv", "beyond the range of float64"}},
		"weight":      {strings.Replace(boats, ",8,1,", ",8,much,", 1), stream.Options{Target: "late", Weight: "count", Raw: true}, noNumber("count", 2, "much"), []string{"weights are numbers"}},
		"no number":   {strings.Replace(boats, ",8,", ",cheap,", 1), stream.Options{Target: "fare", Features: []string{"age"}, Raw: true}, noNumber("fare", 2, "cheap"), []string{"Options.Categories"}},
		"no weight":   {strings.Replace(boats, ",8,1,", ",8,NA,", 1), stream.Options{Target: "late", Weight: "count", Raw: true}, missing("count", 2), []string{"x.csv", "fill them"}},
		"target":      {strings.Replace(boats, "no,22", ",22", 1), stream.Options{Target: "late", Raw: true}, &lclass.ValueError{Err: lclass.ErrMissing, Column: "late", Row: 0, Count: 1}, []string{"x.csv"}},
		"category":    {boats, stream.Options{Target: "late", Raw: true, Categories: map[string][]string{"port": {"S", "C"}}}, &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "port", Row: 4, Value: "Q", Want: []string{"S", "C"}}, []string{"x.csv"}},
		"no rows":     {"late,age\n", stream.Options{Target: "late", Raw: true}, lclass.ErrNoSamples, []string{"x.csv"}},
		"no column":   {boats, stream.Options{Target: "late", Features: []string{"name"}, Raw: true}, &lclass.ColumnError{Missing: []string{"name"}, Have: []string{"late", "age", "port", "fare", "count", "code"}}, []string{"x.csv"}},
		"no texts":    {boats, stream.Options{Target: "late", Raw: true, Categorical: []string{"name"}}, &lclass.ColumnError{Missing: []string{"name"}, Have: []string{"late", "age", "port", "fare", "count", "code"}}, []string{"x.csv"}},
		"categorical": {boats, stream.Options{Target: "late", Categorical: []string{"code"}}, &lclass.SettingError{Setting: "Options.Categorical", Value: []string{"code"}}, []string{"x.csv", "Raw"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := stream.CSV(write(t, "x.csv", []byte(c.content)), c.o)
			fails(t, err, c.want, c.says...)
		})
	}
	_, err := stream.CSV(write(t, "x.csv", []byte(boats)), stream.Options{Target: "late", Raw: true})
	mentions(t, err, "x.csv", `"code"`, `"007"`, "Options.Categorical")
}

// Of a text column, models of CSV know the features, and those of Raw the column, which
// Columns.Like needs.
func TestModelsAndFrames(t *testing.T) {
	path := write(t, "x.csv", []byte("t,c\nno,a\nyes,b\nno,b\nyes,a\n"))
	frame := dataframe.ReadCSV(strings.NewReader("c\nb\na\n"))
	o := stream.Options{Target: "t", Categories: map[string][]string{"c": {"a", "b"}}}
	d, err := stream.CSV(path, o)
	must(t, d, err)
	m, err := lclass.Logistic{Penalty: lclass.L2(1)}.Fit(d)
	must(t, m, err)
	fails(t, failure(lclass.FromFrame(frame, lclass.Columns{Like: m})), &lclass.ColumnError{Missing: []string{"c[b]"}, Have: []string{"c"}})
	again, err := stream.CSV(path, o)
	must(t, again, err)
	_, err = m.Predict(again)
	must(t, 0, err)
	o.Raw = true
	d, err = stream.CSV(path, o)
	must(t, d, err)
	m, err = lclass.Pipeline{Prepare: []lclass.Preparation{lclass.OneHot{}}, Of: lclass.Logistic{Penalty: lclass.L2(1)}}.Fit(d)
	must(t, m, err)
	other, err := lclass.FromFrame(frame, lclass.Columns{Like: m})
	must(t, other, err)
	_, err = m.Predict(other)
	must(t, 0, err)
}
