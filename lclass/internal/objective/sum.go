package objective

import (
	"math"

	"linclass/lclass/internal/loss"
)

// Sum is what a pass over rows adds up. Sums over different rows merge into
// the sum over all of them.
type Sum struct {
	Weight   float64   // Σs
	Loss     float64   // Σsℓ
	Errors   int       // rows on the wrong side, 0 for regression
	Margin   float64   // least margin of a row that counts, +∞ for regression
	Largest  float64   // largest margin, −∞ for regression
	Gradient []float64 // Σs ∂ℓ/∂θ, like θ; nil if not asked for
	Gram     []float64 // Σs c φφᵀ for one block after another, (d+1)×(d+1), upper triangles; nil if not asked for
}

// Merge adds the sum over other rows to s.
func (s *Sum) Merge(other *Sum) {
	s.Weight += other.Weight
	s.Loss += other.Loss
	s.Errors += other.Errors
	s.Margin = math.Min(s.Margin, other.Margin)
	s.Largest = math.Max(s.Largest, other.Largest)
	add(s.Gradient, other.Gradient)
	add(s.Gram, other.Gram)
}

func add(dst, src []float64) {
	for i, v := range src {
		dst[i] += v
	}
}

// judge counts the errors and finds the least margin of a block.
func (s *Sum) judge(z, weight []float64, k int, class []int) {
	if class == nil {
		return
	}
	for i, c := range class {
		if weight[i] == 0 {
			continue
		}
		scores := z[i*k : (i+1)*k]
		if loss.Wrong(scores, c) {
			s.Errors++
		}
		margin := loss.Margin(scores, c)
		s.Margin = math.Min(s.Margin, margin)
		s.Largest = math.Max(s.Largest, margin)
	}
}
