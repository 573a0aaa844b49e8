package main

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// pieces notes what is written at once.
type pieces []string

func (p *pieces) Write(b []byte) (int, error) {
	*p = append(*p, string(b))
	return len(b), nil
}

func TestPiecesEndBetweenCharacters(t *testing.T) {
	for name, text := range map[string]string{
		"ASCII":           strings.Repeat("x", 3*pieceLimit),
		"two bytes":       "x" + strings.Repeat("ä", 2*pieceLimit),
		"three bytes":     strings.Repeat("→", 2*pieceLimit),
		"four bytes":      "x" + strings.Repeat("😀", 2*pieceLimit),
		"mixed and short": "aäλ→😀",
	} {
		for _, atOnce := range []int{1, 2, 3, 5, 4096, 32 << 10} {
			var got pieces
			out := &characters{to: &got}
			for rest := text; rest != ""; {
				n := min(atOnce, len(rest))
				if _, err := out.Write([]byte(rest[:n])); err != nil {
					t.Fatal(err)
				}
				rest = rest[n:]
			}
			if err := out.finish(); err != nil {
				t.Fatal(err)
			}
			if strings.Join(got, "") != text {
				t.Errorf("%s, %d bytes at once: the text has changed", name, atOnce)
			}
			for _, p := range got {
				if !utf8.ValidString(p) || len(p) > pieceLimit {
					t.Errorf("%s, %d bytes at once: a piece of %d bytes, valid: %v", name, atOnce, len(p), utf8.ValidString(p))
				}
			}
		}
	}
}

// What is no text in UTF-8 comes through as it is.
func TestOtherBytesAreKept(t *testing.T) {
	for _, text := range []string{"\xff\xfe", "a\xc3", "\xe2\x86", strings.Repeat("\x80", 2*pieceLimit), "\xf0\x9f\x98\nb"} {
		var got pieces
		out := &characters{to: &got}
		for i := range len(text) {
			if _, err := out.Write([]byte{text[i]}); err != nil {
				t.Fatal(err)
			}
		}
		if err := out.finish(); err != nil {
			t.Fatal(err)
		}
		if strings.Join(got, "") != text {
			t.Errorf("%q has become %q", text, strings.Join(got, ""))
		}
	}
}
