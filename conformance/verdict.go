package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A line of the table has all comparisons of a problem with one answer of a
// peer.
type line struct {
	problem     problem
	by          string // the peer and its method
	comparisons []comparison
	excuses     []string // why a peer that does not agree is wrong
	failures    []string
}

// lines compares a problem with all answers of peers, and judges.
func (p problem) lines(s set, fits []fit, results []result) []line {
	var all []line
	for _, r := range results {
		if r.problem == p.String() {
			all = append(all, line{problem: p, by: r.by(), comparisons: p.compare(s, fits, r)})
		}
	}
	if len(all) == 0 {
		return []line{{problem: p, by: "none", failures: []string{"no peer has solved this"}}}
	}
	for i := range all {
		all[i].judge(all)
	}
	if c, ok := certified(fits); ok {
		all = append(all, line{problem: p, by: "lclass itself", comparisons: []comparison{c}})
		all[len(all)-1].judge(nil)
	}
	return all
}

// judge says what of a line is a failure. A peer that does not agree is excused
// if it is the peer that is wrong: its objective is above that of lclass, and
// another peer agrees with lclass; or arithmetic of 50 digits does.
func (l *line) judge(all []line) {
	for _, c := range l.comparisons {
		if c.agrees() {
			continue
		}
		referee := ""
		for _, other := range all {
			trusted := c.quantity == "objective" && c.difference < 0 || strings.HasPrefix(other.by, precise)
			if trusted && slices.ContainsFunc(other.comparisons, func(o comparison) bool { return o.quantity == c.quantity && o.agrees() }) {
				referee = other.by
				break
			}
		}
		if referee == "" {
			l.failures = append(l.failures, fmt.Sprintf("%s by %s", c.quantity, c.solver))
			continue
		}
		l.excuses = append(l.excuses, fmt.Sprintf("the peer is off, says %s%s", referee, because(l.by)))
	}
}

// worst returns the comparison that is furthest off.
func (l line) worst() comparison {
	if len(l.comparisons) == 0 {
		return comparison{difference: math.NaN(), allowed: math.NaN()}
	}
	return slices.MaxFunc(l.comparisons, func(a, b comparison) int {
		switch x, y := math.Abs(a.difference), math.Abs(b.difference); {
		case math.IsNaN(x) || x > y:
			return 1
		case x == y:
			return 0
		}
		return -1
	})
}

// certified compares a solver that has not finished with the duality gap that
// it reports: it must not be further above the best than that.
func certified(fits []fit) (comparison, bool) {
	for _, f := range fits {
		if f.gap == 0 {
			continue
		}
		best := slices.MinFunc(fits, func(a, b fit) int {
			if a.objective < b.objective {
				return -1
			}
			return 1
		}).objective
		return comparison{"duality gap", f.solver, max(0, (f.objective-best-f.gap)/best), tolerance}, true
	}
	return comparison{}, false
}
