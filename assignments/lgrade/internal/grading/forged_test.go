package grading

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"linclass/assignments/lgrade/internal/bridge"
	"linclass/assignments/lgrade/internal/sandbox"
)

// forged are programs in the place of an answer to Score that do what no answer can: they
// have package unsafe, write frames themselves and call the host. The body is run for each
// call, with its number, the function's arguments w, b and x, and reply, which is sent.
// What they earn is by hand, of the four checks of a point each.
var forged = []struct {
	name   string
	global string // declarations
	body   string
	want   float64
	says   string // in what is told of the task
}{
	{"an answer as the dispatcher makes it", "", `returned(number, dot(w, x) + b)`, 4, ""},

	// Results that are none.
	{"a report of a passed check", "", `reply = []byte{1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}`, 0, ""},
	{"the end of reports", "", `reply = []byte{2}`, 0, ""},
	{"the old reports", "", `reply = []byte("result 0 true \"\" \"\" \"\"\n")`, 0, ""},
	{"a plan", "", `reply = append([]byte{0, 1, 0, 0, 0, 'x', 0, 0, 0, 0}, make([]byte, 9)...)`, 0, ""},
	{"true for a number", "", `reply = []byte{2, byte(number), 0, 0, 0, 0, 0, 1}`, 0, ""},
	{"no number of the call", "", `returned(0, dot(w, x) + b)`, 0, ""},
	{"the number of the next call", "", `returned(number+1, dot(w, x) + b)`, 0, ""},
	{"the number of the last call", "", `returned(number-1, dot(w, x) + b)`, 0, ""},
	{"half a reply", "", `returned(number, dot(w, x) + b); reply = reply[:len(reply)/2]`, 0, ""},
	{"a reply and more", "", `returned(number, dot(w, x) + b); reply = append(reply, 1)`, 0, ""},
	{"two replies in one", "", `returned(number, dot(w, x) + b); reply = append(reply, reply...)`, 0, ""},
	{"a call in place of a reply", "", `reply = []byte{1, byte(number), 0, 0, 0, 0, 0, 0, 0}`, 0, ""},
	{"the call that it got", "", `reply = frame`, 0, ""},
	{"a failed call back of the judge's", "", `reply = []byte{6, byte(number), 0, 0, 0}`, 0, ""},
	{"results of a call back", "", `reply = append([]byte{5, byte(number), 0, 0, 0}, make([]byte, 8)...)`, 0, ""},
	{"ready again", "", `reply = []byte{0, byte(number), 0, 0, 0}`, 0, ""},
	{"an unknown kind", "", `reply = []byte{255, byte(number), 0, 0, 0}`, 0, ""},
	{"a kind alone", "", `reply = []byte{2}`, 0, ""},
	{"every bit set", "", `reply = make([]byte, 1000); for i := range reply { reply[i] = 255 }`, 0, ""},
	{"what it gets for a result", "", `returned(number, b); reply = append(reply[:5], frame[9:]...)`, 0, ""},

	// Arguments that it says it has changed.
	{"says that all is as it was", "", `w[0] = 9; returned(number, 0)`, 1, ""}, // it has changed its own copy
	{"a longer argument", "", `changed(number, append(w, 0), b)`, 0, ""},
	{"a shorter argument", "", `changed(number, nil, b)`, 0, ""},
	{"an argument without end", "", `returned(number, b); reply = append(reply[:5], 1, 255, 255, 255, 255)`, 0, ""},
	{"an argument of the secret's size", "", `changed(number, make([]float64, len(w)), dot(w, x)+b)`, 3, ""}, // honest: it says that it has zeroed w
	{"neither changed nor not", "", `returned(number, b); reply[5] = 7`, 0, ""},

	// Call backs, of which Score has none.
	{"calls back once", "", `wire.Exchange([]byte{4, 1, 0, 0, 0}); returned(number, dot(w, x) + b)`, 4, ""},
	{"calls back any number", "", `for n := range 300 { wire.Exchange([]byte{4, byte(n), byte(n >> 8), 0, 0}) }; returned(number, dot(w, x) + b)`, 4, ""},
	{"calls back for ever", "", `for { wire.Exchange([]byte{4, 1, 0, 0, 0}) }`, 0, "did not end within "},
	{"calls back without a number", "", `wire.Exchange([]byte{4}); returned(number, 0)`, 1, ""},
	{"calls back when it should return", "", `reply = []byte{4, byte(number), 0, 0, 0}`, 0, "did not end within "},

	// Panics.
	{"a panic of megabytes", "", `panicked(number, strings.Repeat("long", 1<<20))`, 0, "longlong"},
	{"a panic with a text without end", "", `reply = []byte{3, byte(number), 0, 0, 0, 255, 255, 255, 255}`, 0, ""},
	{"a panic that is a page", "", `panicked(number, "<script>\x1b[2J\u202e")`, 0, `<script>\x1b[2J\u202e`},
	{"a panic of another call", "", `panicked(number+1, "no"); `, 0, ""},

	// Too much, and too long.
	{"eight megabytes", "", `reply = make([]byte, 8<<20)`, 0, ""},
	{"more than may be", "", `reply = make([]byte, 8<<20+1)`, 0, "returns more than can be checked"},
	{"nothing", "", `wire.Exchange(nil)`, 0, "returns more than can be checked"},
	{"four gigabytes", "", `exchange(nil, 1<<32-1)`, 0, "returns more than can be checked"},
	{"beyond its memory", "", `exchange(unsafe.Pointer(uintptr(1<<32-8)), 16)`, 0, "returns more than can be checked"},
	{"a frame that is fetched beyond its memory", "", `exchange(unsafe.Pointer(&[]byte{4, 1, 0, 0, 0}[0]), 5); fetch(unsafe.Pointer(uintptr(1<<32-1)))`, 0, "returns more than can be checked"},
	{"a frame that is fetched twice", "", `fetch(unsafe.Pointer(&make([]byte, 1<<10)[0])); fetch(unsafe.Pointer(&make([]byte, 1<<10)[0])); returned(number, 0)`, 1, ""},
	{"a frame that is not fetched", "", `returned(number, dot(w, x) + b); exchange(unsafe.Pointer(&reply[0]), uint32(len(reply)))`, 2, ""}, // two right results, and two that belong to no call
	{"memory that grows while it replies", "var kept [][]byte", `kept = append(kept, make([]byte, 4<<20)); returned(number, dot(w, x) + b)`, 4, ""},
	{"memory that grows until there is none", "var kept [][]byte", `for { kept = append(kept, make([]byte, 1<<20)) }`, 0, "ran out of memory"},
	{"does not reply", "", `for { }`, 0, "did not end within "},
	{"replies late", "", `if number == 2 { for n := 0; n < 1<<40; n++ { b += 1e-300 } }; returned(number, dot(w, x) + b)`, 1, "did not end within "},

	// Going.
	{"exits", "", `os.Exit(0)`, 0, "ended during its checks"},
	{"exits as if the host had stopped it", "", `os.Exit(1 << 16)`, 0, "exit code 65536"},
	{"exits as if the time were up", "", `os.Exit(-1)`, 0, "exit code"},
	{"exits in the second check", "", `if number == 2 { os.Exit(0) }; returned(number, dot(w, x) + b)`, 1, "ended during its checks"},
	{"says that it is out of memory", "", `println("fatal error: out of memory"); os.Exit(2)`, 0, "ran out of memory"},
	{"has last words in secret", "", `if number > 2 { println("panic:", int(w[2])); os.Exit(2) }; returned(number, dot(w, x) + b)`, 2, "exit code 2"},
	{"prints forged reports", "", `os.Stdout.Write([]byte{1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}); returned(number, 0)`, 1, ""},
}

