package parquet

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// A FormatError says that a file is damaged, or uses a part of the format that is not
// supported.
type FormatError struct {
	Path   string
	Column string // empty if it is not about one
	Row    int    // of the file, from 0; −1 if it is not about one
	Err    error
}

func (e *FormatError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "parquet: %s: ", e.Path)
	if e.Column != "" {
		fmt.Fprintf(&b, "column %q", e.Column)
		if e.Row >= 0 {
			fmt.Fprintf(&b, ", row %d", e.Row)
		}
		b.WriteString(": ")
	}
	fmt.Fprintf(&b, "%v; if the file is damaged, copy it or write it again", e.Err)
	return b.String()
}

// Unwrap returns what is wrong.
func (e *FormatError) Unwrap() error { return e.Err }

// A TypeError names columns that are used but whose types are not supported.
type TypeError struct {
	Path    string
	Columns []string
	Types   []string // of each column
}

func (e *TypeError) Error() string {
	var which []string
	for i, name := range e.Columns {
		which = append(which, fmt.Sprintf("column %q is of type %s", name, e.Types[i]))
	}
	return fmt.Sprintf("parquet: %s: %s; numbers, booleans and strings are read: name others in Options.Features, or cast these", e.Path, strings.Join(which, ", "))
}

// fail returns the error of reading a column, nil for the whole file, from a row on.
func (t *table) fail(c *column, row int, err error) error {
	if errors.Is(err, errMissing) {
		missing := &lclass.ValueError{Err: lclass.ErrMissing, Column: c.name, Row: row, Count: 1}
		return invalid.Reworded(missing, "parquet: %s: column %q, row %d: %v", t.path, c.name, row, err)
	}
	var disk *fs.PathError
	if errors.As(err, &disk) {
		return fmt.Errorf("parquet: %w", err)
	}
	e := &FormatError{Path: t.path, Row: row, Err: err}
	if c != nil {
		e.Column = c.name
	}
	return e
}

// guarded calls the library, which panics where a file is not as it expects.
func guarded(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it cannot be read: %v", p)
		}
	}()
	return do()
}
