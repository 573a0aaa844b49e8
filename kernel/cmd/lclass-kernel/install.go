//go:build !windows

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"linclass/kernel"
)

// What kernel/go.mod pins, and what cells of the library run.
var (
	kernelPrograms  = []string{"./cmd/lclass-cell", "github.com/janpfeifer/gonb", "golang.org/x/tools/cmd/goimports", "golang.org/x/tools/gopls"}
	libraryPrograms = []string{"datasets/cmd/lclass-data", "plots/cmd/lclass-plot"}
	libraryPackages = []string{"lclass/...", "plots/...", "datasets", "frames", "notebooks/..."}
)

const specification = "share/jupyter/kernels/lclass"

// An installation is the directory in which Jupyter and editors find the kernel. All
// that the kernel runs is below its directory root, which has the form of the
// repository; or root is a file that names a clone.
type installation struct{ dir string }

// installed returns where the kernel of this user is, or would be.
func installed() (installation, error) {
	data, err := jupyterData(runtime.GOOS)
	if err != nil {
		return installation{}, err
	}
	data, err = filepath.Abs(data)
	return installation{filepath.Join(data, "kernels", "lclass")}, err
}

// jupyterData returns the directory of a user's Jupyter, by the rules of jupyter_core. The
// Jupyter extension of VS Code looks only in those of a home directory, and in JUPYTER_PATH.
func jupyterData(system string) (string, error) {
	if given := os.Getenv("JUPYTER_DATA_DIR"); given != "" {
		return given, nil
	}
	if given := os.Getenv("XDG_DATA_HOME"); given != "" && system != "darwin" {
		return filepath.Join(given, "jupyter"), nil
	}
	home, err := os.UserHomeDir()
	if system == "darwin" {
		return filepath.Join(home, "Library", "Jupyter"), err
	}
	return filepath.Join(home, ".local", "share", "jupyter"), err
}

// check refuses what install did not make.
func (i installation) check() error {
	if _, err := os.Stat(i.dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if _, err := os.Stat(filepath.Join(i.dir, "root")); err != nil {
		return fmt.Errorf("%s was not made by lclass-kernel install: remove it by hand", i.dir)
	}
	return nil
}

// remove removes the kernel if it is there.
func (i installation) remove() error {
	if err := i.check(); err != nil {
		return err
	}
	return os.RemoveAll(i.dir)
}

func uninstall() error {
	i, err := installed()
	if err != nil {
		return err
	}
	if _, err := os.Stat(i.dir); errors.Is(err, fs.ErrNotExist) {
		fmt.Printf("the kernel is not installed: there is no %s\n", i.dir)
		return nil
	}
	if err := i.remove(); err != nil {
		return err
	}
	fmt.Printf("removed %s\nGo's caches stay: go clean -cache -modcache empties them, for all your programs\n", i.dir)
	return nil
}

// install installs the kernel of a clone, or the one of this program's version with the
// library of the same version.
func install(args []string) error {
	flags := flag.NewFlagSet("lclass-kernel install", flag.ExitOnError)
	clone := flags.String("clone", "", "the `directory` of a clone in which make kernel was run")
	_ = flags.Parse(args) // exits
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q: install takes only -clone DIR", flags.Arg(0))
	}
	i, err := installed()
	if err != nil {
		return err
	}
	if err := i.check(); err != nil {
		return err
	}
	// Made beside, so that the kernel of before stays until there is another.
	if err := os.MkdirAll(filepath.Dir(i.dir), 0o777); err != nil {
		return err
	}
	fresh, err := os.MkdirTemp(filepath.Dir(filepath.Dir(i.dir)), "lclass-new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(fresh)
	if err := os.Chmod(fresh, 0o755); err != nil {
		return err
	}
	if err := i.writeSpecification(fresh); err != nil {
		return err
	}
	root := filepath.Join(fresh, "root")
	if *clone != "" {
		dir, err := filepath.Abs(*clone)
		if err != nil {
			return err
		}
		if _, err := os.Stat(filepath.Join(dir, "bin", "lclass-kernel")); err != nil {
			return fmt.Errorf("the kernel is not built in %s: run make kernel there", dir)
		}
		if err := os.WriteFile(root, []byte(dir+"\n"), 0o644); err != nil {
			return err
		}
	} else if err := makeRoot(root, filepath.Join(fresh, "env.sh")); err != nil {
		return err
	}
	if err := i.remove(); err != nil {
		return err
	}
	if err := os.Rename(fresh, i.dir); err != nil {
		return err
	}
	fmt.Printf("installed the kernel in %s\nrestart Jupyter or your editor, and choose \"Go (lclass)\"\n", i.dir)
	return nil
}

// writeSpecification writes what Jupyter and editors read to a directory that will be
// i.dir. It names the directory, as not all editors know {resource_dir}.
func (i installation) writeSpecification(to string) error {
	if err := copyFiles(specification, to, 0o644); err != nil {
		return err
	}
	name := filepath.Join(to, "kernel.json")
	content, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	quoted, err := json.Marshal(i.dir)
	if err != nil {
		return err
	}
	content = bytes.ReplaceAll(content, []byte("{resource_dir}"), quoted[1:len(quoted)-1])
	return os.WriteFile(name, content, 0o644)
}

// copyFiles copies the embedded files below a directory.
func copyFiles(from, to string, mode fs.FileMode) error {
	return fs.WalkDir(kernel.Files, from, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(to, strings.TrimPrefix(name, from))
		if entry.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		content, err := kernel.Files.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, mode)
	})
}

// A download is what go mod download -json says about a module.
type download struct {
	Path, Version, Error, Dir, Sum, GoModSum string
}

