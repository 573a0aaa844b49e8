package release

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A cell is a code cell as a file of a package.
type cell struct {
	number  int               // in the notebook, from 1
	text    []byte            // Go, without imports, line by line that of the cell
	imports map[string]string // import specs by the package's name
	uses    []string          // names that are followed by a dot and declared nowhere in the cell
}

// cellFile begins what the compiler is told a cell is called: "cell 7".
const cellFile = "cell "

// parse reads a cell as the kernel does: what follows a line %% is the body of main,
// and other lines that begin with % or ! are not Go.
func parse(number int, source string) (*cell, error) {
	c := &cell{number: number, imports: map[string]string{}}
	lines := strings.Split(source, "\n")
	end := ""
	for i, line := range lines {
		switch {
		case end == "" && (line == "%%" || line == "%main" || strings.HasPrefix(line, "%% ")):
			lines[i], end = "func _() {", "\n}"
		case strings.HasPrefix(line, "%") || strings.HasPrefix(line, "!"):
			lines[i] = ""
		}
	}
	c.text = []byte(strings.Join(lines, "\n") + end)
	const head = "package released;"
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, fmt.Sprint(cellFile, number), head+string(c.text), 0)
	if err != nil {
		return nil, err
	}
	offset := func(pos token.Pos) int { return files.Position(pos).Offset - len(head) }
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "main" { // each cell may have one
				copy(c.text[offset(d.Name.Pos()):], "_   ")
			}
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				blank(c.text[offset(d.Pos()):offset(d.End())])
			}
		}
	}
	for _, spec := range file.Imports {
		name, err := packageName(spec)
		if err != nil {
			return nil, err
		}
		c.imports[name] = name + " " + spec.Path.Value
	}
	for _, id := range file.Unresolved {
		c.uses = append(c.uses, id.Name)
	}
	return c, nil
}

func blank(text []byte) {
	for i, b := range text {
		if b != '\n' {
			text[i] = ' '
		}
	}
}

var major = regexp.MustCompile(`^v[0-9]+$`)

func packageName(spec *ast.ImportSpec) (string, error) {
	if spec.Name != nil {
		return spec.Name.Name, nil
	}
	importPath, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return "", err
	}
	name := path.Base(importPath)
	if major.MatchString(name) {
		name = path.Base(path.Dir(importPath))
	}
	return name, nil
}

// file returns the cell with those imports of all cells that it uses.
func (c *cell) file(known map[string]string) []byte {
	var text bytes.Buffer
	text.WriteString("package released\n")
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if slices.Contains(c.uses, name) {
			fmt.Fprintf(&text, "import %s\n", known[name])
		}
	}
	fmt.Fprintf(&text, "//line %s%d:1\n%s\n", cellFile, c.number, c.text)
	return text.Bytes()
}
