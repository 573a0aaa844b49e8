package damage

import (
	"math/rand/v2"
	"testing"
)

func TestOf(t *testing.T) {
	const content = "abcdefgh"
	for name, c := range map[string]struct {
		edits []byte
		want  string
	}{
		"nothing":      {nil, content},
		"half an edit": {[]byte{7, 0, 0}, content},
		"a bit":        {[]byte{0, 1, 0, 0, 0, 1}, "a`cdefgh"},
		"a byte":       {[]byte{1, 9, 0, 0, 0, 'X'}, "aXcdefgh"},
		"a word":       {[]byte{2, 6, 0, 0, 0, 10}, "abcdefNa"},
		"a length":     {[]byte{3, 2, 0, 0, 0, 8*8 + 0}, "ab\xff\xff\xff\xffgh"},
		"big-endian":   {[]byte{3, 0, 0, 0, 0, 8*3 + 2}, "\x00\x00\x00\x08efgh"},
		"a number":     {[]byte{3, 0, 0, 44, 1, 8*9 + 5}, "\xac\x02cdefgh"},
		"cut out":      {[]byte{4, 2, 0, 2, 0, 0}, "abfgh"},
		"repeated":     {[]byte{5, 2, 0, 2, 0, 0}, "abcdecdefgh"},
		"swapped":      {[]byte{6, 1, 0, 2, 0, 0}, "fghdeabc"},
		"cut off":      {[]byte{7, 5, 0, 0, 0, 1}, "abcde"},
		"two edits":    {[]byte{7, 5, 0, 0, 0, 1, 1, 0, 0, 0, 0, 'X'}, "Xbcde"},
		"all of it":    {[]byte{7, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 'X'}, ""},
	} {
		if got := string(Of([]byte(content), []int{0, 3, 5, 99}, c.edits)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Nearly all edits by chance change something, and none of them fails.
func TestEdits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	content := make([]byte, 1000)
	for i := range content {
		content[i] = byte(rng.Uint32())
	}
	same := 0
	for range 2000 {
		if string(Of(content, []int{100, 500}, Edits(rng))) == string(content) {
			same++
		}
	}
	if same > 400 {
		t.Errorf("%d of 2000 are unchanged", same)
	}
}
