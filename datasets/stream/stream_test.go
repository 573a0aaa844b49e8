package stream_test

import (
	"encoding/binary"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/datasets/internal/idx"
	"linclass/datasets/stream"
	"linclass/internal/errtest"
	"linclass/lclass"
)

func must[T any](t *testing.T, v T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func failure[T any](_ T, err error) error { return err }

var fails = errtest.Fails

func mentions(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want one with %q", words)
		return
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("error %q does not mention %q", err, word)
		}
	}
}

func setting(name string, value any) error {
	return &lclass.SettingError{Setting: "Options." + name, Value: value}
}

func value(column string, row int, value string) error {
	return &lclass.ValueError{Column: column, Row: row, Value: value}
}

func missing(column string, row int) error {
	return &lclass.ValueError{Err: lclass.ErrMissing, Column: column, Row: row, Count: 1}
}

func noNumber(column string, row int, value string) error {
	return &lclass.ValueError{Err: lclass.ErrKind, Column: column, Row: row, Value: value, Want: []string{"numbers"}}
}

func unknown(column string, row int, value string, want ...string) error {
	return &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: column, Row: row, Value: value, Want: want}
}

func write(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	errtest.None(t, os.WriteFile(path, content, 0o600))
	return path
}

// flights are n rows of numbers, texts and weights, and the target as text, as
// whole number and as measured number.
func flights(n int) string {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("late,distance,carrier,hour,count,delay,stops\n")
	for i := range n {
		distance, hour := 100+900*rng.Float64(), rng.IntN(24)
		carrier := []string{"AA", "DL", "U,A"}[rng.IntN(3)]
		delay := 0.02*distance + float64(hour) + 10*rng.NormFloat64()
		late := "no"
		if delay > 20 {
			late = "yes"
		}
		fmt.Fprintf(&b, "%s,%v,%q,%d,%d,%v,%d\n", late, distance, carrier, hour, 1+i%3, delay, rng.IntN(3))
	}
	return b.String()
}

var carriers = map[string][]string{"carrier": {"AA", "DL", "U,A"}}

func parameters(m *lclass.Model) []float64 {
	return append(slices.Clone(m.W.RawMatrix().Data), m.B...)
}

// A table that is read in blocks is what the same one is as a frame.
func TestCSVIsTheFrame(t *testing.T) {
	content := flights(1500)
	path := write(t, "flights.csv", []byte("\ufeff"+content))
	frame := dataframe.ReadCSV(strings.NewReader(content), dataframe.WithTypes(map[string]series.Type{"distance": series.Float, "delay": series.Float}))
	features := []string{"distance", "carrier", "hour"}
	for target, e := range map[string]lclass.Estimator{
		"late": lclass.Logistic{}, "stops": lclass.Softmax{}, "delay": lclass.LinearRegression{},
	} {
		want, err := lclass.FromFrame(frame, lclass.Columns{Target: target, Features: features, Weight: "count"})
		must(t, want, err)
		got, err := stream.CSV(path, stream.Options{Target: target, Features: features, Weight: "count", Categories: carriers, BlockRows: 256})
		must(t, got, err)
		if got.String() != want.String() || !slices.Equal(got.Features(), want.Features()) {
			t.Errorf("%v with %v, want %v with %v", got, got.Features(), want, want.Features())
		}
		if !mat.Equal(got.Matrix(), want.Matrix()) {
			t.Errorf("%s: other features", target)
		}
		a, err := e.Fit(got)
		must(t, a, err)
		b, err := e.Fit(want)
		if must(t, b, err); !slices.Equal(parameters(a), parameters(b)) {
			t.Errorf("%s: W, b = %v, want %v", target, parameters(a), parameters(b))
		}
	}
}

