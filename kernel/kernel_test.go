// Package kernel_test starts the kernel "Go (lclass)" as Jupyter does.
package kernel_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const cell = `import (
	"fmt"

	"linclass/lclass"
)

%%
fmt.Println("kept", lclass.Must(3, nil))`

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// python returns the interpreter that has Jupyter.
func python(t *testing.T) string {
	t.Helper()
	find := exec.Command(filepath.Join(root(t), "tools", "jupyter.sh"), "find")
	out, err := find.Output()
	if err != nil {
		if os.Getenv("LCLASS_TEST_KERNEL") != "" {
			t.Fatal("Jupyter is not installed: run 'make setup'")
		}
		t.Skip("Jupyter is not installed: 'make setup' installs it")
	}
	if _, err := os.Stat(filepath.Join(root(t), "bin", "lclass-kernel")); err != nil {
		t.Fatal("the kernel is not built: run 'make kernel'")
	}
	return strings.TrimSpace(string(out))
}

type result struct {
	Stdout string
	Error  string
}

// run runs cells in a fresh kernel that starts in dir.
func run(t *testing.T, dir string, env []string, cells ...string) result {
	t.Helper()
	script := filepath.Join(root(t), "kernel", "testdata", "run_cells.py")
	cmd := exec.Command(python(t), append([]string{"-B", script}, cells...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var r result
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return r
}

func inRepository(t *testing.T) string {
	return "JUPYTER_PATH=" + filepath.Join(root(t), "kernel", "share", "jupyter")
}

func wantKept(t *testing.T, got result) {
	t.Helper()
	if got.Stdout != "kept 3\n" || got.Error != "" {
		t.Errorf("got %+v, want stdout %q", got, "kept 3\n")
	}
}

func TestCellNeedsNoPreamble(t *testing.T) {
	t.Parallel()
	for name, dir := range map[string]string{"repository": ".", "elsewhere": t.TempDir()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantKept(t, run(t, dir, []string{inRepository(t)}, cell))
		})
	}
}

