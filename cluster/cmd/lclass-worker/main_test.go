package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"linclass/cluster"
)

func TestCategories(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f.json")
	if err := os.WriteFile(filepath.Join(dir, "a.csv"), []byte("port,y\nS,a\nC,b\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for text, features := range map[string]int{`{"port": ["S", "C", "Q"]}`: 2, `{"port": ["S", "C"], "y": ["b", "a"]}`: 1, "null": 0, "{}": 0} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		categories, err := read(file)
		if err != nil {
			t.Fatal(err)
		}
		files := cluster.Files{Folder: dir, Pattern: "a.csv", Classes: []string{"a", "b"}}
		files.Columns.Target, files.Columns.Categories, files.Columns.Raw = "y", categories, features == 0
		w, err := cluster.NewWorker("set", "w", files)
		if err != nil {
			t.Fatal(err)
		}
		if table := w.Table(); features > 0 && len(table.Features) != features || len(table.Classes) != 2 || table.Classes[0] != "a" {
			t.Errorf("%s: %+v", text, table)
		}
	}
	if err := os.WriteFile(file, []byte("[1]"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := read(file); err == nil || !errors.As(err, new(*json.UnmarshalTypeError)) {
		t.Errorf("error %v", err)
	}
	if c, err := read(""); c != nil || err != nil {
		t.Errorf("%v, error %v", c, err)
	}
}
