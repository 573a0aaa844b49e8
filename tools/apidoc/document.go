package main

import (
	"bytes"
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/parser"
	"go/printer"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// A documenter turns what go/doc says of one package into HTML.
type documenter struct {
	fset  *token.FileSet
	doc   *doc.Package
	pages map[string]string // by import path
	types map[string]bool   // the exported types of this package
}

// document returns the documentation of a package. pages has the page of each package that
// is documented.
func document(l listing, pages map[string]string) (pkg, error) {
	d := documenter{fset: token.NewFileSet(), pages: pages, types: map[string]bool{}}
	var files []*ast.File
	for _, name := range slices.Concat(l.GoFiles, l.TestGoFiles, l.XTestGoFiles) {
		f, err := parser.ParseFile(d.fset, filepath.Join(l.Dir, name), nil, parser.ParseComments)
		if err != nil {
			return pkg{}, err
		}
		files = append(files, f)
	}
	var err error
	if d.doc, err = doc.NewFromFiles(d.fset, files, l.ImportPath); err != nil {
		return pkg{}, err
	}
	for _, t := range d.doc.Types {
		d.types[t.Name] = true
	}
	p := pkg{
		Path: l.ImportPath, Source: l.source(), Name: l.Name, Synopsis: d.doc.Synopsis(d.doc.Doc),
		Doc: d.html(d.doc.Doc, true), Examples: d.examples(d.doc.Examples),
	}
	p.Items = slices.Concat(d.values("const", d.doc.Consts), d.values("var", d.doc.Vars), d.funcs("func", "", d.doc.Funcs))
	for _, t := range d.doc.Types {
		p.Items = append(p.Items, item{
			Kind: "type", Title: "type " + t.Name, Names: []string{t.Name},
			Decl: d.declaration(t.Decl), Doc: d.html(t.Doc, false), Examples: d.examples(t.Examples),
			Items: slices.Concat(d.values("const", t.Consts), d.values("var", t.Vars), d.funcs("func", "", t.Funcs), d.funcs("method", t.Name, t.Methods)),
		})
	}
	return p, nil
}

func (d documenter) values(kind string, values []*doc.Value) []item {
	var items []item
	for _, v := range values {
		items = append(items, item{Kind: kind, Names: exported(v.Names), Decl: d.declaration(v.Decl), Doc: d.html(v.Doc, false)})
	}
	return items
}

func exported(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !token.IsExported(name) })
}

func (d documenter) funcs(kind, of string, funcs []*doc.Func) []item {
	var items []item
	for _, f := range funcs {
		name, title := f.Name, "func "+f.Name
		if of != "" {
			name, title = of+"."+f.Name, "func ("+f.Recv+") "+f.Name
		}
		items = append(items, item{
			Kind: kind, Title: title, Names: []string{name},
			Decl: d.declaration(f.Decl), Doc: d.html(f.Doc, false), Examples: d.examples(f.Examples),
		})
	}
	return items
}

// html returns a doc comment as HTML. Only the headings of the package have anchors, as
// those of others could be equal.
func (d documenter) html(text string, anchors bool) string {
	p := d.doc.Printer()
	p.HeadingLevel = 2
	if !anchors {
		p.HeadingLevel = 4
		p.HeadingID = func(*comment.Heading) string { return "" }
	}
	p.DocLinkURL = func(l *comment.DocLink) string {
		name := l.Name
		if l.Recv != "" {
			name = l.Recv + "." + l.Name
		}
		return d.address(l.ImportPath, name)
	}
	return string(p.HTML(d.doc.Parser().Parse(text)))
}

// address returns where a name is documented, "" if that is not known.
func (d documenter) address(path, name string) string {
	page := d.pages[path]
	switch first, _, _ := strings.Cut(path, "/"); {
	case path == "" || path == d.doc.ImportPath:
		page = ""
	case page == "" && (strings.Contains(first, ".") || isStandard(path)):
		page = "https://pkg.go.dev/" + path
	case page == "":
		return ""
	}
	if name == "" {
		return page
	}
	return page + "#" + name
}

func (d documenter) examples(examples []*doc.Example) []example {
	var found []example
	for _, e := range examples {
		var code bytes.Buffer
		config := printer.Config{Mode: printer.UseSpaces, Tabwidth: 4}
		if err := config.Fprint(&code, d.fset, &printer.CommentedNode{Node: e.Code, Comments: e.Comments}); err != nil {
			panic(err) // a syntax tree that was parsed, and a buffer
		}
		text := code.String()
		if inner, ok := strings.CutPrefix(text, "{\n"); ok {
			text = strings.ReplaceAll("\n"+strings.TrimSuffix(inner, "\n}"), "\n    ", "\n")[1:]
		}
		if at := strings.LastIndex(text, "// Output:"); at >= 0 {
			text = text[:at]
		}
		title := "Example"
		if e.Suffix != "" {
			title += " (" + e.Suffix + ")"
		}
		found = append(found, example{Title: title, Doc: d.html(e.Doc, false), Code: strings.TrimSpace(text), Output: strings.TrimSpace(e.Output)})
	}
	return found
}
