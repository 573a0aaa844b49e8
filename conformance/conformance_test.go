package main

import (
	"strings"
	"testing"
)

// underRace reports whether the race detector makes everything ten times slower.
var underRace bool

// lclass agrees with what the peers have said, which is recorded.
func TestRecorded(t *testing.T) {
	var results []result
	for _, p := range peers {
		output, err := p.recorded()
		if err != nil {
			t.Fatal(err)
		}
		theirs, madeBy, err := read(p.name, output)
		if err != nil || madeBy == "" {
			t.Fatalf("%s, made by %q: %v", p.name, madeBy, err)
		}
		results = append(results, theirs...)
	}
	all := sets()
	known := map[string]bool{}
	for _, p := range problems() {
		known[p.String()] = true
		if underRace && (strings.HasPrefix(p.data, "digits") || strings.HasPrefix(p.data, "wide three")) {
			continue // seconds each
		}
		t.Run(p.String(), func(t *testing.T) {
			t.Parallel()
			s := find(all, p.data)
			fits, err := p.fits(s)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range p.lines(s, fits, results) {
				if l.failures != nil {
					t.Errorf("%s: %s, %.2g", l.by, l.verdict(), l.worst().difference)
				}
			}
		})
	}
	for _, r := range results {
		if !known[r.problem] {
			t.Errorf("%s: there is no problem %q", r.by(), r.problem)
		}
	}
}
