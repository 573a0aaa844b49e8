// Package compose makes programs of the cells of a notebook, as GoNB v0.11.4 does:
// declarations are kept by name, a later one replaces an earlier one, and the line %%
// begins what runs. Comments of the form //line in the program make compiler errors and
// stack traces name the cell and the line.
package compose

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A Program is made of cells.
type Program struct {
	Source  string            `json:"source"`
	Args    []string          `json:"args"`    // of the command line, after %% or %args
	Env     map[string]string `json:"env"`     // set by %env
	Outputs []Output          `json:"outputs"` // of the commands of the last cell
}

// An Output is what a command of a cell prints.
type Output struct {
	Stream string `json:"stream,omitempty"` // stdout or stderr, of a text
	Text   string `json:"text,omitempty"`
	HTML   string `json:"html,omitempty"`
}

// A Problem is an error at a place in a cell. Cell counts from 0, line and column, in
// bytes, from 1; a column of 0 is not known.
type Problem struct {
	Cell    int    `json:"cell"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// Packages are those that a program may import: from the path to the name.
type Packages map[string]string

// Cells returns the program of the last cell: its commands and what it runs, and the
// declarations of all cells. A cell before it that cannot be parsed declares nothing.
func Cells(sources []string, packages Packages) (*Program, []Problem) {
	s, problems := read(sources, packages)
	if len(problems) == 0 {
		problems = s.render()
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return &s.program, nil
}

// read returns what is known after the last cell, and its problems.
func read(sources []string, packages Packages) (*state, []Problem) {
	s := &state{decls: make(map[string]*decl), imports: make(map[string]*spec), packages: packages}
	var problems []Problem
	for i, source := range sources {
		delete(s.decls, "main")
		s.program = Program{Env: s.program.Env}
		c := &cell{state: s, number: i}
		c.text = c.commands(source)
		problems = c.problems
		if len(problems) == 0 {
			problems = c.parse()
		}
	}
	return s, problems
}

// A state is what is remembered from cell to cell.
type state struct {
	decls    map[string]*decl
	imports  map[string]*spec // by the name in the code
	packages Packages
	program  Program // of the cell at hand
}

// A decl is a declaration of one name, or of the names of a group that stays together.
type decl struct {
	kind  token.Token // TYPE, CONST, VAR or FUNC, in the order of the program
	names []string
	text  string // with comments that say where it comes from
	runs  bool   // whether or not another declaration names it

	mentioned []string // see mentions
}

// A spec is an import.
type spec struct {
	alias, path string
	cell        int
	at          token.Position
}

// parse adds the declarations of the cell.
func (c *cell) parse() []Problem {
	c.files = token.NewFileSet()
	f, err := parser.ParseFile(c.files, "", head+c.text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return c.errors(err)
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			c.function(d)
		case *ast.GenDecl:
			switch d.Tok {
			case token.IMPORT:
				for _, s := range d.Specs {
					c.imported(s.(*ast.ImportSpec))
				}
			case token.CONST:
				c.constants(d)
			case token.VAR:
				for _, s := range d.Specs {
					c.variables(s.(*ast.ValueSpec))
				}
			case token.TYPE:
				for _, s := range d.Specs {
					s := s.(*ast.TypeSpec)
					c.put(token.TYPE, []string{s.Name.Name}, "type "+c.source(s.Pos(), s.End()))
				}
			}
		}
	}
	return nil
}

// head is the line before the text of a cell.
const head = "package main\n"

// at returns the place in the cell.
func (c *cell) at(pos token.Pos) token.Position {
	p := c.files.PositionFor(pos, false)
	p.Offset -= len(head)
	p.Line--
	return p
}

// source returns what stands in the cell, with a comment that says where.
func (c *cell) source(from, to token.Pos) string {
	return c.place(from) + c.text[c.at(from).Offset:c.at(to).Offset]
}

// place returns a comment after which the program continues as the cell does there.
func (c *cell) place(pos token.Pos) string {
	p := c.at(pos)
	return fmt.Sprintf("/*line cell%d:%d:%d*/", c.number+1, p.Line, p.Column)
}

func (c *cell) put(kind token.Token, names []string, text string) *decl {
	for _, name := range names {
		c.state.remove(name)
	}
	d := &decl{kind: kind, names: names, text: text}
	for _, name := range names {
		c.state.decls[name] = d
	}
	return d
}

// remove forgets a name, and with a variable those that are declared by the same call. It
// reports whether there was one.
func (s *state) remove(name string) bool {
	d, found := s.decls[name]
	if !found {
		return false
	}
	if d.kind == token.CONST && len(d.names) > 1 { // iota counts on
		d.text = blank(d.text, name)
		delete(s.decls, name)
		return true
	}
	for _, n := range d.names {
		delete(s.decls, n)
	}
	return true
}

// blank returns a group of constants in which one of them has no name.
func blank(text, name string) string {
	files := token.NewFileSet()
	const head = "package p;"
	f, err := parser.ParseFile(files, "", head+text, parser.SkipObjectResolution)
	if err != nil {
		return text
	}
	for _, s := range f.Decls[0].(*ast.GenDecl).Specs {
		for _, id := range s.(*ast.ValueSpec).Names {
			if id.Name == name {
				at := files.PositionFor(id.Pos(), false).Offset - len(head)
				return text[:at] + "_" + text[at+len(name):]
			}
		}
	}
	return text
}

func (c *cell) imported(s *ast.ImportSpec) {
	to, err := strconv.Unquote(s.Path.Value)
	if err != nil {
		return
	}
	name := c.state.packages[to]
	if name == "" {
		name = path.Base(to)
	}
	alias := ""
	if s.Name != nil {
		alias = s.Name.Name
		name = alias
	}
	if name == "." || name == "_" {
		name += " " + to
	}
	c.state.imports[name] = &spec{alias, to, c.number, c.at(s.Path.Pos())}
}

// function declares a function or a method, and what GoNB calls init_….
func (c *cell) function(d *ast.FuncDecl) {
	from := d.Pos()
	if d.Doc != nil {
		from = d.Doc.Pos()
	}
	p := c.at(from)
	line := fmt.Sprintf("//line cell%d:%d:%d\n", c.number+1, p.Line, p.Column)
	name := d.Name.Name
	if d.Recv != nil && len(d.Recv.List) == 1 {
		name = receiver(d.Recv.List[0].Type) + "~" + name
	}
	text := func(from, to token.Pos) string { return c.text[c.at(from).Offset:c.at(to).Offset] }
	switch {
	case d.Recv == nil && strings.HasPrefix(name, "init_"):
		line += text(from, d.Name.Pos()) + "init" + c.source(d.Name.End(), d.End())
	case d.Recv == nil && name == "main" && c.main:
		line += text(from, d.Body.Lbrace+1) + parseFlags + c.source(d.Body.Lbrace+1, d.End())
	default:
		line += text(from, d.End())
	}
	f := c.put(token.FUNC, []string{name}, line)
	f.runs = name == "main" || name == "init" || strings.HasPrefix(name, "init_")
}

// parseFlags is replaced by a call where a program has flags or arguments.
const parseFlags = "/*flags*/"

func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.ParenExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return "?"
}

// constants declares the constants of a group, which stay together for iota.
func (c *cell) constants(d *ast.GenDecl) {
	var names []string
	text := "const (\n"
	for i, s := range d.Specs {
		s := s.(*ast.ValueSpec)
		for j, id := range s.Names {
			name := id.Name
			if name == "_" {
				name = c.nameless(i, j)
			}
			names = append(names, name)
		}
		text += c.source(s.Pos(), s.End()) + "\n"
	}
	if len(names) > 0 {
		c.put(token.CONST, names, text+")")
	}
}

func (c *cell) variables(s *ast.ValueSpec) {
	kind := ""
	if s.Type != nil {
		kind = " " + c.source(s.Type.Pos(), s.Type.End())
	}
	var names []string
	for i, id := range s.Names {
		name := id.Name
		if name == "_" {
			name = c.nameless(int(id.Pos()), 0)
		}
		names = append(names, name)
		if len(s.Values) == 0 || len(s.Values) == len(s.Names) {
			text := "var " + c.source(id.Pos(), id.End()) + kind
			if len(s.Values) > 0 {
				text += " = " + c.source(s.Values[i].Pos(), s.Values[i].End())
			}
			c.put(token.VAR, []string{name}, text).runs = len(s.Values) > 0
		}
	}
	if len(s.Values) > 0 && len(s.Values) != len(s.Names) {
		c.put(token.VAR, names, "var "+c.source(s.Pos(), s.End())).runs = true
	}
}

// nameless returns a name for what has none, so that another does not replace it.
func (c *cell) nameless(i, j int) string { return fmt.Sprintf("_~%d.%d.%d", c.number, i, j) }

// render writes the program: types, constants, variables and functions, by name.
func (s *state) render() []Problem {
	var rest strings.Builder
	for _, kind := range []token.Token{token.TYPE, token.CONST, token.VAR, token.FUNC} {
		for _, name := range slices.Sorted(maps.Keys(s.decls)) {
			if d := s.decls[name]; d.kind == kind && s.first(d) == name && name != "main" {
				rest.WriteString(d.text + "\n")
			}
		}
	}
	if main := s.decls["main"]; main != nil {
		rest.WriteString(main.text + "\n")
	} else {
		rest.WriteString("func main() {}\n")
	}
	text := rest.String()
	f, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+text, 0)
	if err != nil { // the pieces were parsed before
		return []Problem{{Message: err.Error()}}
	}
	unresolved := make(map[string]bool)
	for _, id := range f.Unresolved {
		unresolved[id.Name] = true
	}
	call := ""
	if unresolved["flag"] || len(s.program.Args) > 0 {
		unresolved["flag"] = true
		call = " flag.Parse();"
		if s.imports["flag"] == nil {
			s.imports["flag"] = &spec{path: "flag", cell: -1}
		}
	}
	text = strings.Replace(text, parseFlags, call, 1)
	for name, to := range s.missing(f, unresolved) {
		s.imports[name] = &spec{path: to, cell: -1}
	}
	var head strings.Builder
	head.WriteString("package main\n")
	var problems []Problem
	for _, name := range slices.Sorted(maps.Keys(s.imports)) {
		i := s.imports[name]
		if i.alias != "_" && i.alias != "." && !unresolved[name] {
			continue
		}
		if _, known := s.packages[i.path]; !known {
			problems = append(problems, Problem{i.cell, i.at.Line, i.at.Column, fmt.Sprintf("package %s is not here", i.path)})
			continue
		}
		if i.cell >= 0 {
			fmt.Fprintf(&head, "import %s/*line cell%d:%d:%d*/%q\n", strings.TrimLeft(i.alias+" ", " "), i.cell+1, i.at.Line, i.at.Column, i.path)
		} else {
			fmt.Fprintf(&head, "import %q\n", i.path)
		}
	}
	s.program.Source = head.String() + text
	return problems
}

// first returns the name under which a group is written.
func (s *state) first(d *decl) string {
	for _, name := range d.names {
		if s.decls[name] == d {
			return name
		}
	}
	return ""
}

// missing returns the packages that the program uses and does not import, by name.
func (s *state) missing(f *ast.File, unresolved map[string]bool) map[string]string {
	found := make(map[string]string)
	ast.Inspect(f, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		id, ok := selector.X.(*ast.Ident)
		if !ok || !unresolved[id.Name] || !selector.Sel.IsExported() || s.imports[id.Name] != nil {
			return true
		}
		if to := s.packages.named(id.Name); to != "" {
			found[id.Name] = to
		}
		return true
	})
	return found
}

// named returns the path of the package with a name: of several, one of the course comes
// first, then the longest, as math/rand/v2 comes before math/rand.
func (p Packages) named(name string) string {
	best := ""
	rank := func(to string) int {
		if strings.HasPrefix(to, "linclass/") {
			return 1000
		}
		return len(to)
	}
	for to, n := range p {
		if n == name && (best == "" || rank(to) > rank(best) || rank(to) == rank(best) && to < best) {
			best = to
		}
	}
	return best
}

// errors returns the errors of the parser as problems of the cell.
func (c *cell) errors(err error) []Problem {
	list, ok := err.(scanner.ErrorList)
	if !ok {
		return []Problem{{Cell: c.number, Line: 1, Message: err.Error()}}
	}
	list.RemoveMultiples()
	last := strings.Count(c.text, "\n")
	if !c.main {
		last++
	}
	var problems []Problem
	for _, e := range list {
		p := Problem{c.number, max(e.Pos.Line-1, 1), e.Pos.Column, e.Msg}
		if p.Line > last { // at the end of main, which is not in the cell
			p.Line, p.Column = last, 0
		}
		problems = append(problems, p)
	}
	return problems
}
