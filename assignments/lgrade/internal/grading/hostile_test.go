package grading

import (
	"fmt"
	"strings"
	"testing"

	"linclass/assignments/lgrade/internal/notebook"
)

// Answers that are right, one a task. Step does not call Score.
const (
	score = "func Score(w []float64, b float64, x []float64) float64 {\n\tfor i := range w {\n\t\tb += w[i] * x[i]\n\t}\n\treturn b\n}\n"
	step  = "func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {\n\tz := b\n\tfor i := range w {\n\t\tz += w[i] * x[i]\n\t}\n\td := eta * (t - Sign(z))\n\tv := append([]float64{}, w...)\n\tfor i := range v {\n\t\tv[i] += d * x[i]\n\t}\n\treturn v, b + d\n}\n"
	train = "func Train(X [][]float64, t []float64, eta float64, epochs int) ([]float64, float64) {\n\tw, b := []float64{0, 0}, 0.0\n\tfor range epochs {\n\t\tfor i := range X {\n\t\t\tw, b = Step(w, b, eta, X[i], t[i])\n\t\t}\n\t}\n\treturn w, b\n}\n"
	order = "func Order(n int, rng *rand.Rand) []int { return rng.Perm(n) }\n"
)

// scoring is a function Score with a body.
func scoring(body string) string {
	return "func Score(w []float64, b float64, x []float64) float64 {\n" + body + "\n}\n"
}

// handedIn is a notebook with cells of code. A text that begins with "#Score\n" is in
// the cell for Score.
func handedIn(texts ...string) *notebook.Notebook {
	n := &notebook.Notebook{}
	for _, text := range texts {
		c := notebook.Cell{Kind: "code", Source: text}
		if rest, ok := strings.CutPrefix(text, "#"); ok {
			var id string
			id, c.Source, _ = strings.Cut(rest, "\n")
			c.Grade = &notebook.Grade{ID: id, Solution: true}
		}
		n.Cells = append(n.Cells, c)
	}
	return n
}

func nested(open, middle, close string, times int) string {
	return strings.Repeat(open, times) + middle + strings.Repeat(close, times)
}

// lines makes a text of n lines of a format that has the number of the line.
func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format+"\n", i)
	}
	return b.String()
}

