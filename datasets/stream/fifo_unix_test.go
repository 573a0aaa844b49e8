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
	mentions(t, failure(stream.CSV(path, stream.Options{Target: "t"})), path, "is a pipe")
	mentions(t, failure(stream.IDX(path, path)), path, "is a pipe")
}
