package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"linclass/assignments/lgrade/internal/assignment"
)

// lgrade runs a command and returns what it printed and how it ended.
func lgrade(t *testing.T, args ...string) (out, errors string, code int) {
	t.Helper()
	root := newRoot()
	var stdout, stderr bytes.Buffer
	root.SetOut(&stdout)
	root.SetErr(&stderr)
	root.SetArgs(args)
	code = run(t.Context(), root)
	return stdout.String(), stderr.String(), code
}

func TestExitCodes(t *testing.T) {
	t.Setenv(assignment.Variable, "testdata/home")
	for _, c := range []struct {
		args   []string
		code   int
		out    string
		errors string
	}{
		{nil, fine, "Available Commands", ""},
		{[]string{"help", "release"}, fine, "lgrade release NAME...", ""},
		{[]string{"version"}, fine, "lgrade ", ""},
		{[]string{"version", "now"}, misuse, "", "usage: lgrade version"},
		{[]string{"degrade"}, misuse, "", `unknown command "degrade"`},
		{[]string{"release"}, misuse, "", "wrong number of arguments (0); usage: lgrade release NAME... | all"},
		{[]string{"release", "--colour", "all"}, misuse, "", "unknown flag: --colour"},
		{[]string{"grade", "double", ".", "--sandbox", "docker"}, misuse, "", "want wasm, bwrap or none"},
		{[]string{"check", "x.ipynb", "--sandbox=docker"}, misuse, "", "want wasm, bwrap or none"},
		{[]string{"marks", "x.ipynb", "--sandbox="}, misuse, "", "want wasm, bwrap or none"},
		{[]string{"selftest", "--sandbox", "WASM"}, misuse, "", "want wasm, bwrap or none"},
		{[]string{"release", "triple"}, failed, "", `there is no assignment "triple"`},
		{[]string{"release", "double", "--course", t.TempDir()}, failed, "", "no assignments in"},
	} {
		out, errors, code := lgrade(t, c.args...)
		if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(errors, c.errors) || (c.errors == "") != (errors == "") {
			t.Errorf("lgrade %s: exit code %d\n%s%s", strings.Join(c.args, " "), code, out, errors)
		}
	}
}

func TestReleaseCommand(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "to", "hand out")
	out, errors, code := lgrade(t, "release", "all", "-o", dir, "--course", "testdata/home")
	if code != fine || errors != "" || !regexp.MustCompile(`double.ipynb: release [0-9a-f]{8}\n$`).MatchString(out) {
		t.Fatalf("exit code %d: %s%s", code, out, errors)
	}
	first := file(t, filepath.Join(dir, "double.ipynb"))
	if !strings.Contains(first, "not implemented: Double") || strings.Contains(first, "theSecretFactor") {
		t.Error(first)
	}
	lgrade(t, "release", "double", "-o", dir, "--course", "testdata/home")
	if second := file(t, filepath.Join(dir, "double.ipynb")); second != first {
		t.Error("a second release has other bytes")
	}
}

// The assignments after one that cannot be released still are.
func TestReleaseOfTheOthers(t *testing.T) {
	dir := t.TempDir()
	_, errors, code := lgrade(t, "release", "triple", "double", "-o", dir, "--course", "testdata/home")
	if code != failed || !strings.Contains(errors, "triple") {
		t.Errorf("exit code %d: %s", code, errors)
	}
	file(t, filepath.Join(dir, "double.ipynb"))
}

func file(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
