package lecture

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// noData makes datasets look in an empty directory and nowhere else.
func noData(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("LCLASS_DATA", dir)
	t.Setenv("LCLASS_CACHE", t.TempDir())
	t.Setenv("LCLASS_OFFLINE", "1")
	return dir
}

func TestUnavailableDataAreSkipped(t *testing.T) {
	noData(t)
	name := filepath.Join(t.TempDir(), "checks.jsonl")
	t.Setenv("LCLASS_CHECKS", name)
	said := output(t, func() {
		if _, _, ok := MNIST(); ok {
			t.Error("MNIST is there")
		}
		if _, ok := Titanic(); ok {
			t.Error("Titanic is there")
		}
	})
	for _, want := range []string{"The MNIST data are not on this computer", "The Titanic data", "make data", "LCLASS_DATA"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q does not say %q", said, want)
		}
	}
	lines, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"skipped":"MNIST"}` + "\n" + `{"skipped":"Titanic"}` + "\n"; string(lines) != want {
		t.Errorf("recorded %q, want %q", lines, want)
	}
}

func TestDamagedDataAreAFailedCheck(t *testing.T) {
	dir := noData(t)
	if err := os.Mkdir(filepath.Join(dir, "titanic"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "titanic", "titanic.csv"), []byte("PassengerId\n1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	got := recorded(t, func() {
		if _, ok := Titanic(); ok {
			t.Error("Titanic is there")
		}
	})
	if len(got) != 1 || got[0].OK || got[0].What != "reading Titanic" || got[0].Computed == "" {
		t.Errorf("recorded %+v, want one failed check", got)
	}
}
