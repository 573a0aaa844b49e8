//go:build !windows

package main

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// memory is what the cells so far have declared, as gonb remembers it, and what they
// have made and lost.
type memory struct {
	declared map[string]declaration
	imports  map[string]string // by path, the name given to it, if any
	lost     map[string]int    // variables below %%: the cell that made them
}

type declaration struct {
	key       string // gonb's name: P~Area for a method
	text      string
	cell      int
	from, to  int // lines in the cell, counted from 1
	alongside []string
}

// add remembers a cell that has run.
func (m *memory) add(c *cell) {
	if m.declared == nil {
		m.declared, m.imports, m.lost = map[string]declaration{}, map[string]string{}, map[string]int{}
	}
	m.command(c.code)
	if c.refused || special(c.code) {
		return
	}
	above, below := parts(c.code)
	declared, imports := declarations(above)
	for _, d := range declared {
		d.cell = c.number
		m.forget(d.key)
		m.declared[d.key] = d
		delete(m.lost, d.key)
	}
	maps.Copy(m.imports, imports)
	for _, name := range variables(below) {
		m.lost[name] = c.number
	}
}

// command follows %rm and %reset.
func (m *memory) command(code string) {
	for line := range strings.Lines(code) {
		words := strings.Fields(strings.TrimPrefix(line, "//gonb:"))
		switch {
		case len(words) == 1 && words[0] == "%reset":
			clear(m.declared)
			clear(m.imports)
		case len(words) > 1 && (words[0] == "%rm" || words[0] == "%remove"):
			for _, key := range words[1:] {
				m.forget(key)
				maps.DeleteFunc(m.imports, func(path, name string) bool {
					return name == key || name == "" && path[strings.LastIndex(path, "/")+1:] == key
				})
			}
		}
	}
}

// forget removes a declaration and what stands in the same brackets, of which no part
// can be had alone.
func (m *memory) forget(key string) {
	for _, other := range m.declared[key].alongside {
		delete(m.declared, other)
	}
	delete(m.declared, key)
}

// at returns the declaration at a line of a cell.
func (m *memory) at(cell, line int) (declaration, bool) {
	for _, d := range m.declared {
		if d.cell == cell && d.from <= line && line <= d.to {
			return d, true
		}
	}
	return declaration{}, false
}

// sorted returns the declarations in the order of their keys.
func (m *memory) sorted() []declaration {
	return slices.SortedFunc(maps.Values(m.declared), func(a, b declaration) int { return cmp.Compare(a.key, b.key) })
}

// declarations reads the part of a cell that declares, as far as it is Go.
func declarations(code string) (found []declaration, imports map[string]string) {
	const head = "package p;"
	files := token.NewFileSet()
	file, _ := parser.ParseFile(files, "", head+code, parser.SkipObjectResolution)
	imports = map[string]string{}
	if file == nil {
		return nil, imports
	}
	for _, spec := range file.Imports {
		path := strings.Trim(spec.Path.Value, "`\"")
		imports[path] = ""
		if spec.Name != nil {
			imports[path] = spec.Name.Name
		}
	}
	for _, d := range file.Decls {
		from, to := files.Position(d.Pos()), files.Position(d.End())
		if to.Offset > len(head)+len(code) || from.Offset >= to.Offset {
			continue // it is not complete
		}
		text := (head + code)[from.Offset:to.Offset]
		var keys []string
		switch d := d.(type) {
		case *ast.FuncDecl:
			keys = []string{functionKey(d)}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					keys = append(keys, spec.Name.Name)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						keys = append(keys, name.Name)
					}
				}
			}
		}
		for _, key := range keys {
			found = append(found, declaration{key: key, text: text, from: from.Line, to: to.Line, alongside: keys})
		}
	}
	return found, imports
}

func functionKey(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	receiver := f.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver = star.X
	}
	if of, ok := receiver.(*ast.IndexExpr); ok {
		receiver = of.X
	}
	if name, ok := receiver.(*ast.Ident); ok {
		return name.Name + "~" + f.Name.Name
	}
	return f.Name.Name
}

// variables returns the names that the statements of a cell make.
func variables(code string) []string {
	file, _ := parser.ParseFile(token.NewFileSet(), "", "package p; func _() {"+code+"\n}", parser.SkipObjectResolution)
	if file == nil {
		return nil
	}
	var names []string
	add := func(expressions ...ast.Expr) {
		for _, e := range expressions {
			if name, ok := e.(*ast.Ident); ok && name.Name != "_" {
				names = append(names, name.Name)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				add(n.Lhs...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				add(n.Key, n.Value)
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				add(name)
			}
		}
		return true
	})
	return names
}