// hostile and odd answers to Score. What they earn is by hand, of the four checks of
// a point each: the bias at 0, the sum of products, agreement in secret, and that
// arguments stay as they are, which an answer passes that returns 0. "return b" passes
// the first, too.
var hostile = []struct {
	name string
	cell string
	want float64
	says string // in what students and lecturers are told
}{
	// Leaving before the checks are made.
	{"os.Exit", scoring("os.Exit(0)\nreturn 0"), 0, "line 2: os.Exit: os is neither declared"},
	{"import of os", "import \"os\"\n" + scoring("os.Exit(0)\nreturn 0"), 0, `line 3: os.Exit belongs to package "os", which answers may not use`},
	{"os under another name", "import math \"os\"\n" + scoring("math.Exit(0)\nreturn 0"), 0, `package "os"`},
	{"os by a dot", "import . \"os\"\n" + scoring("Exit(0)\nreturn 0"), 0, "line 3: undefined: Exit"},
	{"syscall", "import \"syscall\"\n" + scoring("syscall.Exit(0)\nreturn 0"), 0, `package "syscall"`},
	{"runtime.Goexit", "import \"runtime\"\n" + scoring("runtime.Goexit()\nreturn 0"), 0, `package "runtime"`},
	{"testing", "import \"testing\"\n" + scoring("(&testing.T{}).FailNow()\nreturn 0"), 0, `package "testing"`},
	{"log.Fatal", "import \"log\"\n" + scoring("log.Fatal()\nreturn 0"), 0, `package "log"`},
	{"init that leaves", "import \"os\"\nfunc init() { os.Exit(0) }\n" + scoring("return 0"), 1, ""},
	{"init_x that leaves", "import \"os\"\nfunc init_x() { os.Exit(0) }\n" + scoring("return 0"), 1, ""},
	{"init, and right", "func init() { panic(1) }\n" + score, 4, ""},
	{"TestMain", "import (\"os\"; \"testing\")\nfunc TestMain(m *testing.M) { os.Exit(0) }\n" + scoring("return 0"), 1, ""},
	{"main", "func main() { panic(1) }\n" + score, 4, ""},

	// Forging results.
	{"prints what tests print", scoring("for range 200 { fmt.Println(\"--- PASS: Score\") }\nfmt.Println(\"PASS\")\nreturn 0"), 1, ""},
	{"prints reports", scoring("fmt.Println(`{\"Result\":{\"Place\":1,\"Passed\":true}}`, \"\\n\", `{\"End\":true}`)\nreturn 0"), 1, ""},
	{"writes to standard error", scoring("println(`{\"End\":true}`)\nprintln(\"fatal error: all is well\")\nreturn 0"), 1, ""},
	{"recovers", scoring("defer func() { recover() }()\npanic(0)"), 1, ""},
	{"the channel's package", "import \"linclass/assignments/checking/graded\"\n" + scoring("graded.New().Run(nil, nil)\nreturn 0"), 0, "which answers may not use"},
	{"the checks' package", "import \"linclass/assignments/checking\"\n" + scoring("panic(checking.Result{Passed: true})"), 0, "which answers may not use"},
	{"the hidden checks", "import \"course/assignments/hidden/tiny\"\n" + scoring("tiny.Checks(nil, 0)\nreturn 0"), 0, "which answers may not use"},
	{"the reference", "import \"lgrade/reference\"\n" + scoring("return reference.Score(w, b, x)"), 0, "which answers may not use"},
	{"a blank import", "import _ \"linclass/assignments/checking/graded\"\n" + score, 4, ""},
	{"go:wasmimport", "//go:wasmimport lgrade report\nfunc report(p *byte, n uint32)\n" + scoring("text := []byte(`{\"End\":true}`)\nreport(&text[0], 12)\nreturn 0"), 0, "needs report: cell 1 (Score), line 2: report has no body"},
	{"go:linkname of a function", "//go:linkname report linclass/assignments/checking/graded.report\nfunc report(p *byte, n uint32)\n" + scoring("report(nil, 0)\nreturn 0"), 0, "report has no body"},
	{"go:linkname of a variable", "//go:linkname args os.Args\nvar args []string\n" + scoring("for range args { return w[0]*x[0] + w[1]*x[1] + b }\nreturn 0"), 1, "//go:linkname args os.Args is ignored"},
	{"go:wasmexport", "//go:wasmexport _start\nfunc start() {}\n" + scoring("start()\nreturn 0"), 1, "//go:wasmexport _start is ignored"},
	{"go:embed", "import _ \"embed\"\n//go:embed *\nvar all string\n" + scoring("panic(all)"), 0, "//go:embed * is ignored"},
	{"go:debug", "//go:debug panicnil=1\n" + scoring("panic(nil)"), 0, "is ignored"},
	{"go:nosplit", "//go:nosplit\n" + scoring("var big [1 << 16]float64\nreturn big[0] * Score(w, b, x)"), 0, ""},
	{"cgo", "/*\n#include <stdlib.h>\n*/\nimport \"C\"\n" + scoring("C.exit(0)\nreturn 0"), 0, `package "C"`},
	{"unsafe", "import \"unsafe\"\n" + scoring("*(*int)(unsafe.Pointer(uintptr(8))) = 0\nreturn 0"), 0, `package "unsafe"`},
	{"reflect", "import \"reflect\"\n" + scoring("return reflect.ValueOf(w).Index(0).Float()"), 0, `package "reflect"`},
	{"line comments that move the blame", "//line tiny.go:1\n" + scoring("/*line secret.go:4711:1*/ return nothing"), 0, "cell 1 (Score), line 3: undefined: nothing"},

	// Using up what there is.
	{"endless loop", scoring("for {\n}"), 0, "did not end within "},
	{"endless loop of the third call", "var calls int\n" + scoring("calls++\nfor calls > 2 {\n}\nreturn w[0]*x[0] + w[1]*x[1] + b"), 2, "did not end within "},
	{"a loop of 2⁶² rounds", scoring("for range 1 << 62 {\n\tb++\n}\nreturn b"), 0, "did not end within "},
	{"goroutine bomb", scoring("for {\n\tgo func() { select {} }()\n}"), 0, ""},
	{"goroutines without end", "func more() { go more(); go more() }\n" + scoring("more()\nselect {}"), 0, ""},
	{"a goroutine that spins", scoring("go func() {\n\tfor {\n\t}\n}()\nreturn 0"), 1, ""},
	{"memory bomb", scoring("for s := []byte{1}; ; {\n\ts = append(s, s...)\n}"), 0, "ran out of memory"},
	{"one large piece", scoring("return float64(len(make([]byte, 1<<31)))"), 0, ""},
	{"a list without end", "type list struct{ next *list; ballast [1 << 12]byte }\n" + scoring("var l *list\nfor {\n\tl = &list{next: l}\n}"), 0, ""},
	{"print flood", scoring("for {\n\tfmt.Println(strings.Repeat(\"flood\", 100))\n}"), 0, "did not end within "},
	{"flood of standard error", scoring("for range 5000 {\n\tprintln(\"flood\")\n}\nreturn 0"), 1, ""},
	{"one long line", scoring("fmt.Println(strings.Repeat(\"long\", 1<<22))\nreturn 0"), 1, ""},
	{"a panic of megabytes", scoring("panic(strings.Repeat(\"long\", 1<<20))"), 0, "longlong"},
	{"stack overflow", scoring("return Score(w, b, x) + 1"), 0, "calls itself too often"},
	{"stack overflow with large frames", scoring("var big [1 << 12]float64\nbig[0] = b\nreturn Score(big[:], b, x) + big[1]"), 0, ""},
	{"stack overflow of a goroutine", "func deeper(n int) int { return deeper(n+1) + 1 }\n" + scoring("done := make(chan int)\ngo func() { done <- deeper(0) }()\n<-done\nreturn 0"), 0, "calls itself too often"},
	{"deadlock", scoring("<-make(chan int)\nreturn 0"), 0, "waits for ever"},
	{"nil channel", scoring("var c chan float64\nreturn <-c"), 0, "waits for ever"},

	// Before the checks begin.
	{"a variable that panics", "var start = func() float64 { panic(\"at the start\") }()\n" + scoring("return start"), 0, "stopped before its checks began: panic: at the start"},
	{"a variable that never is", "var start = func() float64 { for { } }()\n" + scoring("return start"), 0, "did not end within "},
	{"a variable that takes all memory", "var start = make([]float64, 1<<28)\n" + scoring("return start[0]"), 0, "ran out of memory before its checks began"},
	{"a variable that waits", "var start = <-make(chan float64)\n" + scoring("return start"), 0, "waits for ever"},
	{"a variable that Score does not need", "var start = func() float64 { panic(1) }()\nvar _ = func() float64 { panic(2) }()\n" + score, 4, ""},

	// Giving hidden data away.
	{"panics with its arguments", scoring("panic(fmt.Sprint(w, x))"), 0, "stops with a panic: [1 2] [0 0]"},
	{"a goroutine panics with its arguments", "var calls int\n" + scoring("calls++\nif calls > 2 {\n\tgo func() { panic(fmt.Sprint(w, x)) }()\n\tselect {}\n}\nreturn w[0]*x[0] + w[1]*x[1] + b"), 2, "stopped with exit code 2"},
	{"prints its arguments as an error", "var calls int\n" + scoring("calls++\nif calls > 2 {\n\tprintln(\"fatal error:\", int(w[2]))\n\tprintln(\"panic:\", int(w[2]))\n\tselect {}\n}\nreturn w[0]*x[0] + w[1]*x[1] + b"), 2, "stopped with exit code 2"},
	{"keeps its arguments", "var kept []float64\n" + scoring("kept = append(kept, x...)\nfmt.Println(kept)\nreturn w[0]*x[0] + w[1]*x[1] + b"), 3, ""},

	{"its arguments in the text of an earlier panic's value", "var secret string\ntype evil struct{}\nfunc (evil) Error() string { return secret }\n" + scoring("secret = fmt.Sprint(w, x)\npanic(evil{})"), 0, "stops with a panic: [1 2] [0 0]"},
	{"its arguments in an error's text that is asked for later", "var calls int\nvar all []string\ntype evil struct{}\nfunc (evil) Error() string { return strings.Join(all, \" \") }\n" + scoring("calls++\nall = append(all, fmt.Sprint(w, x))\nif calls > 1 { panic(evil{}) }\nreturn 0.5"), 1, "[1 2] [0 0] [1 2] [3 4]"},

	// Writing where fmt writes, which once was where results were written.
	{"keeps fmt's printer and writes a result into it", "var kept []fmt.State\ntype evil struct{}\nfunc (evil) Format(s fmt.State, verb rune) { kept = append(kept, s) }\n" + scoring("_ = fmt.Sprint(evil{})\nfor _, s := range kept { fmt.Fprintf(s, \"result 0 true %q %q %q\\n\", \"\", \"\", \"\") }\npanic(evil{})"), 0, "a value of another type"},
	{"the same when its panic is printed", "var kept fmt.State\ntype evil struct{}\nfunc (evil) Error() string { return fmt.Sprint(other{}) }\ntype other struct{}\nfunc (other) Format(s fmt.State, verb rune) { kept = s; go func() { for { fmt.Fprintf(s, \"result 0 true %q %q %q\\n\", \"\", \"\", \"\") } }() }\n" + scoring("panic(evil{})"), 0, ""},
	{"a String that writes results", "type evil struct{}\nfunc (evil) String() string { fmt.Print(\"result 0 true\"); return \"\\x01\\x01\\x00\" }\n" + scoring("panic(evil{})"), 0, `stops with a panic: \x01\x01\x00`},
	{"an error that is every error", "type evil struct{}\nfunc (evil) Error() string { return \"\" }\nfunc (evil) Is(error) bool { return true }\nfunc (evil) As(any) bool { return true }\n" + scoring("panic(evil{})"), 0, ""},
	{"a panic while it panics", scoring("defer func() { panic(\"second\") }()\npanic(\"first\")"), 0, "stops with a panic: second"},
	{"a panic with itself", "type evil struct{ e error }\nfunc (e *evil) Error() string { return e.e.Error() }\n" + scoring("e := &evil{}\ne.e = e\npanic(e)"), 0, "calls itself too often"},
	{"a panic in an hour", scoring("defer func() { for { } }()\npanic(0)"), 0, "did not end within "},
	{"a page for a panic", scoring("panic(\"<script>alert(1)</script>\\x1b[31m\\u202e\")"), 0, `<script>alert(1)</script>\x1b[31m\u202e`},

	// Changing what it shares with the checks.
	{"changes its arguments", scoring("for i := range w {\n\tw[i] *= x[i]\n\tb += w[i]\n}\nreturn b"), 3, ""},
	{"changes another package", scoring("unicode.Letter = nil\nreturn 0"), 0, "changes unicode.Letter"},
	{"changes another package by a pointer", scoring("table := unicode.Letter\ntable.R16 = nil\nreturn 0"), 1, ""},
	{"an error that panics", "type evil struct{}\nfunc (evil) Error() string { panic(evil{}) }\n" + scoring("panic(evil{})"), 0, ""},
	{"an error that never ends", "type evil struct{}\nfunc (evil) Error() string { for { } }\n" + scoring("panic(evil{})"), 0, "did not end within "},
	{"a panic that pretends to be a check's", "type difference struct{ what, got, want string }\n" + scoring("panic(&difference{\"\", \"1\", \"1\"})"), 0, ""},

	// Names and types.
	{"names of the program around it", "type Answers struct{}\nfunc Checks() {}\nfunc New() {}\nfunc Run() {}\nvar check, graded, hidden, answers, lgradeReference, p, a int\n" + strings.Replace(score, "for", "_, _, _ = check, graded, lgradeReference\nfor", 1), 4, ""},
	{"float32", "func Score(w []float32, b float32, x []float32) float32 { return b }\n", 0, "Score is a func(w []float32, b float32, x []float32) float32; want func(w []float64, b float64, x []float64) float64"},
	{"too many results", "func Score(w []float64, b float64, x []float64) (float64, error) { return b, nil }\n", 0, "Score is a func(w []float64, b float64, x []float64) (float64, error); want"},
	{"a type of its own", "type vector []float64\nfunc Score(w vector, b float64, x vector) float64 { return b }\n", 0, "Score is a func(w vector"},
	{"an alias", "type vector = []float64\n" + strings.Replace(score, "w []float64", "w vector", 1), 4, ""},
	{"generic", "func Score[T ~float32 | ~float64](w []T, b T, x []T) T {\n\tfor i := range w {\n\t\tb += w[i] * x[i]\n\t}\n\treturn b\n}\n", 4, ""},
	{"a variable", "var Score = " + strings.Replace(score, "func Score", "func", 1), 4, ""},
	{"a method value", "type neuron struct{}\nfunc (neuron) score(w []float64, b float64, x []float64) float64 { return w[0]*x[0] + w[1]*x[1] + b }\nvar Score = neuron{}.score\n", 3, ""},
	{"no function", "type Score float64\n", 0, "Score is not a function"},
	{"a constant", "const Score = 1\n", 0, "Score is not a function"},
	{"nil", "var Score func(w []float64, b float64, x []float64) float64\n", 0, ""},
	{"float64 is something else, here", strings.Replace(scoring("type float64 float32\nvar z float64\nfor i := range w {\n\tz += float64(w[i] * x[i])\n}\nreturn b"), "}\n", "}\n", 1), 2, ""},
	{"panic does nothing", "func panic(any) {}\n" + strings.Replace(score, "for", "panic(0)\nfor", 1), 4, ""},
	{"nil and true are something else", "const nil, true = 0, false\n" + score, 4, ""},
	{"labels and goto", scoring("i := 0\nagain:\nif i < len(w) {\n\tb += w[i] * x[i]\n\ti++\n\tgoto again\n}\nreturn b"), 4, ""},
	{"goto into a block", scoring("goto inside\n{\ninside:\n}\nreturn b"), 0, "goto inside jumps into block"},

	// Too much for the compiler.
	{"a huge array", "var big = [1 << 28]float64{1<<28 - 1: 1}\n" + scoring("return big[int(b)]"), 0, ""},
	{"a larger one", "var big [1 << 50]float64\n" + scoring("return big[int(b)]"), 0, ""},
	{"a huge constant", "const big = 1 << 100000\n" + scoring("return float64(big)"), 0, "line 1: "},
	{"a constant that doubles", "const s0 = \"doubles\"\n" + doubling(60) + scoring("return float64(len(s60))"), 0, ""},
	{"a type of itself", "type T [2]T\n" + scoring("var t T\nreturn float64(len(t))"), 0, "invalid recursive type"},
	{"types without end", "func grow[T any](n int, x T) int { return grow(n-1, [2]T{x, x}) }\n" + scoring("return float64(grow(9, b))"), 0, "instantiation cycle"},
	{"types that double", "type t0 struct{ x float64 }\n" + lines(40, "type u%[1]d struct{ a, b v%[1]d }\ntype v%[1]d = [2]t0") + scoring("return b"), 2, ""},
	{"nested parentheses", scoring("return " + nested("(", "b", ")", 50000)), 2, ""},
	{"nested literals", scoring("return " + nested("func() float64 { return ", "b", "}()", 1500)), 0, ""},
	{"a long sum", scoring("return b" + strings.Repeat("+b", 60000)), 0, ""},
	{"many statements", scoring(lines(8000, "if b == %d { b++ }") + "return b"), 2, ""},
	{"many functions", lines(5000, "func f%d() {}") + score, 0, ""},
	{"a cell of megabytes", score + "//" + strings.Repeat("long", 1<<20), 0, "is ignored"},

	// Odd, but what students do.
	{"empty", "", 0, "cell 1 (Score) has no function Score"},
	{"half a function", "func Score(w []float64, b float64, x []float64) float64 {\n\treturn b\n", 0, "line 2: expected '}', found 'EOF'"},
	{"one brace more", score + "}\n", 0, ""},
	{"not used", scoring("z := 1\nreturn 0"), 0, "line 2: declared and not used: z"},
	{"no return", scoring("b++"), 0, "missing return"},
	{"the wrong name", strings.Replace(score, "Score", "score", 1), 0, "cell 1 (Score) has no function Score, but score"},
	{"prints", strings.Replace(score, "return", "println(\"debug\")\nfmt.Println(w, b)\nreturn", 1), 4, ""},
	{"kernel lines", "%goflags -v -x\n!cat /etc/passwd\n!*rm -rf /\n//gonb:%env A=1\n" + score + "%%\nScore(nil, 0, nil)\n", 4, "is for the kernel and is ignored"},
	{"a package line and imports it does not need", "package main\n\nimport (\n\t\"os\"\n\t\"math\"\n)\n" + score, 4, ""},
	{"sums in the order of a map", scoring("m := map[int]float64{}\nfor i := range w {\n\tm[i] = w[i] * x[i]\n}\nfor _, v := range m {\n\tb += v\n}\nreturn b"), 4, ""},
	{"goroutines and a race", scoring("parts := make(chan float64)\nfor i := range w {\n\tgo func() { parts <- w[i] * x[i] }()\n}\nfor range w {\n\tb += <-parts\n}\nreturn b"), 4, ""},
	{"not UTF-8, and control characters", score + "// \xff\x00\x1b\n", 0, ""},
	{"Windows' line ends", strings.ReplaceAll(score, "\n", "\r\n"), 4, ""},
	{"recursion over a thousand", "func sum(n int, b float64) float64 {\n\tif n == 0 {\n\t\treturn b\n\t}\n\treturn sum(n-1, b)\n}\n" + strings.Replace(score, "return b", "return sum(1000, b)", 1), 4, ""},
}

