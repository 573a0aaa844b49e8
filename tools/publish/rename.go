package main

import (
	"bytes"
	"go/format"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/mod/modfile"
)

// A renaming gives a module, and those below it, another path.
type renaming struct{ from, to string }

// file returns the content of a file with the paths of after.
func (r renaming) file(name string, content []byte) ([]byte, error) {
	if path.Base(name) == "go.mod" {
		return r.modFile(name, content)
	}
	text := r.paths(string(content))
	switch path.Ext(name) {
	case ".go":
		if text != string(content) {
			return format.Source([]byte(text)) // which sorts imports
		}
	case ".ipynb":
		text, err := keepIDs(string(content), sortImports(text))
		return []byte(text), err
	case ".md":
		text = turn(sortImports(text), published(r.to))
	}
	return []byte(text), nil
}

// paths replaces the path where a text has it, and not where it has the name of the
// project: what is replaced begins a path, and a package or a version follows it.
func (r renaming) paths(text string) string {
	var b strings.Builder
	done := 0
	for {
		i := strings.Index(text[done:], r.from)
		if i < 0 {
			b.WriteString(text[done:])
			return b.String()
		}
		start := done + i
		end := start + len(r.from)
		b.WriteString(text[done:start])
		if begins(text[:start]) && follows(text[end:]) {
			b.WriteString(r.to)
		} else {
			b.WriteString(r.from)
		}
		done = end
	}
}

// begins reports whether a path can begin after a text.
func begins(before string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	return before == "" || !strings.ContainsRune("._~/-", last) && !unicode.IsLetter(last) && !unicode.IsDigit(last)
}

// follows reports whether a text after a path of a module makes it one.
func follows(after string) bool {
	return strings.HasPrefix(after, "/") || strings.HasPrefix(after, "@v")
}

// module returns the path of after for a module's.
func (r renaming) module(path string) string {
	if rest, ok := strings.CutPrefix(path, r.from); ok && (rest == "" || rest[0] == '/') {
		return r.to + rest
	}
	return path
}

func (r renaming) modFile(name string, content []byte) ([]byte, error) {
	f, err := modfile.Parse(name, content, nil)
	if err != nil {
		return nil, err
	}
	rename := func(line *modfile.Line) {
		for i, token := range line.Token {
			line.Token[i] = r.module(token)
		}
	}
	for _, statement := range f.Syntax.Stmt {
		switch s := statement.(type) {
		case *modfile.Line:
			rename(s)
		case *modfile.LineBlock:
			for _, line := range s.Line {
				rename(line)
			}
			if len(s.Token) > 0 && s.Token[0] == "require" {
				slices.SortStableFunc(s.Line, func(a, b *modfile.Line) int { return strings.Compare(a.Token[0], b.Token[0]) })
			}
		}
	}
	if formatted := modfile.Format(f.Syntax); !bytes.Equal(formatted, content) {
		return formatted, nil
	}
	return content, nil
}

var importLine = regexp.MustCompile(`^\s*(?:"\\t)?\\?"([a-z][\w./-]*)\\?"(?:\\n",?)?$`)

// sortImports sorts lines that import packages, one after the other, as gofmt does. In
// a notebook they are strings of JSON.
func sortImports(text string) string {
	lines := strings.SplitAfter(text, "\n")
	imported := func(line string) string {
		if m := importLine.FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil {
			return m[1]
		}
		return ""
	}
	for i := 0; i < len(lines); i++ {
		start := i
		for i < len(lines) && imported(lines[i]) != "" {
			i++
		}
		slices.SortStableFunc(lines[start:i], func(a, b string) int { return strings.Compare(imported(a), imported(b)) })
	}
	return strings.Join(lines, "")
}

var mark = regexp.MustCompile(`(?m)^(?:<!-- (un)?published(?: -->)?|(?:<!-- )?/(un)?published -->)$`)

// turn makes those parts of a page comments that do not hold, and no others. A part that
// holds stands between the lines
//
//	<!-- published -->
//	<!-- /published -->
//
// and one that does not between "<!-- published" and "/published -->". The same for
// unpublished.
func turn(text string, published bool) string {
	return mark.ReplaceAllStringFunc(text, func(line string) string {
		word, end := "published", strings.Contains(line, "/")
		if strings.Contains(line, "unpublished") {
			word = "unpublished"
		}
		holds := published == (word == "published")
		switch {
		case holds && end:
			return "<!-- /" + word + " -->"
		case holds:
			return "<!-- " + word + " -->"
		case end:
			return "/" + word + " -->"
		default:
			return "<!-- " + word
		}
	})
}
