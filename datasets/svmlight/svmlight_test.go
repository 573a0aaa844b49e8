package svmlight_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets/stream"
	"linclass/datasets/svmlight"
	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass"
)

func written(t testing.TB, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.svm")
	errtest.None(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

// both reads a file in both ways, which agree.
func both(t testing.TB, path string, o svmlight.Options) (*lclass.Data, error) {
	t.Helper()
	d, err := svmlight.Read(path, o)
	blocks, failed := svmlight.Open(path, o)
	if !reflect.DeepEqual(err, failed) {
		t.Fatalf("in memory: error %v; in blocks: error %v", err, failed)
	}
	if err != nil {
		return nil, err
	}
	if !slices.Equal(d.Y(), blocks.Y()) || !slices.Equal(d.Features(), blocks.Features()) || d.N() != blocks.N() {
		t.Fatalf("%v in memory, %v in blocks", d, blocks)
	}
	for i, x := range d.Rows() {
		if !slices.Equal(x, blocks.Row(i)) {
			t.Fatalf("row %d: %v in memory, %v in blocks: %v", i, x, blocks.Row(i), blocks.Err())
		}
	}
	return d, nil
}

const sample = "# two classes\n+1 3:0.5 4:1 # a comment\r\n\n  -1\t1:2.25  3:1e-3\n1 2:-0"

func TestRead(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		o       svmlight.Options
		want    *mat.Dense
		y       []float64
	}{
		"labels alone":    {"1\n2\n", svmlight.Options{}, &mat.Dense{}, []float64{1, 2}},
		"as LIBSVM":       {sample, svmlight.Options{}, mat.NewDense(3, 4, []float64{0, 0, 0.5, 1, 2.25, 0, 1e-3, 0, 0, 0, 0, 0}), []float64{1, -1, 1}},
		"one-based":       {sample, svmlight.Options{Base: svmlight.OneBased}, mat.NewDense(3, 4, []float64{0, 0, 0.5, 1, 2.25, 0, 1e-3, 0, 0, 0, 0, 0}), []float64{1, -1, 1}},
		"more features":   {"1 2:1\n", svmlight.Options{Features: 3}, mat.NewDense(1, 3, []float64{0, 1, 0}), []float64{1}},
		"zero-based":      {"1 2:1\n", svmlight.Options{Base: svmlight.ZeroBased}, mat.NewDense(1, 3, []float64{0, 0, 1}), []float64{1}},
		"with an index 0": {"2.5 1:1\n3 0:7\n", svmlight.Options{}, mat.NewDense(2, 2, []float64{0, 1, 7, 0}), []float64{2.5, 3}},
		"the last index":  {"1 2:1\n2 0:1", svmlight.Options{Features: 3}, mat.NewDense(2, 3, []float64{0, 0, 1, 1, 0, 0}), []float64{1, 2}},
	} {
		d, err := both(t, written(t, c.content), c.o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !mat.Equal(d.Matrix(), c.want) || !slices.Equal(d.Y(), c.y) || d.Target() != "label" {
			t.Errorf("%s: %v %v, want %v %v", name, d.Y(), d.Matrix(), c.y, c.want)
		}
	}
	d, err := both(t, written(t, sample), svmlight.Options{})
	if err != nil || !slices.Equal(d.Classes(), []string{"-1", "1"}) {
		t.Errorf("classes %q, error %v", d.Classes(), err)
	}
}

// With the same base, test data without the first feature keep the columns of the training
// data, and those of the other base are an error.
func TestBaseOfSeveralFiles(t *testing.T) {
	o := svmlight.Options{Base: svmlight.ZeroBased}
	train := lclass.Must(both(t, written(t, "1 0:1 2:3\n"), o))
	o.Features = train.D()
	test, err := both(t, written(t, "1 1:1 2:3\n"), o)
	if err != nil || !slices.Equal(test.Row(0), []float64{0, 1, 3}) {
		t.Errorf("%v, error %v", test, err)
	}
	o.Base = svmlight.OneBased
	if _, err := both(t, written(t, "1 0:1 2:3\n"), o); !errors.As(err, new(*svmlight.Error)) {
		t.Errorf("error %v", err)
	}
}

// What is wrong in a file is an error that names file, line, field and the text.
// Classes that are named are those of the target, in that order, whether they occur or not.
func TestClasses(t *testing.T) {
	path := written(t, "+1 1:2\n-0 1:3\n-1.0 1:4\n")
	d := lclass.Must(both(t, path, svmlight.Options{Classes: []string{"-1", "0", "1", "2"}}))
	if !slices.Equal(d.T(), []int{2, 1, 0}) || d.Y() != nil || d.K() != 4 || d.Target() != "label" {
		t.Errorf("%v of %q, numbers %v", d.T(), d.Classes(), d.Y())
	}
	classes := []string{"0", "1"}
	if _, err := both(t, path, svmlight.Options{Classes: classes}); !errtest.Is(err, &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "label", Row: 2, Value: "-1", Want: classes}) {
		t.Errorf("error %v", err)
	}
}

func TestErrors(t *testing.T) {
	long := strings.Repeat("é", 500)
	for name, c := range map[string]struct {
		content     string
		o           svmlight.Options
		line, field int
		text        string
		words       []string
	}{
		"a word as label":    {"1 1:1\nspam 1:1\n", svmlight.Options{}, 2, 1, "spam", []string{"a label is a number"}},
		"several labels":     {"1,3 1:1\n", svmlight.Options{}, 1, 1, "1,3", []string{"one label"}},
		"no label":           {"1:1 2:1\n", svmlight.Options{}, 1, 1, "1:1", []string{"label is missing"}},
		"an infinite label":  {"Inf 1:1\n", svmlight.Options{}, 1, 1, "Inf", []string{"finite"}},
		"a label of Go":      {"1_0 1:1\n", svmlight.Options{}, 1, 1, "1_0", []string{"a label is a number"}},
		"a group":            {"1 qid:3 1:1\n", svmlight.Options{}, 1, 2, "qid:3", []string{"remove qid"}},
		"no index":           {"\n1 1:1 7\n", svmlight.Options{}, 2, 3, "7", []string{"index:value"}},
		"a negative index":   {"1 -1:1\n", svmlight.Options{}, 1, 2, "-1:1", []string{"whole number"}},
		"a name":             {"1 free:1\n", svmlight.Options{}, 1, 2, "free:1", []string{"whole number"}},
		"an index cut":       {"1 :1\n", svmlight.Options{}, 1, 2, ":1", []string{"whole number"}},
		"a huge index":       {"1 123456789:1\n", svmlight.Options{}, 1, 2, "123456789:1", []string{"whole number"}},
		"a large index":      {"1 1:1 2000000:1\n", svmlight.Options{}, 1, 3, "2000000:1", []string{"1048576", "Options.Features"}},
		"beyond Features":    {"1 1:1\n1 4:1\n", svmlight.Options{Features: 3}, 2, 2, "4:1", []string{"3 features", "Options.Features"}},
		"beyond, zero-based": {"1 3:1\n", svmlight.Options{Features: 3, Base: svmlight.ZeroBased}, 1, 2, "3:1", []string{"3 features"}},
		"beyond, with a 0":   {"1 3:1\n1 0:1\n", svmlight.Options{Features: 3}, 1, 2, "3:1", []string{"index 0 occurs", "largest one is 2"}},
		"0, one-based":       {"1 0:1\n", svmlight.Options{Base: svmlight.OneBased}, 1, 2, "0:1", []string{"OneBased"}},
		"twice":              {"1 2:1 2:1\n", svmlight.Options{}, 1, 3, "2:1", []string{"before it is 2", "increase"}},
		"backwards":          {"1 2:1 1:1\n", svmlight.Options{}, 1, 3, "1:1", []string{"before it is 2"}},
		"no value":           {"1 2:\n", svmlight.Options{}, 1, 2, "2:", []string{"not a number"}},
		"a word as value":    {"1 2:x" + long + "\n", svmlight.Options{}, 1, 2, "2:x" + long, []string{"not a number"}},
		"NaN":                {"1 2:NaN\n", svmlight.Options{}, 1, 2, "2:NaN", []string{"finite"}},
		"beyond float64":     {"1 2:1e999\n", svmlight.Options{}, 1, 2, "2:1e999", []string{"beyond the range of float64"}},
		"a label beyond it":  {"-1e999 2:1\n", svmlight.Options{}, 1, 1, "-1e999", []string{"beyond the range of float64"}},
	} {
		path := written(t, c.content)
		_, err := both(t, path, c.o)
		var e *svmlight.Error
		if !errors.As(err, &e) || e.File != path || e.Line != c.line || e.Field != c.field || e.Text != c.text {
			t.Errorf("%s: error %#v", name, err)
			continue
		}
		for _, word := range c.words {
			if !strings.Contains(e.Reason, word) {
				t.Errorf("%s: error %q does not mention %q", name, err, word)
			}
		}
		if len(err.Error()) > 400 {
			t.Errorf("%s: error %q quotes all", name, err)
		}
	}
	for name, content := range map[string]string{"empty": "", "comments": "# 1 1:1\n\n", "blank": " \n"} {
		if _, err := both(t, written(t, content), svmlight.Options{}); !errors.Is(err, lclass.ErrNoSamples) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	for name, content := range map[string]string{"gzip": "\x1f\x8b\x08", "bzip2": "BZh9"} {
		path := written(t, content)
		_, err := both(t, path, svmlight.Options{})
		if !errtest.Is(err, &svmlight.Error{File: path, Line: 1, Field: 1, Text: content[:2], Reason: "the file is compressed"}) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	for _, o := range []svmlight.Options{{Features: -1}, {Features: 1<<24 + 1}, {Base: 3}, {BlockRows: -1}} {
		if _, err := both(t, written(t, sample), o); !errors.As(err, new(*lclass.SettingError)) {
			t.Errorf("%+v: error %v", o, err)
		}
	}
	none, folder := filepath.Join(t.TempDir(), "none.svm"), t.TempDir()
	for path, want := range map[string]error{none: &fs.PathError{Op: "stat", Path: none, Err: syscall.ENOENT}, folder: &stream.FileError{Path: folder, Is: "a directory"}} {
		if _, err := both(t, path, svmlight.Options{}); !errtest.Is(err, want) {
			t.Errorf("error %v, want %v", err, want)
		}
	}
}

// random returns n samples with labels of two classes.
func random(n, d int, seed uint64) *lclass.Data {
	rng := rand.New(rand.NewPCG(seed, 1))
	x, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		y[i] = float64(2*rng.IntN(2) - 1)
		for j := range d {
			if rng.IntN(3) > 0 {
				x.Set(i, j, rng.NormFloat64()+0.2*y[i])
			}
		}
	}
	return lclass.Must(lclass.RegressionFromMatrix(x, y))
}

// What is written is read back to the last bit, with any base.
func TestWrite(t *testing.T) {
	for _, base := range []svmlight.Base{svmlight.DetectBase, svmlight.OneBased, svmlight.ZeroBased} {
		want := random(700, 5, 3)
		var b bytes.Buffer
		errtest.None(t, svmlight.Write(&b, want, base))
		got := lclass.Must(both(t, written(t, b.String()), svmlight.Options{Features: 5, Base: base}))
		if !mat.Equal(got.Matrix(), want.Matrix()) || !slices.Equal(got.Y(), want.Y()) {
			t.Errorf("base %d: %v, want %v", base, got, want)
		}
	}
	var b bytes.Buffer
	words := lclass.Must(lclass.FromLabels(mat.NewDense(3, 2, []float64{0, 1.5, 0, 0, 1e-300, 2}), []string{"spam", "ham", "spam"}))
	if err := svmlight.Write(&b, words, svmlight.DetectBase); err != nil || b.String() != "1 2:1.5\n0\n1 1:1e-300 2:2\n" {
		t.Errorf("%q, error %v", b.String(), err)
	}
}

type full struct{ left int }

var errFull = errors.New("the disk is full")

func (f *full) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

type column []string

func (c column) Len() int          { return len(c) }
func (c column) Records() []string { return c }
func (c column) IsNaN() []bool     { return make([]bool, len(c)) }
func (c column) Float() []float64 {
	v := make([]float64, len(c))
	for i := range v {
		v[i] = math.NaN()
		if c[i] == "1" {
			v[i] = 1
		}
	}
	return v
}

type frame map[string]column

func (f frame) Names() []string {
	var names []string
	for name := range f {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
func (f frame) Col(name string) column { return f[name] }

func TestWhatCannotBeWritten(t *testing.T) {
	d := random(300, 2, 1)
	texts := lclass.Must(lclass.FromFrame(frame{"t": {"a", "b"}, "x": {"u", "v"}}, lclass.Columns{Target: "t", Raw: true}))
	gaps := lclass.Must(lclass.FromFrame(frame{"t": {"a", "b"}, "x": {"1", ""}}, lclass.Columns{Target: "t", Raw: true}))
	for name, c := range map[string]struct {
		d    *lclass.Data
		want error
	}{
		"nothing":   {nil, lclass.ErrNoSamples},
		"weights":   {lclass.Must(d.WithWeight(make1(300))), &lclass.ValueError{Column: "weight", Row: -1}},
		"offsets":   {lclass.Must(d.WithOffset(make1(300))), &lclass.ValueError{Column: "offset", Row: -1}},
		"texts":     {texts, &lclass.ValueError{Err: lclass.ErrKind, Column: "x", Row: -1, Want: []string{"numbers"}}},
		"gaps":      {gaps, &lclass.ValueError{Err: lclass.ErrMissing, Column: "x", Row: 1, Count: 1}},
		"no target": {lclass.Must(lclass.FromFrame(frame{"x": {"1"}}, lclass.Columns{})), &invalid.TargetError{Want: "numbers or classes"}},
		"labels":    {lclass.Must(lclass.FromSets(mat.NewDense(2, 1, nil), [][]string{{"a"}, {"a", "b"}})), &invalid.TargetError{Target: "labels", Want: "numbers or classes"}},
	} {
		if err := svmlight.Write(io.Discard, c.d, svmlight.DetectBase); !errtest.Is(err, c.want) {
			t.Errorf("%s: error %v, want %#v", name, err, c.want)
		}
	}
	for _, left := range []int{0, 70_000} {
		if err := svmlight.Write(&full{left}, random(9000, 2, 1), svmlight.DetectBase); !errors.Is(err, errFull) {
			t.Errorf("%d bytes left: error %v", left, err)
		}
	}
	if err := svmlight.Write(io.Discard, d, 7); err == nil {
		t.Error("base 7 is none")
	}
}

func make1(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = 1
	}
	return v
}