// longScore is a Score that does not compile, of a length of which 700 make 76 KB.
const longScore = "func Score(w []float64, b float64, x []float64) float64 { return nothing%d + b + w[0]*x[0] + w[1]*x[1] }"

// chain is a Score whose versions are broken by others, each by the next.
func chain(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func f%d() float64 { return f%d() }\n", i, i+1)
	}
	fmt.Fprintf(&b, "func f%d() float64 { return nothing }\n", n)
	return b.String() + scoring("return f0()")
}

// Who replaces the source of random numbers steers nothing: neither what the judge draws
// later nor what comes of the same answer without that.
func TestReplacedSource(t *testing.T) {
	g := grader(t)
	const zeros = "type zeros struct{}\nfunc (zeros) Uint64() uint64 { return 0 }\n"
	for _, result := range []string{"rng.Perm(n)", "rand.New(rand.NewPCG(1, 1)).Perm(n)"} {
		var got [2]string
		for i, steer := range []string{"", "*rng = *rand.New(zeros{})\n"} {
			body := "func Order(n int, rng *rand.Rand) []int {\np := " + result + "\n" + steer + "return p\n}\n"
			m, err := g.Grade(t.Context(), handedIn(score, step, train, zeros+body))
			if err != nil {
				t.Fatal(err)
			}
			got[i] = table(m)
		}
		if got[0] != got[1] || (got[0] == "Score 4 Step 3 Train 4 Order 2") != (result == "rng.Perm(n)") {
			t.Errorf("%s: got %s, and %s with another source", result, got[0], got[1])
		}
	}
}