// A user's Go settings, home and go command may be anything.
func TestForeignEnvironment(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	broken := filepath.Join(home, "go")
	if err := os.WriteFile(broken, []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	wantKept(t, run(t, home, []string{
		inRepository(t),
		"PATH=" + home + string(os.PathListSeparator) + os.Getenv("PATH"),
		"HOME=" + home,
		"GOCACHE=",
		"GOMODCACHE=" + filepath.Join(home, "modules"),
		"GOROOT=" + home,
		"GOFLAGS=-mod=mod",
		"GOWORK=off",
	}, cell))
}

func TestInstalledKernel(t *testing.T) {
	t.Parallel()
	data := "JUPYTER_DATA_DIR=" + t.TempDir()
	install := func(args ...string) {
		t.Helper()
		cmd := exec.Command(filepath.Join(root(t), "bin", "lclass-kernel"), args...)
		cmd.Env = append(os.Environ(), data)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	installed := filepath.Join(strings.TrimPrefix(data, "JUPYTER_DATA_DIR="), "kernels", "lclass")

	install("install", "-clone", root(t))
	var spec struct {
		Argv        []string
		DisplayName string `json:"display_name"`
		Language    string
		Interrupt   string `json:"interrupt_mode"`
	}
	content, err := os.ReadFile(filepath.Join(installed, "kernel.json"))
	if err := errors.Join(err, json.Unmarshal(content, &spec)); err != nil {
		t.Fatal(err)
	}
	want := []string{"/bin/sh", filepath.Join(installed, "start.sh"), "{connection_file}"}
	if !slices.Equal(spec.Argv, want) || spec.DisplayName != "Go (lclass)" || spec.Language != "go" || spec.Interrupt != "message" {
		t.Errorf("editors read %+v, want argv %q", spec, want)
	}
	wantKept(t, run(t, t.TempDir(), []string{data, "JUPYTER_PATH="}, cell))
	install("uninstall")
	if _, err := os.Stat(installed); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", installed, err)
	}
}

// Nothing is removed that somebody else made, and nothing is installed that has no version.
func TestInstallRefuses(t *testing.T) {
	t.Parallel()
	python(t) // says that the kernel is not built
	data := t.TempDir()
	refuses := func(args ...string) {
		t.Helper()
		cmd := exec.Command(filepath.Join(root(t), "bin", "lclass-kernel"), args...)
		cmd.Env = append(os.Environ(), "JUPYTER_DATA_DIR="+data)
		if out, err := cmd.CombinedOutput(); err == nil {
			t.Errorf("%q: %s", args, out)
		}
	}
	refuses("install")
	refuses("install", "-clone", root(t), "x")
	refuses("install", "-clone", t.TempDir()) // where the kernel is not built
	foreign := filepath.Join(data, "kernels", "lclass", "kernel.json")
	if err := errors.Join(os.MkdirAll(filepath.Dir(foreign), 0o755), os.WriteFile(foreign, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	refuses("install", "-clone", root(t))
	refuses("uninstall")
	if _, err := os.Stat(foreign); err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob(filepath.Join(data, "lclass-*")); len(left) > 0 || err != nil {
		t.Errorf("left %q, %v", left, err)
	}
}

func TestCompileErrorIsRaw(t *testing.T) {
	t.Parallel()
	got := run(t, t.TempDir(), []string{inRepository(t), "LCLASS_CI=1"}, "%%\nx := 1")
	if !strings.Contains(got.Error, "declared and not used: x") {
		t.Errorf("error %q does not have the compiler's words", got.Error)
	}
}

func TestMissingPackageIsNamed(t *testing.T) {
	t.Parallel()
	got := run(t, t.TempDir(), []string{inRepository(t), "LCLASS_CI=1"}, "import \"example.org/missing\"\n\n%%\nmissing.Run()")
	if !strings.Contains(got.Error, "example.org/missing") {
		t.Errorf("error %q does not name the package", got.Error)
	}
}

// Only the compilation of a cell has a collector of its own, unless somebody
// set it.
func TestGoOfTheKernel(t *testing.T) {
	t.Parallel()
	fake := t.TempDir()
	if err := os.Mkdir(filepath.Join(fake, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	echo := "#!/bin/sh\necho \"$*\" GOGC=\"${GOGC-}\" GOMEMLIMIT=\"${GOMEMLIMIT-}\"\nexit 3\n"
	if err := os.WriteFile(filepath.Join(fake, "bin", "go"), []byte(echo), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, env, want string }{
		{"build -o x", "", "build -o x GOGC=off GOMEMLIMIT=512MiB\n"},
		{"build -o x", "GOGC=50", "build -o x GOGC=50 GOMEMLIMIT=\n"},
		{"build -o x", "GOMEMLIMIT=1GiB", "build -o x GOGC= GOMEMLIMIT=1GiB\n"},
		{"run x.go", "", "run x.go GOGC= GOMEMLIMIT=\n"},
		{"get", "", "get GOGC= GOMEMLIMIT=\n"},
		{"get", "GOPROXY=off", ""},
		{"get -t", "GOPROXY=off", ""},
		{"get x", "GOPROXY=off", "get x GOGC= GOMEMLIMIT=\n"},
	} {
		cmd := exec.Command("cell/go", strings.Fields(c.args)...)
		cmd.Env = []string{"LCLASS_GOROOT=" + fake, c.env}
		out, err := cmd.Output()
		if string(out) != c.want || (err != nil) != (c.want != "") {
			t.Errorf("go %s with %q: %q, %v; want %q", c.args, c.env, out, err, c.want)
		}
	}
}

// The go command of the cells writes no counters for telemetry, whatever its user has set,
// and otherwise has the user's settings.
func TestGoOfTheKernelIsWithoutTelemetry(t *testing.T) {
	t.Parallel()
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	for name, content := range map[string]string{"telemetry/mode": "on 2026-01-01", "env": "GOFLAGS=-x\n"} {
		path := filepath.Join(home, ".config", "go", name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(content), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for args, want := range map[string]string{"telemetry": "off\n", "env GOFLAGS": "-x\n"} {
		cmd := exec.Command("cell/go", strings.Fields(args)...)
		cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LCLASS_ROOT=" + root(t), "LCLASS_GOROOT=" + strings.TrimSpace(string(goroot))}
		if out, err := cmd.CombinedOutput(); string(out) != want || err != nil {
			t.Errorf("go %s: %q, %v; want %q", args, out, err, want)
		}
	}
	if left, err := filepath.Glob(filepath.Join(home, ".config", "go", "telemetry", "local", "*")); len(left) > 0 || err != nil {
		t.Errorf("counters %q, %v", left, err)
	}
}

// What gonb runs is lclass-cell, and advice to go get is left out. Other builds are
// left alone.
func TestCellIsBuiltForLclassCell(t *testing.T) {
	t.Parallel()
	fake, dir := t.TempDir(), filepath.Join(t.TempDir(), "gonb_1")
	if err := errors.Join(os.Mkdir(filepath.Join(fake, "bin"), 0o755), os.Mkdir(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	say := "#!/bin/sh\nprintf '%s\\n' \"$*\" 'no package x; to add it:' '\tgo get x' >&2\nexit 3\n"
	for _, name := range []string{"go", "lclass-cell"} {
		if err := os.WriteFile(filepath.Join(fake, "bin", name), []byte(say), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(dir, "gonb_1")
	for _, c := range []struct{ args, env, want string }{
		{"build -o " + program, "", "build -o " + program + ".cell\nno package x\n"},
		{"build -o " + program + " -race", "", "build -o " + program + ".cell -race\nno package x\n"},
		{"test -c -o " + program, "", "test -c -o " + program + ".cell\nno package x\n"},
		{"build -o x", "", "build -o x\nno package x; to add it:\n\tgo get x\n"},
		{"build -o " + program, "GOOS=js", "build -o " + program + "\nno package x; to add it:\n\tgo get x\n"},
	} {
		cmd := exec.Command("cell/go", strings.Fields(c.args)...)
		cmd.Env = []string{"LCLASS_GOROOT=" + fake, "GONB_TMP_DIR=" + dir, "PATH=" + filepath.Join(fake, "bin") + ":" + os.Getenv("PATH"), c.env}
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if string(out) != c.want || !errors.As(err, &exit) || exit.ExitCode() != 3 {
			t.Errorf("go %s: %q, %v; want %q", c.args, out, err, c.want)
		}
	}
	if to, err := os.Readlink(program); err != nil || to != filepath.Join(fake, "bin", "lclass-cell") {
		t.Errorf("%s is a link to %q, %v", program, to, err)
	}
}

// gopls keeps the workspace in memory: the library, of which it keeps only what
// is exported, must not be in it. A module of the student's is left alone.
func TestWorkspaceIsTheCellAlone(t *testing.T) {
	t.Parallel()
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	cell, own := t.TempDir(), t.TempDir()
	for _, c := range []struct{ dir, args, want string }{
		{cell, "mod init gonb_x", ""},
		{cell, "list -m", "gonb_x\n"},
		{cell, "list linclass/lclass gonum.org/v1/gonum/mat", "linclass/lclass\ngonum.org/v1/gonum/mat\n"},
		{own, "mod init example.org/own", ""},
		{own, "list -m all", "example.org/own\n"},
		{own, "env GOWORK", "\n"},
	} {
		cmd := exec.Command(filepath.Join(root(t), "kernel", "cell", "go"), strings.Fields(c.args)...)
		cmd.Dir = c.dir
		cmd.Env = append(os.Environ(), "LCLASS_ROOT="+root(t), "LCLASS_GOROOT="+strings.TrimSpace(string(goroot)), "GOWORK=", "GOPROXY=off")
		cmd.Stderr = os.Stderr
		if out, err := cmd.Output(); string(out) != c.want || err != nil {
			t.Errorf("go %s: %q, %v; want %q", c.args, out, err, c.want)
		}
	}
}

func TestCellHasTheCollectorOfItsUser(t *testing.T) {
	t.Parallel()
	got := run(t, t.TempDir(), []string{inRepository(t)}, "import (\n\"fmt\"\n\"os\"\n)\n\n%%\nfmt.Printf(\"%q\\n\", os.Getenv(\"GOGC\"))")
	if want := fmt.Sprintf("%q\n", os.Getenv("GOGC")); got.Stdout != want || got.Error != "" {
		t.Errorf("GOGC is %+v, want %s", got, want)
	}
}

func TestUnbuiltKernelSaysSo(t *testing.T) {
	t.Parallel()
	start := exec.Command("/bin/sh", "share/jupyter/kernels/lclass/start.sh", "connection.json")
	start.Env = append(os.Environ(), "LCLASS_ROOT="+t.TempDir())
	out, err := start.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "run 'make kernel' in") {
		t.Errorf("%v: %s", err, out)
	}
}

// Cells run with the kernel's gonb and import the main module's.
func TestOneVersionOfGonb(t *testing.T) {
	t.Parallel()
	version := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root(t), name))
		if err != nil {
			t.Fatal(err)
		}
		match := regexp.MustCompile(`github.com/janpfeifer/gonb (v\S+)`).FindSubmatch(text)
		if match == nil {
			t.Fatalf("%s does not require gonb", name)
		}
		return string(match[1])
	}
	if kernel, main := version("kernel/go.mod"), version("go.mod"); kernel != main {
		t.Errorf("kernel/go.mod has gonb %s, go.mod has %s", kernel, main)
	}
}
