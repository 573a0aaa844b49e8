// Package download fetches the files of data sets into a cache directory.
//
// It stands on libraries that do one thing each: go-retryablehttp repeats
// requests that a busy server has refused, flock keeps two processes from
// writing the same file, natefinch/atomic puts the finished file in place on
// every system (renameio refuses Windows), and progressbar draws on terminals.
// What remains here is what none of them does: mirrors, resuming, stalled
// servers, and trusting nothing but the checksum of the content.
package download

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	"github.com/natefinch/atomic"

	"linclass/datasets/internal/store"
)

// A Client fetches files. The zero value is ready for use.
type Client struct {
	// Progress receives a bar if it is a terminal and a line every tenth of
	// the way if not. If it is nil nothing is said.
	Progress io.Writer
	// Connect is the longest time to reach a server. If it is 0 it is 10 s.
	Connect time.Duration
	// Stall is the longest time to wait for the next byte. If it is 0 it is 30 s.
	Stall time.Duration
	// Pause is the time before a refused request is repeated for the first
	// time; it doubles each time. If it is 0 it is 1 s.
	Pause time.Duration

	// dial reaches a server. If it is nil it is that of net.Dialer.
	dial func(ctx context.Context, network, address string) (net.Conn, error)
}

func (c Client) withDefaults() Client {
	c.Connect, c.Stall, c.Pause = cmp.Or(c.Connect, 10*time.Second), cmp.Or(c.Stall, 30*time.Second), cmp.Or(c.Pause, time.Second)
	if c.Progress == nil {
		c.Progress = io.Discard
	}
	if c.dial == nil {
		c.dial = (&net.Dialer{Timeout: c.Connect}).DialContext
	}
	return c
}

// A CacheError says that the cache directory cannot be written to.
type CacheError struct {
	Dir string
	Err error
}

func (e *CacheError) Error() string {
	return fmt.Sprintf("cannot write to the cache directory %s: %v; make room there, or set %s to a directory that can be written to", e.Dir, e.Err, store.CacheVariable)
}

func (e *CacheError) Unwrap() error { return e.Err }

// A sourceError says why a source does not deliver a file.
type sourceError struct {
	Path, URL string
	err       error
}

func (e *sourceError) Error() string { return e.URL + ": " + e.err.Error() }

func (e *sourceError) Unwrap() error { return e.err }

// Fetch puts f into its place below dir unless it is there already. It tries
// one source after the other until the content is as published. A file that
// could not be finished stays beside its place, with .part at the end of its
// name, and is resumed by the next call.
func (c Client) Fetch(ctx context.Context, f store.File, dir string) error {
	c = c.withDefaults()
	final := filepath.Join(dir, filepath.FromSlash(f.Path()))
	if err := os.MkdirAll(filepath.Dir(final), 0o755); err != nil {
		return &CacheError{dir, err}
	}
	lock := flock.New(filepath.Join(filepath.Dir(final), ".lock"))
	if _, err := lock.TryLockContext(ctx, 100*time.Millisecond); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &CacheError{dir, err}
	}
	defer lock.Unlock()
	if f.Check(final) == nil {
		return nil
	}
	part := final + ".part"
	if err := c.fetchPart(ctx, f, dir, part); err != nil {
		return err
	}
	if err := atomic.ReplaceFile(part, final); err != nil {
		return &CacheError{dir, err}
	}
	return nil
}

// fetchPart completes the file part from the first source that can.
func (c Client) fetchPart(ctx context.Context, f store.File, dir, part string) error {
	if f.Check(part) == nil {
		return nil
	}
	var failures []error
	for _, url := range f.Sources() {
		t := transfer{Client: c, file: f, url: url, dir: dir, part: part}
		err := t.run(ctx)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%s: %w", f.Path(), ctx.Err())
		}
		var cache *CacheError
		if errors.As(err, &cache) {
			return err
		}
		failures = append(failures, &sourceError{f.Path(), url, err})
	}
	return fmt.Errorf("no source delivers %s:\n%w", f.Path(), errors.Join(failures...))
}
