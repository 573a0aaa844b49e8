package stream

import (
	"fmt"
	"os"
	"time"

	"linclass/lclass"
)

// A File is a file that must not change from one read to the next. It is open only during a
// read.
type File struct {
	path     string
	size     int64
	modified time.Time
}

// A FileError says that a file is none that can be read in blocks.
type FileError struct {
	Path   string
	Is     string // what it is, such as "a directory", "empty" or "compressed"
	remedy string
}

func (e *FileError) Error() string { return "stream: " + e.Path + " is " + e.Is + e.remedy }

// NewFile returns the file with a path.
func NewFile(path string) (*File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("stream: %w", err)
	}
	if info.IsDir() {
		return nil, &FileError{path, "a directory", ", not a file"}
	}
	if !info.Mode().IsRegular() { // opening a pipe may wait for ever, and a device may have no end
		return nil, &FileError{path, "a pipe or a device", "; write its content to a file, which is read several times"}
	}
	return &File{path, info.Size(), info.ModTime()}, nil
}

// Size returns the number of bytes.
func (f *File) Size() int64 { return f.size }

// Open opens the file for reading. The error is [lclass.ErrChanged] if its size or
// modification time has changed.
func (f *File) Open() (*os.File, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	file, err := os.Open(f.path)
	if err != nil {
		return nil, fmt.Errorf("stream: %w", err)
	}
	return file, nil
}

// Check returns the error that Open would return, without opening the file. Call it after a
// read, too: the file may have changed meanwhile.
func (f *File) Check() error {
	now, err := NewFile(f.path)
	if err == nil && (now.size != f.size || !now.modified.Equal(f.modified)) {
		err = fmt.Errorf("%w: %s had %d bytes of %v and has %d of %v", lclass.ErrChanged, f.path, f.size, f.modified, now.size, now.modified)
	}
	return err
}
