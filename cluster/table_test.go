package cluster

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"linclass/datasets/stream"
	"linclass/datasets/svmlight"
	"linclass/internal/errtest"
	"linclass/lclass"
)

// folderOf returns a folder with these files.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// setOf is what a fit finds if these workers answer.
func setOf(workers ...*Worker) (*Set, error) {
	var all []holding
	for _, w := range workers {
		h, err := w.hold(context.Background())
		if err != nil {
			return nil, err
		}
		all = append(all, h)
	}
	s := new(Set)
	return s, s.take(all)
}

const (
	images = "\x00\x00\x08\x03\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x02\x01\x02\x03\x04" // two of 1×2 pixels
	labels = "\x00\x00\x08\x01\x00\x00\x00\x02"
)

// A worker without shards of its own takes over those of another.
func TestSpareWorker(t *testing.T) {
	files := Files{Folder: folderOf(t, map[string]string{"a.csv": "x,y\n3,0\n4,1\n5,1\n", "b.csv": "x,y\n3,1\n4,0\n6,1\n"}), Pattern: "*", Columns: stream.Options{Target: "y"}}
	one, err := NewWorker("set", "one", files)
	if err != nil {
		t.Fatal(err)
	}
	files.Part, files.Of = 2, 3
	spare, err := NewWorker("set", "spare", files)
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range [][]*Worker{{one, spare}, {spare, one}} {
		s, err := setOf(workers...)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range s.shards {
			if _, err := spare.evaluator(x, Spec{Learner: "Logistic"}); err != nil {
				t.Error(err)
			}
		}
	}
}

