//go:build !windows

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestSweepHomes(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	living, err := newHome()
	if err != nil {
		t.Fatal(err)
	}
	dead, err := newHome()
	if err != nil {
		t.Fatal(err)
	}
	dead.lock.Close() // as its process ends
	half := filepath.Join(os.TempDir(), homePrefix+"half")
	if err := os.MkdirAll(filepath.Join(half, "gonb_1"), 0o700); err != nil { // whose lock was removed
		t.Fatal(err)
	}
	other := filepath.Join(os.TempDir(), "gonb_2")
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	sweepHomes()
	for dir, want := range map[string]bool{living.dir: true, dead.dir: false, half: false, other: true} {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) == want {
			t.Errorf("%s: %v; is to stay: %v", dir, err, want)
		}
	}
}

func TestMendedHomeIsLocked(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	h, err := newHome()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(h.dir); err != nil {
		t.Fatal(err)
	}
	if err := h.mend(); err != nil {
		t.Fatal(err)
	}
	sweepHomes()
	if _, err := os.Stat(h.dir); err != nil {
		t.Error(err)
	}
}
