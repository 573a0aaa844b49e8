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

// A Line is a line of a function; Same tells whether the other has it, too.
type Line struct {
	Text string
	Same bool
}

// matches pairs the functions of two programs, those that share most first, and
// marks the lines of the grams that both have.
func matches(a, b Program, ignored func(uint64) bool) []Match {
	type candidate struct{ i, j, n int }
	var all []candidate
	for i, pa := range a.parts {
		for j, pb := range b.parts {
			if n := len(both(pa, pb, ignored)); n > 0 {
				all = append(all, candidate{i, j, n})
			}
		}
	}
	slices.SortStableFunc(all, func(x, y candidate) int { return cmp.Compare(y.n, x.n) })
	usedA, usedB := map[int]bool{}, map[int]bool{}
	var found []Match
	for _, c := range all {
		if usedA[c.i] || usedB[c.j] {
			continue
		}
		usedA[c.i], usedB[c.j] = true, true
		same := both(a.parts[c.i], b.parts[c.j], ignored)
		found = append(found, Match{side(a.parts[c.i], same), side(b.parts[c.j], same)})
	}
	return found
}

// both returns the grams that two functions share.
func both(a, b part, ignored func(uint64) bool) map[uint64]bool {
	inA, same := map[uint64]bool{}, map[uint64]bool{}
	for _, h := range a.grams() {
		inA[h] = !ignored(h)
	}
	for _, h := range b.grams() {
		if inA[h] {
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
	for i, h := range p.grams() {
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
