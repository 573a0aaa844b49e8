package store

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// A MissingError says that a file is nowhere on this computer.
type MissingError struct {
	File    File
	Looked  []string // the places, and why the file was not taken from them
	Damaged error    // what is wrong with the file in the cache, nil if there is none
}

// Unwrap returns what is wrong with the file in the cache.
func (e *MissingError) Unwrap() error { return e.Damaged }

func (e *MissingError) Error() string {
	return e.File.Path() + " is not there: " + strings.Join(e.Looked, "; ")
}

// Find gives the content of f to use, if that is not nil, and returns the path it
// was found at, looking into LCLASS_DATA and then into the cache. If it is in
// neither, or damaged in the cache, the error is a [MissingError]. A damaged file
// in LCLASS_DATA, which is the user's, is a [ContentError]. Other errors are those
// of use.
func (f File) Find(use Use) (path string, err error) {
	missing := &MissingError{File: f}
	if dir := DataDir(); dir == "" {
		missing.looked("%s is not set", DataVariable)
	} else {
		path, err := f.Read(dir, use)
		if !errors.Is(err, fs.ErrNotExist) {
			return path, err
		}
		missing.looked("%s (%s) does not hold it", DataVariable, dir)
	}
	dir, err := CacheDir()
	if err != nil {
		missing.looked("there is no cache directory (%v; %s names one)", err, CacheVariable)
		return "", missing
	}
	path, err = f.Read(dir, use)
	var damaged *ContentError
	var unreadable *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		missing.looked("the cache %s does not hold it", dir)
	case errors.As(err, &damaged), errors.As(err, &unreadable):
		missing.Damaged = err
		missing.looked("the cache has it damaged (%v)", err)
	default:
		return path, err
	}
	return "", missing
}

func (e *MissingError) looked(format string, args ...any) {
	e.Looked = append(e.Looked, fmt.Sprintf(format, args...))
}
