package download

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"linclass/datasets/internal/store"
	"linclass/internal/errtest"
)

var (
	content = noise(300_000)
	zipped  = zip(content)
)

// noise returns n bytes that gzip cannot make smaller.
func noise(n int) []byte {
	r := rand.NewChaCha8([32]byte{})
	b := make([]byte, n)
	r.Read(b)
	return b
}

func zip(content []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(content)
	w.Close()
	return b.Bytes()
}

func fileAt(urls ...string) store.File {
	sum := sha256.Sum256(content)
	return store.File{Set: "set", Name: "a.gz", Size: int64(len(content)), SHA256: hex.EncodeToString(sum[:]), URLs: urls}
}

// The mirrors of the tests.

func good(w http.ResponseWriter, r *http.Request) {
	http.ServeContent(w, r, "a.gz", time.Time{}, bytes.NewReader(zipped))
}

func withoutRange(w http.ResponseWriter, r *http.Request) { w.Write(zipped) }

func notFound(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }

func wrong(w http.ResponseWriter, r *http.Request) {
	http.ServeContent(w, r, "a.gz", time.Time{}, bytes.NewReader(zip([]byte("something else"))))
}

func page(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "<html>log in first</html>") }

func endless(w http.ResponseWriter, r *http.Request) {
	for {
		if _, err := w.Write(zipped); err != nil {
			return
		}
	}
}

// half promises everything and breaks off in the middle.
func half(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Length", fmt.Sprint(len(zipped)))
	w.Write(zipped[:len(zipped)/2])
}

// stalled sends the first half and then nothing.
func stalled(w http.ResponseWriter, r *http.Request) {
	half(w, r)
	w.(http.Flusher).Flush()
	<-r.Context().Done()
}

// crawling sends a byte a second.
func crawling(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Length", fmt.Sprint(len(zipped)))
	for i := range zipped {
		w.Write(zipped[i : i+1])
		w.(http.Flusher).Flush()
		select {
		case <-time.After(time.Second):
		case <-r.Context().Done():
			return
		}
	}
}

// silent does not even answer.
func silent(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// firstThen answers the first request in one way and the rest in another.
func firstThen(first, rest http.HandlerFunc) http.HandlerFunc {
	var n atomic.Int32
	return func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1) == 1 {
			first(w, r)
			return
		}
		rest(w, r)
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(code) }
}

func TestFetch(t *testing.T) {
	rest := fmt.Sprintf("bytes=%d-", len(zipped)/2)
	tests := []struct {
		name    string
		mirrors []http.HandlerFunc
		part    []byte     // there from an earlier call
		asked   [][]string // ranges asked of each mirror
		seconds int        // that it waits
	}{
		{"good", []http.HandlerFunc{good}, nil, [][]string{{""}}, 0},
		{"slow", []http.HandlerFunc{inPieces}, nil, [][]string{{""}}, 11 * 29},
		{"not found, next mirror", []http.HandlerFunc{notFound, good}, nil, [][]string{{""}, {""}}, 0},
		{"busy at first", []http.HandlerFunc{firstThen(status(503), good)}, nil, [][]string{{"", ""}}, 1},
		{"busy for ever, next mirror", []http.HandlerFunc{status(503), good}, nil, [][]string{{"", "", ""}, {""}}, 3},
		{"breaks off, resumed", []http.HandlerFunc{firstThen(half, good)}, nil, [][]string{{"", rest}}, 0},
		{"breaks off, cannot resume", []http.HandlerFunc{firstThen(half, withoutRange)}, nil, [][]string{{"", rest}}, 0},
		{"breaks off for ever, next mirror resumes", []http.HandlerFunc{half, good}, nil, [][]string{{"", rest, rest}, {rest}}, 0},
		{"stalls, next mirror resumes", []http.HandlerFunc{stalled, good}, nil, [][]string{{""}, {rest}}, 30},
		{"crawls, next mirror resumes", []http.HandlerFunc{crawling, good}, nil, [][]string{{""}, {"bytes=121-"}}, 120},
		{"does not answer, next mirror", []http.HandlerFunc{silent, good}, nil, [][]string{{""}, {""}}, 30},
		{"wrong content, next mirror", []http.HandlerFunc{wrong, good}, nil, [][]string{{""}, {""}}, 0},
		{"page instead of data, next mirror", []http.HandlerFunc{page, good}, nil, [][]string{{""}, {""}}, 0},
		{"endless, next mirror", []http.HandlerFunc{endless, good}, nil, [][]string{{""}, {""}}, 0},
		{"resumes an earlier call", []http.HandlerFunc{good}, zipped[:len(zipped)/2], [][]string{{rest}}, 0},
		{"finished by an earlier call", []http.HandlerFunc{good}, zipped, [][]string{nil}, 0},
		{"earlier call left something else", []http.HandlerFunc{good}, noise(len(zipped) / 2), [][]string{{rest, ""}}, 0},
		{"earlier call left too much", []http.HandlerFunc{good}, noise(len(zipped)), [][]string{{fmt.Sprintf("bytes=%d-", len(zipped)), ""}}, 0},
		{"wrong range", []http.HandlerFunc{firstThen(wrongRange, good)}, zipped[:len(zipped)/2], [][]string{{rest, ""}}, 0},
	}
	for _, test := range tests {
		inBubble(t, test.name, func(t *testing.T) {
			dir, start := t.TempDir(), time.Now()
			var n network
			var urls []string
			for _, mirror := range test.mirrors {
				urls = append(urls, n.serve(t, mirror).URL)
			}
			if test.part != nil {
				put(t, filepath.Join(dir, "set", "a.gz.part"), test.part)
			}
			f := fileAt(urls...)
			errtest.None(t, n.client().Fetch(t.Context(), f, dir))
			if took, want := time.Since(start), time.Duration(test.seconds)*time.Second; took != want {
				t.Errorf("it waited %v, want %v", took, want)
			}
			checkFetched(t, f, dir)
			for i, s := range n.servers {
				if got, want := fmt.Sprintf("%q", s.requests()), fmt.Sprintf("%q", test.asked[i]); got != want {
					t.Errorf("mirror %d was asked for ranges %s, want %s", i, got, want)
				}
			}
		})
	}
}

