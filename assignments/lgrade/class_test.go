package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"linclass/assignments/lgrade/internal/notebook"
)

// A pupil is a student who has handed something in, with what it must earn.
type pupil struct {
	id       string
	notebook []byte
	files    map[string][]byte // instead of the notebook
	want     string            // points of Score, Step, Train and ANDTable
	says     string            // a part of the notes
	late     time.Duration     // after the due date
	unknown  bool              // not in the roster, nor in submitted.csv
}

// What a notebook earns that is right, and one in which only Score is wrong: one bad
// cell costs one task.
const (
	full   = "2 5 7 3"
	scored = "0 5 7 3"
)

// answerer writes answers into the notebook that students get.
type answerer struct {
	testing.TB
	release []byte
	right   map[string]string // a right function of each task, which needs no other
}

// class makes the notebooks. The sources are those of the assignment, those of package
// similar, which were written independently, and what follows.
func class(t testing.TB, root string) []pupil {
	t.Helper()
	dir := filepath.Join(root, "assignments", "perceptron")
	released := t.TempDir()
	if _, errors, code := lgrade(t.(*testing.T), "release", "perceptron", "-o", released, "--course", root); code != fine {
		t.Fatalf("lgrade release: exit code %d: %s", code, errors)
	}
	a := &answerer{TB: t, release: read(t, filepath.Join(released, "perceptron.ipynb")), right: map[string]string{}}
	for _, file := range []string{"augmented.go", "inline.go"} {
		for task, source := range a.functions(string(read(t, filepath.Join(dir, "testdata", "right", file)))) {
			a.right[task] += source
		}
	}
	solution, err := notebook.Read(read(t, filepath.Join(dir, "perceptron.ipynb")))
	if err != nil {
		t.Fatal(err)
	}
	for _, question := range []string{"threshold", "xor"} {
		solution.Find(question)[0].Source = "An answer to " + question
	}
	all := []pupil{{id: "solution", notebook: solution.Bytes(), want: full}}
	all = append(all, a.honest(root)...)
	all = append(all, a.wrong(filepath.Join(dir, "testdata", "mutants"))...)
	all = append(all, a.odd()...)
	all = append(all, a.broken()...)
	all = append(all, a.hostile()...)
	return append(all, a.unwritten())
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

var tasks = []string{"Score", "Step", "Train", "ANDTable"}

// functions parts a file by tasks; what belongs to none goes with the last one there
// is.
func (a *answerer) functions(source string) map[string]string {
	a.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.ParseComments)
	if err != nil {
		a.Fatal(err)
	}
	parts := map[string]string{}
	rest := ""
	for _, d := range file.Decls {
		text := source[files.Position(d.Pos()).Offset:files.Position(d.End()).Offset] + "\n\n"
		f, ok := d.(*ast.FuncDecl)
		if g, isGen := d.(*ast.GenDecl); isGen && g.Tok == token.IMPORT {
			continue // as students do who let the kernel import
		}
		if ok && slices.Contains(tasks, f.Name.Name) {
			parts[f.Name.Name] += text
		} else {
			rest += text
		}
	}
	for _, task := range slices.Backward(tasks) {
		if parts[task] != "" {
			parts[task] = rest + parts[task]
			break
		}
	}
	return parts
}

// book returns the released notebook with right answers, or with others in their place.
func (a *answerer) book(others map[string]string) *notebook.Notebook {
	a.Helper()
	n, err := notebook.Read(a.release)
	if err != nil {
		a.Fatal(err)
	}
	for _, task := range tasks {
		source, other := others[task]
		if !other {
			source = a.right[task]
		}
		n.Find(task)[0].Source = source
	}
	return n
}

// with is a pupil whose other answers are right.
func (a *answerer) with(id, want, says string, others map[string]string) pupil {
	a.Helper()
	return pupil{id: id, notebook: a.book(others).Bytes(), want: want, says: says}
}

