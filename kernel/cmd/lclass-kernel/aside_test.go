//go:build !windows

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestPutAside(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "main.go", "data.csv", "gonb_1", "x.go", "x.go.aside", "y_test.go", "z.s", "other.go/z.go"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, make := range map[string]func(string) error{
		"main_test.go": func(path string) error { return os.Mkdir(path, 0o700) },
		"link.go":      func(path string) error { return os.Symlink("nowhere", path) },
	} {
		if err := make(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	notes, err := putAside(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(notes, "")
	for _, said := range []string{"link.go", "main_test.go", "x.go", "y_test.go", "z.s", "called x.go.aside2."} {
		if !strings.Contains(all, said) {
			t.Errorf("%q does not name %s", all, said)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	want := []string{
		"data.csv", "go.mod", "gonb_1", "link.go.aside", "main.go", "main_test.go.aside", "other.go",
		"x.go.aside", "x.go.aside2", "y_test.go.aside", "z.s.aside",
	}
	if !slices.Equal(names, want) {
		t.Errorf("there are %q, want %q", names, want)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "x.go.aside")); string(text) != "x.go.aside" || err != nil {
		t.Errorf("x.go.aside is %q, %v", text, err)
	}
	if notes, err := putAside(dir); len(notes) > 0 || err != nil {
		t.Errorf("the second time: %q, %v", notes, err)
	}
}