func wrongRange(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Range", fmt.Sprintf("bytes 7-%d/%d", len(zipped)-1, len(zipped)))
	w.WriteHeader(http.StatusPartialContent)
	w.Write(zipped[7:])
}

// checkFetched reports whether f is in its place, and alone there.
func checkFetched(t *testing.T, f store.File, dir string) {
	t.Helper()
	final := filepath.Join(dir, "set", "a.gz")
	if err := f.Check(final); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(final + ".part"); err == nil {
		t.Error("the unfinished file is still there")
	}
}

func put(t *testing.T, path string, content []byte) {
	t.Helper()
	errtest.None(t, os.MkdirAll(filepath.Dir(path), 0o755))
	errtest.None(t, os.WriteFile(path, content, 0o644))
}

func TestFetchFails(t *testing.T) {
	tests := []struct {
		name     string
		handler  http.HandlerFunc
		reason   error
		keepPart bool
	}{
		{"not found", notFound, &statusError{Code: 404}, false},
		{"busy", status(503), &statusError{Code: 503}, false},
		{"wrong content", wrong, &store.ContentError{Reason: "SHA-256"}, false},
		{"page", page, &store.ContentError{Reason: "not a gzip file"}, false},
		{"endless", endless, errTooLong, false},
		{"breaks off", half, errInterrupted, true},
		{"stalls", stalled, errStalled, true},
		{"crawls", crawling, errTooSlow, true},
	}
	for _, test := range tests {
		inBubble(t, test.name, func(t *testing.T) {
			var n network
			dir, url := t.TempDir(), n.serve(t, test.handler).URL
			checkError(t, n.client().Fetch(t.Context(), fileAt(url), dir), url, test.reason)
			final := filepath.Join(dir, "set", "a.gz")
			if _, err := os.Stat(final); err == nil {
				t.Error("there is a file under the final name")
			}
			if info, err := os.Stat(final + ".part"); (err == nil && info.Size() > 0) != test.keepPart {
				t.Errorf("unfinished file: %v, %v; kept should be %v", info, err, test.keepPart)
			}
		})
	}
}

// checkError checks what a source says, of a [store.ContentError] only part of the Reason.
func checkError(t *testing.T, err error, url string, reason error) {
	t.Helper()
	is := errtest.Is(err, reason)
	if want, ok := reason.(*store.ContentError); ok {
		var got *store.ContentError
		is = errors.As(err, &got) && strings.Contains(got.Reason, want.Reason)
	}
	if !is || !errtest.Is(err, &sourceError{Path: "set/a.gz", URL: url}) {
		t.Errorf("error %v, want %v of %s", err, reason, url)
	}
}

