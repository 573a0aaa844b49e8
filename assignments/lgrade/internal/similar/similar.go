// Package similar finds programs that share more than chance: by fingerprints of
// their syntax trees, chosen by winnowing (Schleimer, Wilkerson and Aiken 2003).
//
// Names, constants, comments, the layout and the order of functions do not matter.
// What was given to everybody does not count, nor what many have in common, as there
// are few right ways to write a few lines. What is left is a reason to look, and no
// verdict.
package similar

import (
	"cmp"
	"slices"
)

// Options say what counts. The zero value of each field is its default.
type Options struct {
	Share  float64 // of the smaller program's fingerprints that a pair must share; 0.5
	Least  int     // how many fingerprints it must share; 12, which are about eight lines
	Common float64 // what more than this part of the class has, does not count; 0.25
}

func (o Options) filled() Options {
	if o.Share == 0 {
		o.Share = 0.5
	}
	if o.Least == 0 {
		o.Least = 12
	}
	if o.Common == 0 {
		o.Common = 0.25
	}
	return o
}

// A Report is what came of comparing all pairs.
type Report struct {
	Options  Options
	Programs int
	Pairs    []Pair  // those above the thresholds, the most alike first
	Shares   [10]int // how many of all pairs share below a tenth, two tenths, …
	Median   float64 // of the shares of all pairs
}

// A Pair is two programs that are alike.
type Pair struct {
	A, B    string
	Share   float64 // of the fingerprints of the one that has fewer
	Shared  int     // fingerprints
	Matches []Match
}

// fewest is in how many programs something may be in any case, as in small classes a
// quarter is nobody.
const fewest = 4

// Compare compares every program with every other.
func Compare(programs []Program, given Given, o Options) Report {
	o = o.filled()
	prints := make([]map[uint64]bool, len(programs))
	holders := map[uint64][]int{}
	for i, p := range programs {
		prints[i] = p.fingerprints(given)
		for h := range prints[i] {
			holders[h] = append(holders[h], i)
		}
	}

	most := max(fewest, int(o.Common*float64(len(programs))))
	common := map[uint64]bool{}
	shared := map[[2]int]int{}
	for h, in := range holders {
		if len(in) > most {
			common[h] = true
			for _, i := range in {
				delete(prints[i], h)
			}
			continue
		}
		for k, i := range in {
			for _, j := range in[k+1:] {
				shared[[2]int{i, j}]++
			}
		}
	}

	r := Report{Options: o, Programs: len(programs)}
	var shares []float64
	for i := range programs {
		for j := i + 1; j < len(programs); j++ {
			n := shared[[2]int{i, j}]
			share := float64(n) / float64(max(min(len(prints[i]), len(prints[j])), o.Least))
			shares = append(shares, share)
			r.Shares[min(int(10*share), 9)]++
			if n < o.Least || share < o.Share {
				continue
			}
			r.Pairs = append(r.Pairs, Pair{A: programs[i].Student, B: programs[j].Student, Share: share, Shared: n,
				Matches: matches(programs[i], programs[j], func(h uint64) bool { return given[h] || common[h] })})
		}
	}
	slices.SortStableFunc(r.Pairs, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(b.Shared, a.Shared))
	})
	if len(shares) > 0 {
		slices.Sort(shares)
		r.Median = shares[len(shares)/2]
	}
	return r
}
