// Package assignment reads what an assignment says about itself, and knows where its
// parts lie.
package assignment

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// An Assignment is an assignment.toml, and where it was found.
type Assignment struct {
	Title    string              `toml:"title"`
	Feedback string              `toml:"feedback"` // what students see of hidden checks: Names, Hints or Count
	Seconds  float64             `toml:"seconds"`  // for all checks of a task
	Imports  []string            `toml:"imports"`  // packages that answers may use, beyond those that all may
	Symbols  map[string][]string `toml:"symbols"`  // of further packages only these names
	Tasks    []Task              `toml:"task"`
	Written  []Written           `toml:"written"`

	Name string `toml:"-"` // of its directory
	Home *Home  `toml:"-"`
}

// What students see of hidden checks that fail.
const (
	Names = "names" // which ones
	Hints = "hints" // that, and their hints
	Count = "count" // how many
)

// A Task is a function to be written.
type Task struct {
	Name   string  `toml:"name"` // of the function, of its solution cell, of its checks
	Points float64 `toml:"points"`
}

// Written is a question that is answered in words.
type Written struct {
	Name   string  `toml:"name"` // of its markdown cell
	Points float64 `toml:"points"`
}

// Points returns what all tasks and questions are worth.
func (a *Assignment) Points() float64 {
	var sum float64
	for _, t := range a.Tasks {
		sum += t.Points
	}
	for _, w := range a.Written {
		sum += w.Points
	}
	return sum
}

// Dir returns the assignment's directory.
func (a *Assignment) Dir() string { return filepath.Join(a.Home.Dir, a.Name) }

// Notebook returns the path of the notebook with the solutions.
func (a *Assignment) Notebook() string { return filepath.Join(a.Dir(), a.Name+".ipynb") }

// CheckPackage returns the import path of the open checks.
func (a *Assignment) CheckPackage() string { return path.Join(a.Home.Path, a.Name, "check") }

// HiddenPackage returns the import path of the hidden checks, "" if they are not
// here.
func (a *Assignment) HiddenPackage() string {
	if !isDir(filepath.Join(a.Home.Hidden(), a.Name)) {
		return ""
	}
	return path.Join(a.Home.Path, "hidden", a.Name)
}

// Home is a directory with assignments.
type Home struct {
	Dir  string // such as /home/ann/linclass/assignments
	Path string // its import path: linclass/assignments
}

// Hidden returns the directory of the module with the hidden checks, which need not
// be there.
func (h *Home) Hidden() string { return filepath.Join(h.Dir, "hidden") }

