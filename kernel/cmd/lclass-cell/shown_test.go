package main

import (
	"bufio"
	"bytes"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// display is like the messages of gonb.
type display struct {
	Data, Metadata map[string]any
}

func displays(t *testing.T, sizes ...int) []byte {
	t.Helper()
	gob.Register(map[string]int{})
	var b bytes.Buffer
	encoder := gob.NewEncoder(&b)
	for i, size := range sizes {
		d := display{Data: map[string]any{"text/html": strings.Repeat("x", size)}}
		if i > 0 { // what is left out may be the first of its type
			d.Metadata = map[string]any{"image/png": map[string]int{"width": i}}
		}
		if err := encoder.Encode(d); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func sizes(t *testing.T, stream []byte) (all []int) {
	t.Helper()
	decoder := gob.NewDecoder(bytes.NewReader(stream))
	for {
		var d display
		err := decoder.Decode(&d)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, len(d.Data["text/html"].(string)))
	}
}

// A program that shows 32 MB at once ends, and the kernel gets what it showed before. The last
// thing that a program shows arrives, also if something else holds the pipe.
func TestCellHandsOnWhatItShows(t *testing.T) {
	t.Parallel()
	small, large := displays(t, 10, 200_000), displays(t, 10, 200_000, shownLimit-1000, 32<<20)
	cut := fmt.Sprintf(largeNote, 33, 16)
	for _, c := range []struct {
		name, script string
		stream       []byte
		sizes        []int
		stderr       string
	}{
		{"shows", `cat stream >"$GONB_PIPE"`, small, []int{10, 200_000}, ""},
		{"holds the pipe", `exec 3>"$GONB_PIPE"; ` + leave + `cat stream >&3`, small, []int{10, 200_000}, ""},
		{"pieces", `{ head -c 100 stream; sleep 0.2; tail -c +101 stream; } >"$GONB_PIPE"`, small, []int{10, 200_000}, ""},
		{"and then no gob", `{ cat stream; printf '\200'; head -c 300000 /dev/zero; } >"$GONB_PIPE"`, small, []int{10, 200_000}, ""},
		{"nothing", "", nil, nil, ""},
		{"too large", `cat stream >"$GONB_PIPE"; sleep 100`, large, []int{10, 200_000, shownLimit - 1000}, cut},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			run, _, _, stderr := cell(t, c.script)
			pipe := filepath.Join(run.Dir, "pipe")
			if err := os.WriteFile(filepath.Join(run.Dir, "stream"), c.stream, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Fatal(err)
			}
			run.Env = append(run.Env, "GONB_PIPE="+pipe)
			// Open for writing too, as nothing may come.
			kernel, err := os.OpenFile(pipe, os.O_RDWR|syscall.O_NONBLOCK, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer kernel.Close()
			all := make(chan []byte)
			go func() {
				text, _ := io.ReadAll(&unended{file: kernel})
				all <- text
			}()
			if err := run.Run(); (err != nil) != (c.stderr != "") || stderr.String() != c.stderr {
				t.Errorf("%v, %q; want %q", err, stderr, c.stderr)
			}
			endLeft(t, run.Dir)
			if err := kernel.SetReadDeadline(time.Now()); err != nil {
				t.Fatal(err)
			}
			if got := sizes(t, <-all); !slices.Equal(got, c.sizes) {
				t.Errorf("the kernel gets %d bytes, want %d", got, c.sizes)
			}
			if left, err := filepath.Glob(filepath.Join(run.Dir, "*.shown")); len(left) > 0 || err != nil {
				t.Errorf("left %q, %v", left, err)
			}
		})
	}
}

func TestMessageHead(t *testing.T) {
	for _, bad := range []string{"\x80", "\xf7123456789", "\xf8\xff1234567", "\xfe1"} {
		if _, size, err := messageHead(bufio.NewReader(strings.NewReader(bad))); err == nil {
			t.Errorf("%q begins a message of %d bytes", bad, size)
		}
	}
}