// frame is the program around the body of a forged answer.
const frame = `package main

import ("fmt"; "math"; "os"; "strings"; "unsafe"; "` + bridge.Wire + `")

//go:wasmimport lgrade exchange
func exchange(frame unsafe.Pointer, size uint32) uint32

//go:wasmimport lgrade fetch
func fetch(frame unsafe.Pointer)

var _, _, _, _, _ = fmt.Sprint, math.Abs, os.Exit, strings.Repeat, unsafe.Pointer(nil)

var reply []byte

func start(kind byte, number uint32) *wire.Writer {
	w := &wire.Writer{}
	w.Byte(kind)
	w.Number(number)
	return w
}

func returned(number uint32, y float64) {
	w := start(wire.Returned, number)
	w.Bool(false)
	w.Bool(false)
	w.Float(y)
	reply = w.Frame
}

func changed(number uint32, now []float64, y float64) {
	w := start(wire.Returned, number)
	w.Bool(true)
	w.Floats(now)
	w.Bool(false)
	w.Float(y)
	reply = w.Frame
}

func panicked(number uint32, text string) {
	w := start(wire.Panicked, number)
	w.Text(text)
	reply = w.Frame
}

func dot(w, x []float64) (sum float64) {
	for i := range w {
		sum += w[i] * x[i]
	}
	return sum
}

%s

func main() {
	for frame := wire.Exchange([]byte{wire.Ready}); ; frame = wire.Exchange(reply) {
		r := wire.NewReader(frame)
		if r.Byte() != wire.Call {
			continue
		}
		number := r.Number()
		r.Number()
		w, b, x := r.Floats(), r.Float(), r.Floats()
		_, _, _, _ = number, w, b, x
		%s
	}
}
`

