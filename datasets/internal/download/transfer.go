package download

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"linclass/datasets/internal/store"
)

// attempts is how often one source is asked for the rest of a file that broke
// off.
const attempts = 3

// A server must send so many bytes in every window, 500 a second, or the next one is
// asked: it need not stop sending to be of no use.
const (
	window  = 2 * time.Minute
	slowest = 60_000
)

// A transfer brings one file from one source.
type transfer struct {
	Client
	file store.File
	url  string
	dir  string // of the cache
	part string // path of the unfinished file
}

var (
	errStalled     = errors.New("the server has stopped sending")
	errTooSlow     = fmt.Errorf("the server sends fewer than %d bytes in %v", slowest, window)
	errInterrupted = errors.New("the connection broke off")
	errNoResume    = errors.New("the server cannot resume the file where it broke off")
	errTooLong     = errors.New("the file is longer than it can be")
)

// A statusError is an answer without the file.
type statusError struct {
	Code   int
	status string
}

func (e *statusError) Error() string { return "the server answers " + e.status }

// run goes on where an earlier transfer stopped. If what it gets does not fit
// to that, which may have come from another source, it starts again.
func (t transfer) run(ctx context.Context) error {
	var err error
	for range attempts {
		var resumed bool
		resumed, err = t.get(ctx)
		switch {
		case errors.Is(err, errInterrupted):
			continue
		case errors.Is(err, errNoResume), errors.Is(err, errTooLong):
		case err != nil:
			return err
		default:
			if err = t.file.Check(t.part); err == nil {
				return nil
			}
		}
		if remove := os.Remove(t.part); remove != nil {
			return &CacheError{t.dir, remove}
		}
		if !resumed {
			return err
		}
	}
	return err
}

// get asks for the bytes after those that are there and adds them.
func (t transfer) get(ctx context.Context) (resumed bool, err error) {
	part, err := os.OpenFile(t.part, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return false, &CacheError{t.dir, err}
	}
	defer part.Close()
	have, err := part.Seek(0, io.SeekEnd)
	if err != nil {
		return false, &CacheError{t.dir, err}
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stalled := time.AfterFunc(t.Stall, func() { cancel(fmt.Errorf("%w for %v", errStalled, t.Stall)) })
	defer stalled.Stop()
	response, err := t.ask(ctx, have)
	if err != nil {
		return have > 0, cause(ctx, err)
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
		have = 0
		if err := part.Truncate(0); err != nil {
			return false, &CacheError{t.dir, err}
		}
		if _, err := part.Seek(0, io.SeekStart); err != nil {
			return false, &CacheError{t.dir, err}
		}
	case http.StatusPartialContent:
		if !strings.HasPrefix(response.Header.Get("Content-Range"), fmt.Sprintf("bytes %d-", have)) {
			return true, errNoResume
		}
	case http.StatusRequestedRangeNotSatisfiable:
		return have > 0, errNoResume
	default:
		return have > 0, &statusError{response.StatusCode, response.Status}
	}

	if err := t.copy(ctx, part, response, have, stalled); err != nil {
		return have > 0, err
	}
	if err := errors.Join(part.Sync(), part.Close()); err != nil {
		return have > 0, &CacheError{t.dir, err}
	}
	return have > 0, nil
}

// copy adds the body of the response to part, which holds have bytes.
func (t transfer) copy(ctx context.Context, part *os.File, response *http.Response, have int64, stalled *time.Timer) error {
	total := int64(-1)
	if response.ContentLength >= 0 {
		total = have + response.ContentLength
	}
	// No compressed file is much longer than its content.
	longest := t.file.Size + t.file.Size/100 + 1<<10
	bar := newProgress(t.Progress, t.file.Path(), have, total)
	buffer := make([]byte, 1<<16)
	start, received := time.Now(), 0
	for {
		n, err := response.Body.Read(buffer)
		stalled.Reset(t.Stall)
		if _, err := part.Write(buffer[:n]); err != nil {
			return &CacheError{t.dir, err}
		}
		bar.add(n)
		if have += int64(n); have > longest {
			return errTooLong
		}
		if err == io.EOF {
			bar.done()
			return nil
		}
		if err != nil {
			if err := cause(ctx, nil); err != nil {
				return err
			}
			return fmt.Errorf("%w: %v", errInterrupted, err)
		}
		if received += n; time.Since(start) >= window {
			if received < slowest {
				return errTooSlow
			}
			start, received = time.Now(), 0
		}
	}
}

// cause returns why ctx was cancelled, err if it was not. It drops the URL,
// which the caller adds.
func cause(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	var e *url.Error
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}
