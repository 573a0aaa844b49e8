//go:build notebook

package store

import (
	"errors"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"linclass/internal/errtest"
)

// All tests of the package ask the command.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	build := exec.Command("go", "build", "-tags=", "-o", dir, "linclass/datasets/cmd/lclass-data")
	if out, err := build.CombinedOutput(); err != nil {
		log.Fatalf("%v: %s", err, out)
	}
	os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

func TestNoCommand(t *testing.T) {
	dir := t.TempDir()
	unchecked := &uncheckedError{Path: put(t, dir, "a", text)}
	t.Setenv("PATH", t.TempDir())
	var content []byte
	_, err := published("a").Read(dir, all(&content))
	if !errors.Is(err, exec.ErrNotFound) || !errtest.Is(err, unchecked) {
		t.Errorf("%v", err)
	}
	// An old command knows no sums.
	old := filepath.Join(t.TempDir(), "lclass-data")
	errtest.None(t, os.WriteFile(old, []byte("#!/bin/sh\ncat >/dev/null\nexit 2\n"), 0o755))
	t.Setenv("PATH", filepath.Dir(old)+":/bin:/usr/bin")
	_, err = published("a").Read(dir, all(&content))
	if !errors.As(err, new(*exec.ExitError)) || !errtest.Is(err, unchecked) {
		t.Errorf("%v", err)
	}
}
