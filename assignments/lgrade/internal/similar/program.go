package similar

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strconv"
	"strings"

	"linclass/assignments/lgrade/internal/notebook"
)

// A Program is what a student wrote, function by function.
type Program struct {
	Student string
	parts   []part
}

// A part is a declaration: a function, most of all.
type part struct {
	name    string
	where   string   // its cell
	lines   []string // as they were written
	symbols []symbol
	grams   []uint64        // hashes of gram symbols in a row, by where they begin
	set     map[uint64]bool // the same
}

// A symbol is a node of the syntax tree without its names, and its line, from 0 on.
type symbol struct {
	text string
	line int
}

// New takes the declarations of a notebook apart. Locked cells are given and left
// out; of cells that do not parse as much is taken as the parser understands.
func New(student string, n *notebook.Notebook) Program {
	p := Program{Student: student}
	for i, c := range n.Cells {
		if c.Kind == "code" && (c.Grade == nil || !c.Grade.Locked || c.Grade.Solution) {
			p.add(n.Name(i), c.Source)
		}
	}
	return p
}

// Everything is New with the locked cells, for what was given.
func Everything(n *notebook.Notebook) Program {
	var p Program
	for i, c := range n.Cells {
		if c.Kind == "code" {
			p.add(n.Name(i), c.Source)
		}
	}
	return p
}

func (p *Program) add(where, source string) {
	const head = "package p\n"
	text := head + declarations(source)
	files := token.NewFileSet()
	file, _ := parser.ParseFile(files, "", text, parser.SkipObjectResolution|parser.AllErrors)
	if file == nil {
		return
	}
	lines := strings.Split(text, "\n")
	flat := flattener{files: files, packages: packages(file)}
	for _, d := range file.Decls {
		from, to := files.PositionFor(d.Pos(), false).Line, files.PositionFor(d.End(), false).Line
		name := ""
		switch d := d.(type) {
		case *ast.FuncDecl:
			name = d.Name.Name
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				continue
			}
			name = d.Tok.String()
		default:
			continue
		}
		flat.symbols, flat.first = nil, from
		flat.node(d)
		one := part{name: name, where: where, lines: lines[from-1 : min(max(to, from), len(lines))],
			symbols: flat.symbols, grams: grams(flat.symbols), set: map[uint64]bool{}}
		for _, h := range one.grams {
			one.set[h] = true
		}
		p.parts = append(p.parts, one)
	}
}

// declarations leaves out the lines for the kernel, and what follows the line %%,
// which runs and declares nothing. The other lines keep their places.
func declarations(source string) string {
	lines := strings.Split(source, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "%%") {
			lines = lines[:i]
			break
		}
		if strings.HasPrefix(line, "%") || strings.HasPrefix(line, "!") {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// packages returns the import paths by the names they have in a file.
func packages(file *ast.File) map[string]string {
	names := map[string]string{"math": "math", "rand": "math/rand/v2", "slices": "slices", "sort": "sort", "errors": "errors",
		"fmt": "fmt", "strings": "strings", "cmp": "cmp", "mat": "gonum.org/v1/gonum/mat", "floats": "gonum.org/v1/gonum/floats"}
	for _, spec := range file.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(p)
		if name == "v2" {
			name = path.Base(path.Dir(p))
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = p
	}
	return names
}