// With categories the classes have their order, other separators are read, and
// without features all columns are taken.
func TestCSVOptions(t *testing.T) {
	content := strings.ReplaceAll(flights(300), ",", "\t")
	path := write(t, "flights.tsv", []byte(content))
	d, err := stream.CSVWith(path, '\t', stream.Options{Target: "late", Categories: map[string][]string{
		"late": {"yes", "no"}, "carrier": {"AA", "DL", "U\tA"},
	}})
	must(t, d, err)
	if want := []string{"distance", "carrier[DL]", "carrier[U\tA]", "hour", "count", "delay", "stops"}; !slices.Equal(d.Features(), want) {
		t.Errorf("features %q", d.Features())
	}
	if !slices.Equal(d.Classes(), []string{"yes", "no"}) || d.N() != 300 || d.Target() != "late" {
		t.Errorf("%v", d)
	}
}

func TestCSVErrors(t *testing.T) {
	const fine = "t,x,c\n1,2,a\n0,3,b\n"
	c := map[string][]string{"c": {"a", "b"}}
	have := []string{"t", "x", "c"}
	lacks := func(name string) error { return &lclass.ColumnError{Missing: []string{name}, Have: have} }
	is := func(what string) error { return &stream.FileError{Is: what} }
	for _, e := range []struct {
		name, content string
		o             stream.Options
		want          error
		says          []string
	}{
		{"no target", fine, stream.Options{}, setting("Target", nil), []string{`"x"`}},
		{"negative blocks", fine, stream.Options{Target: "y", BlockRows: -1}, setting("BlockRows", -1), nil},
		{"unknown target", fine, stream.Options{Target: "y"}, lacks("y"), nil},
		{"unknown weight", fine, stream.Options{Target: "t", Weight: "s"}, lacks("s"), nil},
		{"unknown feature", fine, stream.Options{Target: "t", Features: []string{"z"}}, lacks("z"), nil},
		{"twice", fine, stream.Options{Target: "t", Features: []string{"x", "x"}}, setting("Features", "x"), nil},
		{"categories of another", fine, stream.Options{Target: "t", Features: []string{"x"}, Categories: c}, setting("Categories", "c"), nil},
		{"one category", fine, stream.Options{Target: "t", Categories: map[string][]string{"c": {"a"}}}, setting("Categories", []string{"a"}), []string{"two categories or more"}},
		{"category of the target", fine, stream.Options{Target: "c", Categories: map[string][]string{"c": {"a", "z"}}}, unknown("c", 1, "b", "a", "z"), nil},
		{"empty", "", stream.Options{Target: "t"}, is("empty"), nil},
		{"header alone", "t,x\n", stream.Options{Target: "t"}, lclass.ErrNoSamples, nil},
		{"same names", "t,t\n", stream.Options{Target: "t"}, value("t", -1, ""), nil},
		{"short row", "t,x\n1,2\n1\n", stream.Options{Target: "t"}, csv.ErrFieldCount, []string{"row 1", "it has 1, and the header has 2"}},
		{"long row", "t,x\n1,2\n1,2,3\n", stream.Options{Target: "t"}, csv.ErrFieldCount, []string{"row 1", "it has 3, and the header has 2"}},
		{"quote", "t,x\n1,2\n1,a\"b\n", stream.Options{Target: "t"}, csv.ErrBareQuote, []string{"row 1"}},
		{"blank target", "t,x\nno,1\n  ,2\n", stream.Options{Target: "t"}, missing("t", 1), []string{"is empty"}},
		{"NaN target", "t,x\nno,1\nNaN,2\n", stream.Options{Target: "t"}, missing("t", 1), []string{`"NaN"`, "Options.Categories"}},
		{"NA target", "t,x\n0,1\nNA,2\n", stream.Options{Target: "t"}, missing("t", 1), []string{`"NA"`}},
		{"number and text", "t,x\n0,1\n1,2\nyes,2\n", stream.Options{Target: "t"}, noNumber("t", 2, "yes"), []string{`"0" in row 0`, "Options.Categories"}},
		{"bad header", "t,\"x\n", stream.Options{Target: "t"}, csv.ErrQuote, []string{"the header"}},
		{"gzip", "\x1f\x8b\x08", stream.Options{Target: "t"}, is("compressed"), []string{"unpack"}},
		{"UTF-16", "\xff\xfet\x00,\x00x\x00\n\x00", stream.Options{Target: "t"}, is("UTF-16"), []string{"UTF-8"}},
		{"target without value", "t,x\nno,1\n,2\n", stream.Options{Target: "t"}, missing("t", 1), []string{"is empty"}},
		{"infinite target", "t,x\n1.5,1\nInf,2\n", stream.Options{Target: "t", Categories: map[string][]string{"t": {"1.5", "2.5"}}}, unknown("t", 1, "Inf", "1.5", "2.5"), nil},
		{"weight", "t,x,s\n1,1,-2\n0,1,1\n", stream.Options{Target: "t", Weight: "s"}, value("s", 0, "-2"), []string{`column "s", row 0 is -2`}},
		{"weight that is none", "t,x,s\n1,1,much\n", stream.Options{Target: "t", Weight: "s"}, noNumber("s", 0, "much"), []string{"weights are numbers"}},
		{"weight without value", "t,x,s\n1,1,NA\n0,1,1\n", stream.Options{Target: "t", Weight: "s"}, missing("s", 0), []string{`"NA", which stands for a missing value`}},
		{"weight that is NaN", "t,x,s\n1,1,NaN\n0,1,1\n", stream.Options{Target: "t", Weight: "s"}, value("s", 0, "NaN"), []string{"weights must be finite"}},
		{"large weight", "t,x,s\n1,1,1e400\n0,1,1\n", stream.Options{Target: "t", Weight: "s"}, value("s", 0, "1e400"), []string{"beyond the range of float64"}},
		{"offset that is none", "t,x,s\n1,1,much\n0,1,1\n", stream.Options{Target: "t", Offset: "s"}, noNumber("s", 0, "much"), []string{"offsets are numbers"}},
		{"large target", "t,x\n1,1\n1e400,1\n", stream.Options{Target: "t"}, noNumber("t", 1, "1e400"), []string{"beyond the range of float64"}},
		{"repeated category", fine, stream.Options{Target: "t", Categories: map[string][]string{"c": {"a", "b", "a"}}}, setting(`Categories["c"]`, "a"), []string{`"a" twice`}},
		{"repeated category, raw", fine, stream.Options{Target: "t", Raw: true, Categories: map[string][]string{"c": {"a", "b", "a"}}}, setting(`Categories["c"]`, "a"), nil},
		{"repeated class", fine, stream.Options{Target: "c", Categories: map[string][]string{"c": {"a", "b", "a"}}}, setting(`Categories["c"]`, "a"), nil},
		{"category with a blank", fine, stream.Options{Target: "t", Categories: map[string][]string{"c": {"a", " b"}}}, setting(`Categories["c"]`, " b"), []string{"blanks"}},
	} {
		t.Run(e.name, func(t *testing.T) {
			path := write(t, "x.csv", []byte(e.content))
			if f, ok := e.want.(*stream.FileError); ok {
				f.Path = path
			}
			fails(t, failure(stream.CSV(path, e.o)), e.want, append(e.says, path)...)
		})
	}
	fails(t, failure(stream.CSV(filepath.Join(t.TempDir(), "none.csv"), stream.Options{})), fs.ErrNotExist, "none.csv")
	folder := t.TempDir()
	fails(t, failure(stream.CSV(folder, stream.Options{})), &stream.FileError{Path: folder, Is: "a directory"})
	fails(t, failure(stream.CSV(os.DevNull, stream.Options{})), &stream.FileError{Path: os.DevNull, Is: "a pipe or a device"})

	// Features are read by the fit.
	for _, e := range []struct {
		name, content string
		want          error
		says          []string
	}{
		{"text", "t,x,c\n1,2,a\n0,much,b\n", noNumber("x", 1, "much"), []string{"Options.Categories"}},
		{"empty", "t,x,c\n1,2,a\n0,,b\n", missing("x", 1), nil},
		{"NaN", "t,x,c\n1,2,a\n0,NaN,b\n", value("x", 1, "NaN"), nil},
		{"category", "t,x,c\n1,2,a\n0,3,z\n", unknown("c", 1, "z", "a", "b"), nil},
		{"missing", "t,x,c\n1,2,a\n0,NA,b\n", missing("x", 1), []string{"stands for a missing value"}},
		{"large", "t,x,c\n1,2,a\n0,1e400,b\n", value("x", 1, "1e400"), []string{"beyond the range of float64"}},
		{"rounded", "t,x,c\n1,9007199254740992,a\n0,-9007199254740993,b\n", noNumber("x", 1, "-9007199254740993"), []string{"rounds to -9007199254740992", "Options.Categories"}},
		{"codes", "t,x,c\n1,007,a\n0, 7,b\n", value("x", 1, "7"), []string{`"007" in row 0`, "Options.Categories"}},
		{"codes of other lengths", "t,x,c\n1,12,a\n0,007,b\n", value("x", 1, "007"), []string{`"12" in row 0`}},
	} {
		t.Run(e.name, func(t *testing.T) {
			d, err := stream.CSV(write(t, "x.csv", []byte(e.content)), stream.Options{Target: "t", Categories: c})
			must(t, d, err)
			fails(t, failure(lclass.Logistic{}.Fit(d)), e.want, append(e.says, "rows 0 to 1 cannot be read")...)
		})
	}
}

