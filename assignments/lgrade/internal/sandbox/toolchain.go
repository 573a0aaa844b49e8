// Package sandbox compiles the answers of students and runs them where they can do
// no harm: as WebAssembly without files, network, environment and clock, in a limited
// memory and for a limited time.
package sandbox

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tetratelabs/wazero"

	"linclass/internal/invalid"
)

// A Kind is where programs run.
type Kind string

// The kinds of sandbox.
const (
	Wasm  Kind = "wasm"  // wazero, on every system
	Bwrap Kind = "bwrap" // a process in namespaces of its own, on Linux with bubblewrap
	None  Kind = "none"  // a process like any other: for your own answers only
)

// Set takes a kind by its name. With String and Type it makes the kind the value of a flag,
// so that another name is wrong usage.
func (k *Kind) Set(name string) error {
	if !slices.Contains([]Kind{Wasm, Bwrap, None}, Kind(name)) {
		return invalid.Worded("--sandbox", Kind(name), "want %s, %s or %s", Wasm, Bwrap, None)
	}
	*k = Kind(name)
	return nil
}

func (k *Kind) String() string { return string(*k) }

// Type is the word for a value in the help.
func (k *Kind) Type() string { return "kind" }

// Toolchain compiles for a kind of sandbox.
type Toolchain struct {
	kind Kind
	dir  string            // for what is made; removed by Close
	wasm *engine           // of Wasm: runs programs
	tool map[string]string // paths of compile and link
	have map[string]string // archives by import path

	limit time.Duration // of computing, for the compiler and for the linker
}

// New readies the packages that programs may import: those of paths, and what they
// need. Dir is a directory of the module that provides them.
func New(ctx context.Context, kind Kind, dir string, paths []string) (*Toolchain, error) {
	if kind == Bwrap {
		if _, err := exec.LookPath("bwrap"); err != nil {
			return nil, fmt.Errorf("--sandbox=bwrap needs bubblewrap (Debian: apt-get install bubblewrap): %w", err)
		}
	}
	if err := new(Kind).Set(string(kind)); err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp("", "lgrade-")
	if err != nil {
		return nil, err
	}
	t := &Toolchain{kind: kind, dir: work, tool: map[string]string{}, have: map[string]string{}, limit: slower * compileTime}
	err = t.ready(ctx, dir, paths)
	if err == nil && kind == Wasm {
		// The interpreter is ready ten times sooner than the compiler, which pays only for
		// answers that compute for seconds.
		t.wasm, err = newEngine(ctx, wazero.NewRuntimeConfigInterpreter(), false)
	}
	if err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// slower is how many times as long as an empty program an answer may take to compile
// and to link, at least.
const slower = 20

// Measure sets the limit by an empty program: a slow computer is slow with the answers,
// too. Before, programs may take twenty times as long.
func (t *Toolchain) Measure(ctx context.Context) error {
	main, err := t.Compile(ctx, nil, "main", map[string][]byte{"main.go": []byte("package main\n\nfunc main() {}\n")})
	if err != nil {
		return err
	}
	p, err := t.Link(ctx, nil, main)
	if err != nil {
		return err
	}
	t.limit = max(compileTime, slower*p.linked)
	return p.Close(ctx)
}

// Close removes what was made.
func (t *Toolchain) Close() error {
	if t.wasm != nil {
		if err := t.wasm.runtime.Close(context.Background()); err != nil {
			return err
		}
	}
	return os.RemoveAll(t.dir)
}

func (t *Toolchain) ready(ctx context.Context, dir string, paths []string) error {
	tools, err := t.goCommand(ctx, dir, "env", "GOTOOLDIR")
	if err != nil {
		return err
	}
	for _, name := range []string{"compile", "link"} {
		t.tool[name] = filepath.Join(strings.TrimSpace(string(tools)), name+exe())
	}
	// Without tables for debuggers there is less to link.
	args := append([]string{"list", "-export", "-deps", "-trimpath", "-gcflags=all=-dwarf=false", "-f", "{{.ImportPath}}\t{{.Export}}"}, paths...)
	list, err := t.goCommand(ctx, dir, args...)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(bytes.NewReader(list))
	for lines.Scan() {
		if path, archive, ok := strings.Cut(lines.Text(), "\t"); ok && archive != "" {
			t.have[path] = archive
		}
	}
	return lines.Err()
}

// Types returns what a package exports, one of those that New was told or that they need.
func (t *Toolchain) Types(path string) (*types.Package, error) {
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		archive, ok := t.have[path]
		if !ok {
			return nil, fmt.Errorf("there is no package %q", path)
		}
		return os.Open(archive)
	}).Import(path)
}

