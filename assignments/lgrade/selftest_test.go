package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tinyCourse copies the assignments that tests of grading grade, for changes.
func tinyCourse(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles the standard library for WebAssembly")
	}
	here, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("internal/grading/testdata/course")); err != nil {
		t.Fatal(err)
	}
	for file, there := range map[string]string{"go.mod": "../../../../../..", "assignments/hidden/go.mod": "../../../../../../../.."} {
		change(t, filepath.Join(dir, file), there+"\n", here+"\n")
	}
	return dir
}

func change(t *testing.T, file, old, new string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), old) {
		t.Fatalf("%s has no %q: %v", file, old, err)
	}
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(text), old, new)), 0o600); err != nil {
		t.Fatal(err)
	}
}

func selftests(t *testing.T, dir string) (out string, code int) {
	t.Helper()
	var text strings.Builder
	root := newRoot()
	root.SetOut(&text)
	root.SetErr(&text)
	root.SetArgs([]string{"--course", dir, "selftest", "--seeds", "2", "tiny"})
	code = run(t.Context(), root)
	return text.String(), code
}

func TestSelftest(t *testing.T) {
	out, code := selftests(t, tinyCourse(t))
	for _, want := range []string{
		"the solution earns all points with 2 seeds", "the notebook without answers earns nothing",
		"right/augmented.go earns all points", "right/backwards.go earns all points", "each of 6 mutants loses what it names", "no mutant loses Score: is the bias at 0\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("want %q in\n%s", want, out)
		}
	}
	if strings.Contains(out, "no mutant loses Train") {
		t.Errorf("nobias.go loses both checks of Train\n%s", out)
	}
	// The checks of tiny are made for attacks and pay for answers that always return the
	// same: selftest says so, and nothing else is wrong.
	if !strings.Contains(out, "points by returning 0, as long as an argument: ") {
		t.Errorf("nothing on constant answers in\n%s", out)
	}
	for line := range strings.Lines(out) {
		if strings.Contains(line, "FAIL") && !strings.Contains(line, " by returning ") {
			t.Error(line)
		}
	}
	if code != failed {
		t.Errorf("exit code %d, want %d\n%s", code, failed, out)
	}
}

func TestSelftestFails(t *testing.T) {
	dir := tinyCourse(t)
	at := func(path string) string { return filepath.Join(dir, "assignments/tiny", path) }
	change(t, at("assignment.toml"), "points = 3", "points = 3.5")
	change(t, at("testdata/right/backwards.go"), "z + bias", "z - bias")
	same, err := os.ReadFile(at("testdata/right/backwards.go"))
	if err != nil {
		t.Fatal(err)
	}
	later := strings.ReplaceAll(string(same), "z - bias", "z + bias") // all right, and after it in the alphabet
	if err := os.WriteFile(at("testdata/right/later.go"), []byte(later), 0o600); err != nil {
		t.Fatal(err)
	}
	change(t, at("testdata/mutants/sorted.go"), "is random in secret", "is a riddle")
	change(t, at("testdata/mutants/nobias.go"), "Step: moves the secret bias", "Step: moves the weights")
	change(t, at("testdata/mutants/zeros.go"), "make([]int, n)", "make([]int, m)")
	change(t, at("testdata/mutants/always.go"), "// loses", "// keeps")
	out, code := selftests(t, dir)
	for _, want := range []string{
		"FAIL the checks of Step are worth 3 points, assignment.toml says 3.5",
		"FAIL right/backwards.go, seed 1: loses Score: is the bias at 0 (Score([1 2], 0.5, [0 0]), got -0.5, want 0.5)",
		`FAIL mutants/sorted.go: there is no check "Order: is a riddle"`,
		`FAIL mutants/nobias.go: keeps "Step: moves the weights"`,
		"FAIL mutants/zeros.go: mutants/zeros.go, line 7: undefined: m",
		`FAIL mutants/always.go: no line "// loses: TASK: CHECK"`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("want %q in\n%s", want, out)
		}
	}
	if code != failed {
		t.Errorf("exit code %d, want %d", code, failed)
	}
}