// All assignments allow the packages that compute and nothing else.
func TestHarmlessPackages(t *testing.T) {
	m, err := grader(t).Grade(t.Context(), handedIn("func each(x []float64) iter.Seq2[int, float64] { return slices.All(x) }\n"+
		"var lock sync.Mutex\n"+scoring("lock.Lock()\ndefer lock.Unlock()\n_ = rand.New(rand.NewPCG(1, 2)).IntN(3)\nsum := big.NewFloat(b)\nfor i, v := range each(x) {\nsum.Add(sum, big.NewFloat(w[i]*v))\n}\nf, _ := sum.Float64()\nreturn f"), step, train, order))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := table(m), "Score 4 Step 3 Train 4 Order 2"; got != want {
		t.Errorf("got %s, want %s\n%s", got, want, say(m))
	}
}

// Notes are as many as somebody reads, and as long.
func TestNotesAreCapped(t *testing.T) {
	m, err := grader(t).Grade(t.Context(), handedIn(strings.Repeat("%goflags -v\n", 5000)+score, "%"+strings.Repeat("x", 9000)+"\n"+step, train, order))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := table(m), "Score 4 Step 3 Train 4 Order 2"; got != want || len(m.Notes) != 21 || m.Notes[20] != "and 4981 more notes" {
		t.Errorf("got %s, %d notes, the last %q", got, len(m.Notes), m.Notes[len(m.Notes)-1])
	}
	m, err = grader(t).Grade(t.Context(), handedIn("%"+strings.Repeat("x", 9000)+"\n"+score))
	if err != nil || len(m.Notes) != 1 || len(m.Notes[0]) > 600 {
		t.Errorf("%v %.1000q", err, m.Notes)
	}
}

