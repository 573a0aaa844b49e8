package main

import (
	"bytes"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// No file has the path as it is here, because publish would refuse it.
const elsewhere = "example.org" + "/owner/linclass"

func TestPaths(t *testing.T) {
	there := renaming{"lin", "a.org/b/lin"}
	for before, want := range map[string]string{
		`import "lin/x"`:               `import "a.org/b/lin/x"`,
		`"\t\"lin/x\"\n",`:             `"\t\"a.org/b/lin/x\"\n",`,
		"[lin/x.F], lin/... (lin/y)":   "[a.org/b/lin/x.F], a.org/b/lin/... (a.org/b/lin/y)",
		"go get lin@v0.1.0":            "go get a.org/b/lin@v0.1.0",
		"go get lin/x@v0.1.0":          "go get a.org/b/lin/x@v0.1.0",
		`CutPrefix(path, "lin/")`:      `CutPrefix(path, "a.org/b/lin/")`,
		"„lin/x“ →lin/x":               "„a.org/b/lin/x“ →a.org/b/lin/x",
		"# lin\n\nThe authors of lin.": "# lin\n\nThe authors of lin.",
		"~/lin/x /opt/lin/x ./lin/x":   "~/lin/x /opt/lin/x ./lin/x",
		"berlin/x sub-lin/x go.lin/x":  "berlin/x sub-lin/x go.lin/x",
		"linear/x lin-lab lin.png":     "linear/x lin-lab lin.png",
		"lin/lin/x lin@home":           "a.org/b/lin/lin/x lin@home",
		"https://host/lin/x übelin/x":  "https://host/lin/x übelin/x",
		"":                             "",
	} {
		got := there.paths(before)
		if got != want {
			t.Errorf("%q became %q, want %q", before, got, want)
		}
		if back := (renaming{there.to, there.from}).paths(got); back != before {
			t.Errorf("%q came back as %q", before, back)
		}
	}
}

func TestModFile(t *testing.T) {
	before := `module lin/sub // why

go 1.26.0

require (
	b.org/x v1.0.0
	lin v0.1.0
	linear v0.2.0 // indirect
)

replace lin => ../..

tool lin/sub/cmd
`
	there := renaming{"lin", "a.org/b/lin"}
	want := strings.ReplaceAll(strings.ReplaceAll(strings.Replace(before, "\tlin v0.1.0\n", "", 1), " lin", " a.org/b/lin"), "(\n", "(\n\ta.org/b/lin v0.1.0\n")
	got, err := there.file("sub/go.mod", []byte(before))
	if err != nil || string(got) != want {
		t.Fatalf("got %s, %v; want %s", got, err, want)
	}
	if back, err := (renaming{there.to, there.from}).file("sub/go.mod", got); err != nil || string(back) != before {
		t.Errorf("came back as %s, %v", back, err)
	}
}

func TestTurn(t *testing.T) {
	before := "<!-- unpublished -->\nClone it.\n<!-- /unpublished -->\n<!-- published\nGet it.\n/published -->\nUse it.\n"
	after := "<!-- unpublished\nClone it.\n/unpublished -->\n<!-- published -->\nGet it.\n<!-- /published -->\nUse it.\n"
	for _, text := range []string{before, after} {
		if got := turn(text, false); got != before {
			t.Errorf("unpublished: %s", got)
		}
		if got := turn(text, true); got != after {
			t.Errorf("published: %s", got)
		}
	}
}

func TestRefuses(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	put(t, dir, "go.mod", "module lin\n")
	put(t, dir, "a.md", "See a.org/lin/x.\n")
	for _, path := range []string{"", "a.org/lin", "a.org/UPPER CASE", "a.org/lin/v1", "/a.org", "a.org/b/"} {
		if n, err := publish(dir, path); err == nil {
			t.Errorf("%q changed %d files", path, n)
		}
	}
	if got := read(t, dir, "go.mod"); got != "module lin\n" {
		t.Errorf("go.mod is %s", got)
	}
}

// This repository goes to another path, and comes back without a trace.
func TestThereAndBack(t *testing.T) {
	clone := copyOf(t, "../..")
	before := snapshot(t, clone)
	home := modfile.ModulePath([]byte(before["go.mod"]))
	there, back := elsewhere, home
	if published(home) {
		there = "linclass"
	}

	changed, err := publish(clone, there)
	if err != nil || changed == 0 {
		t.Fatal(changed, err)
	}
	if again, err := publish(clone, there); again != 0 || err != nil {
		t.Errorf("done twice, it changes %d files: %v", again, err)
	}
	for name, content := range snapshot(t, clone) {
		for _, path := range paths(t, name, content) {
			if path == home || strings.HasPrefix(path, home+"/") {
				t.Errorf("%s still has %s", name, path)
			}
		}
		if filepath.Ext(name) == ".ipynb" && haveIDs(t, content) != haveIDs(t, before[name]) {
			t.Errorf("the cells of %s have no longer the IDs of their sources", name)
		}
		if filepath.Ext(name) == ".go" {
			if formatted, err := format.Source([]byte(content)); err != nil || !bytes.Equal(formatted, []byte(content)) {
				t.Errorf("%s is not as gofmt has it: %v", name, err)
			}
		}
	}

	if _, err := publish(clone, back); err != nil {
		t.Fatal(err)
	}
	after := snapshot(t, clone)
	for name, content := range before {
		if after[name] != content {
			t.Errorf("%s is not what it was", name)
		}
	}
	if len(after) != len(before) {
		t.Errorf("%d files became %d", len(before), len(after))
	}
}

// haveIDs reports whether the cells of a notebook have the IDs of their sources.
func haveIDs(t *testing.T, notebook string) bool {
	t.Helper()
	if again, err := keepIDs(notebook, notebook); err != nil || again != notebook {
		t.Fatal(err)
	}
	want, _ := ids(notebook)
	var found []string
	for _, match := range cellID.FindAllStringSubmatch(notebook, -1) {
		found = append(found, match[1])
	}
	return slices.Equal(found, want)
}

// paths returns the paths of packages and modules that a file names for Go.
func paths(t *testing.T, name, content string) []string {
	t.Helper()
	var found []string
	switch {
	case filepath.Ext(name) == ".go":
		file, err := parser.ParseFile(token.NewFileSet(), name, content, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range file.Imports {
			path, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, path)
		}
	case filepath.Ext(name) == ".ipynb":
		for _, line := range strings.Split(content, "\n") {
			if m := importLine.FindStringSubmatch(line); m != nil {
				found = append(found, m[1])
			}
		}
	case filepath.Base(name) == "go.mod":
		f, err := modfile.Parse(name, []byte(content), nil)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, f.Module.Mod.Path)
		for _, r := range f.Require {
			found = append(found, r.Mod.Path)
		}
		for _, r := range f.Replace {
			found = append(found, r.Old.Path)
		}
		for _, tool := range f.Tool {
			found = append(found, tool.Path)
		}
	}
	return found
}

// copyOf returns the directory of a new repository with the files of another.
func copyOf(t *testing.T, clone string) string {
	t.Helper()
	names, err := files(clone)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(clone, name))
		if err != nil {
			t.Fatal(err)
		}
		put(t, dir, name, string(content))
	}
	git(t, dir, "init", "-q")
	git(t, dir, "add", "--all", "--force")
	return dir
}

func snapshot(t *testing.T, clone string) map[string]string {
	t.Helper()
	names, err := files(clone)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, name := range names {
		found[name] = read(t, clone, name)
	}
	return found
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", args, err, out)
	}
}

func put(t *testing.T, dir, name, content string) {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
