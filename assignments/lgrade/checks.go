package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/gradebook"
)

// checksOf returns what changes when a notebook may get other marks: a hash of the
// assignment, of its checks, of what checks are made of, of the seed, and of lgrade
// itself.
func checksOf(a *assignment.Assignment, seed uint64, sandbox string) (string, error) {
	parts := [][]byte{fmt.Append(nil, seed, " ", sandbox)}
	for _, dir := range []string{
		a.Dir(),
		filepath.Join(a.Home.Dir, "checking"),
		filepath.Join(a.Home.Hidden(), a.Name),
	} {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if os.IsNotExist(err) {
				return nil
			}
			if err != nil || !entry.Type().IsRegular() {
				return err
			}
			rel, err := filepath.Rel(dir, path)
			if err != nil {
				return err
			}
			text, err := os.ReadFile(path)
			parts = append(parts, []byte(filepath.ToSlash(rel)), text)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	program, err := os.ReadFile(self)
	if err != nil {
		return "", err
	}
	return gradebook.Fingerprint(append(parts, program)...), nil
}
