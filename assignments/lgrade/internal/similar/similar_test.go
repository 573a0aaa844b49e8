package similar

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"linclass/assignments/lgrade/internal/notebook"
)

// honest returns the programs of testdata/honest, written independently, by name.
func honest(t testing.TB) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("testdata/honest/*.go")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	sources := map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sources[strings.TrimSuffix(filepath.Base(path), ".go")] = strings.TrimPrefix(string(text), "package answers\n")
	}
	return sources
}

// book makes a notebook of cells of code; those that begin with "// given" are locked.
func book(cells ...string) *notebook.Notebook {
	n := &notebook.Notebook{}
	for _, source := range cells {
		c := notebook.Cell{Kind: "code", Source: source}
		if strings.HasPrefix(source, "// given") {
			c.Grade = &notebook.Grade{ID: "given", Locked: true}
		}
		n.Cells = append(n.Cells, c)
	}
	return n
}

func programs(sources map[string]string) []Program {
	var all []Program
	for name, source := range sources {
		all = append(all, New(name, book(source)))
	}
	slices.SortFunc(all, func(a, b Program) int { return strings.Compare(a.Student, b.Student) })
	return all
}

// disguised is what somebody does who copies: other names, other numbers, another
// order, comments, other line breaks.
func disguised(t testing.TB, source string) string {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", "package p\n"+source, 0)
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]bool{"Score": true, "Step": true, "Train": true, "ANDTable": true}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			ast.Inspect(n.X, func(ast.Node) bool { return true })
			return false
		case *ast.Ident:
			if name(n.Name) == "x" && !kept[n.Name] {
				n.Name = "my" + strings.ToUpper(n.Name[:1]) + n.Name[1:]
			}
		case *ast.BasicLit:
			if n.Value == "0" {
				n.Value = "00"
			}
		}
		return true
	})
	slices.Reverse(file.Decls)
	var parts []string
	for _, d := range file.Decls {
		var text strings.Builder
		if err := format.Node(&text, token.NewFileSet(), d); err != nil {
			t.Fatal(err)
		}
		parts = append(parts, "// I wrote this on my own.\n"+text.String())
	}
	return strings.ReplaceAll(strings.Join(parts, "\n\n\n"), "{\n", "{ // so\n\n")
}

func names(r Report) []string {
	var pairs []string
	for _, p := range r.Pairs {
		pairs = append(pairs, p.A+" "+p.B)
	}
	return pairs
}

func TestCopiesAreFoundAndHonestProgramsAreNot(t *testing.T) {
	sources := honest(t)
	for name := range honest(t) {
		sources[name+"2"] = disguised(t, sources[name])
	}
	r := Compare(programs(sources), nil, nil, Options{})
	var want []string
	for name := range honest(t) {
		want = append(want, name+" "+name+"2")
	}
	got := names(r)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, p := range r.Pairs {
		t.Logf("%s %s: %.2f, %d shared", p.A, p.B, p.Share, p.Shared)
		if p.Share < 0.95 {
			t.Errorf("%s and %s, which are the same but for names: %.2f", p.A, p.B, p.Share)
		}
	}
}

// What is usual among programs that were written independently stays far below the
// threshold of one half. The pair that is most alike writes each task in the plainest
// way.
func TestHonestClass(t *testing.T) {
	r := Compare(programs(honest(t)), nil, nil, Options{})
	if len(r.Pairs) != 0 || r.Median > 0.1 {
		t.Errorf("%q, median %.2f", names(r), r.Median)
	}
	all := Compare(programs(honest(t)), nil, nil, Options{Share: 0.01, Least: 1})
	if highest := all.Pairs[0]; highest.Share > 0.3 {
		t.Errorf("%s and %s share %.2f", highest.A, highest.B, highest.Share)
	}
}

