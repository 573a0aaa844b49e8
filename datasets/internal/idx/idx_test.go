package idx

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"linclass/internal/errtest"
)

// file returns a header with the given type and sizes, followed by values.
func file(valueType byte, sizes []uint32, values ...byte) []byte {
	b := []byte{0, 0, valueType, byte(len(sizes))}
	for _, n := range sizes {
		b = binary.BigEndian.AppendUint32(b, n)
	}
	return append(b, values...)
}

func TestRead(t *testing.T) {
	values := make([]byte, 100000) // more than one buffer
	for i := range values {
		values[i] = byte(i * i)
	}
	content := file(8, []uint32{200, 500}, values...)
	for _, r := range []io.Reader{
		bytes.NewReader(content), iotest.OneByteReader(bytes.NewReader(content)), iotest.DataErrReader(bytes.NewReader(content)),
	} {
		got := errtest.Must(Read("a", r))
		if !slices.Equal(got.Dims, []int{200, 500}) || !bytes.Equal(got.Values, values) {
			t.Errorf("dimensions %v, %d values", got.Dims, len(got.Values))
		}
	}
}

var broken = []struct {
	name    string
	content []byte
	offset  int64
	reason  string
}{
	{"empty", nil, 0, "magic number"},
	{"cut off in the magic number", []byte{0, 0, 8}, 3, "magic number"},
	{"wrong magic number", []byte("<html>"), 0, "magic number"},
	{"gzip not unpacked", []byte{0x1f, 0x8b, 8, 0, 0}, 0, "magic number"},
	{"floats", file(0x0d, []uint32{1}, 0, 0, 0, 0), 2, "unsigned bytes"},
	{"no dimensions", file(8, nil), 3, "0 dimensions"},
	{"too many dimensions", file(8, []uint32{1, 1, 1, 1, 1}, 1), 3, "5 dimensions"},
	{"cut off in the sizes", file(8, []uint32{2, 3})[:9], 9, "sizes"},
	{"cut off in the values", file(8, []uint32{2, 3}, 1, 2), 14, "cut off"},
	{"too many values", file(8, []uint32{2}, 1, 2, 3), 10, "after the last"},
	{"header of 4 GB", file(8, []uint32{1<<32 - 1}), 4, "more than"},
	{"header whose size overflows 64 bits", file(8, []uint32{1 << 31, 1 << 31, 1 << 31, 1 << 31}), 4, "more than"},
	{"header of 2 GB in two dimensions", file(8, []uint32{1 << 16, 1 << 15}), 8, "more than"},
	{"0 times 4 GB", file(8, []uint32{0, 1<<32 - 1}), 8, "more than"},
}

func TestBroken(t *testing.T) {
	for _, test := range broken {
		t.Run(test.name, func(t *testing.T) {
			_, read := Read("some-file", bytes.NewReader(test.content))
			_, slowly := Read("some-file", iotest.OneByteReader(bytes.NewReader(test.content)))
			_, atOnce := Read("some-file", iotest.DataErrReader(bytes.NewReader(test.content)))
			for _, err := range []error{read, slowly, atOnce} {
				var e *Error
				if !errors.As(err, &e) {
					t.Fatalf("got %v", err)
				}
				if e.Name != "some-file" || e.Offset != test.offset || !strings.Contains(e.Reason, test.reason) {
					t.Errorf("got %q, want offset %d and %q", err, test.offset, test.reason)
				}
			}
		})
	}
}

// A header may announce a gigabyte; memory is taken for what is there.
func TestReadMemory(t *testing.T) {
	content := file(8, []uint32{1 << 30}, make([]byte, 1000)...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Read("f", bytes.NewReader(content))
	runtime.ReadMemStats(&after)
	if err == nil {
		t.Error("no error")
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("%d bytes allocated for a file of %d", used, len(content))
	}
}

func FuzzRead(f *testing.F) {
	for _, test := range broken {
		f.Add(test.content)
	}
	f.Add(file(8, []uint32{2, 2, 2}, 1, 2, 3, 4, 5, 6, 7, 8))
	f.Fuzz(func(t *testing.T, content []byte) {
		got, err := Read("f", bytes.NewReader(content))
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Offset > int64(len(content)) {
				t.Fatalf("error %v of %d bytes", err, len(content))
			}
			return
		}
		if len(got.Values) != product(got.Dims) || !bytes.HasSuffix(content, got.Values) {
			t.Errorf("dims %v, %d values", got.Dims, len(got.Values))
		}
	})
}

// Errors in the content of a file differ from errors in reading it.
func TestReadFails(t *testing.T) {
	content := file(8, []uint32{2, 3}, 1, 2, 3, 4, 5, 6)
	for _, at := range []int{0, 9, 14} {
		_, err := Read("f", io.MultiReader(bytes.NewReader(content[:at]), iotest.ErrReader(errors.New("disk on fire"))))
		var e *Error
		if !errors.As(err, &e) || e.Offset != int64(at) || e.Reason != "disk on fire" {
			t.Errorf("after %d bytes: %v", at, err)
		}
	}
}
