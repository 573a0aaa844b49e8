package roster

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A Key is what the name of a file or a folder, or the list of an LMS, says about
// who handed something in. What is not said is empty.
type Key struct {
	ID, Name, Email, LMS string
	Login                string // Canvas's SIS Login ID
}

// Student returns the student that the key itself describes, for classes without a
// roster and for people who are not in it.
func (k Key) Student() Student {
	s := Student{ID: firstOf(k.ID, k.Email, k.LMS, k.Name), Email: k.Email, LMS: k.LMS}
	s.First, s.Last = split(k.Name)
	return s
}

// Find returns the student that a key means, nil if there is none or if there is
// more than one. It goes from what is certain to what is likely: what Fits compares,
// and then an id that is a word of a longer name.
func (r *Roster) Find(k Key) *Student {
	found := r.Fits(k)
	if len(found) == 0 {
		found = r.all(func(s Student) bool {
			return !k.contradicts(s) && (hasWord(k.ID, s.ID) || hasWord(k.ID, s.Login) || hasWord(k.ID, s.Email) || hasWord(k.ID, local(s.Email)))
		})
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// Fits returns the students that a key fits equally well, by the first of these that
// anybody shares with it: the id, the email, the LMS's number, the part of the email
// before the @, the name in any order. A name does not count against a different
// number, id or email.
func (r *Roster) Fits(k Key) []*Student {
	for _, same := range []func(s Student) bool{
		func(s Student) bool {
			return equal(k.ID, s.ID) || equal(k.ID, s.Login) || equal(k.Login, s.ID) || equal(k.Login, s.Login)
		},
		func(s Student) bool {
			return equal(k.Email, s.Email) || equal(k.ID, s.Email) || equal(k.Login, s.Email) || equal(k.Email, s.ID)
		},
		func(s Student) bool { return equal(k.LMS, s.LMS) },
		func(s Student) bool {
			return equal(k.ID, local(s.Email)) || equal(k.Login, local(s.Email)) || equal(local(k.Email), s.ID)
		},
		func(s Student) bool { return sameName(firstOf(k.Name, k.ID), s) && !k.contradicts(s) },
	} {
		if found := r.all(same); found != nil {
			return found
		}
	}
	return nil
}

func (r *Roster) all(same func(Student) bool) (found []*Student) {
	if r == nil {
		return nil
	}
	for i, s := range r.Students {
		if same(s) {
			found = append(found, &r.Students[i])
		}
	}
	return found
}

// contradicts reports whether a key without anything else in common with a student has
// another number, email or id. An id beside no name may be a name, and an email or an
// LMS's number in place of an id says nothing about ids.
func (k Key) contradicts(s Student) bool {
	differ := func(a, b string) bool { return a != "" && b != "" && !equal(a, b) }
	if differ(k.LMS, s.LMS) || differ(k.Email, s.Email) {
		return true
	}
	isID := s.ID != s.LMS && s.ID != s.Login && !strings.Contains(s.ID+k.ID, "@")
	return k.Name != "" && isID && differ(k.ID, s.ID)
}

func equal(a, b string) bool { return a != "" && b != "" && fold(a) == fold(b) }

func local(email string) string {
	before, _, _ := strings.Cut(email, "@")
	return before
}

// Team returns the students of the team whose name a key has, as Moodle names the submission of a
// group; nil if there is none.
func (r *Roster) Team(k Key) []*Student {
	return r.all(func(s Student) bool { return equal(s.Team, k.Name) })
}

// fold makes texts alike that differ in case, in how accents are coded, in blanks around,
// and in signs that nobody sees.
func fold(text string) string {
	if !strings.ContainsFunc(text, func(c rune) bool { return c >= utf8.RuneSelf }) {
		return strings.ToLower(strings.TrimSpace(text)) // the same, faster
	}
	seen := strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Cf, c) {
			return -1
		}
		return c
	}, text)
	return strings.ToLower(strings.TrimSpace(norm.NFC.String(seen)))
}

// letters keeps the letters and digits, without accents, in lower case. The marks of
// other scripts are no accents but vowels, for example.
func letters(text string) string {
	return strings.Map(func(c rune) rune {
		accent := c >= 0x300 && c <= 0x36f
		if isLetter(c) || unicode.IsMark(c) && !accent {
			return unicode.ToLower(c)
		}
		return -1
	}, norm.NFKD.String(text))
}

// sameName compares with both orders, as Canvas writes "doejane" for Jane Doe, and
// without blanks, with which some write 이서연 as 이 서연.
func sameName(name string, s Student) bool {
	bare := letters(name)
	return bare != "" && (bare == letters(s.First+s.Last) || bare == letters(s.Last+s.First))
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
