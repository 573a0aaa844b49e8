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
	Group  float64 // of the fingerprints, common ones too, that two of a group must share; 0.8
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
	if o.Group == 0 {
		o.Group = 0.8
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
	Groups   []Group // the largest first

	Common     int      // fingerprints that do not count for pairs, as many have them
	CommonPart float64  // of the fingerprints of the middle program
	Unread     []string // students without a notebook that can be read
}

// A Group is programs that are linked, each with another, by nearly all of their code.
// Where they are many, what they share counts as common, and they make no pairs.
type Group struct {
	Students []string
	Share    float64 // of the middle program, which nine of ten of the group have
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

// Compare compares every program with every other, and with others that are not of the
// class, such as the solution and the programs of an earlier year.
func Compare(programs, others []Program, given Given, o Options) Report {
	o = o.filled()
	class := len(programs)
	programs = slices.Concat(programs, others)
	prints := make([]map[uint64]bool, len(programs))
	holders := map[uint64][]int{} // of the class
	outside := map[uint64][]int{}
	for i, p := range programs {
		prints[i] = p.fingerprints(given)
		for h := range prints[i] {
			if i < class {
				holders[h] = append(holders[h], i)
			} else {
				outside[h] = append(outside[h], i)
			}
		}
	}
	r := Report{Options: o, Programs: class, Groups: groups(programs[:class], prints, holders, o)}
	sizes := make([]int, class)
	for i := range sizes {
		sizes[i] = len(prints[i])
	}

	most := max(fewest, int(o.Common*float64(class)))
	common := map[uint64]bool{}
	shared := map[[2]int]int{}
	for h, in := range holders {
		if len(in) > most {
			common[h] = true
			for _, i := range slices.Concat(in, outside[h]) {
				delete(prints[i], h)
			}
			continue
		}
		for k, i := range in {
			for _, j := range slices.Concat(in[k+1:], outside[h]) {
				shared[[2]int{i, j}]++
			}
		}
	}

	r.Common = len(common)
	parts := make([]float64, class)
	for i, size := range sizes {
		parts[i] = float64(size-len(prints[i])) / float64(max(size, 1))
	}
	r.CommonPart = middle(parts)
	var shares []float64
	for i := range class {
		for j := i + 1; j < len(programs); j++ {
			n := shared[[2]int{i, j}]
			share := float64(n) / float64(max(min(len(prints[i]), len(prints[j])), o.Least))
			if j < class {
				shares = append(shares, share)
				r.Shares[min(int(10*share), 9)]++
			}
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
	r.Median = middle(shares)
	return r
}

// middle returns the median, the larger of two; 0 if there are no numbers.
func middle(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}
