package cluster_test

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"linclass/cluster"
	"linclass/datasets/stream"
	"linclass/internal/errtest"
	"linclass/lclass"
)

func put(t testing.TB, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// A worker reads each format by the name of the file, in memory or not.
func TestFormats(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{
		"a.csv": "x1,x2,class\n1,2,a\n3,4,b\n",
		"a.tsv": "x1\tx2\tclass\n1\t2\ta\n3\t4\tb\n",
		"a.svm": "1 1:2\n2 2:3\n1 1:1 2:1\n",
		// Two images of 1×2 pixels, and their labels.
		"train-images-idx3-ubyte": "\x00\x00\x08\x03\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x02\x01\x02\x03\x04",
		"train-labels-idx1-ubyte": "\x00\x00\x08\x01\x00\x00\x00\x02\x00\x01",
	})
	for _, c := range []struct {
		name     string
		n        int
		features string
		classes  string
	}{
		{"a.csv", 2, "x1 x2", "a b"},
		{"a.tsv", 2, "x1 x2", "a b"},
		{"a.svm", 3, "x1 x2", "1 2"},
		{"train-images-idx3-ubyte", 2, "p0,0 p0,1", "0 1"},
	} {
		for _, memory := range []bool{false, true} {
			f := cluster.Files{Folder: dir, Pattern: c.name, Memory: memory}
			f.Columns.Target = "class"
			w, err := cluster.NewWorker("set", "w", f)
			if err != nil {
				t.Fatal(err)
			}
			s, table := w.Shards(), w.Table()
			if len(s) != 1 || s[0].Name != c.name || s[0].N != c.n || strings.Join(table.Features, " ") != c.features || strings.Join(table.Classes, " ") != c.classes {
				t.Errorf("%s, in memory %v: shards %v, table %v", c.name, memory, s, table)
			}
		}
	}
}

// Workers that share a folder divide its files.
func TestParts(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, 5, 4, two)
	var all []string
	for i := range 2 {
		w, err := cluster.NewWorker("set", "w", cluster.Files{Folder: dir, Pattern: "part-*.csv", Part: i, Of: 2, Columns: two})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range w.Shards() {
			all = append(all, s.Name)
		}
	}
	if want := []string{"part-00.csv", "part-02.csv", "part-04.csv", "part-01.csv", "part-03.csv"}; !slices.Equal(all, want) {
		t.Errorf("shards %q, want %q", all, want)
	}
}

func TestWrongFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, 1, 4, two)
	put(t, dir, map[string]string{"notes.txt": "a"})
	for _, c := range []struct {
		name  string
		files cluster.Files
		want  error
	}{
		{"w", cluster.Files{Folder: dir, Pattern: "*.parquet"}, &lclass.SettingError{Setting: "Files.Pattern", Value: "*.parquet"}},
		{"w", cluster.Files{Folder: dir, Pattern: "["}, path.ErrBadPattern},
		{"w", cluster.Files{Folder: dir, Pattern: "*.txt"}, &stream.FileError{Path: filepath.Join(dir, "notes.txt"), Is: "of an unknown format"}},
		{"w", cluster.Files{Folder: dir, Pattern: "*.csv", Part: 2, Of: 2}, &lclass.SettingError{Setting: "Files.Part", Value: 2}},
		{"w/1", cluster.Files{Folder: dir, Pattern: "*.csv"}, &lclass.SettingError{Setting: "name of a worker or a set", Value: "w/1"}},
		{"", cluster.Files{Folder: dir, Pattern: "*.csv"}, &lclass.SettingError{Setting: "name of a worker or a set", Value: ""}},
	} {
		if _, err := cluster.NewWorker("set", c.name, c.files); !errtest.Is(err, c.want) {
			t.Errorf("%+v: error %v, want %#v", c.files, err, c.want)
		}
	}
}

// A shard that counts for nothing is an error that names it and the remedy.
func TestShardWithoutWeight(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"a.csv": "x,s,y\n3,1,a\n4,1,b\n", "b.csv": "x,s,y\n3,0,a\n4,0,b\n"})
	for _, raw := range []bool{false, true} {
		_, err := cluster.NewWorker("set", "w", cluster.Files{Folder: dir, Pattern: "*", Columns: stream.Options{Target: "y", Weight: "s", Raw: raw}})
		fails(t, err, lclass.ErrNoSamples, "shard b.csv", "merge")
	}
}

func TestWrongSpecs(t *testing.T) {
	for _, c := range []struct {
		spec cluster.Spec
		want lclass.SettingError
	}{
		{cluster.Spec{}, lclass.SettingError{Setting: "Spec.Learner"}},
		{cluster.Spec{Learner: "logistic"}, lclass.SettingError{Setting: "Spec.Learner", Value: "logistic"}},
		{cluster.Spec{Learner: "Logistic", Solver: "Descent"}, lclass.SettingError{Setting: "Spec.Solver", Value: "Descent"}},
		{cluster.Spec{Learner: "LinearSVM", Loss: "Hinge"}, lclass.SettingError{Setting: "Spec.Loss", Value: "Hinge"}},
		{cluster.Spec{Learner: "Softmax", Loss: "SquaredHinge"}, lclass.SettingError{Setting: "Spec.Loss", Value: "SquaredHinge"}},
		{cluster.Spec{Learner: "Softmax", Prepare: []cluster.Step{{}}}, lclass.SettingError{Setting: "number of kinds of a Step", Value: 0}},
	} {
		_, err := c.spec.Estimator(nil)
		fails(t, err, &c.want)
	}
}
