package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
)

// A listing is what the go command says of a package.
type listing struct {
	Dir, ImportPath, Name              string
	Module                             struct{ Path string }
	GoFiles, TestGoFiles, XTestGoFiles []string
}

// source returns the directory of the package in its module, "." for the module's own.
func (l listing) source() string {
	return path.Clean("./" + strings.TrimPrefix(l.ImportPath, l.Module.Path))
}

// list returns the packages that programs may import. Which of their files count does not
// depend on this computer.
func list(dir string, patterns []string) ([]listing, error) {
	var stderr bytes.Buffer
	c := exec.Command("go", append([]string{"list", "-json=Dir,ImportPath,Name,Module,GoFiles,TestGoFiles,XTestGoFiles"}, patterns...)...)
	c.Dir, c.Stderr = dir, &stderr
	c.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, stderr.String())
	}
	var found []listing
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listing
		switch err := d.Decode(&l); {
		case errors.Is(err, io.EOF):
			return found, nil
		case err != nil:
			return nil, err
		}
		if l.Name != "main" && len(l.GoFiles) > 0 && !slices.Contains(strings.Split(l.ImportPath, "/"), "internal") {
			found = append(found, l)
		}
	}
}
