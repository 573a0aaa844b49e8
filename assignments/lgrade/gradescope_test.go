//go:build linux && amd64

package main

import (
	"archive/zip"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The zip grades where nothing else is: neither the clone nor the module cache.
func TestGradescopeAutograder(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the standard library for WebAssembly")
	}
	clone, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "lgrade")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Chdir(dir)
	if err := os.WriteFile("course.toml", []byte("seed = 4711\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, errors, code := lgrade(t, "gradescope", "perceptron", "-o", "a.zip", "--lgrade", program, "--course", clone); code != fine {
		t.Fatal(errors)
	}
	root := filepath.Join(dir, "autograder")
	unpack(t, "a.zip", filepath.Join(root, "source"))
	for _, absent := range []string{"assignments/hidden/newton", "assignments/perceptron/testdata", "assignments/newton"} {
		if _, err := os.Stat(filepath.Join(root, "source", absent)); err == nil {
			t.Errorf("%s is in the zip", absent)
		}
	}
	for _, c := range []struct {
		name, notebook string
		score          float64
		says           string
	}{
		{"the solution", string(read(t, filepath.Join(clone, "assignments", "perceptron", "perceptron.ipynb"))), 17, "Train 7 of 7"},
		{"no notebook", "{", 0, "not graded: "},
	} {
		for _, d := range []string{"submission", "results"} {
			if err := os.MkdirAll(filepath.Join(root, d), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(root, "submission", "mine.ipynb"), []byte(c.notebook), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("sh", filepath.Join(root, "source", "run_autograder"))
		cmd.Dir = t.TempDir()
		cmd.Env = append(os.Environ(), "AUTOGRADER="+root, "GOMODCACHE="+t.TempDir(), "GOPROXY=off", "GOFLAGS=-mod=mod")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", c.name, err, out)
		}
		var got struct {
			Score  float64
			Output string
			Tests  []struct{ Name, Status string }
		}
		if err := json.Unmarshal(read(t, filepath.Join(root, "results", "results.json")), &got); err != nil {
			t.Fatal(err)
		}
		if got.Score != c.score || !strings.Contains(got.Output, c.says) || len(got.Tests) < 4 {
			t.Errorf("%s: %+v, want %g and %q", c.name, got, c.score, c.says)
		}
	}
}

func unpack(t *testing.T, archive, dir string) {
	t.Helper()
	r, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, f.Mode()); err != nil {
			t.Fatal(err)
		}
	}
}
