package similar

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// A flattener writes a syntax tree as a row of symbols.
type flattener struct {
	files    *token.FileSet
	packages map[string]string // import paths by name
	first    int               // line where the declaration begins
	symbols  []symbol
}

func (f *flattener) emit(at token.Pos, text string) {
	f.symbols = append(f.symbols, symbol{text, f.files.PositionFor(at, false).Line - f.first})
}

// node writes a node and what is below it. What means the same is written the same:
// brackets do not matter, x++ is x += 1, and "var s float64" is "s := 0".
func (f *flattener) node(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.ParenExpr, *ast.ExprStmt, *ast.DeclStmt, *ast.FieldList, *ast.Field:
			return true
		case *ast.Comment, *ast.CommentGroup:
			return false
		case *ast.FuncDecl:
			f.emit(n.Pos(), "func")
			f.node(n.Type)
			if n.Body != nil {
				f.node(n.Body)
			}
			return false
		case *ast.Ident:
			f.emit(n.Pos(), name(n.Name))
		case *ast.BasicLit:
			f.emit(n.Pos(), literal(n.Kind))
		case *ast.SelectorExpr:
			return f.selector(n)
		case *ast.BinaryExpr:
			f.emit(n.Pos(), n.Op.String())
		case *ast.UnaryExpr:
			if n.Op == token.SUB || n.Op == token.ADD {
				if _, number := n.X.(*ast.BasicLit); number {
					return true // -1 is a constant like 1
				}
			}
			f.emit(n.Pos(), "unary "+n.Op.String())
		case *ast.IncDecStmt:
			f.emit(n.Pos(), map[token.Token]string{token.INC: "+=", token.DEC: "-="}[n.Tok])
			f.node(n.X)
			f.emit(n.Pos(), literal(token.INT))
			return false
		case *ast.AssignStmt:
			f.emit(n.Pos(), n.Tok.String())
		case *ast.ValueSpec:
			f.value(n)
			return false
		case *ast.GenDecl:
			return true
		case *ast.BranchStmt:
			f.emit(n.Pos(), n.Tok.String())
			return false // without the label
		case *ast.BlockStmt:
			f.emit(n.Pos(), "{")
			for _, s := range n.List {
				f.node(s)
			}
			f.emit(n.End(), "}")
			return false
		default:
			f.emit(n.Pos(), fmt.Sprintf("%T", n))
		}
		return true
	})
}

// selector writes a function of a package with its name, which says what it does,
// and hides those of the students' own.
func (f *flattener) selector(n *ast.SelectorExpr) bool {
	if x, ok := n.X.(*ast.Ident); ok {
		if path, ok := f.packages[x.Name]; ok {
			f.emit(n.Pos(), path+"."+n.Sel.Name)
			return false
		}
	}
	f.emit(n.Pos(), "selector")
	f.node(n.X)
	return false
}

// value writes a declared variable or constant as if it were assigned.
func (f *flattener) value(n *ast.ValueSpec) {
	f.emit(n.Pos(), ":=")
	for _, x := range n.Names {
		f.node(x)
	}
	for _, v := range n.Values {
		f.node(v)
	}
	if len(n.Values) == 0 {
		f.emit(n.Pos(), literal(token.INT))
	}
}

// name keeps the names of the language and hides all others.
func name(n string) string {
	if types.Universe.Lookup(n) != nil || n == "_" {
		return n
	}
	return "x"
}

func literal(kind token.Token) string {
	if kind == token.STRING || kind == token.CHAR {
		return "text"
	}
	return "1"
}
