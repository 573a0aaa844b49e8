package roster

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A Key is what the name of a file or a folder, or the list of an LMS, says about
// who handed something in. What is not said is empty.
type Key struct {
	ID, Name, Email, LMS string
}

// Student returns the student that the key itself describes, for classes without a
// roster and for people who are not in it.
func (k Key) Student() Student {
	s := Student{ID: firstOf(k.ID, k.Email, k.LMS, k.Name), Email: k.Email, LMS: k.LMS}
	s.First, s.Last = split(k.Name)
	return s
}

// Find returns the student that a key means, nil if there is none or if there is
// more than one. It goes from what is certain to what is likely: the id, the email,
// the LMS's number, the part of the email before the @, the name in any order, and
// an id that is a word of a longer name.
func (r *Roster) Find(k Key) *Student {
	if r == nil {
		return nil
	}
	for _, same := range []func(s Student) bool{
		func(s Student) bool { return equal(k.ID, s.ID) || equal(k.ID, s.Login) },
		func(s Student) bool { return equal(k.Email, s.Email) || equal(k.ID, s.Email) || equal(k.Email, s.ID) },
		func(s Student) bool { return equal(k.LMS, s.LMS) },
		func(s Student) bool { return equal(k.ID, local(s.Email)) || equal(local(k.Email), s.ID) },
		func(s Student) bool { return sameName(k.Name, s) || sameName(k.ID, s) },
		func(s Student) bool {
			return hasWord(k.ID, s.ID) || hasWord(k.ID, s.Login) || hasWord(k.ID, s.Email) || hasWord(k.ID, local(s.Email))
		},
	} {
		found, unique := r.only(same)
		if found != nil && unique {
			return found
		}
		if found != nil {
			return nil
		}
	}
	return nil
}

func (r *Roster) only(same func(Student) bool) (found *Student, unique bool) {
	for i, s := range r.Students {
		if !same(s) {
			continue
		}
		if found != nil {
			return found, false
		}
		found = &r.Students[i]
	}
	return found, true
}

func equal(a, b string) bool { return a != "" && b != "" && fold(a) == fold(b) }

func local(email string) string {
	before, _, _ := strings.Cut(email, "@")
	return before
}

// fold makes texts alike that differ in case, in how accents are coded, and in
// blanks around.
func fold(text string) string {
	return strings.ToLower(strings.TrimSpace(norm.NFC.String(text)))
}

// letters keeps the letters and digits, without accents, in lower case.
func letters(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, norm.NFKD.String(text))
}

// sameName compares with both orders, as Canvas writes "doejane" for Jane Doe.
func sameName(name string, s Student) bool {
	bare := letters(name)
	return bare != "" && s.Last != "" && (bare == letters(s.First+s.Last) || bare == letters(s.Last+s.First))
}

// hasWord reports whether word stands in text with nothing but punctuation around
// it. Words of fewer than three letters say too little.
func hasWord(text, word string) bool {
	text, word = fold(text), fold(word)
	if len(word) < 3 {
		return false
	}
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(word)
		if !endsWithLetter(text[:start]) && !beginsWithLetter(text[end:]) {
			return true
		}
		from = start + 1
	}
}

func beginsWithLetter(text string) bool {
	for _, c := range text {
		return isLetter(c)
	}
	return false
}

func endsWithLetter(text string) bool {
	runes := []rune(text)
	return len(runes) > 0 && isLetter(runes[len(runes)-1])
}

func isLetter(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }
