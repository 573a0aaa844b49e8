package answers

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"strings"
)

// A declaration is what may be taken or left as a whole.
type declaration struct {
	cell             *cell
	line, lastLine   int    // in the cell, from 1
	ranges           []span // of the text; several within parentheses
	names            []string
	receiver, method string // of a method, which declares no names
	signature        string // of a function
	stub             bool   // as the release has it
	problem          string // why it does not count; "" if it does
	cause            string // the same, without the names that lead to it

	uses     []string          // names of the package
	selected []selection       // what may be of other packages
	packages map[string]string // paths of those it uses, by name
}

type span struct{ from, to int }

// A selection is name.symbol, with a name that the cell does not declare.
type selection struct {
	name, symbol string
	line         int
	changed      bool // assigned to, or its address taken
}

// refuse says why a declaration does not count.
func (d *declaration) refuse(format string, args ...any) {
	d.problem = fmt.Sprintf(format, args...)
	d.cause = d.problem
}

// rank orders declarations of the same name. A later one counts if it is not less.
func (d *declaration) rank(name string) int {
	switch {
	case d.stub:
		return 0
	case d.cell.Task != name:
		return 1
	}
	return 2
}

func (d *declaration) at(line int) string { return fmt.Sprintf("%s, line %d", d.cell.Name, line) }

// A reader makes declarations of a file.
type reader struct {
	cell  *cell
	file  *ast.File
	shift int // from offsets in the file to those in the text

	unresolved map[*ast.Ident]bool
}

func (r *reader) offset(pos token.Pos) int { return int(pos-r.file.FileStart) + r.shift }
func (r *reader) line(pos token.Pos) int   { return r.cell.line(r.offset(pos)) }

func (r *reader) span(from, to token.Pos) span { return span{r.offset(from), r.offset(to)} }

func (r *reader) read() {
	r.unresolved = map[*ast.Ident]bool{}
	for _, id := range r.file.Unresolved {
		r.unresolved[id] = true
	}
	for _, group := range r.file.Comments {
		for _, comment := range group.List {
			r.cell.comments = append(r.cell.comments, r.span(comment.Pos(), comment.End()))
			if strings.HasPrefix(comment.Text, "//go:") {
				r.cell.note(r.line(comment.Pos()), "%s is ignored", strings.TrimSpace(comment.Text))
			}
		}
	}
	for _, decl := range r.file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			r.function(decl)
		case *ast.GenDecl:
			r.general(decl)
		}
	}
}

// add makes a declaration of a node, which may lie in the parentheses of another.
func (r *reader) add(node ast.Node, around *ast.GenDecl, names ...*ast.Ident) *declaration {
	d := &declaration{
		cell: r.cell, line: r.line(node.Pos()), lastLine: r.line(node.End()),
		ranges:   []span{r.span(node.Pos(), node.End())},
		packages: map[string]string{},
	}
	if around != nil {
		d.ranges = append(d.ranges, r.span(around.TokPos, around.Lparen+1), r.span(around.Rparen, around.Rparen+1))
	}
	for _, id := range names {
		if id.Name != "_" {
			d.names = append(d.names, id.Name)
		}
	}
	r.need(d, node)
	r.cell.declarations = append(r.cell.declarations, d)
	return d
}

func (r *reader) function(decl *ast.FuncDecl) {
	if decl.Recv == nil && decl.Name.Name == "main" {
		return
	}
	node := *decl
	node.Doc = nil // else it begins there
	if decl.Recv != nil {
		d := r.add(&node, nil)
		d.receiver, d.method = receiver(decl), decl.Name.Name
		mayNotBe(d, decl)
		return
	}
	d := r.add(&node, nil, decl.Name)
	d.signature = write(decl.Type)
	d.stub = isStub(decl.Body)
	mayNotBe(d, decl)
}