// honest are right answers in several hands.
func (a *answerer) honest(root string) []pupil {
	var all []pupil
	for _, name := range []string{"ada", "ben", "cho", "dia", "eli", "fay"} {
		path := filepath.Join(root, "assignments", "lgrade", "internal", "similar", "testdata", "honest", name+".go")
		all = append(all, a.with(name, full, "", a.functions(string(read(a, path)))))
	}
	ada := a.functions(string(read(a, filepath.Join(root, "assignments", "lgrade", "internal", "similar", "testdata", "honest", "ada.go"))))
	renamed := map[string]string{}
	for task, source := range ada {
		renamed[task] = "// all my own work\n" + strings.NewReplacer("mistakes", "fehler", "sum", "summe", "next", "neu", "sign(", "vorzeichen(", "result", "tabelle").Replace(source)
	}
	late := a.with("late", full, "", nil)
	late.late = 30 * time.Hour
	unknown := a.with("unknown", full, "", nil)
	unknown.unknown = true
	return append(all, a.with("adacopy", full, "", renamed), a.with("right", full, "", nil), late, unknown)
}

// wrong are some of the assignment's own wrong answers, which lose the checks that they
// name. Not the one that trains for as long as it may, which a busy machine may stop.
func (a *answerer) wrong(dir string) []pupil {
	var all []pupil
	for _, m := range []struct{ name, want string }{
		{"always", "2 4 7 3"},
		{"countafter", "2 5 5.5 3"},
		{"droplast", "2 5 6 3"},
		{"fixed", "2 5 7 1.5"},
		{"halfmove", "2 1 7 3"},
		{"inplace", "2 4.5 7 3"},
		{"nobias", "2 4 7 3"},
		{"otherrandom", "2 5 6.75 3"},
		{"reorders", "2 5 6.75 3"},
		{"strict", "2 5 7 1.75"},
	} {
		wrong := a.functions(string(read(a, filepath.Join(dir, m.name+".go"))))
		for task, source := range a.functions(solved) {
			if wrong[task] == "" {
				wrong[task] = source
			}
		}
		all = append(all, a.with(m.name, m.want, "", wrong))
	}
	return all
}

// solved are answers that call each other, as the assignment's own do.
const solved = `package answers

func Score(w []float64, b float64, x []float64) float64 {
	for i := range w {
		b += w[i] * x[i]
	}
	return b
}

func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	y := -1.0
	if Score(w, b, x) >= 0 {
		y = 1
	}
	w = slices.Clone(w)
	for i := range w {
		w[i] += eta * (t - y) * x[i]
	}
	return w, b + eta*(t-y)
}

func Train(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int) {
	w = make([]float64, len(X[0]))
	for range epochs {
		wrong := 0
		for _, i := range rng.Perm(len(X)) {
			if z := Score(w, b, X[i]); (z >= 0) != (t[i] > 0) {
				wrong++
			}
			w, b = Step(w, b, eta, X[i], t[i])
		}
		errs = append(errs, wrong)
		if wrong == 0 {
			break
		}
	}
	return w, b, errs
}
`

