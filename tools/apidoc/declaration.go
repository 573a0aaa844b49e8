package main

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/printer"
	"go/scanner"
	"go/token"
	"html"
	"strings"
)

// declaration returns a declaration as HTML, in which the names of types lead to their
// documentation, and constants and variables have anchors.
func (d documenter) declaration(decl ast.Decl) string {
	anchors := map[*ast.Ident]string{}
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		decl.Body = nil
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok {
				for _, name := range v.Names {
					anchors[name] = name.Name
				}
			}
		}
	}
	// The tokens of the printed text have the order of the tree, but not its positions.
	links := d.links(decl)
	idents := identifiers(decl)
	var text bytes.Buffer
	config := printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 4}
	if err := config.Fprint(&text, d.fset, withoutDoc(decl)); err != nil {
		panic(err) // a syntax tree that was parsed, and a buffer
	}
	src := bytes.ReplaceAll(text.Bytes(), []byte("\t"), []byte("    "))
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(src))
	s.Init(file, src, nil, scanner.ScanComments)
	var out strings.Builder
	last := 0
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		at := file.Offset(pos)
		switch {
		case tok == token.COMMENT:
			write(&out, src[last:at], src[at:at+len(lit)], `<span class="c">`, "</span>")
		case tok == token.IDENT && len(idents) > 0:
			id := idents[0]
			idents = idents[1:]
			if name, ok := anchors[id]; ok && token.IsExported(name) {
				write(&out, src[last:at], src[at:at+len(lit)], `<span id="`+html.EscapeString(name)+`">`, "</span>")
			} else if to := links[id]; to != "" {
				write(&out, src[last:at], src[at:at+len(lit)], `<a href="`+html.EscapeString(to)+`">`, "</a>")
			} else {
				continue
			}
		default:
			continue
		}
		last = at + len(lit)
	}
	out.WriteString(html.EscapeString(string(src[last:])))
	return strings.TrimSpace(out.String())
}

func write(out *strings.Builder, before, text []byte, open, end string) {
	out.WriteString(html.EscapeString(string(before)) + open + html.EscapeString(string(text)) + end)
}

// withoutDoc returns the declaration without its doc comment, which stands below it.
func withoutDoc(decl ast.Decl) ast.Decl {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		c := *decl
		c.Doc = nil
		return &c
	case *ast.GenDecl:
		c := *decl
		c.Doc = nil
		if len(c.Specs) == 1 && !c.Lparen.IsValid() {
			switch spec := c.Specs[0].(type) {
			case *ast.TypeSpec:
				s := *spec
				s.Doc = nil
				c.Specs = []ast.Spec{&s}
			case *ast.ValueSpec:
				s := *spec
				s.Doc = nil
				c.Specs = []ast.Spec{&s}
			}
		}
		return &c
	}
	return decl
}

// identifiers returns those of a declaration in the order of the text.
func identifiers(decl ast.Decl) []*ast.Ident {
	var found []*ast.Ident
	ast.Inspect(decl, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			found = append(found, id)
		}
		return true
	})
	return found
}

// links returns where the names of types in a declaration are documented.
func (d documenter) links(decl ast.Decl) map[*ast.Ident]string {
	found, names := map[*ast.Ident]string{}, map[*ast.Ident]bool{}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			for _, name := range n.Names {
				names[name] = true
			}
		case *ast.TypeSpec:
			names[n.Name] = true
		case *ast.FuncDecl:
			names[n.Name] = true
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok {
				names[id] = true
			}
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok {
				names[x], names[n.Sel] = true, true
				if path := d.imported(x.Name); path != "" {
					found[n.Sel] = d.address(path, n.Sel.Name)
				}
			}
		case *ast.Ident:
			if !names[n] && d.types[n.Name] {
				found[n] = d.address("", n.Name)
			}
		}
		return true
	})
	return found
}

// imported returns the path of the import that has a name.
func (d documenter) imported(name string) string {
	for _, path := range d.doc.Imports {
		if path == name || strings.HasSuffix(path, "/"+name) {
			return path
		}
	}
	return ""
}

func isStandard(path string) bool {
	p, err := build.Import(path, "", build.FindOnly)
	return err == nil && p.Goroot
}
