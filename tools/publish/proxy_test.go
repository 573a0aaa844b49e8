package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// The modules that others fetch, by directory; docs/release.md lists their tags.
var fetched = []string{".", "kernel", "cluster", "frames/arrowframe", "assignments/lgrade"}

// A module of this repository requires the library at one version, the coming one. It
// finds it in the clone by a replace, which nobody who imports the module sees.
func TestModules(t *testing.T) {
	clone := "../.."
	home := modfile.ModulePath([]byte(read(t, clone, "go.mod")))
	names, err := files(clone)
	if err != nil {
		t.Fatal(err)
	}
	version, found := "", 0
	for _, name := range names {
		dir := filepath.Dir(name)
		if filepath.Base(name) != "go.mod" || strings.Contains(name, "testdata/") {
			continue
		}
		f, err := modfile.Parse(name, []byte(read(t, clone, name)), nil)
		if err != nil {
			t.Fatal(err)
		}
		found++
		if want := strings.TrimSuffix(home+"/"+filepath.ToSlash(dir), "/."); f.Module.Mod.Path != want {
			t.Errorf("%s has the path %s, want %s", name, f.Module.Mod.Path, want)
		}
		up, err := filepath.Rel(dir, ".")
		if err != nil {
			t.Fatal(err)
		}
		var replaced bool
		for _, r := range f.Replace {
			if replaced = r.Old.Path == home && r.New.Path == up; !replaced {
				t.Errorf("%s replaces %s, which importers do not see", name, r.Old.Path)
			}
		}
		for _, r := range f.Require {
			switch {
			case r.Mod.Path != home:
				continue
			case version == "":
				version = r.Mod.Version
			case version != r.Mod.Version:
				t.Errorf("%s requires %s, others %s", name, r.Mod, version)
			}
			if version == "v0.0.0" || !replaced {
				t.Errorf("%s requires %s, replaced: %t", name, r.Mod, replaced)
			}
		}
		if (dir == "." || dir == "kernel") && len(f.Replace) > 0 {
			t.Errorf("%s has a replace, with which go install does not install it", name)
		}
	}
	if found < len(fetched) {
		t.Errorf("there are %d modules", found)
	}
	release := read(t, clone, "docs/release.md")
	for _, dir := range fetched {
		if tag := strings.TrimPrefix(dir+"/v0.1.0", "./"); !strings.Contains(release, tag) {
			t.Errorf("docs/release.md lacks the tag %s", tag)
		}
	}
}

// What others get is tested as they get it: the repository is published in a copy, the
// copy has tags, a proxy in the file system has what the tags are, and a user without a
// clone, with an empty home and empty caches, fetches it from there.
func TestPublished(t *testing.T) {
	if os.Getenv("LCLASS_TEST_PUBLISH") == "" {
		t.Skip("make test-publish runs it")
	}
	clone := copyOf(t, "../..")
	if _, err := publish(clone, elsewhere); err != nil {
		t.Fatal(err)
	}
	git(t, clone, "add", "--all")
	git(t, clone, "-c", "user.name=owner", "-c", "user.email=owner@example.org", "commit", "-q", "-m", "Publish")
	proxy := newProxy(t, clone, "v0.1.0")
	page := read(t, clone, "README.md")

	t.Run("README", func(t *testing.T) {
		u := newUser(t, proxy)
		put(t, u.dir, "main.go", block(t, page, "```go\n"))
		said := u.run("sh", "-ec", block(t, page, "<!-- published -->\n```sh\n"))
		if want := block(t, page, "```text\n"); said != want {
			t.Errorf("it prints\n%s\nthe README\n%s", said, want)
		}
	})
	t.Run("modules", func(t *testing.T) {
		u := newUser(t, proxy)
		u.run("go", "mod", "init", "user")
		put(t, u.dir, "main.go", fmt.Sprintf("package main\n\nimport (\n\t_ %q\n\t_ %q\n)\n\nfunc main() {}\n", elsewhere+"/cluster", elsewhere+"/frames/arrowframe"))
		u.run("go", "get", elsewhere+"/cluster@v0.1.0", elsewhere+"/frames/arrowframe@v0.1.0")
		u.run("go", "get", ".")
		for _, command := range []string{"/cluster/cmd/lclass-worker", "/cluster/cmd/lclass-fit", "/assignments/lgrade"} {
			u.run("go", "get", "-tool", elsewhere+command+"@v0.1.0")
		}
		u.run("go", "build", "-o", "bin/", ".", "tool")
		if said := u.run("bin/lgrade", "--help"); !strings.Contains(said, "lgrade") {
			t.Errorf("lgrade says %s", said)
		}
	})
	t.Run("kernel", func(t *testing.T) {
		out, err := exec.Command("../jupyter.sh", "find").Output()
		if err != nil {
			t.Fatal("Jupyter is not installed: run make jupyter")
		}
		python := strings.TrimSpace(string(out))
		u := newUser(t, proxy)
		u.run("go", "install", elsewhere+"/kernel/cmd/lclass-kernel@v0.1.0")
		lclassKernel := filepath.Join(u.home, "go", "bin", "lclass-kernel")
		data := filepath.Join(u.home, ".local", "share", "jupyter", "kernels")
		for range 2 { // the second is an update
			u.run(lclassKernel, "install")
			if found := names(t, data); !slices.Equal(found, []string{"lclass"}) {
				t.Fatalf("%s has %q", data, found)
			}
		}
		notebook := read(t, clone, "notebooks/read.ipynb")
		put(t, u.dir, "read.ipynb", notebook)
		u.env = append(u.env, "LCLASS_OFFLINE=1")
		start := time.Now()
		if said := u.run(python, "-c", runNotebook, "read.ipynb"); !strings.Contains(said, "cells") {
			t.Errorf("the notebook says %s", said)
		}
		t.Logf("read.ipynb took %s", time.Since(start).Round(time.Second))

		u.run(lclassKernel, "uninstall")
		if found := names(t, data); len(found) > 0 {
			t.Errorf("uninstall leaves %q", found)
		}
		if found := names(t, filepath.Dir(data)); len(found) > 1 {
			t.Errorf("uninstall leaves %q", found)
		}
	})
}