// odd are right, in ways that break other graders.
func (a *answerer) odd() []pupil {
	score := a.right["Score"]
	edited := func(id, says string, edit func(n *notebook.Notebook)) pupil {
		n := a.book(nil)
		edit(n)
		return pupil{id: id, notebook: n.Bytes(), want: full, says: says}
	}
	encoded := func(id, says string, encode func(data []byte) []byte) pupil {
		return pupil{id: id, notebook: encode(a.book(nil).Bytes()), want: full, says: says}
	}
	own := func(source string) notebook.Cell {
		return notebook.Cell{Kind: "code", Source: source, Metadata: map[string]any{}}
	}
	return []pupil{
		a.with("prints", full, "", map[string]string{"Score": strings.Replace(score, "z := b", "z := b\n\tprintln(\"debug\")\n\tfmt.Println(w, b, x)", 1)}),
		a.with("kernellines", full, "is for the kernel and is ignored", map[string]string{"Score": "%goflags -v -x\n!cat ../../../source/perceptron.ipynb\n" + score}),
		a.with("experiments", full, "", map[string]string{"Score": score + "%%\nfmt.Println(Score(nil, 1, nil))\nos.Exit(1)\n"}),
		a.with("main", full, "", map[string]string{"Score": score + "func main() { panic(\"main\") }\n"}),
		a.with("init", full, "", map[string]string{"Score": "func init() { panic(\"init\") }\n" + score}),
		a.with("imports", full, "", map[string]string{"Score": "package main\n\nimport (\n\t\"math\"\n\t\"os\"\n)\n" + score}),
		a.with("windows", full, "", map[string]string{"Score": strings.ReplaceAll(score, "\n", "\r\n")}),
		encoded("bytemark", "", func(data []byte) []byte { return append([]byte("\xef\xbb\xbf"), data...) }),
		encoded("utf16", "UTF-16", func(data []byte) []byte {
			out := []byte{0xff, 0xfe}
			for _, u := range utf16.Encode([]rune(string(data))) {
				out = append(out, byte(u), byte(u>>8))
			}
			return out
		}),
		encoded("latin1", "not in UTF-8", func(data []byte) []byte {
			return []byte(strings.Replace(ascii(string(data)), "Before you hand in", "Bevor Sie's abgeben: gr\xfc\xdfe", 1))
		}),
		edited("onecell", "", func(n *notebook.Notebook) {
			all := ""
			for _, task := range tasks {
				all += n.Find(task)[0].Source
				n.Find(task)[0].Source = ""
			}
			n.Cells = append(n.Cells, own(all))
		}),
		edited("retyped", "", func(n *notebook.Notebook) {
			for _, task := range tasks {
				n.Find(task)[0].Grade = nil
			}
		}),
		edited("deleted", "", func(n *notebook.Notebook) {
			source := n.Find("Score")[0].Source
			var kept []notebook.Cell
			for _, c := range n.Cells {
				if c.Grade == nil || c.Grade.ID != "Score" && c.Grade.ID != "Score-check" && c.Grade.ID != "imports" {
					kept = append(kept, c)
				}
			}
			n.Cells = append(kept, own(source))
		}),
		edited("copied", "Score", func(n *notebook.Notebook) {
			c := *n.Find("Score")[0]
			first := &n.Cells[0]
			*first = c
			first.Source = "func Score(w []float64, b float64, x []float64) float64 { return 0 }"
		}),
		edited("split", "", func(n *notebook.Notebook) {
			n.Find("Score")[0].Source = "func Score(w []float64, b float64, x []float64) float64 { return dot(w, x) + b }"
			n.Cells = append(n.Cells, own("func dot(a, c []float64) (s float64) {\n\tfor i := range a {\n\t\ts += a[i] * c[i]\n\t}\n\treturn s\n}"))
		}),
		edited("tampered", "locked cells that are not as they were handed out: cell ", func(n *notebook.Notebook) {
			for i := range n.Cells {
				if g := n.Cells[i].Grade; g != nil && g.Locked && n.Cells[i].Kind == "code" {
					n.Cells[i].Source = "%%\npanic(\"changed\")"
				}
			}
		}),
		edited("outputs", "", func(n *notebook.Notebook) {
			n.Find("Score")[0].Outputs = []any{map[string]any{"output_type": "stream", "name": "stdout", "text": strings.Repeat("long ", 1<<20)}}
		}),
		{id: "wrapped", want: full, says: "not called perceptron.ipynb", files: map[string][]byte{"my work/Assignment final (2).ipynb": a.book(nil).Bytes()}},
		{id: "twofiles", want: full, says: "2 different notebooks", files: map[string][]byte{
			"perceptron.ipynb": a.release, "perceptron_zz.ipynb": a.book(nil).Bytes()}},
		{id: "scratch", want: full, files: map[string][]byte{
			"perceptron/perceptron.ipynb": a.book(nil).Bytes(), "descent/descent.ipynb": a.release, ".ipynb_checkpoints/perceptron-checkpoint.ipynb": a.release}},
		{id: "textfile", want: full, files: map[string][]byte{"perceptron.ipynb.txt": a.book(nil).Bytes()}},
	}
}

