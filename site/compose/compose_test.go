package compose

import (
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

var packages = Packages{"fmt": "fmt", "os": "os", "flag": "flag", "strings": "strings", "math/rand": "rand", "math/rand/v2": "rand",
	"linclass/lclass": "lclass", "linclass/plots": "plots"}

var places = regexp.MustCompile(`/\*line [^*]*\*/|//line [^\n]*\n`)

// plain returns the lines of a program without those that say where they come from.
func plain(source string) string {
	return strings.TrimSpace(places.ReplaceAllString(source, ""))
}

// What GoNB v0.11.4 makes of the same cells: its README and internal/goexec.
func TestCells(t *testing.T) {
	for name, c := range map[string]struct {
		cells []string
		want  string
	}{
		"statements":          {[]string{"%%\nfmt.Println(1)"}, "package main\nimport \"fmt\"\nfunc main() {\nfmt.Println(1)\n}"},
		"a main of one's own": {[]string{"func main() { println(1) }"}, "package main\nfunc main() { println(1) }"},
		"nothing runs":        {[]string{"var x = 1"}, "package main\nvar x = 1\nfunc main() {}"},
		"what is below %% ends with its cell": {
			[]string{"func f() int { return 1 }\n%%\ny := f()\n_ = y", "%%\nprintln(f())"},
			"package main\nfunc f() int { return 1 }\nfunc main() {\nprintln(f())\n}"},
		"a main is not kept": {[]string{"func main() {}", "func f() {}"}, "package main\nfunc f() {}\nfunc main() {}"},
		"a later declaration counts": {
			[]string{"func f() int { return 1 }\nvar v, w = 1, 2\ntype t int", "func f() int { return 2 }\nvar v = 3\ntype t string"},
			"package main\ntype t string\nvar v = 3\nvar w = 2\nfunc f() int { return 2 }\nfunc main() {}"},
		"a name becomes something else": {[]string{"var f = 1", "func f() {}"}, "package main\nfunc f() {}\nfunc main() {}"},
		"methods belong to their type": {
			[]string{"type s[T any] struct{}\nfunc (x *s[T]) m() {}\nfunc m() {}", "func (y s[T]) m() { _ = y }"},
			"package main\ntype s[T any] struct{}\nfunc m() {}\nfunc (y s[T]) m() { _ = y }\nfunc main() {}"},
		"by name": {[]string{"func b() {}\nfunc a() {}\nvar z, y int"}, "package main\nvar y int\nvar z int\nfunc a() {}\nfunc b() {}\nfunc main() {}"},
		"one call declares two": {
			[]string{"func f() (int, int) { return 1, 2 }\nvar a, b = f()", "var a = 1"},
			"package main\nvar a = 1\nfunc f() (int, int) { return 1, 2 }\nfunc main() {}"},
		"constants of a group": {
			[]string{"const (\n\tA = iota\n\tB\n\tC\n)", "const B = 10"},
			"package main\nconst (\nA = iota\n_\nC\n)\nconst (\nB = 10\n)\nfunc main() {}"},
		"init_": {[]string{"func init_b() { println(2) }\nfunc init_a() { println(1) }"},
			"package main\nfunc init() { println(1) }\nfunc init() { println(2) }\nfunc main() {}"},
		"imports that nobody uses": {[]string{"import (\n\t\"os\"\n\tf \"fmt\"\n)\n%%\nf.Println()"}, "package main\nimport f \"fmt\"\nfunc main() {\nf.Println()\n}"},
		"an import for later":      {[]string{"import \"strings\"", "%%\nprintln(strings.ToUpper(\"a\"))"}, "package main\nimport \"strings\"\nfunc main() {\nprintln(strings.ToUpper(\"a\"))\n}"},
		"missing imports":          {[]string{"%%\nplots.Show(rand.N(3))"}, "package main\nimport \"linclass/plots\"\nimport \"math/rand/v2\"\nfunc main() {\nplots.Show(rand.N(3))\n}"},
		"a name that is no package": {[]string{"%%\nvar fmt struct{ X int }\nprintln(fmt.X)"},
			"package main\nfunc main() {\nvar fmt struct{ X int }\nprintln(fmt.X)\n}"},
		"flags":                  {[]string{"var n = flag.Int(\"n\", 1, \"\")\n%% -n=2\nprintln(*n)"}, "package main\nimport \"flag\"\nvar n = flag.Int(\"n\", 1, \"\")\nfunc main() { flag.Parse();\nprintln(*n)\n}"},
		"%exec":                  {[]string{"func f() {}\n%exec f"}, "package main\nfunc f() {}\nfunc main() { f() }"},
		"%rm":                    {[]string{"func f() {}\nfunc g() {}", "%rm f"}, "package main\nfunc g() {}\nfunc main() {}"},
		"%reset":                 {[]string{"func f() {}", "%reset"}, "package main\nfunc main() {}"},
		"a cell that was broken": {[]string{"func f( {", "%%\nprintln(1)"}, "package main\nfunc main() {\nprintln(1)\n}"},
		"a package line":         {[]string{"package main\nfunc f() {}"}, "package main\nfunc f() {}\nfunc main() {}"},
		"comments above a function": {[]string{"// f is.\n//\n//go:noinline\nfunc f() {}"},
			"package main\n// f is.\n//\n//go:noinline\nfunc f() {}\nfunc main() {}"},
	} {
		t.Run(name, func(t *testing.T) {
			p, problems := Cells(c.cells, packages)
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			if got := plain(p.Source); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// Each word of the program has the place of that word in its cell.
func TestPlaces(t *testing.T) {
	cells := []string{
		"import \"fmt\"\n\n// doc\nfunc one(\n\ta int,\n) { fmt.Print(a) }\nvar (\n\ttwo, three = 2,\n\t\t3\n)\ntype four struct {\n\tfive int\n}",
		"const (\n\tsix = iota\n\tseven\n)\nfunc init_eight() {\n\tnine() }\nfunc nine() {}\n\n%%\nten := one\nten(two)",
	}
	p, problems := Cells(cells, packages)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	files := token.NewFileSet()
	if _, err := parser.ParseFile(files, "", p.Source, 0); err != nil {
		t.Fatal(err)
	}
	var file *token.File
	files.Iterate(func(f *token.File) bool { file = f; return false })
	for word, want := range map[string]string{
		"one(": "cell1:4:6", "a int": "cell1:5:2", "Print": "cell1:6:9", "two =": "", "three": "cell1:8:7", "3\n": "cell1:9:3",
		"four": "cell1:11:6", "five": "cell1:12:2", "seven": "cell2:3:2", "nine() }": "cell2:6:2", "nine() {}": "cell2:7:6",
		"ten := one": "cell2:10:1", "ten(two)": "cell2:11:1",
	} {
		at := strings.Index(p.Source, word)
		if want == "" {
			continue
		}
		if at < 0 {
			t.Errorf("%q is not in\n%s", word, p.Source)
			continue
		}
		if got := files.Position(file.Pos(at)).String(); got != want {
			t.Errorf("%q is at %s, want %s", word, got, want)
		}
	}
}

func TestProblems(t *testing.T) {
	for name, c := range map[string]struct {
		cells []string
		want  []Problem // without messages
	}{
		"first line":         {[]string{"func f( {"}, []Problem{{Cell: 0, Line: 1, Column: 9}}},
		"below %%":           {[]string{"x", "%%\nx :="}, []Problem{{Cell: 1, Line: 2, Column: 0}}},
		"never closed":       {[]string{"%%\nif true {\n\tprintln()"}, []Problem{{Cell: 0, Line: 3, Column: 0}}},
		"no such package":    {[]string{"import (\n\t\"net/nowhere\"\n)\n%%\nnowhere.F()"}, []Problem{{Cell: 0, Line: 2, Column: 2}}},
		"no shell":           {[]string{"var x int\n!ls"}, []Problem{{Cell: 0, Line: 2, Column: 1}}},
		"no such command":    {[]string{"%test"}, []Problem{{Cell: 0, Line: 1, Column: 1}}},
		"%exec without name": {[]string{"%exec"}, []Problem{{Cell: 0, Line: 1, Column: 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			p, problems := Cells(c.cells, packages)
			if p != nil {
				t.Errorf("no problem, and\n%s", p.Source)
			}
			for i := range problems {
				if problems[i].Message == "" {
					t.Errorf("%+v has no message", problems[i])
				}
				problems[i].Message = ""
			}
			if len(problems) == 0 || !reflect.DeepEqual(problems[:1], c.want) {
				t.Errorf("%+v, want %+v", problems, c.want)
			}
		})
	}
}

func TestCommands(t *testing.T) {
	p, problems := Cells([]string{"%env A b", "var x int\n%env C=\"d e\"\n%ls\n%rm x y\n%args -n \"a b\" \\\n c\n%%"}, packages)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if want := map[string]string{"A": "b", "C": "d e"}; !reflect.DeepEqual(p.Env, want) {
		t.Errorf("env %v, want %v", p.Env, want)
	}
	p, _ = Cells([]string{"%args -n \"a b\" \\\n c\nfunc main() {}"}, packages)
	if want := []string{"-n", "a b", "c"}; !reflect.DeepEqual(p.Args, want) {
		t.Errorf("args %q, want %q", p.Args, want)
	}
	p, _ = Cells([]string{"var x, y int", "%rm x z"}, packages)
	want := []Output{{Stream: "stdout", Text: ". removed var x\n"}, {Stream: "stderr", Text: ". key \"z\" not found in any definition, not removed\n"}}
	if !reflect.DeepEqual(p.Outputs, want) {
		t.Errorf("outputs %+v, want %+v", p.Outputs, want)
	}
}

func TestFormat(t *testing.T) {
	for source, want := range map[string]string{
		"":     "",
		"%%":   "%%",
		"x:=1": "x := 1",
		"func  f( ) {\nx:=1\n}\n\n\n%%\nif x{\ny()}": "func f() {\n\tx := 1\n}\n\n%%\nif x {\n\ty()\n}",
		"%args a\nvar   x=1\n%%  -n\n\nf( )":         "%args a\nvar x = 1\n%%  -n\n\nf()",
		"import (\n\"os\"\n\"fmt\")":                 "import (\n\t\"os\"\n\t\"fmt\"\n)",
		"// only\n%%\n// comments":                   "// only\n%%\n// comments",
	} {
		got, problems := Format(source)
		if got != want || len(problems) > 0 {
			t.Errorf("%q: %q, want %q; %v", source, got, want, problems)
		}
		again, _ := Format(got)
		if again != got {
			t.Errorf("%q becomes %q", got, again)
		}
	}
	if got, problems := Format("%%\nx := ("); got != "" || len(problems) == 0 || problems[0].Line != 2 {
		t.Errorf("%q, %+v; want a problem in line 2, the last", got, problems)
	}
	if got, problems := Format("var x int\n%%\n\nif {"); got != "" || len(problems) == 0 || problems[0].Line != 4 {
		t.Errorf("%q, %+v; want a problem in line 4", got, problems)
	}
}
