package similar

import "hash/fnv"

// A gram is so many symbols in a row; from every window of so many grams one is
// taken. So each match of gram+window-1 symbols, two or three lines, is found, and
// none shorter than gram.
const (
	gram   = 12
	window = 6
)

// Given is what counts for nobody, by the hashes of its grams.
type Given map[uint64]bool

// NewGiven returns the grams of what everybody was given.
func NewGiven(p Program) Given {
	g := Given{}
	for _, part := range p.parts {
		for _, h := range part.grams {
			g[h] = true
		}
	}
	return g
}

func grams(symbols []symbol) []uint64 {
	var hashes []uint64
	for i := 0; i+gram <= len(symbols); i++ {
		h := fnv.New64a()
		for _, s := range symbols[i : i+gram] {
			h.Write([]byte(s.text))
			h.Write([]byte{0})
		}
		hashes = append(hashes, h.Sum64())
	}
	return hashes
}

// fingerprints returns the hashes that winnowing takes, without those of given code.
func (p Program) fingerprints(given Given) map[uint64]bool {
	taken := map[uint64]bool{}
	for _, part := range p.parts {
		for _, h := range winnow(part.grams) {
			if !given[h] {
				taken[h] = true
			}
		}
	}
	return taken
}

// winnow takes the smallest hash of each window, the last one if there are several.
func winnow(hashes []uint64) []uint64 {
	var taken []uint64
	last := -1
	for start := 0; start+min(window, len(hashes)) <= len(hashes) && start < len(hashes); start++ {
		least := start
		for i := start; i < min(start+window, len(hashes)); i++ {
			if hashes[i] <= hashes[least] {
				least = i
			}
		}
		if least != last {
			taken = append(taken, hashes[least])
			last = least
		}
	}
	return taken
}