// unwritten has left Score as it was handed out, which costs Score alone, though Step and
// Train call it.
func (a *answerer) unwritten() pupil {
	n, err := notebook.Read(a.release)
	if err != nil {
		a.Fatal(err)
	}
	calling := a.functions(solved)
	return a.with("unwritten", scored, "was graded with the solution's Score", map[string]string{
		"Score": n.Find("Score")[0].Source, "Step": calling["Step"], "Train": calling["Train"]})
}

// ascii is what Latin-1 has no trouble with.
func ascii(text string) string {
	return strings.Map(func(r rune) rune {
		if r > 127 {
			return '?'
		}
		return r
	}, text)
}

// broken earn nothing, or lose a task, and say why.
func (a *answerer) broken() []pupil {
	const none = "0 0 0 0"
	scoring := func(id, says, source string) pupil {
		return a.with(id, scored, says, map[string]string{"Score": source})
	}
	return []pupil{
		{id: "stub", notebook: a.release, want: none},
		{id: "nocells", notebook: []byte(`{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`), want: none},
		{id: "emptyfile", notebook: nil, files: map[string][]byte{"perceptron.ipynb": {}}, want: none, says: "is empty"},
		{id: "pdf", files: map[string][]byte{"perceptron.pdf": []byte("%PDF")}, want: none, says: "no notebook among the files"},
		{id: "pdfinside", notebook: []byte("%PDF-1.7"), want: none, says: "PDF"},
		{id: "webpage", notebook: []byte("<!DOCTYPE html><html>"), want: none, says: "web page"},
		{id: "cutoff", notebook: a.release[:len(a.release)/2], want: none, says: "ends in the middle"},
		{id: "othernotebook", notebook: []byte(`{"cells": [{"cell_type": "code", "source": "print(1)", "metadata": {}, "outputs": []}], "nbformat": 4}`), want: none},
		scoring("emptycell", "Score", ""),
		scoring("compileerror", "line 2: undefined: wieghts", "func Score(w []float64, b float64, x []float64) float64 {\n\treturn wieghts[0]\n}"),
		scoring("syntaxerror", "line", "func Score(w []float64, b float64, x []float64) float64 {\n\treturn b +\n}"),
		scoring("float32", "want func(w []float64", "func Score(w []float32, b float32, x []float32) float32 { return b }"),
		scoring("endless", "did not end within ", "func Score(w []float64, b float64, x []float64) float64 {\n\tfor {\n\t}\n}"),
		scoring("deadlock", "waits for ever", "func Score(w []float64, b float64, x []float64) float64 { return <-make(chan float64) }"),
		scoring("packagevar", "before its checks began", "var start = func() float64 { panic(\"at the start\") }()\n\nfunc Score(w []float64, b float64, x []float64) float64 { return start }"),
		a.with("halfright", scored, "", map[string]string{"Score": "func Score(w []float64, b float64, x []float64) float64 { return b }"}),
	}
}

