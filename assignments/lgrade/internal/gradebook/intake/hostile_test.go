package intake

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

// bomb is an archive whose n entries share one body of the given size.
func bomb(t *testing.T, n, size int) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	entry, err := w.Create("b00001.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := entry.Write([]byte(`{"cells": []` + strings.Repeat(" ", size) + "}")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	data := out.Bytes()
	end := len(data) - 22
	start := bytes.LastIndex(data, []byte("PK\x01\x02"))
	header := data[start:end]
	last := bytes.Clone(data[end:])
	all := append(bytes.Clone(data[:start]), bytes.Repeat(header, n)...)
	put := func(at, value, size int) {
		for i := range size {
			last[at+i] = byte(value >> (8 * i))
		}
	}
	put(8, n, 2)
	put(10, n, 2)
	put(12, n*len(header), 4)
	return string(append(all, last...))
}

// What a student hands in is read only as far as the limits go.
func TestLimitsOfStudent(t *testing.T) {
	for _, c := range []struct {
		name, file, note string
	}{
		{"bytes", "x.zip=" + bomb(t, 3000, 31<<20), "of one student, lgrade reads at most 1000 files and 256 MB"},
		{"files", "x.zip=" + bomb(t, mostRead+1, 10), "of one student, lgrade reads at most 1000 files and 256 MB"},
		{"archive", "x.zip=" + bomb(t, mostUnpacked+1, 10), "cannot be unpacked: has more than 10000 files"},
	} {
		in := open(t, nil, folder(t, "b1/"+c.file, "b2/perceptron.ipynb"))
		if notes := strings.Join(in.Submissions[0].Notes, "\n"); !strings.Contains(notes, c.note) || strings.Contains(notes, "different notebooks") {
			t.Errorf("%s: notes %q", c.name, notes)
		}
		if _, err := in.Submissions[1].Read(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestReaderCounts(t *testing.T) {
	r := &reader{ctx: t.Context()}
	large := file{read: func() ([]byte, error) { return make([]byte, mostBytes+1), tooLarge }}
	for range mostReadBytes / mostBytes {
		if _, err := r.read(large); !errors.Is(err, tooLarge) {
			t.Fatal(err)
		}
	}
	if _, err := r.read(large); !errors.Is(err, tooMuch) || !r.full {
		t.Error(err)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, path := range []string{folder(t, "b1/perceptron.ipynb"), archive(t, nil, "b1/perceptron.ipynb")} {
		if in, err := Open(ctx, []string{path}, Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%+v, %v", in, err)
		}
		if one, err := One(ctx, path, "perceptron"); !errors.Is(err, context.Canceled) {
			t.Errorf("%+v, %v", one, err)
		}
	}
	ctx, stop = context.WithCancel(t.Context())
	reads := 0
	counting := file{path: "b1/x.ipynb", read: func() ([]byte, error) { reads++; stop(); return nil, nil }}
	if all, _, err := sortOut(ctx, []file{counting, counting, counting}, "", Options{}); !errors.Is(err, context.Canceled) || reads != 1 {
		t.Errorf("%+v, %v after %d reads", all, err, reads)
	}
}
