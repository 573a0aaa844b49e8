package linclass_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// exported returns the names that a package exports, members as Type.Member.
func exported(t *testing.T, dir string) map[string]bool {
	names := map[string]bool{}
	add := func(of string, ids ...*ast.Ident) {
		for _, id := range ids {
			if id.IsExported() {
				names[of+id.Name] = true
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				of := ""
				if d.Recv != nil {
					of = receiver(d.Recv.List[0].Type) + "."
				}
				add(of, d.Name)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.ValueSpec:
						add("", s.Names...)
					case *ast.TypeSpec:
						add("", s.Name)
						if fields, ok := s.Type.(*ast.StructType); ok {
							for _, f := range fields.Fields.List {
								add(s.Name.Name+".", f.Names...)
							}
						}
					}
				}
			}
		}
	}
	return names
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// Whatever docs/translate.md names exists.
func TestTranslation(t *testing.T) {
	packages := map[string]map[string]bool{}
	for _, name := range []string{"lclass", "lclass/validate", "lclass/metric", "lclass/calibrate", "lclass/decide", "lclass/mle", "lclass/onnx", "datasets", "datasets/svmlight", "plots"} {
		packages[name[strings.LastIndex(name, "/")+1:]] = exported(t, name)
	}
	variables := map[string]string{"d": "Data", "m": "Model", "s": "Summary"}
	name := regexp.MustCompile(`\b(lclass|validate|metric|calibrate|decide|mle|datasets|onnx|svmlight|plots|d|m|s)\.([A-Z]\w*)(\.[A-Z]\w*)?(\{[^}]*\})?`)
	field := regexp.MustCompile(`(\w+): `)
	var count int
	for _, row := range strings.Split(text(t, "docs/translate.md"), "\n") {
		cells := strings.Split(row, "|")
		if len(cells) == 4 {
			row = cells[2] // what is here
		}
		for _, found := range name.FindAllStringSubmatch(row, -1) {
			where, member, literal := found[1], found[2]+found[3], found[4]
			if of, ok := variables[where]; ok {
				where, member = "lclass", of+"."+member
			}
			wanted := []string{member}
			for _, f := range field.FindAllStringSubmatch(literal, -1) {
				wanted = append(wanted, member+"."+f[1])
			}
			for _, w := range wanted {
				if count++; !packages[where][w] {
					t.Errorf("%s has no %s: %s", where, w, strings.TrimSpace(row))
				}
			}
		}
	}
	if count < 100 {
		t.Errorf("only %d names were found", count)
	}
	if slices.Contains([]bool{packages["lclass"]["Logistic.Penalty"], packages["metric"]["Counts.F1"]}, false) {
		t.Error("members are not found")
	}
}