// runNotebook fails where a cell does, and prints how many cells ran.
const runNotebook = `
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], 4)
NotebookClient(notebook, timeout=1200, startup_timeout=1200).execute()
outputs = [o for c in notebook.cells if c.cell_type == "code" for o in c.outputs]
assert any(o.output_type == "display_data" for o in outputs), outputs
print(sum(c.cell_type == "code" for c in notebook.cells), "cells")
`

// block returns what stands in a page between a text and the end of its block.
func block(t *testing.T, page, begin string) string {
	t.Helper()
	_, after, found := strings.Cut(page, begin)
	inside, _, closed := strings.Cut(after, "```\n")
	if !found || !closed {
		t.Fatalf("the page has no block after %q", begin)
	}
	return inside
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
	}
	return found
}

// newProxy returns the directory of a module proxy that has one version of the modules
// of a clone, as the last commit has them.
func newProxy(t *testing.T, clone, version string) string {
	t.Helper()
	proxy := t.TempDir()
	for _, dir := range fetched {
		mod := read(t, clone, filepath.Join(dir, "go.mod"))
		path := modfile.ModulePath([]byte(mod))
		escaped, err := module.EscapePath(path)
		if err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		subdir := dir
		if dir == "." {
			subdir = ""
		}
		if err := zip.CreateFromVCS(&packed, module.Version{Path: path, Version: version}, clone, "HEAD", subdir); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s@%s: %.1f MB", path, version, float64(packed.Len())/1e6)
		versions := escaped + "/@v/"
		put(t, proxy, versions+"list", version+"\n")
		put(t, proxy, versions+version+".mod", mod)
		put(t, proxy, versions+version+".info", fmt.Sprintf(`{"Version":%q,"Time":"2026-01-01T00:00:00Z"}`, version))
		put(t, proxy, versions+version+".zip", packed.String())
	}
	return proxy
}

// A user has a home, and in it an empty directory and nothing else.
type user struct {
	t         *testing.T
	home, dir string
	env       []string
}

var ofGo = regexp.MustCompile(`^(GO[A-Z0-9]+|CGO_\w+|XDG_\w+|JUPYTER_\w+|LCLASS_\w+|HOME)=`)

func newUser(t *testing.T, proxy string) *user {
	t.Helper()
	home := t.TempDir()
	u := &user{t: t, home: home, dir: filepath.Join(home, "project")}
	if err := os.Mkdir(u.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, v := range os.Environ() {
		if !ofGo.MatchString(v) {
			u.env = append(u.env, v)
		}
	}
	// Modules of others come from the cache of this computer, or as they came there.
	goEnv := func(name string) string {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	sources := "file://" + proxy + ",file://" + filepath.Join(goEnv("GOMODCACHE"), "cache", "download") + "," + goEnv("GOPROXY")
	u.env = append(u.env, "HOME="+home, "GOPROXY="+sources, "GOSUMDB=off", "GOTOOLCHAIN=local", "PATH="+filepath.Join(goEnv("GOROOT"), "bin")+":"+os.Getenv("PATH"))
	t.Cleanup(func() { u.run("go", "clean", "-modcache") }) // whose files are read-only
	return u
}

// run runs a command in the user's directory, and returns what it prints.
func (u *user) run(name string, args ...string) string {
	u.t.Helper()
	c := exec.Command(name, args...)
	if strings.HasPrefix(name, "bin/") {
		c.Path = filepath.Join(u.dir, name)
	}
	c.Dir, c.Env = u.dir, u.env
	var stderr bytes.Buffer
	c.Stderr = &stderr
	start := time.Now()
	out, err := c.Output()
	if err != nil {
		u.t.Fatalf("%s %q: %v\n%s%s", name, args, err, out, stderr.String())
	}
	computed := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	u.t.Logf("%s %s: %s, of which one core computes %s", filepath.Base(name), args[0], time.Since(start).Round(time.Second/10), computed.Round(time.Second/10))
	return string(out)
}
