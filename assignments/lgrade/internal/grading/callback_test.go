package grading

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/sandbox"
)

// kinds grades the assignment of testdata whose values are of all kinds.
var kinds = sync.OnceValues(func() (*Grader, error) {
	home, err := assignment.Find("testdata/course")
	if err != nil {
		return nil, err
	}
	a, err := home.Open("kinds")
	if err != nil {
		return nil, err
	}
	return New(a, Settings{Sandbox: sandbox.Wasm})
})

// applying is a function Apply with a body, and declarations before it.
func applying(global, body string) string {
	return global + "\nfunc Apply(f func(x []float64) (float64, error), g func(n int) func(m int) int) (float64, error) {\n" +
		"if f == nil || g == nil {\nreturn 0, errors.New(\"no function\")\n}\n" + body + "\n}\n"
}

// What an answer may do with functions of the judge, and what it may not. The checks of
// Apply are four of a point each: a right result, an error of f, no f, and an f that calls
// Apply again.
var callBacks = []struct {
	name string
	cell string
	want float64
	says string
}{
	{"as it should be", applying("", "y, err := f([]float64{1, 2})\nreturn y + float64(g(3)(7)), err"), 4, ""},
	{"twice, and only the last counts", applying("", "f(nil)\nf([]float64{1})\ny, err := f([]float64{1, 2})\nreturn y + float64(g(3)(7)), err"), 4, ""},
	{"a thousand times", applying("", "for range 1000 { g(1)(2) }\ny, err := f([]float64{1, 2})\nreturn y + float64(g(3)(7)), err"), 4, ""},
	{"in a goroutine that it waits for", applying("", "var err error\ndone := make(chan float64)\ngo func() { y, e := f([]float64{1, 2}); err = e; done <- y }()\ny := <-done\nreturn y + float64(g(3)(7)), err"), 4, ""},
	{"in a goroutine that it leaves", applying("", "go func() { for { f(nil) } }()\ny, err := f([]float64{1, 2})\nreturn y + float64(g(3)(7)), err"), 4, ""},
	{"deep in a recursion", applying("func deep(n int, f func(x []float64) (float64, error)) (float64, error) {\nif n == 0 { return f([]float64{1, 2}) }\nreturn deep(n-1, f)\n}", "y, err := deep(500, f)\nreturn y + float64(g(3)(7)), err"), 4, ""},
	{"one of an earlier call", applying("var kept func(x []float64) (float64, error)", "if kept == nil { kept = f }\ny, err := kept([]float64{1, 2})\nreturn y + float64(g(3)(7)), err"), 2, "a check has failed in a function that was called back"},
	{"what one of an earlier call has returned", applying("var kept func(int) int", "if kept == nil { kept = g(3) }\ny, err := f([]float64{1, 2})\nreturn y + float64(kept(7)), err"), 2, "a check has failed in a function that was called back"},
	{"one of an earlier call, and recovers", applying("var kept func(x []float64) (float64, error)", "if kept == nil { kept = f }\ndefer func() { recover() }()\ny, err := kept([]float64{1, 2})\nreturn y + float64(g(3)(7)), err"), 2, ""},
	{"changes what it has given", applying("", "x := []float64{1, 2}\ny, err := f(x)\nx[0] = 9\nreturn y + float64(g(3)(7)), err"), 4, ""},
	{"with a panic after it", applying("", "f([]float64{1, 2})\npanic(\"after\")"), 1, "stops with a panic: after"},
	{"with a panic in an argument", applying("func bad() []float64 { panic(\"bad\") }", "y, err := f(bad())\nreturn y, err"), 1, "stops with a panic: bad"},
	{"for ever", applying("", "for { f(nil) }"), 0, "did not end within "},
	{"for ever, in secret goroutines", applying("", "for range 9 { go func() { for { f(nil) } }() }\nselect {}"), 0, "did not end within "},
	{"with more than may be", applying("", "y, err := f(make([]float64, 1<<20))\nreturn y, err"), 0, "returns more than can be checked"},
	{"with as much as may be", applying("", "f(make([]float64, 1<<20-9))\ny, err := f([]float64{1, 2})\nreturn y + float64(g(3)(7)), err"), 4, ""},
	{"one that was none", applying("", "var h func(int) int\nreturn float64(h(1)), nil"), 1, "nil pointer"},
	{"an error that is one, but panics", applying("type evil struct{}\nfunc (evil) Error() string { panic(\"evil\") }", "return 0, evil{}"), 1, "stops with a panic: evil"},
	{"an error that is nil, but is one", applying("type evil struct{}\nfunc (*evil) Error() string { return \"evil\" }", "var e *evil\nreturn 12, e"), 1, "12 evil"},
	{"an error whose text never ends", applying("type evil struct{}\nfunc (evil) Error() string { for {} }", "return 0, evil{}"), 0, "did not end within "},
	{"an error of megabytes", applying("", "text := \"long\"\nfor range 20 { text += text }\nreturn 0, errors.New(text)"), 1, "longlong"},
	{"an error that is anything", applying("type same struct{}\nfunc (same) Error() string { return \"\" }\nfunc (same) Is(error) bool { return true }\nfunc (same) Format() string { return \"12 <nil>\" }", "return 12, same{}"), 1, ""},
	{"calls itself for ever through f", applying("", "return Apply(f, g)"), 0, "calls itself too often"},
}

func TestCallBacks(t *testing.T) {
	grader(t) // or skipped
	g, err := kinds()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range callBacks {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m, err := g.GradeSource(t.Context(), map[string][]byte{"apply.go": []byte("package answers\n" + c.cell)}, 1)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := table(m), fmt.Sprintf("Echo 1 Deep 1 Change 1 Apply %g Draw 2 Share 1 Nothing 1", c.want); got != want || !strings.Contains(say(m), c.says) {
				t.Errorf("got %s, want %s and %q\n%s", got, want, c.says, say(m))
			}
		})
	}
}
