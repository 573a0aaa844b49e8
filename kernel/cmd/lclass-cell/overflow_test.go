package main

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// Whatever pieces text comes in, it is handed on as it is, but for the trace of endless
// recursion.
func TestOverflow(t *testing.T) {
	var calls strings.Builder
	for i := range 100 {
		fmt.Fprintf(&calls, "main.f(%d)\n\t/main.go:8 +0x47\n", i)
	}
	for _, c := range []struct{ from, want string }{
		{"", ""},
		{"Epoch 1\rEpoch 2\rä", "Epoch 1\rEpoch 2\rä"},
		{"runtime: gor", "runtime: gor"},
		{"runtime: goroutines\nrun\n", "runtime: goroutines\nrun\n"},
		{"see runtime: goroutine stack exceeds it\nno", "see runtime: goroutine stack exceeds it\nno"},
		{
			"a\nruntime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n\nruntime stack:\nx\n\ngoroutine 1 [running]:\n" + calls.String() + "\ngoroutine 2 [select]:\nmore\nexit status 2",
			"a\nfatal error: stack overflow\n\ngoroutine 1 [running]:\nmain.f(0)\n\t/main.go:8 +0x47\nmain.f(1)\n\t/main.go:8 +0x47\nmain.f(2)\n\t/main.go:8 +0x47\n" + recursion,
		},
		{"runtime: goroutine stack exceeds 1000000000-byte limit\nfatal", "fatal" + recursion},
	} {
		for name, pieces := range map[string]io.Reader{"whole": strings.NewReader(c.from), "bytes": iotest.OneByteReader(strings.NewReader(c.from))} {
			var got strings.Builder
			o := &overflow{to: &got}
			if _, err := io.Copy(o, pieces); err != nil {
				t.Fatal(err)
			}
			if err := o.finish(); err != nil {
				t.Fatal(err)
			}
			if got.String() != c.want {
				t.Errorf("%s: %q\nis   %q\nwant %q", name, c.from, got.String(), c.want)
			}
		}
	}
}
