package lclass_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// typeArguments are what generic functions and types are called with, by the
// constraint of the parameter; string where that is a union.
var typeArguments = map[string]string{
	"any":        "float64",
	"Column":     "lclass.Column",
	"Frame[C]":   "lclass.Frame[lclass.Column]",
	"Predictor":  "*lclass.Model",
	"Scorer":     "*lclass.Model",
	"Samples[D]": "*lclass.Data",
}

const (
	failed   = "nil and the zero value are what a function returns beside an error, or none of its results"
	anError  = "a nil pointer is no error; nothing makes one"
	callback = "a func that is nil is the caller's, as in package slices"
)

// mayPanic are the functions, and the types with methods, that panic for nil or
// for their zero value without words about it in their documentation, and why
// that is right.
var mayPanic = map[string]string{
	"metric.ConfusionMatrix":     failed,
	"metric.Ranking":             failed,
	"metric.ReliabilityCurve":    failed,
	"metric.Report":              failed,
	"metric.Micro":               callback,
	"lclass.BootstrapSummary":    failed,
	"lclass.Step":                failed,
	"lclass.Blocks":              "a matrix without rows has no element, as in gonum",
	"calibrate.OneVsRest":        failed,
	"decide.Costs":               failed,
	"validate.Validation":        failed,
	"validate.NestedSearch":      failed,
	"validate.Search":            failed,
	"validate.Curve":             failed,
	"validate.PermutationResult": failed,
	"validate.DummyModel":        failed,
	"mle.DensityFit":             failed,
	"lclass.ValueError":          anError,
	"lclass.ColumnError":         anError,
	"validate.FoldError":         anError,
	"mle.ValueError":             anError,
}

// An exported is what the source of a package says about what it exports.
type exported struct {
	functions, types []string          // as Go expressions
	docs             map[string]string // by "package.Function" or "package.Type.Method"
}

func (e *exported) read(t *testing.T, dir string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		e.docs[file.Name.Name] += file.Doc.Text()
		for _, d := range file.Decls {
			e.declare(file.Name.Name, d)
		}
	}
}

func (e *exported) declare(in string, d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil {
			e.docs[in+"."+receiver(d.Recv.List[0].Type)+"."+d.Name.Name] = d.Doc.Text()
		} else if d.Name.IsExported() {
			e.docs[in+"."+d.Name.Name] = d.Doc.Text()
			e.functions = append(e.functions, in+"."+d.Name.Name+arguments(d.Type.TypeParams))
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			t, ok := s.(*ast.TypeSpec)
			if !ok || !t.Name.IsExported() || t.Assign.IsValid() {
				continue
			}
			if _, ok := t.Type.(*ast.InterfaceType); !ok {
				e.types = append(e.types, in+"."+t.Name.Name+arguments(t.TypeParams))
			}
		}
	}
}

func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.IndexListExpr:
		return receiver(x.X)
	}
	return types.ExprString(x)
}

func arguments(parameters *ast.FieldList) string {
	if parameters == nil {
		return ""
	}
	var of []string
	for _, p := range parameters.List {
		constraint := types.ExprString(p.Type)
		argument, ok := typeArguments[strings.TrimPrefix(constraint, "lclass.")]
		if !ok {
			argument = "string"
		}
		for range p.Names {
			of = append(of, argument)
		}
	}
	return "[" + strings.Join(of, ", ") + "]"
}

// No exported function or method panics for arguments and receivers that are
// nil, unless it says so: it returns an error or what is documented. What there
// is to call is read from the source, so that nothing new is missed.
func TestNilArguments(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	e := exported{docs: map[string]string{}}
	imports := []string{"linclass/lclass"}
	e.read(t, ".")
	for _, dir := range []string{"metric", "calibrate", "decide", "validate", "mle", "shard"} {
		e.read(t, dir)
		imports = append(imports, "linclass/lclass/"+dir)
	}
	var table strings.Builder
	table.WriteString("package main\n\nimport (\n\t\"reflect\"\n")
	for _, path := range imports {
		fmt.Fprintf(&table, "\t%q\n", path)
	}
	table.WriteString(")\n\nvar functions = map[string]any{\n")
	for _, f := range e.functions {
		name, _, _ := strings.Cut(f, "[")
		fmt.Fprintf(&table, "\t%q: %s,\n", name, f)
	}
	table.WriteString("}\n\nvar types = []reflect.Type{\n")
	for _, of := range e.types {
		fmt.Fprintf(&table, "\treflect.TypeFor[*%s](),\n", of)
	}
	table.WriteString("}\n")

	dir := t.TempDir()
	source, overlay := filepath.Join(dir, "table.go"), filepath.Join(dir, "overlay.json")
	here, err := filepath.Abs("testdata/nilwalk")
	must(t, here, err)
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(here, "table.go"): source}})
	must(t, replace, err)
	for file, text := range map[string][]byte{source: []byte(table.String()), overlay: replace} {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command("go", "run", "-overlay", overlay, "./testdata/nilwalk")
	command.Stderr = os.Stderr
	out, err := command.Output()
	must(t, out, err)
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	last := lines[len(lines)-1]
	if !strings.HasPrefix(last, "calls\t") {
		t.Fatalf("the walk ended with %q", last)
	}
	t.Log(last)
	used := map[string]bool{}
	for _, line := range lines[:len(lines)-1] {
		field := strings.SplitN(line, "\t", 3)
		name := field[0]
		if open := strings.Index(name, "["); open >= 0 {
			name = name[:open] + name[strings.LastIndex(name, "]")+1:]
		}
		in, rest, _ := strings.Cut(name, ".")
		of, _, _ := strings.Cut(rest, ".")
		if _, ok := mayPanic[in+"."+of]; ok {
			used[in+"."+of] = true
			continue
		}
		if wild := field[1] == "true"; wild || !strings.Contains(e.docs[in]+e.docs[name], "panic") {
			t.Errorf("%s panics: %s", name, field[2])
		}
	}
	for name := range mayPanic {
		if !used[name] {
			t.Errorf("%s does not panic, take it from the list", name)
		}
	}
}
