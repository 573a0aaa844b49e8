package answers

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A cell is a Cell that has been read.
type cell struct {
	Cell
	index        int
	text         string // Go, as long as Source: what is not for the compiler is blank
	imports      map[string]string
	declarations []*declaration
	comments     []span
	lines        []int // offsets of their beginnings
	notes        []string
}

// longest is the length up to which a cell is read.
const longest = 1 << 18

func parse(index int, given Cell) *cell {
	given.Source = strings.ToValidUTF8(strings.TrimPrefix(given.Source, "\ufeff"), "?")
	c := &cell{Cell: given, index: index, imports: map[string]string{}, lines: []int{0}}
	for i, b := range []byte(c.Source) {
		if b == '\n' {
			c.lines = append(c.lines, i+1)
		}
	}
	if len(c.Source) > longest {
		c.note(1, "has more than %d characters and is ignored", longest)
		return c
	}
	c.clean()
	if file, err := c.parse(0, len(c.text)); err == nil {
		c.take(file, 0)
		return c
	}
	for _, p := range pieces(c.text) {
		file, err := c.parse(p.from, p.to)
		if err != nil {
			c.declarations = append(c.declarations, c.unreadable(p, err))
			continue
		}
		c.take(file, p.from)
	}
	return c
}

func (c *cell) note(line int, format string, args ...any) {
	c.notes = append(c.notes, fmt.Sprintf("%s, line %d: %s", c.Name, line, fmt.Sprintf(format, args...)))
}

// file is what the compiler is told the cell is called.
func (c *cell) file() string { return fmt.Sprintf("cell%d.go", c.index) }

// clean blanks the lines that are for the kernel, as it knows them, and what is in
// main.
func (c *cell) clean() {
	text := []byte(c.Source)
	defer func() { c.text = string(text) }()
	continued := false
	for i, from := range c.lines {
		to := len(text)
		if i+1 < len(c.lines) {
			to = c.lines[i+1]
		}
		line := strings.TrimRight(c.Source[from:to], "\r\n")
		order, _ := strings.CutPrefix(line, "//gonb:")
		word, _, _ := strings.Cut(strings.ReplaceAll(order, "\t", " "), " ")
		ours := true
		switch {
		case continued:
		case word == "%%" || strings.HasPrefix(order, "%main"):
			blank(text[from:])
			return
		case strings.HasPrefix(word, "%%"):
			c.note(i+1, "%q marks a cell that is not Go: the whole cell is ignored", order)
			blank(text)
			return
		case len(order) > 1 && (order[0] == '%' || order[0] == '!'):
			c.note(i+1, "%q is for the kernel and is ignored", order)
		case strings.HasPrefix(order, "package "):
		default:
			ours = false
		}
		if ours {
			blank(text[from:to])
		}
		continued = ours && strings.HasSuffix(line, `\`)
	}
}

// blank leaves the lines.
func blank(text []byte) {
	for i, b := range text {
		if b != '\n' {
			text[i] = ' '
		}
	}
}

// head makes a cell a file. It adds no line.
const head = "package answers;"

// parse reads a part of the text.
func (c *cell) parse(from, to int) (*ast.File, error) {
	return parser.ParseFile(token.NewFileSet(), "", head+c.text[from:to], parser.ParseComments)
}

// take reads the declarations of a file that begins at an offset of the text.
func (c *cell) take(file *ast.File, offset int) {
	r := reader{cell: c, file: file, shift: offset - len(head)}
	r.read()
}

// line returns the number of the line at an offset.
func (c *cell) line(offset int) int {
	i, found := slices.BinarySearch(c.lines, offset)
	if found {
		return i + 1
	}
	return i
}

// A piece is a part of a text that seems to be one declaration.
type piece struct {
	from, to int
	names    []string
}

var begins = regexp.MustCompile(`(?m)^(?:import|const|var|type|func)\b(?:[ \t]*\([^)\n]*\))?[ \t]*(\w*)`)

// pieces divides a text that cannot be parsed where a line begins with the keyword
// of a declaration.
func pieces(text string) []piece {
	var pieces []piece
	for _, m := range begins.FindAllStringSubmatchIndex(text, -1) {
		if n := len(pieces); n > 0 {
			pieces[n-1].to = m[0]
		}
		p := piece{from: m[0], to: len(text)}
		if name := text[m[2]:m[3]]; name != "" {
			p.names = []string{name}
		}
		pieces = append(pieces, p)
	}
	return pieces
}

// unreadable is a declaration with a mistake in its syntax.
func (c *cell) unreadable(p piece, err error) *declaration {
	d := &declaration{cell: c, names: p.names, line: c.line(p.from), lastLine: c.line(p.to)}
	at, message := d.line, err.Error()
	if list, ok := err.(scanner.ErrorList); ok {
		at, message = d.line+list[0].Pos.Line-1, list[0].Msg
	}
	d.refuse("%s: %s", d.at(at), message)
	return d
}

// imported notes an import.
func (c *cell) imported(spec *ast.ImportSpec, line int) {
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return // the parser has seen to it
	}
	name := packageName(path)
	if spec.Name != nil {
		name = spec.Name.Name
	}
	switch name {
	case ".":
		c.note(line, "the dot before %q is ignored: write %s.Name for names of this package", path, packageName(path))
	case "_":
	default:
		c.imports[name] = path
	}
}