// A copy may have lines of its own, and functions of its own.
func TestPartsOfACopy(t *testing.T) {
	sources := honest(t)
	functions := strings.Split(sources["ada"], "\n}\n")
	padded := strings.ReplaceAll(sources["ada"], "mistakes := 0\n", "mistakes := 0\n_ = len(X)*3 + 1\n")
	padded += "\nfunc log(x float64) float64 { if x < 0 { return 0 }; return math.Log(x) }\n"
	sources["padded"] = padded
	sources["half"] = strings.Join(functions[:4], "\n}\n") + "\n}\n" + sources["fay"][strings.Index(sources["fay"], "func ANDTable"):]
	got := names(Compare(programs(sources), nil, nil, Options{}))
	for _, want := range []string{"ada padded", "ada half"} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q among %q", want, got)
		}
	}
}

func TestWhatIsGivenDoesNotCount(t *testing.T) {
	sources := honest(t)
	given := sources["fay"]
	a, b := New("a", book(given, sources["ada"])), New("b", book(given, sources["ben"]))
	if r := Compare([]Program{a, b}, nil, nil, Options{}); len(r.Pairs) != 1 {
		t.Errorf("two that share half: %q", names(r))
	}
	if r := Compare([]Program{a, b}, nil, NewGiven(Everything(book("// given\n"+given))), Options{}); len(r.Pairs) != 0 {
		t.Errorf("what was given counts: %q", names(r))
	}
	if p := New("a", book("// given\n"+given)); len(p.parts) != 0 {
		t.Errorf("a locked cell counts: %d parts", len(p.parts))
	}
}

// In a class where most have the same plain program, it is no sign of anything.
func TestWhatIsCommonDoesNotCount(t *testing.T) {
	sources := honest(t)
	for i := range 6 {
		sources[fmt.Sprint("plain", i)] = sources["eli"]
	}
	if got := names(Compare(programs(sources), nil, nil, Options{})); len(got) != 0 {
		t.Errorf("%q", got)
	}
	delete(sources, "plain3")
	delete(sources, "plain4")
	delete(sources, "plain5")
	if got := names(Compare(programs(sources), nil, nil, Options{})); len(got) != 6 { // four are a ring
		t.Errorf("%q", got)
	}
}

// Many who share nearly everything are a group, though what they share counts as common,
// and the report says how much that is.
func TestGroups(t *testing.T) {
	sources := honest(t)
	for _, n := range []int{4, 16} {
		class := programs(sources)
		for i := range n {
			copied := programs(map[string]string{fmt.Sprintf("copy%02d", i): sources["ada"]})
			class = append(class, copied...)
		}
		r := Compare(class, nil, nil, Options{})
		if n == 4 {
			// with ada they are five
			if len(r.Groups) != 1 || len(r.Groups[0].Students) != 5 {
				t.Errorf("%d copies: %+v", n, r.Groups)
			}
			continue
		}
		if len(r.Groups) != 1 || len(r.Groups[0].Students) != 17 || r.Groups[0].Share < 0.99 {
			t.Errorf("%d copies: %+v", n, r.Groups)
		}
		if len(r.Pairs) != 0 || r.Common == 0 || r.CommonPart < 0.9 {
			t.Errorf("%d copies: %d pairs, %d common, %g of the middle program", n, len(r.Pairs), r.Common, r.CommonPart)
		}
	}
	if r := Compare(programs(sources), nil, nil, Options{}); len(r.Groups) != 0 {
		t.Errorf("an honest class: %+v", r.Groups)
	}
}