// A row with another number of fields is wrong as a whole, and not in column 1, where
// encoding/csv always finds it.
func TestNumberOfFields(t *testing.T) {
	for _, row := range []string{"1", "1,2,3"} {
		err := failure(stream.CSV(write(t, "x.csv", []byte("t,x\n1,2\n"+row+"\n")), stream.Options{Target: "t"}))
		if !errors.Is(err, csv.ErrFieldCount) || errors.As(err, new(*csv.ParseError)) {
			t.Errorf("%s: error %v", row, err)
		}
	}
}

// A quote that is not closed ends with an error, not with the file in memory.
func TestRecordWithoutEnd(t *testing.T) {
	defer stream.LongestRecord(1 << 16)()
	const n = 600
	content, long := flights(n), strings.Repeat("01\n", 4<<20)
	for name, c := range map[string]struct {
		content string
		says    []string
	}{
		"header": {"late,\"hour\n" + long, []string{"the header"}},
		"row":    {content + "no,\"" + long, []string{"row 600"}},
		"line":   {content + strings.ReplaceAll(long, "\n", "2"), []string{"row 600"}},
	} {
		path := write(t, "x.csv", []byte(c.content))
		before := allocated()
		_, err := stream.CSV(path, stream.Options{Target: "late", Features: []string{"hour"}})
		if fails(t, err, stream.ErrLongRecord, append(c.says, path)...); allocated()-before > 8<<20 {
			t.Errorf("%s: %d bytes of memory", name, allocated()-before)
		}
	}
	d, err := stream.CSV(write(t, "x.csv", []byte(content)), stream.Options{Target: "late", Features: []string{"hour"}})
	if must(t, d, err).N() != n {
		t.Errorf("%d rows", d.N())
	}
}