func (r *reader) general(decl *ast.GenDecl) {
	if decl.Tok == token.CONST { // iota makes a group one thing
		var names []*ast.Ident
		for _, spec := range decl.Specs {
			names = append(names, spec.(*ast.ValueSpec).Names...)
		}
		node := *decl
		node.Doc = nil
		r.add(&node, nil, names...)
		return
	}
	for _, spec := range decl.Specs {
		node, around := ast.Node(spec), decl
		if !decl.Lparen.IsValid() {
			bare := *decl
			bare.Doc = nil
			node, around = &bare, nil
		}
		switch spec := spec.(type) {
		case *ast.ImportSpec:
			r.cell.imported(spec, r.line(spec.Pos()))
		case *ast.TypeSpec:
			if around != nil {
				spec.Doc = nil
			}
			r.add(node, around, spec.Name)
		case *ast.ValueSpec:
			if around != nil {
				spec.Doc = nil
			}
			d := r.add(node, around, spec.Names...)
			if len(spec.Values) == 1 {
				if f, ok := spec.Values[0].(*ast.FuncLit); ok {
					d.signature = write(f.Type)
				}
			}
		}
	}
}

// mayNotBe refuses what no function of an answer may be.
func mayNotBe(d *declaration, decl *ast.FuncDecl) {
	switch name := decl.Name.Name; {
	case decl.Body == nil:
		d.refuse("%s: %s has no body", d.at(d.line), name)
	case decl.Recv == nil && (name == "init" || strings.HasPrefix(name, "init_")):
		d.refuse("%s: %s would run before the checks: give it another name", d.at(d.line), name)
	case decl.Recv == nil && strings.HasPrefix(name, "Test") && takesTesting(decl.Type):
		d.refuse("%s: %s is a test: leave it out, as answers may not use package testing", d.at(d.line), name)
	}
}

// takesTesting reports whether it has a parameter such as *testing.T.
func takesTesting(f *ast.FuncType) (found bool) {
	ast.Inspect(f.Params, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == "testing"
		return true
	})
	return found
}

// isStub knows the body that the release leaves: panic("not implemented: Score").
func isStub(body *ast.BlockStmt) bool {
	if body == nil || len(body.List) != 1 {
		return false
	}
	s, ok := body.List[0].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := s.X.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	f, ok := call.Fun.(*ast.Ident)
	text, isText := call.Args[0].(*ast.BasicLit)
	return ok && isText && f.Name == "panic" && strings.HasPrefix(text.Value, `"not implemented`)
}

// receiver returns the name of a method's type.
func receiver(decl *ast.FuncDecl) string {
	if len(decl.Recv.List) == 0 {
		return ""
	}
	id, _ := root(decl.Recv.List[0].Type).(*ast.Ident)
	if id == nil {
		return ""
	}
	return id.Name
}

// root takes off stars, parentheses, indices and what is selected of a selection.
func root(e ast.Expr) ast.Expr {
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.SelectorExpr:
			if _, ok := x.X.(*ast.Ident); ok {
				return x
			}
			e = x.X
		default:
			return e
		}
	}
}

// need notes what a node uses beyond itself.
func (r *reader) need(d *declaration, node ast.Node) {
	used := map[string]bool{}
	changed := map[ast.Expr]bool{}
	selecting := map[*ast.Ident]bool{}
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				changed[root(e)] = true
			}
		case *ast.IncDecStmt:
			changed[root(n.X)] = true
		case *ast.RangeStmt:
			changed[root(n.Key)], changed[root(n.Value)] = true, true
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				changed[root(n.X)] = true
			}
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && r.unresolved[id] {
				selecting[id] = true
				d.selected = append(d.selected, selection{id.Name, n.Sel.Name, r.line(n.Pos()), changed[n]})
			}
		case *ast.Ident:
			outside := r.unresolved[n] || n.Obj != nil && r.file.Scope.Lookup(n.Name) == n.Obj
			if outside && !selecting[n] && !used[n.Name] {
				used[n.Name] = true
				d.uses = append(d.uses, n.Name)
			}
		}
		return true
	})
}

// write prints a piece of syntax on one line.
func write(node ast.Node) string {
	var out bytes.Buffer
	if err := format.Node(&out, token.NewFileSet(), node); err != nil {
		return ""
	}
	return strings.Join(strings.Fields(out.String()), " ")
}