// makeRoot makes what the kernel runs, for the versions of this program.
func makeRoot(root, env string) error {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Sum == "" { // it was not fetched
		return errors.New("this lclass-kernel was built in a clone and has no version: name the clone with -clone, or run go install linclass/kernel/cmd/lclass-kernel@latest")
	}
	if _, err := exec.LookPath("go"); err != nil {
		return errors.New("there is no go command on PATH: install Go from https://go.dev/dl/")
	}
	library := strings.TrimSuffix(info.Main.Path, "/kernel")
	for _, part := range []string{"cell", "config"} {
		if err := copyFiles(part, filepath.Join(root, "kernel", part), 0o755); err != nil {
			return err
		}
	}
	bin := filepath.Join(root, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return err
	}
	g := toolchain{root, env}
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("module cells\n"), 0o644); err != nil {
		return err
	}

	fmt.Printf("fetching %s %s\n", library, info.Main.Version)
	own, err := g.fetch(info.Main.Path, info.Main.Version)
	if err != nil {
		return err
	}
	all, err := g.fetch(library, info.Main.Version)
	if err != nil {
		return err
	}
	if err := writeModule(root, all); err != nil {
		return err
	}
	// A cell may import any package of any module, and it runs offline.
	if _, err := g.run(root, "mod", "download"); err != nil {
		return err
	}
	dirs, err := g.run(root, "env", "GOROOT", "GOMODCACHE", "GOCACHE")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(bin, "go.dirs"), []byte(dirs), 0o644); err != nil {
		return err
	}

	fmt.Println("building the kernel and its tools, which takes minutes the first time")
	if err := copySelf(filepath.Join(bin, "lclass-kernel")); err != nil {
		return err
	}
	build := []string{"build", "-tags=", "-o", bin + string(filepath.Separator)}
	if _, err := g.asCells(own.Dir, append(build, kernelPrograms...)...); err != nil {
		return err
	}
	if _, err := g.asCells(root, append(build, packages(library, libraryPrograms)...)...); err != nil {
		return err
	}

	fmt.Println("compiling what cells import")
	imported, err := imports(all.Dir)
	if err != nil {
		return err
	}
	// A notebook may name a package that nobody has, to show the error.
	known, err := g.asCells(root, append([]string{"list", "-e", "-f", "{{if not .Error}}{{.ImportPath}}{{end}}"}, imported...)...)
	if err != nil {
		return err
	}
	_, err = g.asCells(root, append(append([]string{"build", "testing"}, packages(library, libraryPackages)...), strings.Fields(known)...)...)
	return err
}

func packages(module string, names []string) []string {
	var paths []string
	for _, name := range names {
		paths = append(paths, path.Join(module, name))
	}
	return paths
}

var moduleLine = regexp.MustCompile(`(?m)^module .*$`)

// writeModule writes the module whose packages cells can import: the library, and what
// its go.mod requires. The command go of the cells copies it.
func writeModule(root string, library download) error {
	requires, err := os.ReadFile(filepath.Join(library.Dir, "go.mod"))
	if err != nil {
		return err
	}
	sums, err := os.ReadFile(filepath.Join(library.Dir, "go.sum"))
	if err != nil {
		return err
	}
	mod := moduleLine.ReplaceAllString(string(requires), "module cells") +
		fmt.Sprintf("\nrequire %s %s\n", library.Path, library.Version)
	sum := string(sums) + fmt.Sprintf("%s %s %s\n%[1]s %[2]s/go.mod %[4]s\n", library.Path, library.Version, library.Sum, library.GoModSum)
	return errors.Join(
		os.WriteFile(filepath.Join(root, "go.mod"), []byte(mod), 0o644),
		os.WriteFile(filepath.Join(root, "go.sum"), []byte(sum), 0o644),
	)
}

var importLine = regexp.MustCompile(`(?m)^\s*"(?:import |\\t)\\"([a-z][\w./-]*)\\"(?:\\n",?)?$`)

// imports returns what the library's notebooks import.
func imports(library string) ([]string, error) {
	var found []string
	for _, pattern := range []string{"notebooks/*.ipynb", "assignments/*/*.ipynb"} {
		names, err := filepath.Glob(filepath.Join(library, pattern))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			content, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			for _, match := range importLine.FindAllStringSubmatch(string(content), -1) {
				found = append(found, match[1])
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

func copySelf(to string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	content, err := os.ReadFile(self)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o755)
}

// A toolchain runs the user's Go, whatever the settings of the user's own programs are.
type toolchain struct{ root, env string }

func (g toolchain) fetch(path, version string) (download, error) {
	var d download
	out, err := g.run(g.root, "mod", "download", "-json", path+"@"+version)
	if bad := json.Unmarshal([]byte(out), &d); bad == nil && d.Error != "" {
		return d, errors.New(d.Error)
	}
	return d, err
}

// run returns what go prints.
func (g toolchain) run(dir string, args ...string) (string, error) {
	return g.output(exec.Command("go", args...), dir)
}

// asCells runs go with the settings with which cells are compiled.
func (g toolchain) asCells(dir string, args ...string) (string, error) {
	return g.output(exec.Command("sh", append([]string{"-c", `. "$0" && exec go "$@"`, g.env}, args...)...), dir)
}

func (g toolchain) output(c *exec.Cmd, dir string) (string, error) {
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GO111MODULE=on", "GOOS=", "GOARCH=", "GOEXPERIMENT=")
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w", strings.Join(c.Args[len(c.Args)-min(len(c.Args), 3):], " "), err)
	}
	return string(out), err
}
