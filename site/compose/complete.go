package compose

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Item is a name that may stand at a place.
type Item struct {
	Label  string `json:"label"`
	Kind   string `json:"kind"`   // package, func, method, field, type, const, var or keyword
	Detail string `json:"detail"` // its type
}

// marker is the name that is looked for in the program. It begins as names that a package
// exports.
const marker = "Xꓸcomplete"

// Complete returns the names that begin as what stands before a place in the last cell, and
// where that begins; offsets are in bytes. Packages are imported by imp.
func Complete(sources []string, offset int, packages Packages, imp types.Importer) (from int, items []Item) {
	last := sources[len(sources)-1]
	offset = min(max(offset, 0), len(last))
	from = offset
	for from > 0 {
		r, n := utf8.DecodeLastRuneInString(last[:from])
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		from -= n
	}
	prefix := last[from:offset]
	sources = slices.Clone(sources)
	sources[len(sources)-1] = last[:from] + marker + last[offset:]
	program, problems := Cells(sources, packages)
	if len(problems) > 0 { // what is below may be half written
		sources[len(sources)-1] = last[:from] + marker + closing(last[:from])
		if program, problems = Cells(sources, packages); len(problems) > 0 {
			return from, nil
		}
	}
	c := completer{imp: imp, packages: packages}
	c.check(program.Source)
	items = slices.DeleteFunc(c.items(), func(i Item) bool { return !begins(i.Label, prefix) })
	slices.SortFunc(items, func(a, b Item) int { return cmp.Compare(a.Label, b.Label) })
	return from, slices.CompactFunc(items, func(a, b Item) bool { return a.Label == b.Label })
}

// closing returns the brackets that a text leaves open.
func closing(text string) string {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, []byte(text), func(token.Position, string) {}, 0)
	var open string
	for {
		switch _, t, _ := s.Scan(); t {
		case token.EOF:
			return open
		case token.LPAREN:
			open = ")" + open
		case token.LBRACK:
			open = "]" + open
		case token.LBRACE:
			open = "}" + open
		case token.RPAREN, token.RBRACK, token.RBRACE:
			open = open[min(1, len(open)):]
		}
	}
}

// begins reports whether a name begins with a prefix, in either case.
func begins(name, prefix string) bool {
	return len(name) >= len(prefix) && strings.EqualFold(name[:len(prefix)], prefix)
}

type completer struct {
	imp      types.Importer
	packages Packages
	file     *ast.File
	info     types.Info
	pkg      *types.Package
}

func (c *completer) check(source string) {
	files := token.NewFileSet()
	c.file, _ = parser.ParseFile(files, "", source, parser.SkipObjectResolution)
	c.info = types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Uses: make(map[*ast.Ident]types.Object)}
	config := types.Config{Importer: c.imp, Error: func(error) {}}
	c.pkg, _ = config.Check("main", files, []*ast.File{c.file}, &c.info) // a half-written program has errors
}

// items returns what may stand in place of the marker.
func (c *completer) items() []Item {
	var selector *ast.SelectorExpr
	var name *ast.Ident
	ast.Inspect(c.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if n.Sel.Name == marker {
				selector = n
			}
		case *ast.Ident:
			if n.Name == marker {
				name = n
			}
		}
		return true
	})
	switch {
	case selector != nil:
		if id, ok := selector.X.(*ast.Ident); ok {
			if p, ok := c.info.Uses[id].(*types.PkgName); ok {
				return c.members(p.Imported())
			}
		}
		return c.selections(c.info.Types[selector.X].Type)
	case name != nil:
		return c.visible(name.Pos())
	}
	return nil
}

func (c *completer) item(o types.Object) Item {
	kind := "var"
	switch o := o.(type) {
	case *types.PkgName:
		return Item{o.Name(), "package", o.Imported().Path()}
	case *types.Func:
		kind = "func"
		if o.Signature().Recv() != nil {
			kind = "method"
		}
	case *types.TypeName:
		kind = "type"
	case *types.Const:
		kind = "const"
	case *types.Builtin:
		return Item{o.Name(), "func", ""}
	case *types.Nil:
		return Item{o.Name(), "const", ""}
	case *types.Var:
		if o.IsField() {
			kind = "field"
		}
	}
	t := o.Type()
	if kind == "type" {
		t = t.Underlying()
	}
	detail := types.TypeString(t, func(p *types.Package) string {
		if p == c.pkg {
			return ""
		}
		return p.Name()
	})
	if len(detail) > 200 {
		detail = detail[:strings.LastIndex(detail[:200], " ")+1] + "…"
	}
	return Item{o.Name(), kind, detail}
}

// members returns the exported names of a package.
func (c *completer) members(p *types.Package) []Item {
	var items []Item
	for _, name := range p.Scope().Names() {
		if o := p.Scope().Lookup(name); o.Exported() {
			items = append(items, c.item(o))
		}
	}
	return items
}

// selections returns the fields and methods of a type.
func (c *completer) selections(t types.Type) []Item {
	if t == nil {
		return nil
	}
	var items []Item
	add := func(o types.Object) {
		if o.Exported() || o.Pkg() == c.pkg {
			items = append(items, c.item(o))
		}
	}
	methods := t
	if _, ok := t.Underlying().(*types.Pointer); !ok && !types.IsInterface(t) {
		methods = types.NewPointer(t)
	}
	set := types.NewMethodSet(methods)
	for i := range set.Len() {
		add(set.At(i).Obj())
	}
	seen := make(map[types.Type]bool)
	var fields func(types.Type)
	fields = func(t types.Type) {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok || seen[t] {
			return
		}
		seen[t] = true
		for i := range s.NumFields() {
			add(s.Field(i))
			if s.Field(i).Embedded() {
				fields(s.Field(i).Type())
			}
		}
	}
	fields(t)
	return items
}

// visible returns the names that are declared at a place, and packages that can be imported.
func (c *completer) visible(at token.Pos) []Item {
	var items []Item
	seen := map[string]bool{"main": true, "_": true}
	for s := c.pkg.Scope().Innermost(at); s != nil; s = s.Parent() {
		for _, name := range s.Names() {
			if _, o := s.LookupParent(name, at); o != nil && !seen[name] {
				seen[name] = true
				items = append(items, c.item(o))
			}
		}
	}
	for _, name := range c.packages {
		if !seen[name] {
			seen[name] = true
			items = append(items, Item{name, "package", c.packages.named(name)})
		}
	}
	for k := token.BREAK; k <= token.VAR; k++ {
		items = append(items, Item{k.String(), "keyword", ""})
	}
	return items
}
