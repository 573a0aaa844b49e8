package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"linclass/datasets/internal/store"
	"linclass/internal/errtest"
)

// elsewhere makes the environment of a computer without data whose mirror
// answers with handler.
func elsewhere(t *testing.T, handler http.Handler) (cache string) {
	t.Helper()
	mirror := httptest.NewServer(handler)
	t.Cleanup(mirror.Close)
	cache = t.TempDir()
	t.Setenv(store.DataVariable, "")
	t.Setenv(store.CacheVariable, cache)
	t.Setenv(store.OfflineVariable, "")
	t.Setenv(store.MirrorVariable, mirror.URL)
	return cache
}

func call(ctx context.Context, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(ctx, args, strings.NewReader("abc"), &out, &errs)
	return code, out.String(), errs.String()
}

func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q does not say %q", text, part)
		}
	}
}

func TestUsage(t *testing.T) {
	elsewhere(t, http.NotFoundHandler())
	tests := []struct {
		name string
		args []string
		code int
		says string
	}{
		{"help", []string{"-h"}, 0, "usage"},
		{"unknown set", []string{"iris"}, exitUsage, `"iris"`},
		{"unknown flag", []string{"-force"}, exitUsage, "-force"},
		{"two sets", []string{"mnist", "titanic"}, exitUsage, "usage"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			code, _, stderr := call(t.Context(), test.args...)
			if code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
			contains(t, stderr, test.says, "usage: lclass-data [all|mnist|titanic]")
		})
	}
}

// With nothing named, every set is tried even if one cannot be had.
func TestNothingToBeHad(t *testing.T) {
	elsewhere(t, http.NotFoundHandler())
	code, _, stderr := call(t.Context())
	if code != exitMissing {
		t.Errorf("exit code %d", code)
	}
	contains(t, stderr, "mnist/train-images-idx3-ubyte.gz", "titanic/titanic.csv", "404")
}

func TestOffline(t *testing.T) {
	cache := elsewhere(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("request for %s", r.URL)
	}))
	t.Setenv(store.OfflineVariable, "1")
	code, _, stderr := call(t.Context(), "titanic")
	if code != exitMissing {
		t.Errorf("exit code %d", code)
	}
	contains(t, stderr, "titanic/titanic.csv", cache, store.OfflineVariable)
}

// A damaged file in the cache and a mirror that fails are both said.
func TestDamagedCache(t *testing.T) {
	damaged := filepath.Join(elsewhere(t, http.NotFoundHandler()), "titanic", "titanic.csv")
	errtest.None(t, os.MkdirAll(filepath.Dir(damaged), 0o755))
	errtest.None(t, os.WriteFile(damaged, []byte("x"), 0o644))
	code, _, stderr := call(t.Context(), "titanic")
	if code != exitMissing {
		t.Errorf("exit code %d", code)
	}
	contains(t, stderr, damaged+" is not the file as published", "404")
}

func TestUnwritableCache(t *testing.T) {
	file := filepath.Join(elsewhere(t, http.NotFoundHandler()), "file")
	errtest.None(t, os.WriteFile(file, nil, 0o644))
	t.Setenv(store.CacheVariable, file)
	code, _, stderr := call(t.Context(), "titanic")
	if code != exitMissing {
		t.Errorf("exit code %d", code)
	}
	contains(t, stderr, file, store.CacheVariable)
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cache := elsewhere(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	code, _, stderr := call(ctx, "titanic")
	if code != exitInterrupted {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if _, err := os.Stat(filepath.Join(cache, "titanic", "titanic.csv")); err == nil {
		t.Error("there is a file under the final name")
	}
}

func TestFetch(t *testing.T) {
	t.Setenv(store.OfflineVariable, "1")
	var csv []byte
	_, err := store.Titanic.Files[0].Find(func(_ string, content io.Reader) (err error) {
		csv, err = io.ReadAll(content)
		return err
	})
	if err != nil {
		t.Skip(err)
	}
	cache := elsewhere(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write(csv) }))
	for _, says := range []string{"fetched", "already there"} {
		code, stdout, stderr := call(t.Context(), "titanic")
		if code != 0 {
			t.Errorf("exit code %d: %s", code, stderr)
		}
		contains(t, stdout, "titanic/titanic.csv: "+says, cache)
	}
}

func TestSum(t *testing.T) {
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n" // FIPS 180-4, example B.1
	if code, out, errs := call(context.Background(), "sum"); code != 0 || out != abc || errs != "" {
		t.Errorf("%d, %q, %q", code, out, errs)
	}
	var errs bytes.Buffer
	broken := iotest.ErrReader(io.ErrUnexpectedEOF)
	if code := run(context.Background(), []string{"sum"}, broken, io.Discard, &errs); code == 0 || !strings.Contains(errs.String(), "unexpected EOF") {
		t.Errorf("%d, %q", code, errs.String())
	}
}
