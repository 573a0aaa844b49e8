package lclass

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

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
