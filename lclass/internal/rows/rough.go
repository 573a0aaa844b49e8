package rows

import (
	"math"

	"linclass/lclass/internal/kernel"
)

// Rough are rows that can be multiplied in float32, which is faster: bytes, of
// which a sum over a few thousand rows keeps six digits.
type Rough interface {
	Rows
	// RoughScores is Scores for at most kernel.Line classes and for weights
	// from RoughWeights. z has kernel.Line values more than it needs.
	RoughScores(z []float64, lo, hi, k int, w []float32, b []float64)
	// AddRoughGradient adds to what RoughWeights would make of the gradient. r
	// has kernel.Line values more than it needs.
	AddRoughGradient(g []float32, lo, hi, k int, r []float64)
}

// AsRough returns x as rows that can be multiplied with k weights a column in
// float32, nil if that is not possible or no faster.
func AsRough(x Rows, k int) Rough {
	if !kernel.Rough() || k < 3 || k > kernel.Line {
		return nil
	}
	even := func(scale float64) bool { return 1e-9 <= scale && scale <= 1e9 }
	switch m := x.(type) {
	case *Sparse[uint8]:
		if even(m.scale) {
			return roughBytes{m}
		}
	case *Blocks[uint8]:
		if even(m.scale) {
			return roughBlocks{m}
		}
	}
	return nil
}

// roughBytes lets only tables of bytes have the methods.
type roughBytes struct{ *Sparse[uint8] }

func (m roughBytes) RoughScores(z []float64, lo, hi, k int, w []float32, b []float64) {
	kernel.RoughScores(z, m.start[lo:hi+1], m.column, m.value, m.scale, w, b[:k])
}

func (m roughBytes) AddRoughGradient(g []float32, lo, hi, k int, r []float64) {
	kernel.RoughGradient(g, m.start[lo:hi+1], m.column, m.value, m.scale, r, k)
}

// roughBlocks does so with the bytes of blocks.
type roughBlocks struct{ *Blocks[uint8] }

func (m roughBlocks) RoughScores(z []float64, lo, hi, k int, w []float32, b []float64) {
	if !m.each(lo, hi, func(x Rows, from, to, at int) {
		roughBytes{x.(*Sparse[uint8])}.RoughScores(z[at*k:], from, to, k, w, b)
	}) {
		spoil(z[:(hi-lo)*k])
	}
}

func (m roughBlocks) AddRoughGradient(g []float32, lo, hi, k int, r []float64) {
	if !m.each(lo, hi, func(x Rows, from, to, at int) {
		roughBytes{x.(*Sparse[uint8])}.AddRoughGradient(g, from, to, k, r[at*k:])
	}) {
		g[0] = float32(math.NaN())
	}
}

// RoughWeights returns the d×k weights with the k of a column at the beginning
// of kernel.Line float32.
func RoughWeights(w []float64, k int) []float32 {
	rough := make([]float32, len(w)/k*kernel.Line)
	for at := 0; len(w) > 0; at += kernel.Line {
		for c, v := range w[:k] {
			rough[at+c] = float32(v)
		}
		w = w[k:]
	}
	return rough
}

// FromRough adds weights or gradients of that form to w and sets them to 0.
func FromRough(w []float64, k int, rough []float32) {
	for at := 0; len(w) > 0; at += kernel.Line {
		for c, v := range rough[at : at+k] {
			w[c] += float64(v)
		}
		w = w[k:]
	}
	clear(rough)
}
