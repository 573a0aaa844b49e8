package exercises_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"linclass/site/compose"
)

var (
	called   = regexp.MustCompile(`(?m)^exercises\.(\w+)\((\w+)\)$`)
	solution = regexp.MustCompile("(?s)<details><summary>Solution</summary>.*?```go\n(.*?)```")
)

// A lesson is a notebook and its exercises in their order.
type lesson struct {
	name      string
	cells     []string // all of its code
	exercises []exercise
}

type exercise struct{ check, function, solution string }

func lessons(t *testing.T) (all []lesson) {
	paths, err := filepath.Glob("../*.ipynb")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no notebooks: %v", err)
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var notebook struct {
			Cells []struct {
				Type   string   `json:"cell_type"`
				Source []string `json:"source"`
			}
		}
		if err := json.Unmarshal(content, &notebook); err != nil {
			t.Fatal(err)
		}
		l := lesson{name: strings.TrimSuffix(filepath.Base(path), ".ipynb")}
		for i, cell := range notebook.Cells {
			if cell.Type != "code" {
				continue
			}
			source := strings.Join(cell.Source, "")
			l.cells = append(l.cells, source)
			if found := called.FindStringSubmatch(source); found != nil {
				e := exercise{check: found[1], function: found[2]}
				if i+1 < len(notebook.Cells) {
					if s := solution.FindStringSubmatch(strings.Join(notebook.Cells[i+1].Source, "")); s != nil {
						e.solution = s[1]
					}
				}
				l.exercises = append(l.exercises, e)
			}
		}
		if len(l.exercises) > 0 {
			all = append(all, l)
		}
	}
	return all
}

// The solution of each exercise in the notebooks passes all its checks, and the stub that
// readers find passes none.
func TestSolutionsPassAndStubsFail(t *testing.T) {
	packages := courseOf(t)
	checked := make(map[string]bool)
	for _, l := range lessons(t) {
		for _, e := range l.exercises {
			if checked[e.check] {
				t.Errorf("%s: another exercise has the check %s", l.name, e.check)
			}
			checked[e.check] = true
			if !strings.Contains(e.solution, "func "+e.function+"(") {
				t.Errorf("%s: no solution with %s stands below its cell", l.name, e.function)
			}
		}
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			for line := range strings.Lines(output(t, l, false, packages)) {
				if strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "  ✗ not implemented") {
					t.Errorf("a stub says %q", line)
				}
			}
			said := output(t, l, true, packages)
			for _, e := range l.exercises {
				_, own, _ := strings.Cut("\n"+said, "\n"+e.function+"\n")
				own, _, _ = strings.Cut(own, " checks\n")
				if !strings.Contains(own, "✓") || strings.Contains(own, "✗") {
					t.Errorf("the solution of %s:\n%s", e.function, own)
				}
			}
		})
	}
	for _, name := range exported(t) {
		if !checked[name] {
			t.Errorf("no notebook has the exercise of %s", name)
		}
	}
}

// output returns what the checks of a lesson print, with its solutions in place of the stubs
// or without.
func output(t *testing.T, l lesson, solved bool, packages compose.Packages) string {
	cells, last := slices.Clone(l.cells), "%%\n"
	for _, e := range l.exercises {
		if solved {
			declarations, _, _ := strings.Cut(e.solution, "%%\n")
			cells = append(cells, declarations)
		}
		last += "exercises." + e.check + "(" + e.function + ")\n"
	}
	program, problems := compose.Cells(append(cells, last), packages)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	dir := t.TempDir()
	source, binary := filepath.Join(dir, "main.go"), filepath.Join(dir, "main")
	if err := os.WriteFile(source, []byte(program.Source), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-tags", "notebook", "-o", binary, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.Command(binary)
	run.Dir = dir // where Keep stores
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// courseOf returns the packages that a notebook may import.
func courseOf(t *testing.T) compose.Packages {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}} {{.Name}}",
		"std", "linclass/lclass/...", "linclass/plots", "linclass/datasets", "linclass/frames", "linclass/notebooks/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	packages := make(compose.Packages)
	for line := range strings.Lines(string(out)) {
		path, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name != "main" && !strings.Contains(path, "internal") && !strings.HasPrefix(path, "vendor/") {
			packages[path] = name
		}
	}
	return packages
}

// exported returns the names of the exercises in this package.
func exported(t *testing.T) []string {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	names := make(map[string]bool)
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`(?m)^func ([A-Z]\w*)\(f func`).FindAllSubmatch(content, -1) {
			names[string(found[1])] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}
