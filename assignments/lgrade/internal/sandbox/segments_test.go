package sandbox

import (
	"bytes"
	"os"
	"slices"
	"testing"
)

// section writes a module with a section of data.
func section(content ...byte) []byte {
	return slices.Concat([]byte("\x00asm\x01\x00\x00\x00"), []byte{5, 1, 9}, []byte{dataSection, byte(len(content))}, content, []byte{0, 2, 7, 8})
}

func TestOneSegment(t *testing.T) {
	for _, c := range []struct {
		name     string
		in, want []byte
	}{
		{"none", section(0), section(0)},
		{"one", section(1, 0, 0x41, 0x88, 0x01, 0x0b, 2, 'a', 'b'), section(1, 0, 0x41, 0x88, 0x01, 0x0b, 2, 'a', 'b')},
		{"two with zeros between", section(2, 0, 0x41, 8, 0x0b, 2, 'a', 'b', 0, 0x41, 13, 0x0b, 1, 'c'), section(1, 0, 0x41, 8, 0x0b, 6, 'a', 'b', 0, 0, 0, 'c')},
		{"far from each other", section(2, 0, 0x41, 0xff, 0x00, 0x0b, 1, 'a', 0, 0x41, 0x81, 0x01, 0x0b, 1, 'b'), section(1, 0, 0x41, 0xff, 0x00, 0x0b, 3, 'a', 0, 'b')},
		{"backwards", section(2, 0, 0x41, 13, 0x0b, 1, 'c', 0, 0x41, 10, 0x0b, 1, 'a'), section(1, 0, 0x41, 10, 0x0b, 4, 'a', 0, 0, 'c')},
		{"one over the other", section(2, 0, 0x41, 8, 0x0b, 2, 'a', 'b', 0, 0x41, 9, 0x0b, 1, 'c'), section(1, 0, 0x41, 8, 0x0b, 2, 'a', 'c')},
	} {
		if got := oneSegment(c.in); !bytes.Equal(got, c.want) {
			t.Errorf("%s: got %x, want %x", c.name, got, c.want)
		}
	}
	for name, in := range map[string][]byte{
		"before 0":       section(1, 0, 0x41, 0x7e, 0x0b, 1, 'a'),
		"passive":        section(1, 1, 1, 'a'),
		"by a global":    section(1, 0, 0x23, 0, 0x0b, 1, 'a'),
		"too short":      section(2, 0, 0x41, 8, 0x0b, 1, 'a'),
		"too long":       section(1, 0, 0x41, 8, 0x0b, 1, 'a', 'b'),
		"a huge gap":     section(2, 0, 0x41, 0, 0x0b, 1, 'a', 0, 0x41, 0xff, 0xff, 0xff, 0xff, 0x07, 0x0b, 1, 'b'),
		"no data at all": []byte("\x00asm\x01\x00\x00\x00"),
		"no module":      []byte("\x00asm"),
		"cut off":        section(1, 0, 0x41, 8, 0x0b, 1, 'a')[:14],
	} {
		if got := oneSegment(slices.Clone(in)); !bytes.Equal(got, in) {
			t.Errorf("%s: got %x, want it as it was, %x", name, got, in)
		}
	}
}

// What Go's linker writes today has the form that is expected.
func TestSegmentsOfGo(t *testing.T) {
	c := chain(t, Wasm)
	module, err := os.ReadFile(program(t, c, `say("ready")`).file)
	if err != nil {
		t.Fatal(err)
	}
	if joined := oneSegment(module); bytes.Equal(joined, module) || len(oneSegment(joined)) != len(joined) {
		t.Errorf("%d bytes stay %d", len(module), len(joined))
	}
}
