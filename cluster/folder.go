package cluster

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/natefinch/atomic"
)

// A folder has blobs as files.
type folder string

func (folder) kind() string { return "lclass-folder" }

func (f folder) String() string { return string(f) }

func (f folder) file(name string) string { return filepath.Join(string(f), name[:2], name) }

func (f folder) has(ctx context.Context, name string) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	_, err := os.Stat(f.file(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

func (f folder) put(_ context.Context, name string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(f.file(name)), 0o777); err != nil {
		return err
	}
	return atomic.WriteFile(f.file(name), bytes.NewReader(text))
}

func (f folder) get(ctx context.Context, name string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return os.ReadFile(f.file(name))
}