// An answer that is not bound by the language earns nothing that its results do not, and
// tells nothing: what it says is no more than results.
func TestForged(t *testing.T) {
	grader(t) // or skipped
	a, err := openTiny()
	if err != nil {
		t.Fatal(err)
	}
	a.Imports = append(a.Imports, "os") // for these, not for students
	g, err := New(a, Settings{Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	for _, c := range forged {
		t.Run(c.name, func(t *testing.T) {
			main, err := g.tools.Compile(t.Context(), nil, "main", map[string][]byte{"main.go": fmt.Appendf(nil, frame, c.global, c.body)})
			if err != nil {
				t.Fatal(err)
			}
			p, err := g.tools.Link(t.Context(), nil, main)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close(t.Context())
			limit := time.Minute // which a busy computer does not take
			if strings.HasPrefix(c.says, "did not end") {
				limit = g.limit["Score"]
			}
			o, err := g.run(t.Context(), p, "Score", 7, limit)
			if err != nil {
				t.Fatal(err)
			}
			m := &Marks{Tasks: []Task{g.mark(g.assignment.Tasks[0], o)}}
			if m.Earned() != c.want || !strings.Contains(say(m), c.says) {
				t.Errorf("earned %g, want %g and %q in\n%s", m.Earned(), c.want, c.says, say(m))
			}
			if seen := visible(m); strings.Contains(seen, "secret") || strings.Contains(seen, "4711") {
				t.Errorf("tells of hidden checks:\n%s", seen)
			}
		})
	}
}

// An answer cannot report: the host that it runs on has no such function.
func TestNoReport(t *testing.T) {
	g := grader(t)
	main, err := g.tools.Compile(t.Context(), nil, "main", map[string][]byte{"main.go": []byte(`package main

import "unsafe"

//go:wasmimport lgrade report
func report(text unsafe.Pointer, size uint32)

func main() { report(nil, 0) }
`)})
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.tools.Link(t.Context(), nil, main)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(t.Context())
	if o, err := g.run(t.Context(), p, "Score", 7, g.limit["Score"]); err == nil && (o.started || o.Ended) {
		t.Errorf("%+v", o)
	}
	// Nor is there a judge's package, or a hidden check, that it could be linked with.
	for _, path := range []string{bridge.Graded, "course/assignments/hidden/tiny", "course/assignments/tiny/check"} {
		_, err := g.tools.Compile(t.Context(), nil, "main", map[string][]byte{"main.go": fmt.Appendf(nil, "package main\nimport _ %q\nfunc main() {}\n", path)})
		var mistakes sandbox.Mistakes
		if !errors.As(err, &mistakes) || mistakes[0].Line != 2 || !strings.HasPrefix(mistakes[0].Message, "could not import "+path) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
