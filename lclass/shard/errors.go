package shard

import (
	"errors"
	"fmt"
)

// ErrNames means that shards differ in the names of their features or classes, or in the
// order of these.
var ErrNames = errors.New("shard: shards differ in features or classes")

var errNoSum = errors.New("shard: the Evaluator returned neither a sum nor an error")

// A fieldError is about a field of [Sum] of which two sums, or a sum and its query, have
// different numbers of values.
type fieldError struct {
	Field      string
	Have, Want int
	text       string
}

func (e *fieldError) Error() string { return e.text }

// A columnError is about a [Column] that is not valid.
type columnError struct{ Name, text string }

func (e *columnError) Error() string { return fmt.Sprintf("shard: column %q%s", e.Name, e.text) }

func badColumn(name, text string, args ...any) error {
	return &columnError{name, fmt.Sprintf(text, args...)}
}

// A placeError adds the number of a shard to its error.
type placeError struct {
	Shard int
	err   error
}

func (e *placeError) Error() string { return fmt.Sprintf("shard %d: %v", e.Shard, e.err) }
func (e *placeError) Unwrap() error { return e.err }
