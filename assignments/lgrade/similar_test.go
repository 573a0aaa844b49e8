package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// -o takes a page by its name. The page says what was left out, and the table is beside it.
func TestSimilarPage(t *testing.T) {
	clone, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	solution := file(t, filepath.Join(clone, "assignments", "perceptron", "perceptron.ipynb"))
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"ann": solution, "bob": solution, "eve": "%PDF"} {
		path := filepath.Join("in", name, "perceptron.ipynb")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join("in", "notes.pdf"), []byte("%PDF"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errors, code := lgrade(t, "similar", "perceptron", "in", "-o", "alike.HTML", "--course", clone)
	if code != fine || errors != "lgrade: skipped: notes.pdf: not a notebook, and its name fits no student\n" || !strings.HasPrefix(out, "2 programs, 3 pairs to look at, in alike.HTML\n") {
		t.Fatalf("exit code %d: %s%s", code, out, errors)
	}
	page := file(t, "alike.HTML")
	for _, want := range []string{
		"<!DOCTYPE html>", "Left out: what everybody was given, and what more than 25 % of the class have in common: 0 fingerprints (hashes of short pieces of code), 0 % of the median program.",
		"Also left out, because their notebooks cannot be read: eve.", "ann and bob", "ann and the solution",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in the page", want)
		}
	}
	if table := file(t, "alike.csv"); strings.Count(table, "\n") != 4 {
		t.Errorf("the table is %s", table)
	}
	for _, dir := range []string{".", filepath.Join("new", "sim")} {
		_, errors, code := lgrade(t, "similar", "perceptron", "in", "-o", dir, "--course", clone)
		if code != fine {
			t.Fatalf("-o %s: exit code %d: %s", dir, code, errors)
		}
		if !strings.HasPrefix(file(t, filepath.Join(dir, "similar.html")), "<!DOCTYPE html>") {
			t.Errorf("-o %s: no page", dir)
		}
	}
}

// A team is not similar to itself: what its members handed in together is one program.
func TestSimilarTeams(t *testing.T) {
	clone, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	solution := file(t, filepath.Join(clone, "assignments", "perceptron", "perceptron.ipynb"))
	t.Chdir(t.TempDir())
	if err := os.Mkdir("in", 0o755); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{"class.csv": "id,team\nann,red\nbob,red\neve,\n", "in/ann.ipynb": solution, "in/eve.ipynb": solution} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, errors, code := lgrade(t, "similar", "perceptron", "in", "--roster", "class.csv", "--course", clone)
	if code != fine || !strings.HasPrefix(out, "2 programs, 3 pairs") || !strings.Contains(out, "ann, bob and eve") || strings.Contains(out, "ann and bob") {
		t.Errorf("exit code %d: %s%s", code, out, errors)
	}
}