func TestTooManyTexts(t *testing.T) {
	var b strings.Builder
	b.WriteString("t,x\n")
	for i := range 1200 {
		fmt.Fprintf(&b, "id%d,1\n", i)
	}
	path := write(t, "x.csv", []byte(b.String()))
	fails(t, failure(stream.CSV(path, stream.Options{Target: "t"})), noNumber("t", 0, "id0"), path, "1000 texts")
	numbers := write(t, "y.csv", []byte(strings.ReplaceAll(b.String(), "id", "0.")+"late,1\n"))
	fails(t, failure(stream.CSV(numbers, stream.Options{Target: "t"})), noNumber("t", 1200, "late"), "a number and a text")
	fails(t, failure(stream.CSV(numbers, stream.Options{Target: "t", BlockRows: 1})), noNumber("t", 1200, "late"), "is no number")
}

// A file that another program writes to is an error in the next pass.
func TestFileThatChanges(t *testing.T) {
	content := []byte(flights(600))
	for name, change := range map[string]func(path string) error{
		"longer": func(path string) error {
			return os.WriteFile(path, append(slices.Clone(content), "no,1,AA,1,1,1,1\n"...), 0o600)
		},
		"shorter": func(path string) error { return os.WriteFile(path, content[:len(content)/2], 0o600) },
		"touched": func(path string) error { return os.Chtimes(path, time.Time{}, time.Unix(1, 0)) },
		"gone":    os.Remove,
	} {
		path := write(t, "flights.csv", content)
		d, err := stream.CSV(path, stream.Options{Target: "late", Features: []string{"hour"}})
		must(t, d, err)
		must(t, 0, change(path))
		_, err = lclass.Logistic{}.Fit(d)
		if changed := errors.Is(err, lclass.ErrChanged); changed == (name == "gone") || err == nil {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// A Table that gives other rows than those asked for is not believed.
type table struct {
	stream.Table
	rows []int
}

func (t table) Names() []string { return []string{"t", "x"} }

func (t table) Scan(_ []int, row func(int, []stream.Cell) error) error {
	for i := range 4 {
		if err := row(i, []stream.Cell{{Number: float64(i % 2)}}); err != nil {
			return err
		}
	}
	return nil
}

func (t table) Rows(_ []int, _, _ int, row func(int, []stream.Cell) error) error {
	for _, i := range t.rows {
		if err := row(i, []stream.Cell{{Number: float64(i)}, {Number: float64(i % 2)}}); err != nil {
			return err
		}
	}
	return nil
}

func TestTable(t *testing.T) {
	for _, c := range []struct {
		rows []int
		want error
	}{
		{[]int{0, 1, 2, 3}, nil}, {[]int{0, 2, 3}, &stream.OrderError{Row: 2, After: 0}}, {[]int{0, 1, 2, 3, 4}, &stream.OrderError{Row: 4, After: 3}}, {[]int{0, 1, 2}, lclass.ErrChanged},
	} {
		d, err := stream.FromTable(table{rows: c.rows}, stream.Options{Target: "t"})
		must(t, d, err)
		fails(t, failure(lclass.Logistic{}.Fit(d)), c.want)
	}
	wide := table{rows: []int{0}}
	d, err := stream.FromTable(wide, stream.Options{Target: "t", Categories: map[string][]string{"t": {"1", "0"}}})
	if must(t, d, err); !slices.Equal(d.T(), []int{1, 0, 1, 0}) {
		t.Errorf("classes %v", d.T())
	}
}

func idxFile(t *testing.T, dims []uint32, values []byte) string {
	b := []byte{0, 0, 8, byte(len(dims))}
	for _, n := range dims {
		b = binary.BigEndian.AppendUint32(b, n)
	}
	return write(t, "x-idx", append(b, values...))
}

func TestIDXIsTheImages(t *testing.T) {
	const n = 900
	rng := rand.New(rand.NewPCG(1, 1))
	pixels, labels := make([]byte, n*6), make([]byte, n)
	for i := range n {
		labels[i] = byte(rng.IntN(3))
		for j := range 6 {
			if rng.IntN(2) == 0 {
				pixels[6*i+j] = byte(40*int(labels[i]) + rng.IntN(100))
			}
		}
	}
	images, label := idxFile(t, []uint32{n, 2, 3}, pixels), idxFile(t, []uint32{n}, labels)
	want, err := datasets.ReadImages(images, label)
	must(t, want, err)
	got, err := stream.IDX(images, label)
	must(t, got, err)
	if got.String() != want.String() || !slices.Equal(got.Features(), want.Features()) {
		t.Errorf("%v, want %v", got, want)
	}
	a, err := lclass.Softmax{}.Fit(got)
	must(t, a, err)
	b, err := lclass.Softmax{}.Fit(want)
	if must(t, b, err); !slices.Equal(parameters(a), parameters(b)) {
		t.Errorf("W, b = %v, want %v", parameters(a), parameters(b))
	}
	flat, err := stream.IDX(idxFile(t, []uint32{n, 6}, pixels), label)
	if must(t, flat, err); flat.D() != 6 || flat.Features()[5] != "x6" || !slices.Equal(flat.Row(7), want.Row(7)) {
		t.Errorf("%v", flat)
	}
}

func TestIDXErrors(t *testing.T) {
	images, labels := idxFile(t, []uint32{2, 1, 2}, []byte{1, 2, 3, 4}), idxFile(t, []uint32{2}, []byte{0, 1})
	three, short := idxFile(t, []uint32{3}, []byte{0, 1, 2}), idxFile(t, []uint32{2, 1, 2}, []byte{1, 2, 3})
	long, text := idxFile(t, []uint32{2, 1, 2}, make([]byte, 9)), write(t, "x", []byte("hello"))
	const all = "the header announces [2 1 2] values, 20 bytes in all"
	for name, c := range map[string]struct {
		images, labels string
		want           error
		names          string // the wrong file
	}{
		"no file":   {images + "x", labels, fs.ErrNotExist, images + "x"},
		"no labels": {images, labels + "x", fs.ErrNotExist, labels + "x"},
		"swapped":   {labels, images, &idx.ShapeError{Images: []int{2}, Labels: []int{2, 1, 2}}, images},
		"numbers":   {images, three, &idx.ShapeError{Images: []int{2, 1, 2}, Labels: []int{3}}, three},
		"cut off":   {short, labels, &idx.Error{Name: short, Offset: 19, Reason: all}, short},
		"longer":    {long, labels, &idx.Error{Name: long, Offset: 25, Reason: all}, long},
		"text":      {text, labels, &idx.Error{Name: text, Reason: "wrong magic number 0x68656c6c; IDX starts with two zero bytes"}, text},
	} {
		t.Run(name, func(t *testing.T) { fails(t, failure(stream.IDX(c.images, c.labels)), c.want, c.names) })
	}
	fails(t, failure(stream.IDX(images, labels, "0", "2")), &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "label", Row: 1, Value: "1", Want: []string{"0", "2"}}, labels)
	d, err := stream.IDX(images, labels, "1", "0", "2")
	if must(t, d, err); !slices.Equal(d.Classes(), []string{"1", "0", "2"}) || !slices.Equal(d.T(), []int{1, 0}) {
		t.Errorf("classes %q, %v", d.Classes(), d.T())
	}
	d, err = stream.IDX(images, labels)
	must(t, d, err)
	must(t, 0, os.Truncate(images, 17))
	if _, err := (lclass.Logistic{}).Fit(d); !errors.Is(err, lclass.ErrChanged) {
		t.Errorf("error %v", err)
	}
}

// column is a table of target and weight of n rows, and 0 as x.
func column(n int, target, weight func(i int) string) string {
	var b strings.Builder
	b.WriteString("t,x,s\n")
	for i := range n {
		fmt.Fprintf(&b, "%s,0,%s\n", target(i), weight(i))
	}
	return b.String()
}

func one(int) string { return "1" }

// The classes are the texts of the first block, or those given; numbers stay numbers.
func TestTargetsBeyondTheFirstBlock(t *testing.T) {
	const n = 1000
	long, sevens := strings.Repeat("é", 10<<20), strings.Repeat("7", 10<<20)
	first := func(a, b string) func(i int) string {
		return func(i int) string { return []string{a, b}[i%2] }
	}
	at := func(row int, text string, else_ func(i int) string) func(i int) string {
		return func(i int) string {
			if i == row {
				return text
			}
			return else_(i)
		}
	}
	for _, c := range []struct {
		name       string
		target     func(i int) string
		categories []string
		want       error
		says       []string
	}{
		{"texts", first("no", "yes"), nil, nil, nil},
		{"another text", at(700, "maybe", first("no", "yes")), nil, unknown("t", 700, "maybe", "no", "yes"), []string{"first 256 rows", `"no", "yes"`, "Options.Categories"}},
		{"another text in the last row of the first block", at(255, "maybe", first("no", "yes")), nil, nil, nil},
		{"another text in the first row after it", at(256, "maybe", first("no", "yes")), nil, unknown("t", 256, "maybe", "no", "yes"), nil},
		{"long text", at(700, long, first("no", "yes")), nil, unknown("t", 700, long, "no", "yes"), []string{"row 700 is \"" + strings.Repeat("é", 40) + "…\""}},
		{"long number", at(700, sevens, first("0", "1")), nil, value("t", 700, sevens), []string{`row 700 is "` + strings.Repeat("7", 40) + "…"}},
		{"long text among numbers", at(700, long, first("0", "1")), nil, noNumber("t", 700, long), []string{"row 700 is \"" + strings.Repeat("é", 40) + "…\""}},
		{"long text in the first block", at(7, long, first("0", "1")), nil, noNumber("t", 7, long), []string{"and \"" + strings.Repeat("é", 40) + "…\" in row 7"}},
		{"long category", at(700, long, first("no", "yes")), []string{"no", "yes"}, unknown("t", 700, long, "no", "yes"), []string{"row 700 is \"" + strings.Repeat("é", 40) + "…\""}},
		{"NaN among texts", at(700, "NaN", first("no", "yes")), nil, missing("t", 700), []string{`"NaN"`}},
		{"blank among texts", at(700, " ", first("no", "yes")), nil, missing("t", 700), []string{"is empty"}},
		{"text among numbers", at(700, "yes", first("0", "1")), nil, noNumber("t", 700, "yes"), nil},
		{"NaN among numbers", at(700, "NaN", first("0", "1")), nil, missing("t", 700), []string{`"NaN"`}},
		{"Go's number", at(700, "1_000", first("0", "1")), nil, noNumber("t", 700, "1_000"), nil},
		{"code among numbers", at(700, "007", first("0", "1")), nil, noNumber("t", 700, "007"), []string{"zeros", "Options.Categories"}},
		{"large number", at(700, "1e400", first("0", "1")), nil, value("t", 700, "1e400"), []string{"beyond the range of float64"}},
		{"text among numbers, what to do", at(700, "yes", first("0", "1")), nil, noNumber("t", 700, "yes"), []string{"name all classes in Options.Categories"}},
		{"another count", at(700, "2", first("0", "1")), nil, nil, nil},
		{"categories", at(700, "NaN", first("0", "yes")), []string{"0", "yes", "NaN"}, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := write(t, "x.csv", []byte(column(n, c.target, one)))
			o := stream.Options{Target: "t", Features: []string{"x"}, BlockRows: 256}
			if c.categories != nil {
				o.Categories = map[string][]string{"t": c.categories}
			}
			d, err := stream.CSV(path, o)
			if c.want != nil {
				fails(t, err, c.want, append(c.says, path, `column "t"`)...)
				if err != nil && len(err.Error()) > 1000 {
					t.Errorf("the message has %d bytes", len(err.Error()))
				}
				return
			}
			must(t, d, err)
			for i, k := range d.T() {
				if got := d.Classes()[k]; got != c.target(i) {
					t.Fatalf("row %d is %q, want %q", i, got, c.target(i))
				}
			}
		})
	}
}

// Target and weight are read with the features, and must be what they were, even if
// size and time of the file are.
func TestTargetThatChanges(t *testing.T) {
	const n = 1000
	class := func(i int) string { return []string{"no", "ye"}[i*7%5%2] }
	for name, change := range map[string]string{
		"target": column(n, func(i int) string {
			if i == 999 {
				return []string{"ye", "no"}[i*7%5%2]
			}
			return class(i)
		}, one),
		"weight": column(n, class, func(i int) string { return []string{"1", "2"}[min(1, i/500)] }),
		"cells":  strings.Replace(column(n, class, one), "no,0,1\n", "n,0,01\n", 1),
	} {
		path := write(t, "x.csv", []byte(column(n, class, one)))
		d, err := stream.CSV(path, stream.Options{Target: "t", Weight: "s", BlockRows: 256})
		must(t, d, err)
		info, err := os.Stat(path)
		must(t, info, err)
		must(t, 0, os.WriteFile(path, []byte(change), 0o600))
		must(t, 0, os.Chtimes(path, time.Time{}, info.ModTime()))
		_, err = lclass.Logistic{}.Fit(d)
		if !errors.Is(err, lclass.ErrChanged) {
			t.Errorf("%s: error %v", name, err)
		}
		mentions(t, err, path, "another target or weight")
	}
}

// A mark at the beginning is no part of a name, quoted or not.
func TestMark(t *testing.T) {
	for _, header := range []string{"t,x", `"t","x"`, `"t",x`} {
		content := "\ufeff" + header + "\nno,1\nyes,2\n"
		d, err := stream.CSV(write(t, "x.csv", []byte(content)), stream.Options{Target: "t"})
		if must(t, d, err); !slices.Equal(d.Column(0), []float64{1, 2}) || d.Err() != nil {
			t.Errorf("%s: %v, %v", header, d.Column(0), d.Err())
		}
	}
}

// A header of any length makes a short message.
func TestLongHeader(t *testing.T) {
	long := strings.Repeat("x", 10<<20)
	for _, o := range []stream.Options{{}, {Target: "y"}, {Target: "t", Features: []string{"y"}}} {
		err := failure(stream.CSV(write(t, "x.csv", []byte("t,"+long+"\n1,2\n")), o))
		if mentions(t, err, "x.csv"); err != nil && len(err.Error()) > 1000 {
			t.Errorf("the message has %d bytes", len(err.Error()))
		}
	}
}

// Ten thousand columns and a column of ten thousand categories keep their places.
func TestManyColumnsAndLevels(t *testing.T) {
	const many = 10_000
	names, values := make([]string, many), make([]string, many)
	for j := range names {
		names[j], values[j] = fmt.Sprintf("x%d", j), strconv.Itoa(j)
	}
	row := strings.Join(values, ",")
	d, err := stream.CSV(write(t, "wide.csv", []byte(strings.Join(names, ",")+",t\n"+row+",no\n"+row+",yes\n")), stream.Options{Target: "t"})
	if must(t, d, err); d.D() != many || d.At(1, many-1) != many-1 {
		t.Errorf("%d features, the last %v", d.D(), d.At(1, many-1))
	}
	content := "t,code\n"
	for i, name := range names {
		content += fmt.Sprintf("%d,%s\n", i%2, name)
	}
	d, err = stream.CSV(write(t, "categories.csv", []byte(content)), stream.Options{Target: "t", Categories: map[string][]string{"code": names}})
	if must(t, d, err); d.D() != many-1 || d.At(many-1, many-2) != 1 || d.At(many-1, many-3) != 0 {
		t.Errorf("%d features, the last %v", d.D(), d.At(many-1, many-2))
	}
}

// An offset is read like a weight, and is no feature.
func TestOffset(t *testing.T) {
	path := write(t, "x.csv", []byte("t,x,o,s\n0,1,0.5,1\n1,2,-1,2\n0,3,0,1\n"))
	d, err := stream.CSV(path, stream.Options{Target: "t", Weight: "s", Offset: "o"})
	must(t, d, err)
	if !slices.Equal(d.Features(), []string{"x"}) || !slices.Equal(d.Offset(), []float64{0.5, -1, 0}) || !slices.Equal(d.Weight(), []float64{1, 2, 1}) {
		t.Errorf("features %v, offset %v, weight %v", d.Features(), d.Offset(), d.Weight())
	}
	if d, err = stream.CSV(path, stream.Options{Target: "t", Offset: "o"}); !slices.Equal(must(t, d, err).Offset(), []float64{0.5, -1, 0}) {
		t.Errorf("offset %v without a weight", d.Offset())
	}
	fails(t, failure(stream.CSV(path, stream.Options{Target: "t", Offset: "none"})), &lclass.ColumnError{Missing: []string{"none"}, Have: []string{"t", "x", "o", "s"}})
	fails(t, failure(stream.CSV(path, stream.Options{Target: "t", Offset: "t"})), setting("Offset", "t"))
	fails(t, failure(stream.CSV(path, stream.Options{Target: "t", Weight: "o", Offset: "o"})), setting("Offset", "o"))
	bad := write(t, "y.csv", []byte("t,x,o\n0,1,much\n"))
	fails(t, failure(stream.CSV(bad, stream.Options{Target: "t", Offset: "o"})), noNumber("o", 0, "much"))
}
