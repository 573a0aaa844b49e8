package answers

import (
	"slices"
	"strings"
	"testing"
)

var rules = Rules{
	Tasks:   []string{"Score", "Step"},
	Imports: []string{"math", "math/rand/v2", "sort", "unicode"},
	Symbols: map[string][]string{"linclass/lclass": {"Data", "Sign"}},
	Lent:    map[string][]string{"Step": {"Score"}},
}

// collect makes each text a cell; the first word of a text that begins with "#" is
// the task whose cell it is.
func collect(texts ...string) *Answers {
	var cells []Cell
	for i, text := range texts {
		c := Cell{Name: "cell " + string(rune('1'+i)), Source: text}
		if rest, ok := strings.CutPrefix(text, "#"); ok {
			c.Task, c.Source, _ = strings.Cut(rest, "\n")
		}
		cells = append(cells, c)
	}
	return Collect(cells, rules)
}

func source(a *Answers, tasks ...string) string {
	var all strings.Builder
	p := a.Program(tasks, rules.Tasks, "reference")
	for _, c := range a.cells {
		all.Write(p.Files[c.file()])
	}
	return all.String()
}

// squeeze leaves one space where there are several.
func squeeze(text string) string { return strings.Join(strings.Fields(text), " ") }

func TestProgram(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells []string
		want  string
	}{
		{"plain", []string{"func Score() int { return 1 }"},
			"package answers; //line cell0.go:1:1 func Score() int { return 1 }"},
		{"import added", []string{"func Score() float64 { return math.Pi }"},
			`package answers; import math "math"; //line cell0.go:1:1 func Score() float64 { return math.Pi }`},
		{"import of an earlier cell", []string{`import r "math/rand/v2"`, "func Score() float64 { return r.Float64() }"},
			`package answers; import r "math/rand/v2"; //line cell1.go:1:1 func Score() float64 { return r.Float64() }`},
		{"import not needed", []string{"import (\n\"os\"\n\"math\"\n)\nfunc Score() int { return 1 }"},
			"package answers; //line cell0.go:1:1 func Score() int { return 1 }"},
		{"main, package and kernel lines", []string{"%goflags -v \\\n -x\n!ls\npackage main\nfunc Score() int { return 1 }\nfunc main() {}\n%% \nScore()"},
			"package answers; //line cell0.go:1:1 func Score() int { return 1 }"},
		{"helpers and their methods", []string{"type T int", "func (t T) M() int { return one }", "const (\nzero = iota\none\n)", "func Score() int { return T(0).M() }"},
			"package answers; //line cell0.go:1:1 type T int" +
				" package answers; //line cell1.go:1:1 func (t T) M() int { return one }" +
				" package answers; //line cell2.go:1:1 const ( zero = iota one )" +
				" package answers; //line cell3.go:1:1 func Score() int { return T(0).M() }"},
		{"only what is needed", []string{"var a, b = 1, 2\nvar (\nc = 3; d = 4\n)\nvar _ = panics()\nfunc Score() int { return d }"},
			"package answers; //line cell0.go:1:1 var ( d = 4 ) func Score() int { return d }"},
		{"later definitions win", []string{"func Score() int { return 1 }", "func Score() int { return 2 }"},
			"package answers; //line cell1.go:1:1 func Score() int { return 2 }"},
		{"its own cell before later ones", []string{"#Score\nfunc Score() int { return 1 }", "func Score() int { return 2 }"},
			"package answers; //line cell0.go:1:1 func Score() int { return 1 }"},
		{"another cell before the stub", []string{"func Score() int { return 2 }", "#Score\nfunc Score() int { panic(\"not implemented: Score\") }"},
			"package answers; //line cell0.go:1:1 func Score() int { return 2 }"},
		{"a function in a variable", []string{"var Score = func() int { return 1 }"},
			"package answers; //line cell0.go:1:1 var Score = func() int { return 1 }"},
		{"two on a line", []string{"func help() {}; func Score() { help() }"},
			"package answers; //line cell0.go:1:1 func help() {}; func Score() { help() }"},
		{"comments go", []string{"//go:noinline\nfunc Score() int { /*line x:1*/ return 1 // one\n}"},
			"package answers; //line cell0.go:1:1 func Score() int { return 1 }"},
		{"a package for what a local variable hides", []string{"func Score() float64 { math := 1.0; return math }"},
			"package answers; //line cell0.go:1:1 func Score() float64 { math := 1.0; return math }"},
		{"a package for what the notebook declares", []string{"type v struct{ Pi float64 }", "var math v", "func Score() float64 { return math.Pi }"},
			"package answers; //line cell0.go:1:1 type v struct{ Pi float64 }" +
				" package answers; //line cell1.go:1:1 var math v" +
				" package answers; //line cell2.go:1:1 func Score() float64 { return math.Pi }"},
		{"a mistake in the syntax of another function", []string{"func help( {\n}\nfunc Score() int { return 1 }\nfunc more() }"},
			"package answers; //line cell0.go:1:1 func Score() int { return 1 }"},
	} {
		if got := squeeze(source(collect(c.cells...), "Score")); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestLines(t *testing.T) {
	got := source(collect("// about\nfunc help() {}\n\nfunc Score() { // here\n}\n"), "Score")
	want := "package answers; \n//line cell0.go:1:1\n"
	if rest, ok := strings.CutPrefix(got, want); !ok || strings.TrimRight(strings.Split(rest, "\n")[3], " ") != "func Score() {" {
		t.Errorf("%q", got)
	}
}

func TestProblems(t *testing.T) {
	const allowed = "allowed are linclass/lclass, math, math/rand/v2, sort, unicode"
	for _, c := range []struct {
		name  string
		cells []string
		want  string
	}{
		{"nothing", []string{"func Other() {}"}, "no cell has a function Score"},
		{"its cell is empty", []string{"#Score\n// later"}, "cell 1 has no function Score"},
		{"another name", []string{"#Score\nfunc score() {}\nfunc help() {}"}, "cell 1 has no function Score, but score, help"},
		{"import", []string{"import \"os\"\nfunc Score() {\n\tos.Exit(0)\n}"}, `cell 1, line 3: os.Exit belongs to package "os", which answers may not use; ` + allowed},
		{"no import", []string{"func Score() { os.Exit(0) }"}, "cell 1, line 1: os.Exit: os is neither declared nor a package that answers may use; " + allowed},
		{"renamed", []string{"import math \"os\"\nfunc Score() { math.Exit(0) }"}, `cell 1, line 2: math.Exit belongs to package "os", which answers may not use; ` + allowed},
		{"cgo", []string{"import \"C\"\nfunc Score() { C.exit(0) }"}, `cell 1, line 2: C.exit belongs to package "C", which answers may not use; ` + allowed},
		{"symbol", []string{"func Score() { _ = lclass.Perceptron{} }"}, `cell 1, line 1: this assignment does not allow lclass.Perceptron; of package "linclass/lclass" it allows Data, Sign`},
		{"assigns", []string{"func Score() { unicode.Letter = nil }"}, `cell 1, line 1: changes unicode.Letter, which belongs to package "unicode"`},
		{"assigns deep", []string{"func Score() { (*unicode.Letter).R16[0].Lo++ }"}, `cell 1, line 1: changes unicode.Letter, which belongs to package "unicode"`},
		{"address", []string{"func Score() { p := &unicode.Letter; *p = nil }"}, `cell 1, line 1: changes unicode.Letter, which belongs to package "unicode"`},
		{"no body", []string{"func Score()"}, "cell 1, line 1: Score has no body"},
		{"through a helper", []string{"func help() { os.Exit(0) }", "func more() { help() }", "func Score() { more() }"},
			"needs more: cell 1, line 1: os.Exit: os is neither declared nor a package that answers may use; " + allowed},
		{"init", []string{"func init_x() {}\nfunc Score() { init_x() }"}, "needs init_x: cell 1, line 1: init_x would run before the checks: give it another name"},
		{"test", []string{"func TestX(t *testing.T) {}\nfunc Score() { TestX(nil) }"}, "needs TestX: cell 1, line 1: TestX is a test: leave it out, as answers may not use package testing"},
		{"syntax", []string{"func help() {}\nfunc Score() {\n\tx := [\n}"}, "cell 1, line 4: expected operand, found '}'"},
	} {
		a := collect(c.cells...)
		if got := a.Problem("Score"); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
		if p := a.Program([]string{"Score"}, rules.Tasks, "reference"); len(p.Tasks) != 0 {
			t.Errorf("%s: Score is in the program", c.name)
		}
	}
}

// What is broken is taken from the reference for those that call it, and an earlier
// definition takes the place of a later one that is broken.
func TestDrop(t *testing.T) {
	a := collect("func Step() { Score() }", "func Score() {\n\tx\n}", "func help() {}")
	if !a.Drop("cell1.go", 2, "undefined: x") {
		t.Fatal("line 2 of the second cell is in Score")
	}
	if got, want := a.Problem("Score"), "cell 2, line 2: undefined: x"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	p := a.Program([]string{"Step", "Score"}, rules.Tasks, "reference")
	if !slices.Equal(p.Tasks, []string{"Step"}) || !slices.Equal(p.Borrowed, []string{"Score"}) {
		t.Errorf("tasks %v, borrowed %v", p.Tasks, p.Borrowed)
	}
	if got, want := string(p.Files["borrowed.go"]), "package answers\nimport lgradeReference \"reference\"\nvar Score = lgradeReference.Score\n"; got != want {
		t.Errorf("got %s want %s", got, want)
	}
	if a.Drop("cell2.go", 7, "") || a.Drop("borrowed.go", 1, "") {
		t.Error("there is nothing at these lines")
	}

	a = collect("func Score() int { return 1 }", "func Score() int { return x }")
	a.Drop("cell1.go", 1, "undefined: x")
	if got := squeeze(source(a, "Score")); !strings.HasSuffix(got, "{ return 1 }") {
		t.Error(got)
	}
	if got, want := a.Instead(), "Score is taken from cell 1, line 1, because the later version has a mistake: cell 2, line 1: undefined: x"; len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := a.Broken(), "cell 2, line 1: undefined: x"; len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A task takes the function of another from the reference where it is not its own.
func TestBorrow(t *testing.T) {
	a := collect("func Step() { help() }", "func help() { Score(); Step() }", "func Score() {}")
	if got := a.Calls("Step"); !slices.Equal(got, []string{"Score"}) {
		t.Errorf("Step calls %v", got)
	}
	if got := a.Calls("Score"); got != nil {
		t.Errorf("Score calls %v", got)
	}
	for _, c := range []struct {
		own      []string
		borrowed []string
		score    bool
	}{
		{[]string{"Step", "Score"}, nil, true},
		{[]string{"Step"}, []string{"Score"}, false},
	} {
		p := a.Program([]string{"Step"}, c.own, "reference")
		if _, score := p.Files["cell2.go"]; !slices.Equal(p.Borrowed, c.borrowed) || score != c.score || !slices.Equal(p.Tasks, []string{"Step"}) {
			t.Errorf("own %v: borrowed %v, tasks %v, has Score: %t", c.own, p.Borrowed, p.Tasks, score)
		}
	}
}

// A task that calls the function of another that is not there has a problem, unless that
// is lent.
func TestLent(t *testing.T) {
	for _, c := range []struct {
		cells       []string
		score, step string
	}{
		{[]string{"func Step() { Score() }"}, "no cell has a function Score", ""},
		{[]string{"func Score() { help() }\nfunc help() { Step() }"}, "needs Step: no cell has a function Step", "no cell has a function Step"},
		{[]string{"func Score() { Step() }\nfunc Step() { Score() }"}, "", ""},
		{[]string{"func Score() {}\nfunc Step() {}", "func Score() { Step() }\nfunc Step() { os.Exit(0) }"}, "", ""},
	} {
		a := collect(c.cells...)
		if score, step := a.Problem("Score"), a.Problem("Step"); score != c.score || step != c.step {
			t.Errorf("%q: problems %q and %q, want %q and %q", c.cells, score, step, c.score, c.step)
		}
	}
}

// Of many versions the last are read, and the task's own cell before others.
func TestVersions(t *testing.T) {
	many := []string{"#Score\nfunc Score() int { return 0 }"}
	for i := range 9 {
		many = append(many, "func Score() int { return "+string(rune('1'+i))+" }\ntype T int\nfunc (T) M() {}")
	}
	a := collect(many...)
	for _, want := range []string{"return 0", "return 9", "return 8", "none"} {
		text := source(a, "Score")
		if (text != "") != (want != "none") || want != "none" && !strings.Contains(text, want) {
			t.Errorf("got %q, want %s", text, want)
		}
		for _, c := range a.cells {
			if strings.Contains(text, c.file()) {
				a.Drop(c.file(), 1, "no")
			}
		}
	}
	want := []string{"Score has 10 versions; only the last 3 are read", "T has 9 versions; only the last 3 are read", "T.M has 9 versions; only the last 3 are read"}
	if !slices.Equal(a.Notes, want) {
		t.Errorf("notes %q", a.Notes)
	}
}

func TestNotes(t *testing.T) {
	a := collect("#Score\n%goflags -v\n//go:noinline\nfunc Score() {}", "#Score\nfunc Score() {}", "import . \"math\"", "%%writefile x\nhello")
	want := []string{
		`cell 1, line 1: "%goflags -v" is for the kernel and is ignored`,
		"cell 1, line 2: //go:noinline is ignored",
		`cell 3, line 1: the dot before "math" is ignored: write math.Name for names of this package`,
		`cell 4, line 1: "%%writefile x" marks a cell that is not Go: the whole cell is ignored`,
		`cell 1, cell 2 are all called "Score": the last one that has the function counts`,
	}
	if !slices.Equal(a.Notes, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(a.Notes, "\n"), strings.Join(want, "\n"))
	}
}

func TestSignature(t *testing.T) {
	a := collect("func Score(w []float64,\n\tb float64) float64 { return 0 }\nvar Step = func(x int) {}")
	if got, want := a.Signature("Score"), "func(w []float64, b float64) float64"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := a.Signature("Step"), "func(x int)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// No text may bring the reader down: it reads what strangers hand in.
func FuzzCollect(f *testing.F) {
	f.Add("func Score() { x := math.Pi }\nvar (\na = 1; b = 2\n)\n%%\nScore()", "type Step int\nfunc (s *Step) M() {}")
	f.Fuzz(func(t *testing.T, one, two string) {
		a := collect(one, "#Score\n"+two)
		a.Program(rules.Tasks, rules.Tasks, "reference")
		a.Drop("cell0.go", 1, "")
		a.Problem("Score")
	})
}
