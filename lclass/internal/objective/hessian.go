package objective

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/loss"
)

// Hessian is ∂²L/∂ψ² in standardised coordinates, without the part of ‖W‖₁,
// which has none: a symmetric (d+1)×(d+1) block for each pair of scores, or,
// where scores do not mix, one for all of them.
type Hessian struct {
	P, K   int // d+1 and the number of scores
	Mixed  bool
	Stop   factor.Stop
	Known  []float64 // √(1 + mean²/std²) of the d features and 1: what rounding errors of each are relative to
	blocks [][]float64
}

// blockPairs returns the pairs of scores a ≤ b that have a block.
func blockPairs(l loss.Curved, k int) [][2]int {
	if !l.Mixed() {
		return [][2]int{{0, 0}}
	}
	var pairs [][2]int
	for a := range k {
		for b := a; b < k; b++ {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
}

// Hessian returns ∂²L/∂ψ², given the sum of a pass with Want.Shift at Mean. It
// takes the memory of the sum.
func (s *Scaled) Hessian(sum *Sum) *Hessian {
	curved := s.Loss.(loss.Curved)
	p := len(s.Std) + 1
	h := &Hessian{P: p, K: s.K, Mixed: curved.Mixed(), Stop: s.Stop, Known: s.known()}
	for i, pair := range blockPairs(curved, s.K) {
		block := sum.Curvature[i*p*p : (i+1)*p*p]
		own := pair[0] == pair[1]
		s.standardise(block, sum.Weight, own)
		if own {
			for j, std := range s.Std {
				block[j*p+j] += s.L2Of(j) / std / std
			}
		}
		h.blocks = append(h.blocks, block)
	}
	return h
}

// known returns √(1 + mean²/std²) of each feature, and 1 for the bias.
func (s *Scaled) known() []float64 {
	known, mean := make([]float64, len(s.Std)+1), s.Means(s.Mean)
	for j, std := range s.Std {
		known[j] = math.Hypot(1, mean[j]/std)
	}
	known[len(s.Std)] = 1
	return known
}

// Block returns the block of scores a and b in the memory of h, with both halves, nil if
// the two do not mix.
func (h *Hessian) Block(a, b int) *mat.SymDense {
	if !h.Mixed {
		if a != b {
			return nil
		}
		return mat.NewSymDense(h.P, h.blocks[0])
	}
	a, b = min(a, b), max(a, b)
	return mat.NewSymDense(h.P, h.blocks[a*h.K-a*(a-1)/2+b-a])
}

// Full returns the whole matrix, in the order of the parameters, with both halves, or a
// part of it if the fit is stopped.
func (h *Hessian) Full() *mat.SymDense {
	n := h.P * h.K
	full := factor.NewSymmetric(n)
	data := full.RawSymmetric().Data
	for a := range h.K {
		for b := range h.K {
			block := h.Block(a, b)
			if block == nil {
				continue
			}
			if h.Stop.Now() {
				return full
			}
			values := block.RawSymmetric().Data
			for i := range h.P {
				row := data[(i*h.K+a)*n:]
				for j, v := range values[i*h.P : (i+1)*h.P] {
					row[j*h.K+b] = v
				}
			}
		}
	}
	return full
}
