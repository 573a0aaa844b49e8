package store

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

const gz = ".gz"

// A ContentError says that a file is there but is not the file as published.
type ContentError struct {
	Path   string
	Reason string
}

func (e *ContentError) Error() string { return e.Path + " is not the file as published: " + e.Reason }

// A Use takes the decompressed content of the file at a path. What it makes of
// that counts only if there is no error in the end: until all is read nobody knows
// whether the content is as published.
type Use func(path string, content io.Reader) error

// Read gives the content of f in dir, which may hold it compressed or not, to
// use, if that is not nil, and returns the path it was found at. The error is
// fs.ErrNotExist if it is not there, a [ContentError] if it is not as published,
// and otherwise that of use.
func (f File) Read(dir string, use Use) (path string, err error) {
	path = f.locate(filepath.Join(dir, f.Set))
	return path, f.read(path, strings.HasSuffix(path, gz), use)
}

// locate returns the path of f in dir: as published if it is there, else the
// compressed or uncompressed twin if that is.
func (f File) locate(dir string) string {
	twin := f.Name + gz
	if plain, compressed := strings.CutSuffix(f.Name, gz); compressed {
		twin = plain
	}
	for _, name := range []string{f.Name, twin} {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return filepath.Join(dir, f.Name)
}

// Check reports whether the file at path has the content of f, compressed as
// the name of f says.
func (f File) Check(path string) error {
	return f.read(path, strings.HasSuffix(f.Name, gz), nil)
}

func (f File) read(path string, compressed bool, use Use) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	var r io.Reader = file
	if compressed {
		if r, err = gzip.NewReader(file); err != nil {
			return &ContentError{path, fmt.Sprintf("offset 0: not a gzip file (%v)", err)}
		}
	}
	sum, err := newSum()
	if err != nil {
		return &uncheckedError{path, err}
	}
	defer sum.close()
	content := &counted{r: io.TeeReader(io.LimitReader(r, f.Size+1), sum)}
	var used error
	if use != nil {
		used = use(path, content)
	}
	if _, err := io.Copy(io.Discard, content); err != nil {
		return &ContentError{path, fmt.Sprintf("broken at offset %d of the content: %v", content.n, err)}
	}
	if content.n > f.Size {
		return &ContentError{path, fmt.Sprintf("longer than the %d bytes published", f.Size)}
	}
	hex, err := sum.hex()
	if err != nil {
		return &uncheckedError{path, err}
	}
	if hex != f.SHA256 {
		return &ContentError{path, fmt.Sprintf("content of %d bytes with SHA-256 %s instead of %d bytes with %s", content.n, hex, f.Size, f.SHA256)}
	}
	return used
}

// An uncheckedError says that the SHA-256 of a file cannot be computed.
type uncheckedError struct {
	Path string
	err  error
}

func (e *uncheckedError) Error() string {
	return fmt.Sprintf("%s cannot be checked: %v; run 'make kernel'", e.Path, e.err)
}

func (e *uncheckedError) Unwrap() error { return e.err }

// counted counts what is read.
type counted struct {
	r io.Reader
	n int64
}

// Read implements io.Reader.
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