func (t *Toolchain) goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), t.target()...)
	cmd.Env = append(cmd.Env, "GOFLAGS=", "GOWORK=off", "PWD="+dir)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, errors.New("grading needs Go to compile the answers: install it from https://go.dev/dl")
		}
		return nil, fmt.Errorf("go %s in %s: %w\n%s", args[0], dir, err, complaint.Bytes())
	}
	return out, nil
}

// target is what to compile for.
func (t *Toolchain) target() []string {
	if t.kind == Wasm {
		return []string{"GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0"}
	}
	return []string{"GOOS=" + runtime.GOOS, "GOARCH=" + runtime.GOARCH, "CGO_ENABLED=0"}
}

func exe() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

// A Mistake is what the compiler says.
type Mistake struct {
	File    string
	Line    int
	Message string
}

// Mistakes are an error of Compile.
type Mistakes []Mistake

func (m Mistakes) Error() string {
	lines := make([]string, len(m))
	for i, x := range m {
		lines[i] = fmt.Sprintf("%s:%d: %s", x.File, x.Line, x.Message)
	}
	return strings.Join(lines, "\n")
}

// A Package has been compiled.
type Package struct {
	path, archive string
	needs         []*Package
}

// Close removes a package that no program is to be linked with any more.
func (p *Package) Close() error { return os.RemoveAll(filepath.Dir(p.archive)) }

// Limits of the compiler and the linker. An honest answer takes half a second and
// 200 MB.
const (
	compileTime   = 5 * time.Second // of computing, at least
	compileMemory = 2 << 30         // bytes
	collectAt     = 512 << 20       // before that, collecting garbage is time lost
	compileOutput = 64 << 20
)

// A Budget is what the compiler and the linker may compute for one notebook; nil is as much
// as there is for anyone.
type Budget struct{ Left time.Duration }

// Limit is for how long the compiler or the linker may compute at a time.
func (t *Toolchain) Limit() time.Duration { return t.limit }

// ErrTooMuch means that the compiler was stopped: it took too long or too much memory.
var ErrTooMuch = errors.New("compiling takes too long or too much memory")

// Compile makes a package of files, by name, that may import those of needs and what
// New was told. What is wrong in the files comes as Mistakes.
func (t *Toolchain) Compile(ctx context.Context, b *Budget, path string, files map[string][]byte, needs ...*Package) (*Package, error) {
	dir, err := os.MkdirTemp(t.dir, "")
	if err != nil {
		return nil, err
	}
	var names []string
	for name, text := range files {
		names = append(names, name)
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return nil, err
		}
	}
	slices.Sort(names)
	p := &Package{path: path, archive: filepath.Join(dir, "package.a"), needs: needs}
	if err := t.config(filepath.Join(dir, "importcfg"), needs); err != nil {
		return nil, err
	}
	args := []string{"-p", path, "-importcfg", "importcfg", "-o", p.archive, "-pack", "-c=1", "-dwarf=false", "-complete", "-e", "-trimpath", dir}
	out, _, err := t.run(ctx, b, dir, "compile", append(args, names...)...)
	if err == nil {
		return p, nil
	}
	if mistakes := mistakes(out); len(mistakes) > 0 {
		return nil, mistakes
	}
	return nil, withOutput(err, out)
}

