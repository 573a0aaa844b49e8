package grading

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/notebook"
	"linclass/assignments/lgrade/internal/sandbox"
)

// tiny is the assignment of testdata, made ready once.
var tiny = sync.OnceValues(func() (*Grader, error) {
	a, err := openTiny()
	if err != nil {
		return nil, err
	}
	return New(a, Settings{Seed: 7})
})

func openTiny() (*assignment.Assignment, error) {
	home, err := assignment.Find("testdata/course")
	if err != nil {
		return nil, err
	}
	return home.Open("tiny")
}

func TestMain(m *testing.M) {
	code := m.Run()
	if !testing.Short() {
		for _, made := range []func() (*Grader, error){tiny, kinds} {
			if g, err := made(); err == nil {
				g.Close()
			}
		}
	}
	os.Exit(code)
}

func grader(t testing.TB) *Grader {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles the standard library for WebAssembly")
	}
	g, err := tiny()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestSolution(t *testing.T) {
	g := grader(t)
	data, err := os.ReadFile(g.assignment.Notebook())
	if err != nil {
		t.Fatal(err)
	}
	n, err := notebook.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	m, err := g.Grade(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := table(m), "Score 4 Step 3 Train 4 Order 2"; got != want {
		t.Errorf("got %s, want %s\n%s", got, want, say(m))
	}
}

// Values of all kinds that may cross come out as they went in.
func TestKinds(t *testing.T) {
	grader(t) // or skipped
	wasm, err := kinds()
	if err != nil {
		t.Fatal(err)
	}
	native, err := New(wasm.assignment, Settings{Sandbox: sandbox.None})
	if err != nil {
		t.Fatal(err)
	}
	defer native.Close()
	for _, g := range []*Grader{wasm, native} {
		m, err := g.GradeSource(t.Context(), nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := table(m), "Echo 1 Deep 1 Change 1 Apply 4 Draw 2 Share 1 Nothing 1"; got != want {
			t.Errorf("%s: got %s, want %s\n%s", g.settings.Sandbox, got, want, say(m))
		}
	}
}

// On a computer that is too slow for the limit of the assignment, answers have the
// time that the solution needs there, many times, and those without end are stopped.
func TestSlowComputer(t *testing.T) {
	grader(t) // or skipped
	a, err := openTiny()
	if err != nil {
		t.Fatal(err)
	}
	a.Seconds = 1e-4
	g, err := New(a, Settings{Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	m, err := g.Grade(t.Context(), handedIn(score, step, "#Train\n"+strings.Replace(train, "for range epochs", "for", 1), order))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := table(m), "Score 4 Step 3 Train 0 Order 2"; got != want || !strings.Contains(say(m), "did not end within ") {
		t.Errorf("got %s, want %s\n%s", got, want, say(m))
	}
}

// table has the points of each task.
func table(m *Marks) string {
	var cells []string
	for _, t := range m.Tasks {
		cells = append(cells, fmt.Sprintf("%s %g", t.Name, t.Earned))
	}
	return strings.Join(cells, " ")
}

// say has all that Marks say.
func say(m *Marks) string {
	var out strings.Builder
	for _, t := range m.Tasks {
		fmt.Fprintf(&out, "%s: %g of %g %s\n", t.Name, t.Earned, t.Points, t.Problem)
		for _, r := range t.Results {
			fmt.Fprintf(&out, "  %v %s: %s got %s want %s\n", r.Passed, r.Check, r.What, r.Got, r.Want)
		}
	}
	for _, n := range m.Notes {
		fmt.Fprintln(&out, "note:", n)
	}
	return out.String()
}

func TestFiles(t *testing.T) {
	g := grader(t)
	for _, c := range []struct{ file, want string }{
		{"right/backwards.go", "Score 4 Step 3 Train 4 Order 2"},
		{"right/augmented.go", "Score 4 Step 3 Train 4 Order 2"},
		{"mutants/sorted.go", "Score 4 Step 3 Train 4 Order 1"},
		{"mutants/nobias.go", "Score 4 Step 2 Train 0 Order 2"},
	} {
		text, err := os.ReadFile(filepath.Join(g.assignment.Dir(), "testdata", c.file))
		if err != nil {
			t.Fatal(err)
		}
		m, err := g.GradeSource(t.Context(), map[string][]byte{c.file: text}, 7)
		if err != nil {
			t.Fatal(err)
		}
		if got := table(m); got != c.want {
			t.Errorf("%s: got %s, want %s\n%s", c.file, got, c.want, say(m))
		}
	}
}