// doubling are constants of which each is twice as long as the one before.
func doubling(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "const s%d = s%d + s%d\n", i+1, i, i)
	}
	return b.String()
}

// No attack gains a point, none costs another task any, none hangs, and nothing that
// students see tells of hidden checks.
func TestHostile(t *testing.T) {
	g := grader(t)
	for _, c := range hostile {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m, err := g.Grade(t.Context(), handedIn("#Score\n"+c.cell, step, train, order))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := table(m), fmt.Sprintf("Score %g Step 3 Train 4 Order 2", c.want); got != want {
				t.Errorf("got %s, want %s\n%s", got, want, say(m))
			}
			if !strings.Contains(say(m), c.says) {
				t.Errorf("want %q in\n%s", c.says, say(m))
			}
			if seen := visible(m); strings.Contains(seen, "secret") && c.name != "line comments that move the blame" || strings.Contains(seen, "4711") {
				t.Errorf("tells of hidden checks:\n%s", seen)
			}
		})
	}
}

// visible is what students may see of hidden checks and always see of open ones.
func visible(m *Marks) string {
	var out strings.Builder
	for _, t := range m.Tasks {
		fmt.Fprintln(&out, t.Problem)
		for _, r := range t.Results {
			if !r.Hidden {
				fmt.Fprintln(&out, r.What, r.Got, r.Want)
			}
		}
	}
	fmt.Fprintln(&out, m.Notes)
	return out.String()
}
