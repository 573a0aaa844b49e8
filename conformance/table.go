package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
)

// printTable prints the lines, and a summary of each learner.
func printTable(to io.Writer, lines []line) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "data\tlearner\tpenalty\tpeer\tworst\tallowed\t\tcompared")
	for _, l := range lines {
		c := l.worst()
		name, learner, _ := strings.Cut(l.problem.String(), ", ")
		learner, penalty, _ := strings.Cut(learner, ", ")
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%.1e\t%.0e\t%s\t%s\n", name, learner, penalty, l.by, c.difference, c.allowed, l.verdict(), l.compared())
	}
	fmt.Fprintln(w)
	fmt.Fprintln(w, "learner\tproblems\tcomparisons\tworst\tpeer is off\tfailed\t\t")
	for _, s := range summarise(lines) {
		fmt.Fprintf(w, "%s\t%d\t%d\t%.1e\t%d\t%d\t\t\n", s.learner, s.problems, s.comparisons, s.worst, s.excused, s.failed)
	}
	return w.Flush()
}

func (l line) compared() string {
	var names []string
	for _, c := range l.comparisons {
		names = append(names, c.quantity)
	}
	return strings.Join(names, ", ")
}

func (l line) verdict() string {
	switch {
	case l.failures != nil:
		return "FAILED: " + strings.Join(l.failures, ", ")
	case l.excuses != nil:
		return "ok, " + strings.Join(slices.Compact(l.excuses), ", ")
	}
	return "ok"
}

// A tally counts what was compared of a learner.
type tally struct {
	learner               string
	problems, comparisons int
	worst                 float64 // of those that agree
	excused, failed       int
}

// summarise returns a tally of each learner and of all.
func summarise(lines []line) []tally {
	all := []tally{}
	total := tally{learner: "all"}
	var last problem
	for _, l := range lines {
		i := slices.IndexFunc(all, func(t tally) bool { return t.learner == l.problem.learner })
		if i < 0 {
			i, all = len(all), append(all, tally{learner: l.problem.learner})
		}
		for _, t := range []*tally{&all[i], &total} {
			if l.problem.String() != last.String() {
				t.problems++
			}
			t.comparisons += len(l.comparisons)
			t.excused += len(l.excuses)
			t.failed += len(l.failures)
			for _, c := range l.comparisons {
				if c.agrees() {
					t.worst = max(t.worst, math.Abs(c.difference))
				}
			}
		}
		last = l.problem
	}
	return append(all, total)
}