// Module returns the directory of the module that the assignments belong to.
func (h *Home) Module() string {
	dir := h.Dir
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// Variable is the environment variable that Find reads.
const Variable = "LGRADE_ASSIGNMENTS"

// Find looks for the assignments in dir, if that is "" in the directory that Variable
// names, and if that is "" in the working directory and the ones above it. Each may be
// the directory of the assignments or the one that holds "assignments".
func Find(dir string) (*Home, error) {
	if dir == "" {
		dir = os.Getenv(Variable)
	}
	if dir != "" {
		home, err := find(dir)
		if home == nil && err == nil {
			err = fmt.Errorf("no assignments in %s: name the directory of a clone of linclass with --course or %s", dir, Variable)
		}
		return home, err
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for {
		if home, err := find(dir); home != nil || err != nil {
			return home, err
		}
		above := filepath.Dir(dir)
		if above == dir {
			return nil, fmt.Errorf("no assignments in this directory or above: name the directory of a clone of linclass with --course or %s", Variable)
		}
		dir = above
	}
}

// find returns nil if there are none.
func find(dir string) (*Home, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	for _, d := range []string{dir, filepath.Join(dir, "assignments")} {
		found, err := filepath.Glob(filepath.Join(d, "*", file))
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			continue
		}
		path, err := importPath(d)
		return &Home{Dir: d, Path: path}, err
	}
	return nil, nil
}

var moduleLine = regexp.MustCompile(`(?m)^module[ \t]+"?([^\s"]+)`)

// importPath is told by the go.mod above a directory.
func importPath(dir string) (string, error) {
	for below, at := "", dir; ; below, at = path.Join(filepath.Base(at), below), filepath.Dir(at) {
		mod, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if err == nil {
			m := moduleLine.FindSubmatch(mod)
			if m == nil {
				return "", fmt.Errorf("%s has no module line", filepath.Join(at, "go.mod"))
			}
			return path.Join(string(m[1]), below), nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("the assignments in %s belong to no Go module: there is no go.mod above them", dir)
		}
	}
}

// Names returns the assignments: first those of order.txt, then the others by name.
func (h *Home) Names() ([]string, error) {
	found, err := filepath.Glob(filepath.Join(h.Dir, "*", file))
	if err != nil {
		return nil, err
	}
	here := make([]string, len(found))
	for i, f := range found {
		here[i] = filepath.Base(filepath.Dir(f))
	}
	order, err := os.ReadFile(filepath.Join(h.Dir, "order.txt"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var names []string
	for _, name := range append(strings.Fields(string(order)), here...) {
		if slices.Contains(here, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

const file = "assignment.toml"

// Open reads an assignment.
func (h *Home) Open(name string) (*Assignment, error) {
	at := filepath.Join(h.Dir, name, file)
	text, err := os.ReadFile(at)
	if errors.Is(err, fs.ErrNotExist) {
		names, _ := h.Names()
		return nil, fmt.Errorf("there is no assignment %q in %s; it has %s", name, h.Dir, strings.Join(names, ", "))
	}
	if err != nil {
		return nil, err
	}
	a := &Assignment{Name: name, Home: h}
	meta, err := toml.Decode(string(text), a)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("%s: unknown key %s", at, unknown[0])
	}
	if err := a.valid(); err != nil {
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	a.Imports = append(a.Imports, harmless...)
	slices.Sort(a.Imports)
	a.Imports = slices.Compact(a.Imports)
	return a, nil
}

// harmless are the packages that every answer may use: they compute, and nothing else.
var harmless = []string{"bytes", "cmp", "errors", "fmt", "iter", "maps", "math", "math/big", "math/bits", "math/rand/v2",
	"slices", "sort", "strconv", "strings", "sync", "unicode", "unicode/utf8"}

// reach are packages by which an answer could leave its room, or see who runs it.
var reach = regexp.MustCompile(`^(C|unsafe|os|syscall|reflect|runtime|net|testing|plugin|log|flag|embed|io/ioutil|internal|expvar|debug)(/.*)?$`)

func (a *Assignment) valid() error {
	if a.Title == "" {
		return errors.New("title is missing")
	}
	if !slices.Contains([]string{Names, Hints, Count}, a.Feedback) {
		return fmt.Errorf("feedback is %q, want %q, %q or %q", a.Feedback, Names, Hints, Count)
	}
	if !(a.Seconds > 0) || math.IsInf(a.Seconds, 0) {
		return fmt.Errorf("seconds is %g, want a positive number", a.Seconds)
	}
	for _, p := range a.Imports {
		if reach.MatchString(p) {
			return fmt.Errorf("imports: %q is not allowed, because it could leave the sandbox, see its surroundings or change other packages", p)
		}
	}
	if len(a.Tasks) == 0 {
		return errors.New("there is no [[task]]")
	}
	seen := map[string]bool{}
	named := func(kind, name string, points float64) error {
		switch {
		case name == "":
			return fmt.Errorf("a [[%s]] has no name", kind)
		case seen[name]:
			return fmt.Errorf("the name %q occurs twice", name)
		case !(points > 0) || math.IsInf(points, 0):
			return fmt.Errorf("%s: points is %g, want a positive number", name, points)
		}
		seen[name] = true
		return nil
	}
	for _, t := range a.Tasks {
		if err := named("task", t.Name, t.Points); err != nil {
			return err
		}
	}
	for _, w := range a.Written {
		if err := named("written", w.Name, w.Points); err != nil {
			return err
		}
	}
	return nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