// Link makes a program of package main.
func (t *Toolchain) Link(ctx context.Context, b *Budget, main *Package) (*Program, error) {
	dir := filepath.Dir(main.archive)
	if err := t.config(filepath.Join(dir, "importcfg.link"), closure(main)); err != nil {
		return nil, err
	}
	p := &Program{kind: t.kind, engine: t.wasm, dir: dir, file: filepath.Join(dir, "program")}
	out, linked, err := t.run(ctx, b, dir, "link", "-importcfg", "importcfg.link", "-buildmode=exe", "-s", "-w", "-o", p.file, main.archive)
	if err != nil {
		return nil, withOutput(err, out)
	}
	p.linked = linked
	return p, nil
}

// closure returns the packages that one needs, and those that they need.
func closure(p *Package) []*Package {
	var all []*Package
	for _, n := range p.needs {
		all = append(append(all, n), closure(n)...)
	}
	return all
}

// config writes where the packages are.
func (t *Toolchain) config(file string, needs []*Package) error {
	var text strings.Builder
	for path, archive := range t.have {
		fmt.Fprintf(&text, "packagefile %s=%s\n", path, archive)
	}
	written := map[string]bool{}
	for _, n := range needs {
		if !written[n.path] {
			fmt.Fprintf(&text, "packagefile %s=%s\n", n.path, n.archive)
		}
		written[n.path] = true
	}
	return os.WriteFile(file, []byte(text.String()), 0o600)
}

// run runs compile or link and returns what it printed and how long it has computed.
func (t *Toolchain) run(ctx context.Context, b *Budget, dir, tool string, args ...string) (string, time.Duration, error) {
	limit := t.limit
	if b != nil {
		if limit = min(limit, b.Left); limit <= 0 {
			return "", 0, ErrTooMuch
		}
	}
	deadline, cancel := context.WithTimeout(ctx, patience*limit)
	defer cancel()
	command := limited(compileMemory, compileOutput, limit, append([]string{t.tool[tool]}, args...)...)
	cmd := exec.CommandContext(deadline, command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = append(t.target(), "PATH=", "TMPDIR="+dir, "TMP="+dir, "GOMAXPROCS=1", "GOGC=off", "GOMEMLIMIT="+strconv.Itoa(collectAt))
	var out limitedBuffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var computed time.Duration
	if cmd.ProcessState != nil {
		computed = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	if b != nil {
		b.Left -= computed
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", computed, ctx.Err()
	case deadline.Err() != nil:
		return out.String(), computed, ErrTooMuch
	case errors.As(err, &exit) && len(mistakes(out.String())) == 0: // killed, or out of memory
		return out.String(), computed, ErrTooMuch
	}
	return out.String(), computed, err
}

// absolute is a place in the file beside the one that a line comment tells.
var absolute = regexp.MustCompile(`(\.go:\d+:\d+)\[[^\]]*\]`)

var mistakeLine = regexp.MustCompile(`^(?:.*[/\\])?([\w.]+\.go):(\d+)(?::\d+)?: (.*)$`)

// mistakes reads what the compiler printed. A line that begins with a tab goes on
// with the one before.
func mistakes(out string) Mistakes {
	var all Mistakes
	for line := range strings.Lines(out) {
		line = absolute.ReplaceAllString(strings.TrimRight(line, "\r\n"), "$1")
		if m := mistakeLine.FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[2])
			all = append(all, Mistake{m[1], n, m[3]})
		} else if strings.HasPrefix(line, "\t") && len(all) > 0 {
			all[len(all)-1].Message += "; " + strings.TrimSpace(line)
		}
	}
	return all
}

// withOutput adds to an error the first line that a tool printed, if there is one.
func withOutput(err error, out string) error {
	line := strings.TrimSpace(firstLine(out))
	if line == "" {
		return err
	}
	return fmt.Errorf("%w (%s)", err, line)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// limitedBuffer keeps the beginning of what is written to it.
type limitedBuffer struct{ kept []byte }

const keep = 1 << 14

func (b *limitedBuffer) Write(p []byte) (int, error) {
	b.kept = append(b.kept, p[:min(len(p), keep-len(b.kept))]...)
	return len(p), nil
}

func (b *limitedBuffer) String() string { return string(b.kept) }