// The solution, and programs of an earlier year, are compared with the class, not with
// each other, and do not change what is common in it.
func TestOthers(t *testing.T) {
	sources := honest(t)
	others := programs(map[string]string{"the solution": sources["ada"], "2025: x": sources["ada"]})
	r := Compare(programs(sources), others, nil, Options{})
	if got, want := names(r), []string{"ada 2025: x", "ada the solution"}; !slices.Equal(slices.Sorted(slices.Values(got)), want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if r.Programs != len(sources) {
		t.Errorf("%d programs, want %d", r.Programs, len(sources))
	}
}

func TestSameMeaningSameSymbols(t *testing.T) {
	symbols := func(source string) string {
		var texts []string
		for _, part := range New("", book(source)).parts {
			for _, s := range part.symbols {
				texts = append(texts, s.text)
			}
		}
		return strings.Join(texts, " ")
	}
	for _, c := range [][2]string{
		{"func f(a int) { a++ }", "func g(b int) { b += 1 }"},
		{"func f() { var s float64; s = 2 }", "func f() { s := 0.0; s = 7 }"},
		{"func f() int { return (1 + 2) * 3 }", "func f() int {\n// sum\nreturn (4 + 5) * -6 }"},
		{"func f(x float64) float64 { return math.Exp(x) }", "import m \"math\"\nfunc f(x float64) float64 { return m.Exp(x) }"},
		{"%goflags -v\nfunc f() {}\n%%\ncheck.F(f)", "func f() {}"},
	} {
		if a, b := symbols(c[0]), symbols(c[1]); a != b || a == "" {
			t.Errorf("%q: %s\n%q: %s", c[0], a, c[1], b)
		}
	}
	for _, c := range [][2]string{
		{"func f(x float64) float64 { return math.Exp(x) }", "func f(x float64) float64 { return math.Log(x) }"},
		{"func f(a, b int) int { return a + b }", "func f(a, b int) int { return a - b }"},
		{"func f(a int) { if a > 0 { a = 1 } ; a = 2 }", "func f(a int) { if a > 0 { a = 1 ; a = 2 } }"},
	} {
		if a, b := symbols(c[0]), symbols(c[1]); a == b {
			t.Errorf("%q and %q are both %s", c[0], c[1], a)
		}
	}
}

func TestBrokenCells(t *testing.T) {
	p := New("a", book("func f( {", "", "not Go at all", "%%\nfmt.Println()", "func g() int { return 1 }\nfunc h() { x := }"))
	if !slices.ContainsFunc(p.parts, func(p part) bool { return p.name == "g" }) {
		t.Errorf("%+v", p.parts)
	}
	if r := Compare([]Program{p, New("b", book())}, nil, nil, Options{}); len(r.Pairs) != 0 {
		t.Errorf("%q", names(r))
	}
}

// Winnowing finds every match of gram+window-1 symbols, wherever it stands.
func TestWinnowGuarantee(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		shared := make([]uint64, window) // hashes of gram+window-1 symbols
		for i := range shared {
			shared[i] = rng.Uint64()
		}
		around := func() []uint64 {
			all := slices.Clone(shared)
			for range rng.IntN(20) {
				all = append(all, rng.Uint64())
			}
			for range rng.IntN(20) {
				all = slices.Insert(all, 0, rng.Uint64())
			}
			return all
		}
		a, b := winnow(around()), winnow(around())
		if !slices.ContainsFunc(a, func(h uint64) bool { return slices.Contains(b, h) && slices.Contains(shared, h) }) {
			t.Fatal("a match is missed")
		}
	}
}

func TestReport(t *testing.T) {
	sources := map[string]string{"ada": honest(t)["ada"], "=<b>": disguised(t, honest(t)["ada"])}
	r := Compare(programs(sources), nil, nil, Options{})
	page, err := r.HTML("The <i>perceptron</i>")
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	for _, want := range []string{"This is a report, not a verdict.", "100 %", "=&lt;b&gt; and ada", "The &lt;i&gt;perceptron", `<li class="same"><span class="unseen">same: </span>	mistakes`[:20]} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	for _, bad := range []string{"<b>", "<i>", "http"} {
		if strings.Contains(strings.ReplaceAll(text, "http-equiv", ""), bad) {
			t.Errorf("%q is in the page", bad)
		}
	}
	csv := string(r.CSV())
	if !strings.Contains(csv, "'=<b>,ada,1,") || !strings.Contains(csv, "ANDTable ~ ANDTable") {
		t.Error(csv)
	}
}

// Three hundred programs, of which each is a copy of fifty others: more pairs to look
// at than any class has.
func BenchmarkCompare(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	var sources []string
	for _, s := range honest(b) {
		sources = append(sources, s)
	}
	var all []Program
	for i := range 300 {
		lines := strings.Split(sources[i%len(sources)], "\n")
		for range 5 {
			k := rng.IntN(len(lines))
			lines[k] += fmt.Sprintf(" // %d", k)
		}
		all = append(all, New(fmt.Sprint(i), book(strings.Join(lines, "\n"))))
	}
	for b.Loop() {
		Compare(all, nil, nil, Options{Common: 1})
	}
}
