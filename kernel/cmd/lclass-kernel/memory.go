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
	name      string // ours: P.Area
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
				if !m.isImported(key) { // gonb removes one of the two
					m.forget(key)
				}
				maps.DeleteFunc(m.imports, func(path, name string) bool { return importKey(path, name) == key })
			}
		}
	}
}

// importKey returns gonb's name of an import.
func importKey(path, name string) string {
	switch name {
	case "":
		return path[strings.LastIndex(path, "/")+1:]
	case ".":
		return ".~" + path
	}
	return name
}

// isImported reports whether a package has that name in cells.
func (m *memory) isImported(name string) bool {
	for path, given := range m.imports {
		if importKey(path, given) == name {
			return true
		}
	}
	return false
}

// method returns the declaration of a method of a type, whatever its type parameters.
func (m *memory) method(of, method string) (declaration, bool) {
	for _, d := range m.sorted() {
		if d.name == of+"."+method {
			return d, true
		}
	}
	return declaration{}, false
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
		name := ""
		switch d := d.(type) {
		case *ast.FuncDecl:
			key, shown := functionKey(d, func(e ast.Expr) string {
				return (head + code)[files.Position(e.Pos()).Offset:files.Position(e.End()).Offset]
			})
			keys, name = []string{key}, shown
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
			d := declaration{key: key, name: key, text: text, from: from.Line, to: to.Line, alongside: keys}
			if name != "" {
				d.name = name
			}
			found = append(found, d)
		}
	}
	return found, imports
}

// functionKey returns gonb's name of a function, and ours. gonb writes out the type
// parameters of a receiver that is a pointer, and has no name for those of another.
func functionKey(f *ast.FuncDecl, text func(ast.Expr) string) (key, name string) {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name, f.Name.Name
	}
	receiver := f.Recv.List[0].Type
	key = "unknown"
	switch of := receiver.(type) {
	case *ast.Ident:
		key = of.Name
	case *ast.StarExpr:
		key = text(of.X)
		receiver = of.X
	}
	switch of := receiver.(type) {
	case *ast.IndexExpr:
		receiver = of.X
	case *ast.IndexListExpr:
		receiver = of.X
	}
	return key + "~" + f.Name.Name, text(receiver) + "." + f.Name.Name
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
