package checking

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// patience is how long one check may take in a notebook.
const patience = 10 * time.Second

// Print makes the checks of a task and writes a line each, with what an answer got
// and should have got, and a hint. It is what the check cells of a notebook do. A task
// without points is an exercise that nobody grades.
func Print(t Task) { fprint(os.Stdout, t, patience) }

func fprint(w io.Writer, t Task, patience time.Duration) {
	fmt.Fprintln(w, t.Name)
	var passed int
	var earned float64
	for i, c := range t.Checks {
		r, done := within(patience, t.Name, c)
		if !done {
			fmt.Fprintf(w, "  ✗ %s\n      has not come to an end after %v: does a loop never stop?\n", c.Name, patience)
			return
		}
		if i == 0 && strings.HasPrefix(r.What, "stops with a panic: not implemented") {
			fmt.Fprintln(w, "  ✗ not implemented: put your code in place of the line with panic, and check again")
			return
		}
		if r.Passed {
			passed++
			earned += r.Points
			fmt.Fprintf(w, "  ✓ %s\n", r.Check)
			continue
		}
		fmt.Fprintf(w, "  ✗ %s\n%s", r.Check, r.explain("      "))
	}
	fmt.Fprintf(w, "  %d of %d checks", passed, len(t.Checks))
	if t.Points() > 0 {
		fmt.Fprintf(w, ", %g of %g points here; grading runs more checks", earned, t.Points())
	}
	fmt.Fprintln(w)
}

// explain says in lines of their own what went wrong.
func (r Result) explain(indent string) string {
	var lines strings.Builder
	line := func(label, text string) {
		if text != "" {
			fmt.Fprintf(&lines, "%s%s%s\n", indent, label, text)
		}
	}
	line("", r.What)
	line("got:  ", r.Got)
	line("want: ", r.Want)
	line("hint: ", r.Hint)
	return lines.String()
}

// within makes a check and gives up waiting for it.
func within(patience time.Duration, task string, c Check) (Result, bool) {
	results := make(chan Result, 1)
	go func() { results <- c.Run(task) }()
	select {
	case r := <-results:
		return r, true
	case <-time.After(patience):
		return Result{}, false
	}
}
