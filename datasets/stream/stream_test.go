package stream_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/datasets/stream"
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

func write(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
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
		want, err := lclass.FromFrameWith(frame, lclass.FrameOptions{Weight: "count"}, target, features...)
		must(t, want, err)
		got, err := stream.CSV(path, stream.Options{Target: target, Features: features, Weight: "count", Levels: carriers, BlockRows: 256})
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

// With levels the classes have their order, other separators are read, and
// without features all columns are taken.
func TestCSVOptions(t *testing.T) {
	content := strings.ReplaceAll(flights(300), ",", "\t")
	path := write(t, "flights.tsv", []byte(content))
	d, err := stream.CSVWith(path, '\t', stream.Options{Target: "late", Levels: map[string][]string{
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
	for _, e := range []struct {
		name, content string
		o             stream.Options
		says          []string
	}{
		{"no target", fine, stream.Options{}, []string{"Options.Target is empty", `"x"`}},
		{"unknown target", fine, stream.Options{Target: "y"}, []string{`no column "y"`}},
		{"unknown weight", fine, stream.Options{Target: "t", Weight: "s"}, []string{`no column "s"`}},
		{"unknown feature", fine, stream.Options{Target: "t", Features: []string{"z"}}, []string{`no column "z"`}},
		{"twice", fine, stream.Options{Target: "t", Features: []string{"x", "x"}}, []string{`"x" is used twice`}},
		{"levels of another", fine, stream.Options{Target: "t", Features: []string{"x"}, Levels: c}, []string{`names column "c"`}},
		{"one level", fine, stream.Options{Target: "t", Levels: map[string][]string{"c": {"a"}}}, []string{"two levels or more"}},
		{"level of the target", fine, stream.Options{Target: "c", Levels: map[string][]string{"c": {"a", "z"}}}, []string{`column "c", row 1 is "b"`}},
		{"empty", "", stream.Options{Target: "t"}, []string{"is empty"}},
		{"header alone", "t,x\n", stream.Options{Target: "t"}, []string{"no samples"}},
		{"same names", "t,t\n", stream.Options{Target: "t"}, []string{`two columns are called "t"`}},
		{"short row", "t,x\n1,2\n1\n", stream.Options{Target: "t"}, []string{"row 1", "wrong number of fields"}},
		{"bad header", "t,\"x\n", stream.Options{Target: "t"}, []string{"extraneous or missing"}},
		{"gzip", "\x1f\x8b\x08", stream.Options{Target: "t"}, []string{"compressed", "unpack"}},
		{"target without value", "t,x\nno,1\n,2\n", stream.Options{Target: "t"}, []string{`column "t", row 1 is empty`}},
		{"infinite target", "t,x\n1.5,1\nInf,2\n", stream.Options{Target: "t", Levels: map[string][]string{"t": {"1.5", "2.5"}}}, []string{`"Inf"`}},
		{"weight", "t,x,s\n1,1,-2\n0,1,1\n", stream.Options{Target: "t", Weight: "s"}, []string{"weight of sample 0 is -2"}},
		{"weight that is none", "t,x,s\n1,1,much\n", stream.Options{Target: "t", Weight: "s"}, []string{`column "s", row 0 is "much"`}},
	} {
		t.Run(e.name, func(t *testing.T) {
			mentions(t, failure(stream.CSV(write(t, "x.csv", []byte(e.content)), e.o)), e.says...)
		})
	}
	mentions(t, failure(stream.CSV(filepath.Join(t.TempDir(), "none.csv"), stream.Options{})), "none.csv")
	mentions(t, failure(stream.CSV(t.TempDir(), stream.Options{})), "is a directory")

	// Features are read by the fit.
	for _, e := range []struct {
		name, content string
		says          []string
	}{
		{"text", "t,x,c\n1,2,a\n0,much,b\n", []string{`column "x", row 1 is "much"`, "Options.Levels"}},
		{"empty", "t,x,c\n1,2,a\n0,,b\n", []string{`column "x", row 1 is empty`}},
		{"NaN", "t,x,c\n1,2,a\n0,NaN,b\n", []string{`column "x", row 1 is NaN`}},
		{"level", "t,x,c\n1,2,a\n0,3,z\n", []string{`column "c", row 1 is "z"`, `["a" "b"]`}},
	} {
		t.Run(e.name, func(t *testing.T) {
			d, err := stream.CSV(write(t, "x.csv", []byte(e.content)), stream.Options{Target: "t", Levels: c})
			must(t, d, err)
			mentions(t, failure(lclass.Logistic{}.Fit(d)), append(e.says, "rows 0 to 1 cannot be read")...)
		})
	}
}

func TestTooManyTexts(t *testing.T) {
	var b strings.Builder
	b.WriteString("t,x\n")
	for i := range 1200 {
		fmt.Fprintf(&b, "id%d,1\n", i)
	}
	path := write(t, "x.csv", []byte(b.String()))
	mentions(t, failure(stream.CSV(path, stream.Options{Target: "t"})), `"t"`, "is no number")
	numbers := write(t, "y.csv", []byte(strings.ReplaceAll(b.String(), "id", "0.")+"late,1\n"))
	mentions(t, failure(stream.CSV(numbers, stream.Options{Target: "t"})), `"late"`, "is no number")
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
		if err := row(i, []stream.Cell{{Number: float64(i)}}); err != nil {
			return err
		}
	}
	return nil
}

func TestTable(t *testing.T) {
	for says, rows := range map[string][]int{
		"": {0, 1, 2, 3}, "gave row 2 after row 0": {0, 2, 3}, "gave row 4 after row 3": {0, 1, 2, 3, 4}, "ends before row 3": {0, 1, 2},
	} {
		d, err := stream.FromTable(table{rows: rows}, stream.Options{Target: "t"})
		must(t, d, err)
		if _, err := (lclass.Logistic{}).Fit(d); says != "" {
			mentions(t, err, says)
		} else if err != nil {
			t.Error(err)
		}
	}
	wide := table{rows: []int{0}}
	d, err := stream.FromTable(wide, stream.Options{Target: "t", Levels: map[string][]string{"t": {"1", "0"}}})
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
	for name, c := range map[string]struct {
		images, labels string
		says           string
	}{
		"no file":   {images + "x", labels, "no such file"},
		"no labels": {images, labels + "x", "no such file"},
		"swapped":   {labels, images, "do not fit"},
		"numbers":   {images, idxFile(t, []uint32{3}, []byte{0, 1, 2}), "do not fit"},
		"cut off":   {idxFile(t, []uint32{2, 1, 2}, []byte{1, 2, 3}), labels, "20 bytes in all"},
		"longer":    {idxFile(t, []uint32{2, 1, 2}, make([]byte, 9)), labels, "20 bytes in all"},
		"text":      {write(t, "x", []byte("hello")), labels, "magic"},
	} {
		t.Run(name, func(t *testing.T) { mentions(t, failure(stream.IDX(c.images, c.labels)), c.says) })
	}
	d, err := stream.IDX(images, labels)
	must(t, d, err)
	must(t, 0, os.Truncate(images, 17))
	if _, err := (lclass.Logistic{}).Fit(d); !errors.Is(err, lclass.ErrChanged) {
		t.Errorf("error %v", err)
	}
}
