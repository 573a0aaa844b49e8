//go:build unix

package stream_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"linclass/datasets/stream"
)

// A pipe that nobody writes to is an error, and holds nothing up.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.csv")
	must(t, 0, syscall.Mkfifo(path, 0o600))
	pipe := &stream.FileError{Path: path, Is: "a pipe or a device"}
	fails(t, failure(stream.CSV(path, stream.Options{Target: "t"})), pipe)
	fails(t, failure(stream.IDX(path, path)), pipe)
}
