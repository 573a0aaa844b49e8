package similar

import (
	"cmp"
	"slices"
)

// A Match is two functions that are alike, with the lines of either.
type Match struct {
	A, B Side
}

// A Side is a function of one of the two.
type Side struct {
	Name, Cell string
	Lines      []Line
}

// A Line is a line of a function; Same reports whether the other has it, too.
type Line struct {
	Text string
	Same bool
}

// matches pairs the functions of two programs, those that share most first, and
// marks the lines of the grams that both have.
func matches(a, b Program, ignored func(uint64) bool) []Match {
	type candidate struct {
		i, j int
		same map[uint64]bool
	}
	var all []candidate
	for i, pa := range a.parts {
		for j, pb := range b.parts {
			if same := both(pa, pb, ignored); len(same) > 0 {
				all = append(all, candidate{i, j, same})
			}
		}
	}
	slices.SortStableFunc(all, func(x, y candidate) int { return cmp.Compare(len(y.same), len(x.same)) })
	usedA, usedB := map[int]bool{}, map[int]bool{}
	var found []Match
	for _, c := range all {
		if usedA[c.i] || usedB[c.j] {
			continue
		}
		usedA[c.i], usedB[c.j] = true, true
		found = append(found, Match{side(a.parts[c.i], c.same), side(b.parts[c.j], c.same)})
	}
	return found
}

// both returns the grams that two functions share.
func both(a, b part, ignored func(uint64) bool) map[uint64]bool {
	same := map[uint64]bool{}
	for _, h := range a.grams {
		if b.set[h] && !ignored(h) {
			same[h] = true
		}
	}
	return same
}

func side(p part, same map[uint64]bool) Side {
	s := Side{Name: p.name, Cell: p.where}
	for _, text := range p.lines {
		s.Lines = append(s.Lines, Line{Text: text})
	}
	for i, h := range p.grams {
		if !same[h] {
			continue
		}
		for _, symbol := range p.symbols[i : i+gram] {
			if symbol.line >= 0 && symbol.line < len(s.Lines) {
				s.Lines[symbol.line].Same = true
			}
		}
	}
	return s
}

// Same returns how many lines of a side are marked.
func (s Side) Same() int {
	n := 0
	for _, l := range s.Lines {
		if l.Same {
			n++
		}
	}
	return n
}
