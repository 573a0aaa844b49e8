package gradebook

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/notebook"
	"linclass/assignments/lgrade/internal/release"
)

// given is what the release has.
type given struct {
	blank   map[string]string          // the cells of the written answers, by name
	texts   map[string]bool            // of all cells, as plain has them
	lines   map[string]map[string]bool // those of cells of text, by grade_id
	asks    map[string]string          // questions, by grade_id and by text of the cell above that of the answer
	release string                     // its id; "" if it cannot be released
}

func givenBy(a *assignment.Assignment) (given, error) {
	g := given{map[string]string{}, map[string]bool{}, map[string]map[string]bool{}, map[string]string{}, ""}
	data, err := os.ReadFile(a.Notebook())
	if err != nil {
		return g, err
	}
	n, err := notebook.Read(data)
	if err != nil {
		return g, fmt.Errorf("%s: %w", a.Notebook(), err)
	}
	for _, c := range n.Cells {
		g.texts[plain(c.Source)] = true
		if c.Kind != "code" && c.Grade != nil && !c.Grade.Solution {
			g.lines[c.Grade.ID] = map[string]bool{}
			for line := range strings.SplitSeq(c.Source, "\n") {
				g.lines[c.Grade.ID][plain(line)] = true
			}
		}
	}
	for i, c := range n.Cells {
		if c.Grade == nil || !slices.ContainsFunc(a.Written, func(w assignment.Written) bool { return w.Name == c.Grade.ID }) {
			continue
		}
		rest, _, err := notebook.Cut(c.Source, notebook.Blank)
		if err != nil {
			return g, fmt.Errorf("%s: cell %s: %w", a.Notebook(), c.Grade.ID, err)
		}
		g.blank[c.Grade.ID] = rest
		if i > 0 {
			above := n.Cells[i-1]
			g.asks[plain(above.Source)] = c.Grade.ID
			if above.Grade != nil {
				g.asks[above.Grade.ID] = c.Grade.ID
			}
		}
	}
	g.release, _ = release.ID(a) // an assignment that cannot be released may be graded
	return g, nil
}

// plain leaves out of a text how it is laid out.
func plain(text string) string { return strings.Join(strings.Fields(text), " ") }

// written is what a student wrote in words.
type written struct {
	answers map[string][]string // to questions, cell by cell
	found   map[string]bool     // the questions whose cell is there
	loose   []string            // cells with text that belongs to no question
}

// read finds the written answers: what a student wrote in the cell of a question beyond what
// was there, in cells of his or her own right above and below it, and in the question that
// was given. It does not matter which type a cell has. A cell that was copied counts with all
// its copies.
func (g given) read(n *notebook.Notebook) written {
	w := written{map[string][]string{}, map[string]bool{}, nil}
	question := ""  // the one that cells of the student's own belong to
	var above []own // those before any question
	take := func(name, text string) {
		if text != "" {
			w.answers[name] = append(w.answers[name], text)
		}
	}
	lose := func() {
		for _, o := range above {
			w.loose = append(w.loose, o.String())
		}
		above = nil
	}
	_, id := release.Of(n)
	current := id == "" || g.release == "" || id == g.release
	for i, c := range n.Cells {
		text := plain(c.Source)
		switch name := g.question(c); {
		case name != "":
			for _, o := range above {
				take(name, o.text)
			}
			above = nil
			w.found[name], question = true, name
			take(name, beyond(c.Source, g.blank[name]))
		case c.Grade != nil, text != "" && g.texts[text]:
			lose()
			if question = g.asks[text]; c.Grade != nil && question == "" {
				question = g.asks[c.Grade.ID]
			}
			if extra := g.added(c); extra == "" || !current {
				continue
			} else if question != "" {
				take(question, extra)
			} else {
				w.loose = append(w.loose, own{n.Name(i), extra}.String())
			}
		case isText(c) && question != "":
			if strings.Contains(c.Source, placeholder) { // the cell of the question, without its metadata
				w.found[question] = true
			}
			take(question, beyond(c.Source, g.blank[question]))
		case isText(c):
			if text := beyond(c.Source, ""); text != "" && !team.MatchString(text) {
				above = append(above, own{n.Name(i), text})
			}
		}
	}
	lose()
	return w
}

// own is text in a cell of a student's own.
type own struct{ cell, text string }

// String names the cell, and has the first words.
func (o own) String() string {
	const longest = 40
	words := []rune(plain(o.text))
	if len(words) > longest {
		words = append(words[:longest], '…')
	}
	return fmt.Sprintf("%s (%q)", o.cell, string(words))
}

// team is a cell that only says who worked together.
var team = regexp.MustCompile(`(?i)^[ *_]*team[ *_]*:[^\n]*$`)

// question returns the question whose answer a cell is for, "" if it is for none. One that
// has lost its metadata is known by the words that were there.
func (g given) question(c notebook.Cell) string {
	if c.Grade != nil {
		if _, is := g.blank[c.Grade.ID]; is {
			return c.Grade.ID
		}
		return ""
	}
	for _, name := range slices.Sorted(maps.Keys(g.blank)) {
		before, _, _ := strings.Cut(g.blank[name], placeholder)
		if before = plain(before); before != "" && strings.HasPrefix(plain(c.Source), before) {
			return name
		}
	}
	return ""
}

// added returns the lines of a given cell of text that were not there.
func (g given) added(c notebook.Cell) string {
	if c.Grade == nil || g.lines[c.Grade.ID] == nil {
		return ""
	}
	var lines []string
	for line := range strings.SplitSeq(c.Source, "\n") {
		if !g.lines[c.Grade.ID][plain(line)] {
			lines = append(lines, line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// code is how lines of Go and lines for the kernel begin.
var code = regexp.MustCompile(`(?m)^(?:(?:import|const|var|type|func|package)\b|[%!])`)

// isText reports whether a cell has words. One of code may have them, too: what is neither Go
// nor for the kernel, or only a comment.
func isText(c notebook.Cell) bool {
	if c.Kind != "code" {
		return true
	}
	if code.MatchString(c.Source) {
		return false
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p; func _() {\n"+c.Source+"\n}", parser.SkipObjectResolution)
	if err != nil {
		return true
	}
	for _, d := range file.Decls {
		f, is := d.(*ast.FuncDecl)
		if !is || slices.ContainsFunc(f.Body.List, func(s ast.Stmt) bool { return !isWord(s) }) {
			return false
		}
	}
	return true
}

// isWord reports whether a statement is a word, which does nothing in Go.
func isWord(s ast.Stmt) bool {
	e, is := s.(*ast.ExprStmt)
	if !is {
		return false
	}
	_, is = e.X.(*ast.Ident)
	return is
}

// placeholder is where an answer should stand.
var placeholder = notebook.Blank(notebook.Part{})[0]

func beyond(text, blank string) string {
	before, after, _ := strings.Cut(blank, placeholder)
	text = strings.TrimSpace(text)
	text = strings.TrimPrefix(text, strings.TrimSpace(before))
	text = strings.TrimSuffix(text, strings.TrimSpace(after))
	text = strings.TrimSpace(text)
	text = strings.TrimSpace(strings.TrimPrefix(text, placeholder))
	return strings.TrimSpace(strings.TrimSuffix(text, placeholder))
}
