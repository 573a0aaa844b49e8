package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"linclass/datasets"
	"linclass/lclass"
)

// run builds the command and runs it in an empty directory, which it returns.
func run(t *testing.T, args ...string) (dir, out string) {
	t.Helper()
	dir = t.TempDir()
	command := filepath.Join(t.TempDir(), "csv")
	if text, err := exec.Command("go", "build", "-o", command, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	cmd := exec.Command(command, args...)
	cmd.Dir = dir
	text, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return dir, string(text)
}

// expect checks what a run has printed and left.
func expect(t *testing.T, dir, out string, says ...string) {
	t.Helper()
	for _, say := range says {
		if !regexp.MustCompile(say).MatchString(out) {
			t.Errorf("nothing like %q in\n%s", say, out)
		}
	}
	for name, start := range map[string]string{"confusion.png": "\x89PNG", "weights.svg": "<?xml", "search.pdf": "%PDF", "model.json": `{"format":"lclass.Model"`} {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !bytes.HasPrefix(content, []byte(start)) {
			t.Errorf("%s: %v, begins %.20q", name, err, content)
		}
	}
}

// Three species of iris, from a file of numbers with gaps and of texts.
func TestIris(t *testing.T) {
	table := datasets.Iris()
	var text bytes.Buffer
	if err := table.WriteCSV(&text); err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(text.Bytes(), []byte("\n"))
	for i := 7; i < len(lines)-1; i += 11 { // the first number of every 11th line is missing
		_, rest, _ := bytes.Cut(lines[i], []byte(","))
		lines[i] = append([]byte("NA,"), rest...)
	}
	path := filepath.Join(t.TempDir(), "iris.csv")
	if err := os.WriteFile(path, bytes.Join(lines, []byte("\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	dir, out := run(t, path, "species", "sepal_length", "sepal_width", "petal_length", "petal_width")
	expect(t, dir, out, `chosen: \S+, \S+, \S+, \S+, \S+`, `best of 9: \S+, log-loss 0\.`, `virginica +[01]\.\d+`, `read again: accuracy on all 150 rows 0\.9[4-9]`)
}

// The 891 passengers of the Titanic, of whom 177 have no age.
func TestTitanic(t *testing.T) {
	table, err := datasets.Titanic()
	if errors.Is(err, datasets.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "titanic.csv")
	file := lclass.Must(os.Create(path))
	if err := table.Select([]string{"Survived", "Pclass", "Sex", "Age", "Fare"}).WriteCSV(file); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	dir, out := run(t, path, "Survived", "Pclass", "Sex", "Age", "Fare")
	expect(t, dir, out, `accuracy 0\.7\d+ ±`, `read again: accuracy on all 891 rows 0\.80`)
}
