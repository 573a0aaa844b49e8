package store

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
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

// Read returns the decompressed content of f in dir, which may hold it
// compressed or not, and the path it was found at. The error is
// fs.ErrNotExist if it is not there, and a [ContentError] if it is not as
// published.
func (f File) Read(dir string) (content []byte, path string, err error) {
	path = f.locate(filepath.Join(dir, f.Set))
	content, err = f.read(path, strings.HasSuffix(path, gz))
	return content, path, err
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

// Check tells whether the file at path has the content of f, compressed as
// the name of f says.
func (f File) Check(path string) error {
	_, err := f.read(path, strings.HasSuffix(f.Name, gz))
	return err
}

// read takes no more memory than the published size, nor than the file can
// hold.
func (f File) read(path string, compressed bool) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	var r io.Reader = file
	held := info.Size()
	if compressed {
		if r, err = gzip.NewReader(file); err != nil {
			return nil, &ContentError{path, fmt.Sprintf("offset 0: not a gzip file (%v)", err)}
		}
		const largestRatio = 1032 // of DEFLATE: 258 bytes from 2 bits
		held *= largestRatio
	}
	buffer := bytes.NewBuffer(make([]byte, 0, min(f.Size, held)+1+bytes.MinRead))
	n, err := buffer.ReadFrom(io.LimitReader(r, f.Size+1))
	if err != nil {
		return nil, &ContentError{path, fmt.Sprintf("broken at offset %d of the content: %v", n, err)}
	}
	if n > f.Size {
		return nil, &ContentError{path, fmt.Sprintf("longer than the %d bytes published", f.Size)}
	}
	if sum := sha256.Sum256(buffer.Bytes()); hex.EncodeToString(sum[:]) != f.SHA256 {
		return nil, &ContentError{path, fmt.Sprintf("content of %d bytes with SHA-256 %x instead of %d bytes with %s", n, sum, f.Size, f.SHA256)}
	}
	return buffer.Bytes(), nil
}
