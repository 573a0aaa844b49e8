package gradebook

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"linclass/assignments/lgrade/internal/gradebook/table"
)

// mostFailed is how many checks the summary names.
const mostFailed = 8

// Summary writes what a lecturer wants to know of a class at a glance: who handed in
// what, how the points of each task are spread, and which checks fail most often.
func (c *Class) Summary(w io.Writer) {
	var handed, graded, late, unmarked int
	var scores []float64
	for _, r := range c.Records {
		if r.File != "" {
			handed++
		}
		if r.Problem == "" {
			graded++
			scores = append(scores, r.Score)
		}
		if r.Days > 0 {
			late++
		}
		unmarked += r.Unmarked()
	}
	fmt.Fprintf(w, "%s: %d students, %d notebooks, %d graded, %d late\n", c.Assignment.Title, len(c.Records), handed, graded, late)
	if len(scores) > 0 {
		slices.Sort(scores)
		fmt.Fprintf(w, "of those graded: median %s, lowest %s, highest %s of %s points\n", table.Number(scores[(len(scores)-1)/2]),
			table.Number(scores[0]), table.Number(scores[len(scores)-1]), table.Number(c.Assignment.Points()))
		c.histograms(w)
		c.failures(w)
	}
	if unmarked > 0 {
		fmt.Fprintf(w, "\nwritten answers not marked yet, which count 0 until then: %d\n", unmarked)
	}
	for _, r := range c.Records {
		if r.Problem != "" {
			fmt.Fprintf(w, "\n%s: %s", r.Student.ID, r.Problem)
		}
	}
	for _, note := range c.strangers() {
		fmt.Fprintf(w, "\n%s", note)
	}
	fmt.Fprintln(w)
}

// strangers returns what is noted of those who are not in the roster, if there is one.
func (c *Class) strangers() []string {
	var notes []string
	hasRoster := false
	for _, r := range c.Records {
		hasRoster = hasRoster || r.InRoster
		if !r.InRoster && len(r.Private) > 0 {
			notes = append(notes, r.Private[0])
		}
	}
	if !hasRoster {
		return nil
	}
	return notes
}

// histograms draws a line for each task: how many have none, up to a quarter, … all
// of its points.
func (c *Class) histograms(w io.Writer) {
	const bars = "▁▂▃▄▅▆▇█"
	fmt.Fprintf(w, "\n%-16s %6s %8s  students with none, below ¼, ½, ¾, below all, and all of the points\n", "task", "points", "mean")
	for i, t := range c.Assignment.Tasks {
		var counts [6]int
		var sum, n float64
		for _, r := range c.Records {
			if r.Problem == "" {
				sum += r.Tasks[i].Earned
				n++
				counts[bin(r.Tasks[i].Earned, t.Points)]++
			}
		}
		var line strings.Builder
		high := max(slices.Max(counts[:]), 1)
		for _, n := range counts {
			bar := []rune(bars)[(n*7+high-1)/high]
			if n == 0 {
				bar = ' '
			}
			fmt.Fprintf(&line, " %c%3d", bar, n)
		}
		fmt.Fprintf(w, "%-16s %6s %8.2f %s\n", t.Name, table.Number(t.Points), sum/n, line.String())
	}
}

// bin is 0 for none, 5 for all of the points, and between them the quarter.
func bin(earned, points float64) int {
	switch {
	case earned <= 0:
		return 0
	case earned >= points-1e-9:
		return 5
	}
	return 1 + min(int(math.Floor(4*earned/points)), 3)
}

type failure struct {
	task, check    string
	failed, number int
}

// failures names the checks that most students fail.
func (c *Class) failures(w io.Writer) {
	index := map[[2]string]int{}
	var all []failure
	for _, r := range c.Records {
		for _, t := range r.Tasks {
			for _, result := range t.Results {
				key := [2]string{t.Name, result.Check}
				i, ok := index[key]
				if !ok {
					i = len(all)
					index[key] = i
					all = append(all, failure{task: t.Name, check: result.Check})
				}
				all[i].number++
				if !result.Passed {
					all[i].failed++
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b failure) int { return cmp.Compare(b.failed, a.failed) })
	if len(all) == 0 || all[0].failed == 0 {
		return
	}
	fmt.Fprintln(w, "\nchecks that fail most often")
	for _, f := range all[:min(len(all), mostFailed)] {
		if f.failed > 0 {
			fmt.Fprintf(w, "%4d of %-4d %s: %s\n", f.failed, f.number, f.task, f.check)
		}
	}
}
