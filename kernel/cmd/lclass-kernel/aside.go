//go:build !windows

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// compiled are the ends of the names of files that Go makes a part of a package.
var compiled = []string{
	".go", ".c", ".cc", ".cpp", ".cxx", ".m", ".h", ".hh", ".hpp", ".hxx", ".f", ".F", ".for", ".f90",
	".s", ".S", ".sx", ".swig", ".swigcxx", ".syso",
}

// written are the files of Go that gonb, and kernel/cell/go, write for a cell.
var written = []string{"main.go", "main_test.go", "lclass_calls.go"}

// putAside renames what these have not written in the directory where it compiles cells, and
// what would be a part of every cell. It returns notes of what it renamed.
func putAside(dir string) (notes []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := e.Name()
		ours := slices.Contains(written, name)
		if ours && e.Type().IsRegular() || !ours && (e.IsDir() || !slices.Contains(compiled, filepath.Ext(name))) {
			continue
		}
		aside := name + ".aside"
		for n := 2; exists(filepath.Join(dir, aside)); n++ {
			aside = fmt.Sprintf("%s.aside%d", name, n)
		}
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(dir, aside)); err != nil {
			return notes, err
		}
		notes = append(notes, fmt.Sprintf("%s is in the directory where cells are compiled, so it would be part of every cell. It is now called %s. Declare what you need from it in a cell.\n", name, aside))
	}
	return notes, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