// hostile try to gain marks for a Score that returns nothing right, to see what is
// hidden, or to use up the machine. A body that returns 0 passes no check.
func (a *answerer) hostile() []pupil {
	const signature = "func Score(w []float64, b float64, x []float64) float64 {\n"
	body := func(id, says, text string) pupil {
		return a.with("x-"+id, scored, says, map[string]string{"Score": signature + text + "\n}\n"})
	}
	file := func(id, says, before, text string) pupil {
		return a.with("x-"+id, scored, says, map[string]string{"Score": before + "\n" + signature + text + "\n}\n"})
	}
	return []pupil{
		body("exit", "os.Exit", "\tos.Exit(0)\n\treturn 0"),
		file("init", "", "func init_x() { os.Exit(0) }", "\treturn 0"),
		file("testmain", "", "func TestMain(m *testing.M) { os.Exit(0) }", "\treturn 0"),
		file("importos", `"os"`, "import \"os\"", "\tos.Exit(0)\n\treturn 0"),
		file("readtests", `"os"`, "import \"os\"", "\ttext, _ := os.ReadFile(os.Getenv(\"GONB_TMP_DIR\") + \"/main_test.go\")\n\tpanic(string(text))"),
		file("unsafe", `"unsafe"`, "import \"unsafe\"", "\t*(*int)(unsafe.Pointer(uintptr(8))) = 0\n\treturn 0"),
		file("cgo", `"C"`, "import \"C\"", "\tC.exit(0)\n\treturn 0"),
		file("linkname", "", "//go:linkname exit os.Exit\nfunc exit(int)", "\texit(0)\n\treturn 0"),
		file("wasmimport", "", "//go:wasmimport lgrade report\nfunc report(p *byte, n uint32)", "\treport(nil, 0)\n\treturn 0"),
		file("embed", "", "import _ \"embed\"\n\n//go:embed *\nvar all string", "\tpanic(all)"),
		file("dotimport", "", "import . \"os\"", "\tExit(0)\n\treturn 0"),
		file("checking", "may not use", "import \"linclass/assignments/checking\"", "\tpanic(checking.Result{Passed: true})"),
		file("hidden", "may not use", "import \"linclass/assignments/hidden/perceptron\"", "\tperceptron.Checks(check.Answers{}, 0)\n\treturn 0"),
		body("forgedtests", "", "\tfor range 200 {\n\t\tfmt.Println(\"--- PASS: Score (0.00s)\")\n\t}\n\tfmt.Println(\"PASS\")\n\treturn 0"),
		body("forgedjson", "", "\tfmt.Println(`{\"Result\":{\"Place\":0,\"Passed\":true}}`)\n\tfmt.Println(`{\"End\":true}`)\n\treturn 0"),
		body("recover", "", "\tdefer func() { recover() }()\n\tpanic(0)"),
		body("memory", "ran out of memory", "\tfor s := []byte{1}; ; {\n\t\ts = append(s, s...)\n\t}"),
		body("flood", "", "\tfor range 20000 {\n\t\tfmt.Println(strings.Repeat(\"flood\", 100))\n\t}\n\treturn 0"),
		body("goroutines", "", "\tfor {\n\t\tgo func() { select {} }()\n\t}"),
		body("stack", "calls itself too often", "\treturn Score(w, b, x) + 1"),
		body("tells", "", "\tpanic(fmt.Sprint(w, b, x))"),
		file("keeps", "", "var kept []float64", "\tkept = append(kept, x...)\n\tkept = append(kept, w...)\n\tfmt.Println(kept)\n\treturn kept[len(kept)-1] + 1e9"),
		file("names", "", "type Answers struct{}\n\nfunc Checks() {}\n\nfunc Run() {}\n\nvar check, graded, hidden, answers int", "\treturn 0"),
		file("html", "", "// </script><script>alert(1)</script>", "\tpanic(\"<script>alert(1)</script>\")"),
		file("lines", "line", "//line hidden.go:1", "\treturn nothing"),
		a.with("x-goexit", scored, `"runtime"`, map[string]string{"Score": "import \"runtime\"\n" + signature + "\truntime.Goexit()\n\treturn 0\n}\n"}),
		// Each check passes arguments of its own, so only the check that looks loses.
		a.with("x-mutates", "2 4.5 7 3", "", map[string]string{"Step": "func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {\n\tz := b\n\tfor i := range w {\n\t\tz += w[i] * x[i]\n\t}\n\ty := -1.0\n\tif z >= 0 {\n\t\ty = 1\n\t}\n\tfor i := range w {\n\t\tw[i] += eta * (t - y) * x[i]\n\t}\n\treturn w, b + eta*(t-y)\n}\n"}),
		{id: "x-formula", want: full, notebook: a.book(nil).Bytes(), files: map[string][]byte{"=cmd|' calc'!A1 perceptron.ipynb": a.book(nil).Bytes()}},
		{id: "x-script", want: full, says: "<script>", files: map[string][]byte{"<script>alert(1)<x>.ipynb": a.book(nil).Bytes()}},
	}
}
