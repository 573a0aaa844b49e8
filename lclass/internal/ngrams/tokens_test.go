package ngrams

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode"
)

// What is a word, a space and lower case in Python 3.11, for the characters that its
// Unicode 14 has: lclass/testdata/text.json, made by text.py.
func TestCharactersAreThoseOfPython(t *testing.T) {
	var python struct {
		Murmur                  [][2]any
		Assigned, Words, Spaces []rune
		Lower, Sigmas           map[string]string
		SigmaAfter, SigmaBefore []rune
	}
	text, err := os.ReadFile("../../testdata/text.json")
	if err != nil {
		t.Fatal(err)
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(text, &raw); err != nil {
		t.Fatal(err)
	}
	for name, into := range map[string]any{
		"murmur": &python.Murmur, "assigned": &python.Assigned, "words": &python.Words, "spaces": &python.Spaces,
		"lower": &python.Lower, "sigmas": &python.Sigmas, "sigma_after": &python.SigmaAfter, "sigma_before": &python.SigmaBefore,
	} {
		if err := json.Unmarshal(raw[name], into); err != nil {
			t.Fatal(name, err)
		}
	}
	for _, pair := range python.Murmur {
		if got := Murmur([]byte(pair[0].(string))); float64(got) != pair[1].(float64) {
			t.Errorf("Murmur(%q) = %d, want %v", pair[0], got, pair[1])
		}
	}
	lower := func(s string) string { return string(appendLower(nil, s)) }
	in := func(ranges []rune) func(r rune) bool {
		set := map[rune]bool{}
		for i := 0; i < len(ranges); i += 2 {
			for r := ranges[i]; r <= ranges[i+1]; r++ {
				set[r] = true
			}
		}
		return func(r rune) bool { return set[r] }
	}
	assigned, words, spaces := in(python.Assigned), in(python.Words), in(python.Spaces)
	after, before := in(python.SigmaAfter), in(python.SigmaBefore)
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !assigned(r) {
			continue
		}
		if isWordRune(r) != words(r) {
			t.Errorf("%U %q is a word: %v, want %v", r, r, isWordRune(r), words(r))
		}
		if isSpaceRune(r) != spaces(r) {
			t.Errorf("%U is a space: %v, want %v", r, isSpaceRune(r), spaces(r))
		}
		if got := strings.HasSuffix(lower("A"+string(r)+"Σ"), "ς"); got != after(r) {
			t.Errorf("a sigma after A and %U is final: %v, want %v", r, got, after(r))
		}
		if got := []rune(lower("AΣ" + string(r)))[1] == 'ς'; got != before(r) {
			t.Errorf("a sigma before %U is final: %v, want %v", r, got, before(r))
		}
	}
	for _, texts := range []map[string]string{python.Sigmas, python.Lower} {
		for s, want := range texts {
			if got := lower(s); got != want {
				t.Errorf("lower case of %q is %q, want %q", s, got, want)
			}
		}
	}
}
