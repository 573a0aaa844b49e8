// Package ngrams cuts texts into n-grams, as the analyzers of scikit-learn do, and numbers these.
package ngrams

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Units are what n-grams consist of.
type Units int

// The units of scikit-learn's analyzers "word", "char" and "char_wb".
const (
	Words Units = iota
	Chars
	CharsInWords
)

// A Tokenizer cuts texts into n-grams of Min to Max units.
type Tokenizer struct {
	Of       Units
	Min, Max int
	KeepCase bool

	text        []byte
	starts, end []int // of the units in text
}

// Each calls f for the n-grams of a text, which f does not keep.
func (t *Tokenizer) Each(text string, f func(gram []byte)) {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\ufffd")
	}
	t.text, t.starts, t.end = t.text[:0], t.starts[:0], t.end[:0]
	if t.KeepCase {
		t.text = append(t.text, text...)
	} else {
		t.text = appendLower(t.text, text)
	}
	switch t.Of {
	case Words:
		t.words()
		t.runs(t.Max, f)
	case Chars:
		t.spaces()
		t.chars()
		t.runs(t.Max, f)
	case CharsInWords:
		t.padded(f)
	}
}

// runs calls f for the runs of Min to most units, which follow each other in the text.
func (t *Tokenizer) runs(most int, f func(gram []byte)) {
	for n := t.Min; n <= min(most, len(t.starts)); n++ {
		for i := 0; i+n <= len(t.starts); i++ {
			f(t.text[t.starts[i]:t.end[i+n-1]])
		}
	}
}

// words moves the words together, a space between them: one is a unit.
func (t *Tokenizer) words() {
	to := 0
	for at := 0; at < len(t.text); {
		r, size := decode(t.text[at:])
		if !isWordRune(r) {
			at += size
			continue
		}
		from, count := at, 0
		for at < len(t.text) {
			if c := t.text[at]; c < utf8.RuneSelf && asciiWord[c] {
				at++
				count++
				continue
			}
			r, size := decode(t.text[at:])
			if !isWordRune(r) {
				break
			}
			at += size
			count++
		}
		if count < 2 {
			continue
		}
		// A word ends before the byte that its space overwrites.
		if to > 0 {
			t.text[to] = ' '
			to++
		}
		t.starts = append(t.starts, to)
		to += copy(t.text[to:], t.text[from:at])
		t.end = append(t.end, to)
	}
}

// spaces replaces two or more spaces by one.
func (t *Tokenizer) spaces() {
	to := 0
	for at := 0; at < len(t.text); {
		from := at
		r, size := decode(t.text[at:])
		at += size
		if isSpaceRune(r) {
			for at < len(t.text) {
				r, more := decode(t.text[at:])
				if !isSpaceRune(r) {
					break
				}
				at += more
			}
			if at > from+size {
				t.text[to] = ' '
				to++
				continue
			}
		}
		to += copy(t.text[to:], t.text[from:at])
	}
	t.text = t.text[:to]
}

// chars makes units of the characters.
func (t *Tokenizer) chars() {
	for at := 0; at < len(t.text); {
		_, size := decode(t.text[at:])
		t.starts, t.end = append(t.starts, at), append(t.end, at+size)
		at += size
	}
}

// padded calls f for the runs of characters of each word and a space at either side, the
// whole of them once.
func (t *Tokenizer) padded(f func(gram []byte)) {
	words := strings.FieldsFunc(string(t.text), isSpaceRune)
	for _, word := range words {
		t.text = append(append(append(t.text[:0], ' '), word...), ' ')
		t.starts, t.end = t.starts[:0], t.end[:0]
		t.chars()
		t.runs(min(t.Max, len(t.starts)-1), f)
		if t.Max >= len(t.starts) {
			f(t.text)
		}
	}
}

// decode returns the first character of a text that is UTF-8.
func decode(text []byte) (rune, int) {
	if c := text[0]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRune(text)
}

var asciiWord = func() (is [utf8.RuneSelf]bool) {
	for _, r := range "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_" {
		is[r] = true
	}
	return is
}()

// isWordRune reports whether r is a letter, a digit or an underscore, as \w of Python has
// it.
func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return asciiWord[r]
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// isSpaceRune reports whether r is a space, as \s of Python has it.
func isSpaceRune(r rune) bool { return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f }

// appendLower appends a text in lower case, by the full mapping of Unicode, as lower of
// Python does: the only characters for which this is not the mapping of unicode.ToLower
// are İ, which becomes two, and Σ, which is ς at the end of a word.
func appendLower(to []byte, text string) []byte {
	for at, r := range text {
		switch {
		case r < utf8.RuneSelf:
			if 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
			to = append(to, byte(r))
		case r == 'İ':
			to = append(to, "i̇"...)
		case r == 'Σ' && isFinal(text[:at], text[at+len("Σ"):]):
			to = append(to, "ς"...)
		default:
			to = utf8.AppendRune(to, unicode.ToLower(r))
		}
	}
	return to
}

// isFinal reports whether a sigma between two texts ends a word: there is a letter with a
// case before it and none after it, whatever there is of ignorable characters between.
func isFinal(before, after string) bool {
	cased := false
	for len(before) > 0 && !cased {
		r, size := utf8.DecodeLastRuneInString(before)
		if !isIgnorable(r) {
			if !isCased(r) {
				return false
			}
			cased = true
		}
		before = before[:len(before)-size]
	}
	if !cased {
		return false
	}
	for _, r := range after {
		if !isIgnorable(r) {
			return !isCased(r)
		}
	}
	return true
}

// isCased is Unicode's property Cased.
func isCased(r rune) bool {
	return unicode.IsUpper(r) || unicode.IsLower(r) || unicode.IsTitle(r) || unicode.In(r, unicode.Other_Uppercase, unicode.Other_Lowercase)
}

// isIgnorable is Unicode's property Case_Ignorable.
func isIgnorable(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk) || slices.Contains(midWord, r)
}

// midWord are the characters of the properties MidLetter, MidNumLet and Single_Quote.
var midWord = []rune{
	'\'', '.', ':', '\u00b7', '\u0387', '\u055f', '\u05f4', '\u2018', '\u2019', '\u2024', '\u2027',
	'\ufe13', '\ufe52', '\ufe55', '\uff07', '\uff0e', '\uff1a',
}
