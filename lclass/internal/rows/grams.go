package rows

import (
	"slices"

	"linclass/lclass/internal/kernel"
)

// GramsPay reports whether Grams are faster for so many matrices: of sparse rows, unless the
// matrices are too large to stay next to the processor. Tables of bytes have none, so that
// they add up like blocks of bytes that are read anew.
func GramsPay(x Rows, count int) bool {
	const few, large = 3, 1 << 17
	s, ok := x.(*Sparse[float64])
	return ok && count >= few && count*(s.d+1)*(s.d+1) <= large
}

// Grams adds up several matrices as AddGram does, but a row at a time for all of them. It
// has their values at each place side by side, with the sums of the weights, and of the
// weighted values, as products with 1.
type Grams struct {
	m      *Sparse[float64]
	count  int
	full   []uint16 // columns, the values of which are shifted one by one
	shift  []float64
	h      []float64
	scaled []float64 // the weights of a row times one of its values
}

// NewGrams returns so many Grams of the rows lo ≤ i < hi that are not of weight 0, or nil
// where these do not pay.
func NewGrams(x Rows, lo, hi int, weight, shift []float64, count int) *Grams {
	if !GramsPay(x, count) {
		return nil
	}
	m := x.(*Sparse[float64])
	p := m.d + 1
	return &Grams{m: m, count: count, full: m.full(lo, hi, weight), shift: shift, h: make([]float64, p*p*count), scaled: make([]float64, count)}
}

func (g *Grams) at(i, j int) []float64 {
	at := (i*(g.m.d+1) + j) * g.count
	return g.h[at : at+g.count]
}

// Add adds the rows lo ≤ i < hi, whose weights r of each matrix are side by side.
func (g *Grams) Add(lo, hi int, r []float64) {
	d := g.m.d
	var columns []uint16
	var values []float64
	for i := lo; i < hi; i++ {
		weights := r[(i-lo)*g.count : (i-lo+1)*g.count]
		if !slices.ContainsFunc(weights, func(v float64) bool { return v != 0 }) {
			continue
		}
		kernel.Axpy(1, weights, g.at(d, d))
		columns, values = g.m.shifted(columns[:0], values[:0], i, g.full, g.shift)
		for e, c := range columns {
			for j, w := range weights {
				g.scaled[j] = w * values[e]
			}
			kernel.Axpy(1, g.scaled, g.at(int(c), d))
			for f := e; f < len(columns); f++ {
				kernel.Axpy(values[f], g.scaled, g.at(int(c), int(columns[f])))
			}
		}
	}
}

// AddTo adds the upper triangles of the matrices to h, one after the other.
func (g *Grams) AddTo(h []float64) {
	d := g.m.d
	p := d + 1
	rest := slices.Clone(g.shift)
	for _, c := range g.full {
		rest[c] = 0
	}
	total := g.at(d, d)
	for i, mi := range rest {
		for c, si := range g.at(i, d) {
			row := h[c*p*p+i*p : c*p*p+(i+1)*p]
			for j := i; j < d; j++ {
				row[j] += g.at(i, j)[c] + total[c]*mi*rest[j] - mi*g.at(j, d)[c] - si*rest[j]
			}
			row[d] += si - total[c]*mi
		}
	}
	for c, v := range total {
		h[(c+1)*p*p-1] += v
	}
}
