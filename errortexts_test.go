package linclass_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// errorTexts are the tests that compare texts of errors: the texts that users read, those
// of programs, and errors that no type tells apart yet. New tests use errors.Is, errors.As
// or package errtest.
var errorTexts = []string{
	"assignments/lgrade/internal/gradebook/table/table_test.go", // file, row and column in the text
	"cluster/crossing_test.go",                                  // texts cross the network unchanged
	"datasets/lookup_test.go",                                   // the ways out, and the names of both files
	"datasets/stream/stream_test.go",                            // words of messages: files, rows, remedies
	"datasets/svmlight/faults_test.go",                          // messages name the file
	"internal/invalid/invalid_test.go",                          // the texts that the package makes
	"lclass/helpers_test.go",                                    // words of messages: places, remedies
	"lclass/validate/helpers_test.go",                           // words of messages: places, remedies
}

// comparesErrorTexts reports whether an expression searches the text of an error, or
// compares it.
func comparesErrorTexts(n ast.Node) bool {
	isText := func(e ast.Expr) bool {
		call, ok := e.(*ast.CallExpr)
		if !ok || len(call.Args) > 0 {
			return false
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		return ok && method.Sel.Name == "Error"
	}
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return (n.Op == token.EQL || n.Op == token.NEQ) && (isText(n.X) != isText(n.Y)) && !isNilIdent(n.X) && !isNilIdent(n.Y)
	case *ast.CallExpr:
		f, ok := n.Fun.(*ast.SelectorExpr)
		if !ok || !slices.ContainsFunc(n.Args, isText) {
			return false
		}
		in, ok := f.X.(*ast.Ident)
		return ok && (in.Name == "strings" || in.Name == "regexp" || strings.HasPrefix(f.Sel.Name, "Match"))
	}
	return false
}

func isNilIdent(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "nil"
}

func TestErrorsAreComparedByType(t *testing.T) {
	var found []string
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if file != "." && (strings.HasPrefix(entry.Name(), ".") || slices.Contains([]string{"bin", "build", "testdata", "node_modules"}, entry.Name())) {
				return fs.SkipDir
			}
			return nil
		case !strings.HasSuffix(file, "_test.go"):
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			return err
		}
		compares := false
		ast.Inspect(parsed, func(n ast.Node) bool {
			compares = compares || comparesErrorTexts(n)
			return !compares
		})
		if compares {
			found = append(found, filepath.ToSlash(file))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range found {
		if !slices.Contains(errorTexts, file) {
			t.Errorf("%s compares the text of an error; use errors.Is, errors.As or package errtest", file)
		}
	}
	for _, file := range errorTexts {
		if !slices.Contains(found, file) {
			t.Errorf("%s compares no text of an error: take it off the list", file)
		}
	}
}

// The rule must be able to fail.
func TestErrorTextsAreFound(t *testing.T) {
	for text, want := range map[string]bool{
		`strings.Contains(err.Error(), "x")`: true,
		`err.Error() != "x"`:                 true,
		`re.MatchString(m.Status.Error())`:   true,
		`df.Error() != nil`:                  false,
		`errors.Is(err, x)`:                  false,
		`strings.Contains(m.String(), "x")`:  false,
	} {
		e, err := parser.ParseExpr(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := comparesErrorTexts(e); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
