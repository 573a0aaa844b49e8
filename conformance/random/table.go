package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"math"
)

func short(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }

// form names the penalty of a pair.
func (p pair) form() string {
	switch {
	case math.IsNaN(p.ratio):
		return "none"
	case p.ratio == 0:
		return "L2"
	case p.ratio == 1:
		return "L1"
	}
	return "both"
}

// printTable prints a line for each learner, solver and form of penalty.
func printTable(to io.Writer, verdicts []verdict) {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "learner\tsolver\tpenalty\tfits\tconverged\tnot converged\tseparated\terror\tnot judged\tworst / Tol\tfaults")
	for i, p := range pairings() {
		var fits, unjudged, faults int
		counts, worst := map[string]int{}, 0.0
		for _, v := range verdicts {
			if v.problem.number%len(pairings()) != i {
				continue
			}
			fits++
			counts[v.outcome]++
			if !v.judged {
				unjudged++
			}
			worst = max(worst, v.ratio)
			faults += len(v.findings)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%.2g\t%d\n", learners[p.learner].name, solvers[p.solver].name, p.form(),
			fits, counts["converged"], counts["not converged"], counts["separated"], counts["error"], unjudged, worst, faults)
	}
	w.Flush()
}

// printFindings prints the faults, the worst first, and returns how many there are of
// each kind.
func printFindings(to io.Writer, seed uint64, each int, verdicts []verdict) map[fault]int {
	count := map[fault]int{}
	groups := map[string][]finding{}
	for _, v := range verdicts {
		for _, f := range v.findings {
			key := fmt.Sprintf("%s: %s by %s, penalty %s", f.fault, f.learner().name, f.solver().name, f.pair.form())
			groups[key] = append(groups[key], f)
			count[f.fault]++
		}
	}
	keys := make([]string, 0, len(groups))
	for k := range groups {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int {
		fa, _, _ := strings.Cut(a, ":")
		fb, _, _ := strings.Cut(b, ":")
		return cmp.Or(cmp.Compare(fa, fb), cmp.Compare(len(groups[b]), len(groups[a])), cmp.Compare(a, b))
	})
	for _, k := range keys {
		all := groups[k]
		slices.SortFunc(all, func(a, b finding) int { return cmp.Or(cmp.Compare(b.size, a.size), cmp.Compare(a.number, b.number)) })
		fmt.Fprintf(to, "\n%s: %d\n", k, len(all))
		for _, f := range all[:min(each, len(all))] {
			fmt.Fprintf(to, "\t{seed: %d, number: %d}, // %.3g ×; %d×%d; %v\n\t\t%s\n", seed, f.number, f.size, len(f.x), len(f.x[0]), f.problem, f.text)
		}
	}
	return count
}

// print writes the data of the problem as Go.
func (q *problem) print(to io.Writer) {
	fmt.Fprintf(to, "%v\n", q)
	fmt.Fprintf(to, "%#v\n", q.penalty)
	if q.tol > 0 {
		fmt.Fprintf(to, "Tol: %v\n", q.tol)
	}
	fmt.Fprintf(to, "x := mat.NewDense(%d, %d, []float64{\n", len(q.x), len(q.x[0]))
	for _, row := range q.x {
		for _, v := range row {
			fmt.Fprintf(to, "\t%v,", v)
		}
		fmt.Fprintln(to)
	}
	fmt.Fprintln(to, "})")
	switch l := q.learner(); {
	case l.kind == multi:
		fmt.Fprintf(to, "labels := %#v\n", q.labels)
	case l.classes == 0:
		fmt.Fprintf(to, "y := %#v\n", q.y)
	default:
		fmt.Fprintf(to, "class := %#v\n", q.class)
	}
	if q.weighted {
		fmt.Fprintf(to, "weight := %#v\n", q.weight)
	}
}
