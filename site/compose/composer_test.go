package compose

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"
)

// After cells that compile, a program has what is new, what has changed, what mentions
// that, what runs anyway, and what these reach.
func TestComposer(t *testing.T) {
	for name, c := range map[string]struct {
		cells []string // of which only the last is new
		want  string
	}{
		"what is not reached is left out": {
			[]string{"func f() {}\nfunc g() { h() }\nfunc h() {}\ntype t int", "%%\ng()"},
			"package main\nfunc g() { h() }\nfunc h() {}\nfunc main() {\ng()\n}"},
		"its import, too": {
			[]string{"import \"os\"\nfunc f() { os.Exit(fmt.Println()) }", "%%\nprintln()"},
			"package main\nfunc main() {\nprintln()\n}"},
		"what is new stays": {
			[]string{"func f() {}\nfunc g() {}", "func h() { g() }"},
			"package main\nfunc g() {}\nfunc h() { g() }\nfunc main() {}"},
		"what mentions a change stays": {
			[]string{"func f() int { return 1 }\nvar v = f()\nfunc g() int { return f() }\nfunc h() { g() }\nfunc i() {}", "func f() string { return \"\" }"},
			"package main\nvar v = f()\nfunc f() string { return \"\" }\nfunc g() int { return f() }\nfunc h() { g() }\nfunc main() {}"},
		"variables with values run": {
			[]string{"var v = f()\nvar w int\nfunc f() int { return 1 }\nfunc init_a() { println(w) }\nfunc g() {}", "%%\nprintln()"},
			"package main\nvar v = f()\nvar w int\nfunc f() int { return 1 }\nfunc init() { println(w) }\nfunc main() {\nprintln()\n}"},
		"methods come with their type": {
			[]string{"type t int\nfunc (x *t) String() string { return f() }\nfunc f() string { return \"\" }\nfunc g() {}", "%%\nprintln(t(1))"},
			"package main\ntype t int\nfunc f() string { return \"\" }\nfunc (x *t) String() string { return f() }\nfunc main() {\nprintln(t(1))\n}"},
		"a new method changes its type": {
			[]string{"type t int\nfunc f(x t) {}\nfunc g() { f(1) }\nfunc h() {}", "func (x t) m() {}"},
			"package main\ntype t int\nfunc f(x t) {}\nfunc g() { f(1) }\nfunc (x t) m() {}\nfunc main() {}"},
		"constants of a group stay together": {
			[]string{"const (\n\tA = iota\n\tB\n)\nconst C = 1", "%%\nprintln(B)"},
			"package main\nconst (\nA = iota\nB\n)\nfunc main() {\nprintln(B)\n}"},
		"a group changes as a whole": {
			[]string{"const n = 1\nconst (\n\tA = n\n\tB\n)\nfunc f() int { return B }\nfunc g() {}", "const n = 2"},
			"package main\nconst (\nA = n\nB\n)\nconst (\nn = 2\n)\nfunc f() int { return B }\nfunc main() {}"},
		"another meaning of a word of the language": {
			[]string{"func f(x []int) int { return len(x) }\nfunc g() {}", "func len(x []int) string { return \"\" }"},
			"package main\nfunc f(x []int) int { return len(x) }\nfunc len(x []int) string { return \"\" }\nfunc main() {}"},
		"another package of a name": {
			[]string{"func f() { rand.N(1) }\nfunc g() {}", "import \"math/rand\""},
			"package main\nimport \"math/rand\"\nfunc f() { rand.N(1) }\nfunc main() {}"},
		"a removed name": {
			[]string{"func f() {}\nfunc g() { f() }\nfunc h() {}", "%rm f"},
			"package main\nfunc g() { f() }\nfunc main() {}"},
		"names that an import may declare": {
			[]string{"import . \"strings\"\nfunc f() {}", "%%\nprintln(ToUpper(\"a\"))"},
			"package main\nimport . \"strings\"\nfunc f() {}\nfunc main() {\nprintln(ToUpper(\"a\"))\n}"},
	} {
		t.Run(name, func(t *testing.T) {
			composer := NewComposer(packages)
			above := c.cells[:len(c.cells)-1]
			p, problems := composer.Cells(above)
			whole, _ := Cells(above, packages)
			if len(problems) > 0 || p.Source != whole.Source {
				t.Fatalf("%v; at first\n%s\nwant all:\n%s", problems, p.Source, whole.Source)
			}
			composer.Compiled()
			for range 2 { // an attempt that does not compile changes nothing
				p, problems = composer.Cells(c.cells)
				if len(problems) > 0 {
					t.Fatal(problems)
				}
				if got := plain(p.Source); got != c.want {
					t.Errorf("got\n%s\nwant\n%s", got, c.want)
				}
			}
		})
	}
}

// Programs compile if and only if those with all declarations do: those of the lessons,
// and those in which a declaration of an earlier cell becomes something else.
func TestComposerFindsTheSameErrors(t *testing.T) {
	packages, imp := courseImporter(t)
	broken := 0
	for _, name := range []string{"steps"} {
		cells := codeCells(t, filepath.Join("../../notebooks", name+".ipynb"))
		composer := NewComposer(packages)
		compare := func(cells []string) {
			t.Helper()
			part, problems := composer.Cells(cells)
			whole, wholeProblems := Cells(cells, packages)
			if len(problems)+len(wholeProblems) > 0 {
				t.Fatal(problems, wholeProblems)
			}
			got, want := check(part.Source, imp), check(whole.Source, imp)
			if (got == "") != (want == "") {
				t.Errorf("%s with %q: %q, want %q", name, cells[len(cells)-1], got, want)
			}
			if want == "" {
				composer.Compiled()
			} else {
				broken++
			}
		}
		for i := range cells {
			compare(cells[:i+1])
		}
		s, _ := read(cells, packages)
		for name, d := range s.decls {
			if d.kind == token.FUNC && !strings.Contains(name, "~") {
				compare(append(cells[:len(cells):len(cells)], "func "+name+"() chan int { return nil }"))
			}
		}
	}
	if broken == 0 {
		t.Error("no change has broken a program")
	}
}

// check returns the first error of a program.
func check(source string, imp types.Importer) string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "main.go", source, 0)
	if err == nil {
		_, err = (&types.Config{Importer: imp}).Check("main", fset, []*ast.File{file}, nil)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}