func TestFetchOverTCP(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(good))
	f, dir := fileAt(s.URL), t.TempDir()
	errtest.None(t, (Client{}).Fetch(t.Context(), f, dir))
	checkFetched(t, f, dir)
	s.Close()
	checkError(t, Client{}.Fetch(t.Context(), f, t.TempDir()), s.URL, syscall.ECONNREFUSED)
}

func TestFetchReplacesDamagedFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		put(t, filepath.Join(dir, "set", "a.gz"), zipped[:1000])
		var n network
		f := fileAt(n.serve(t, good).URL)
		errtest.None(t, n.client().Fetch(t.Context(), f, dir))
		checkFetched(t, f, dir)
	})
}

// Several calls at once fetch the file once.
func TestFetchTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		var n network
		s := n.serve(t, good)
		f := fileAt(s.URL)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if err := n.client().Fetch(t.Context(), f, dir); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		checkFetched(t, f, dir)
		if got := len(s.requests()); got != 1 {
			t.Errorf("%d requests", got)
		}
	})
}

func TestFetchCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		var n network
		s := n.serve(t, func(w http.ResponseWriter, r *http.Request) {
			half(w, r)
			w.(http.Flusher).Flush()
			cancel()
			<-r.Context().Done()
		})
		next := n.serve(t, good)
		err := n.client().Fetch(ctx, fileAt(s.URL, next.URL), dir)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if _, err := os.Stat(filepath.Join(dir, "set", "a.gz")); err == nil {
			t.Error("there is a file under the final name")
		}
		if got := len(next.requests()); got != 0 {
			t.Errorf("the next mirror got %d requests", got)
		}
		// Who waits for another process can be cancelled as well.
		if err := n.client().Fetch(ctx, fileAt(next.URL), t.TempDir()); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled before: got %v", err)
		}
	})
}

func TestFetchUnwritable(t *testing.T) {
	tests := []struct {
		name    string
		prepare func(t *testing.T, dir string)
	}{
		{"file in place of the cache", func(t *testing.T, dir string) {
			put(t, dir, nil)
		}},
		{"file in place of the set", func(t *testing.T, dir string) {
			put(t, filepath.Join(dir, "set"), nil)
		}},
		{"directory in place of the lock", func(t *testing.T, dir string) {
			put(t, filepath.Join(dir, "set", ".lock", "x"), nil)
		}},
		{"directory in place of the unfinished file", func(t *testing.T, dir string) {
			put(t, filepath.Join(dir, "set", "a.gz.part", "x"), nil)
		}},
		{"directory in place of the file", func(t *testing.T, dir string) {
			put(t, filepath.Join(dir, "set", "a.gz", "x"), nil)
		}},
		{"full disk", func(t *testing.T, dir string) {
			const full = "/dev/full" // every write fails with "no space left on device"
			if _, err := os.Stat(full); err != nil {
				t.Skip(err)
			}
			put(t, filepath.Join(dir, "set", "x"), nil)
			if err := os.Symlink(full, filepath.Join(dir, "set", "a.gz.part")); err != nil {
				t.Skip(err)
			}
		}},
	}
	for _, test := range tests {
		inBubble(t, test.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "cache")
			test.prepare(t, dir)
			var n network
			first, second := n.serve(t, good), n.serve(t, good)
			err := n.client().Fetch(t.Context(), fileAt(first.URL, second.URL), dir)
			var cache *CacheError
			if !errors.As(err, &cache) || cache.Dir != dir {
				t.Fatalf("got %v", err)
			}
			if got := len(second.requests()); got != 0 {
				t.Errorf("the next mirror got %d requests", got)
			}
		})
	}
}

func TestProgressLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b strings.Builder
		var n network
		c := n.client()
		c.Progress = &b
		errtest.None(t, c.Fetch(t.Context(), fileAt(n.serve(t, inPieces).URL), t.TempDir()))
		lines := strings.Split(strings.TrimSpace(b.String()), "\n")
		if len(lines) != 10 {
			t.Errorf("%d lines:\n%s", len(lines), b.String())
		}
		if got, want := lines[len(lines)-1], fmt.Sprintf("set/a.gz: 100 %% of %.1f kB", float64(len(zipped))/1e3); got != want {
			t.Errorf("last line %q, want %q", got, want)
		}
	})
}

// inPieces sends the file in pieces, so that there is a way to report on.
func inPieces(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Length", fmt.Sprint(len(zipped)))
	for i := 0; i < len(zipped); i += len(zipped) / 10 {
		time.Sleep(29 * time.Second) // a second before it counts as stalled
		w.Write(zipped[i:min(i+len(zipped)/10, len(zipped))])
		w.(http.Flusher).Flush()
	}
}