// Integers are classes or numbers: shards with different ones are for regression alone, unless the worker names the classes.
func TestShardsOfDifferentIntegers(t *testing.T) {
	csv := stream.Options{Target: "y"}
	raw := csv
	raw.Raw = true
	for name, c := range map[string]struct {
		a, b    string
		columns stream.Options
		classes []string // of all
	}{
		"a.csv":      {"x,y\n3,0\n4,1\n", "x,y\n3,1\n4,2\n", csv, []string{"0", "1", "2"}},
		"three.csv":  {"x,y\n3,0\n4,1\n5,2\n", "x,y\n3,1\n4,2\n5,3\n", csv, []string{"0", "1", "2", "3"}},
		"one.csv":    {"x,y\n3,0\n4,1\n", "x,y\n3,0\n4,0\n", csv, []string{"0", "1"}},
		"raw.csv":    {"x,y\n3,0\n4,1\n", "x,y\n3,5\n4,7\n", raw, []string{"0", "1", "5", "7"}},
		"signs.svm":  {"-1 1:3\n+1 1:4\n", "1 1:3\n2 1:4\n", csv, []string{"-1", "1", "2"}},
		"single.svm": {"-1 1:3\n+1 1:4\n", "1 1:3\n1 1:4\n", csv, []string{"-1", "1"}},
	} {
		t.Run(name, func(t *testing.T) {
			files := Files{Folder: folderOf(t, map[string]string{"a" + name: c.a, "b" + name: c.b}), Pattern: "*", Columns: c.columns}
			both, err := NewWorker("set", "w", files)
			if err != nil {
				t.Fatal(err)
			}
			var apart []*Worker
			for i := range 2 {
				part := files
				part.Part, part.Of = i, 2
				w, err := NewWorker("set", string("uv"[i]), part)
				if err != nil {
					t.Fatal(err)
				}
				apart = append(apart, w)
			}
			for _, workers := range [][]*Worker{{both}, apart, {apart[0], both}} {
				s, err := setOf(workers...)
				if err != nil {
					t.Fatal(err)
				}
				for _, learner := range []string{"Logistic", "Softmax", "LinearSVM", "RegressionClassifier"} {
					if _, err := s.Samples(Spec{Learner: learner}); !errors.Is(err, ErrTables) || !strings.Contains(s.Table().Mixed, "--classes") {
						t.Errorf("%s: error %v", learner, err)
					}
				}
				if _, err := s.Samples(Spec{Learner: "LinearRegression"}); err != nil {
					t.Error(err)
				}
				if d, err := s.Like(); err != nil || d.Y() == nil {
					t.Errorf("%v, error %v", d, err)
				}
			}
			for _, word := range []string{"a" + name, "b" + name} {
				if !strings.Contains(both.Table().Mixed, word) {
					t.Errorf("%q does not name %s", both.Table().Mixed, word)
				}
			}
			files.Classes = c.classes
			for _, memory := range []bool{false, true} {
				files.Memory = memory
				w, err := NewWorker("set", "w", files)
				if err != nil {
					t.Fatal(err)
				}
				if table := w.Table(); table.Numeric || table.Mixed != "" || !slices.Equal(table.Classes, c.classes) {
					t.Errorf("%+v", table)
				}
				s, err := setOf(w)
				if err == nil {
					_, err = s.Samples(Spec{Learner: "Softmax"})
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	t.Run("measured numbers", func(t *testing.T) {
		w, err := NewWorker("set", "w", Files{Folder: folderOf(t, map[string]string{"a.csv": "x,y\n3,0\n4,1\n", "b.csv": "x,y\n3,0.5\n4,1\n"}), Pattern: "*", Columns: csv})
		if err != nil {
			t.Fatal(err)
		}
		if what := w.Table().Mixed; !strings.Contains(what, "LinearRegression") {
			t.Errorf("%q", what)
		}
	})
	t.Run("a shard that a fit brings", func(t *testing.T) {
		dir := folderOf(t, map[string]string{"a.csv": "x,y\n3,0\n4,1\n", "b.csv": "x,y\n3,1\n4,2\n"})
		w, err := NewWorker("set", "w", Files{Folder: dir, Pattern: "a.csv", Columns: csv})
		if err != nil {
			t.Fatal(err)
		}
		h, err := w.files.open("b.csv")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.evaluator(h.Shard, Spec{Learner: "Logistic"}); !errors.Is(err, ErrTables) {
			t.Errorf("error %v", err)
		}
		if _, err := w.evaluator(h.Shard, Spec{Learner: "LinearRegression"}); err != nil {
			t.Error(err)
		}
	})
}

// The classes of an IDX file end with its largest label, unless they are named.
func TestClassesOfIDX(t *testing.T) {
	files := Files{Folder: folderOf(t, map[string]string{
		"a-images-idx3-ubyte": images, "a-labels-idx1-ubyte": labels + "\x00\x02",
		"b-images-idx3-ubyte": images, "b-labels-idx1-ubyte": labels + "\x00\x01",
	}), Pattern: "*-images-*"}
	if _, err := NewWorker("set", "w", files); !errors.Is(err, ErrTables) {
		t.Errorf("error %v", err)
	}
	files.Classes = []string{"0", "1", "2"}
	for _, files.Memory = range []bool{false, true} {
		w, err := NewWorker("set", "w", files)
		if err != nil {
			t.Fatal(err)
		}
		if table := w.Table(); !slices.Equal(table.Classes, files.Classes) {
			t.Errorf("%+v", table)
		}
	}
	files.Classes = []string{"0", "1"}
	_, err := NewWorker("set", "w", files)
	if !errtest.Is(err, &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "label", Row: 1, Value: "2", Want: files.Classes}) {
		t.Errorf("error %v", err)
	}
}

// Indices of svmlight files begin at 1, also in a shard that lacks the first one.
func TestBaseOfSVMLight(t *testing.T) {
	dir := folderOf(t, map[string]string{"a.svm": "1 0:1 2:5\n2 1:1\n", "b.svm": "1 1:1 2:3\n2 1:4\n"})
	files := Files{Folder: dir, Pattern: "*", Features: 3}
	_, err := NewWorker("set", "w", files)
	if e, ok := errors.AsType[*svmlight.Error](err); !ok || e.Line != 1 || e.Text != "0:1" {
		t.Errorf("error %v", err)
	}
	for _, files.Memory = range []bool{false, true} {
		files.ZeroBased = true
		w, err := NewWorker("set", "w", files)
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]float64{"a.svm": 5, "b.svm": 3} {
			if got := w.shards[name].data.At(0, 2); got != want {
				t.Errorf("x₃ of %s is %v, want %v", name, got, want)
			}
		}
		files.Pattern, files.ZeroBased = "b.svm", false
		other, err := NewWorker("set", "v", files)
		if err != nil {
			t.Fatal(err)
		}
		files.Pattern = "*"
		if _, err := setOf(w, other); !errors.Is(err, ErrTables) {
			t.Errorf("error %v", err)
		}
	}
}
