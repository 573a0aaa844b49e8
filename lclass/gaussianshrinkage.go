package lclass

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
)

// LedoitWolf as a Shrinkage is the ratio of Ledoit and Wolf (2004), for each
// class that with the least expected squared error,
//
//	α = min(1, b²/d²),  d² = ‖C − I‖²,  b² = (1/n)[(1/n) Σ ‖zᵢ‖⁴ − ‖C‖²]
//
// of its standardised features z and their correlations C. The number of
// samples n is the sum of their weights.
const LedoitWolf = -1.0

func checkShrinkage(ratio float64) error {
	if !(ratio >= 0 && ratio <= 1) && ratio != LedoitWolf {
		return fmt.Errorf("lclass: Shrinkage = %v; it must be from 0 to 1, or LedoitWolf", ratio)
	}
	return nil
}

// ledoitWolf returns the ratio for a class of n samples; fourth is the mean of
// ‖zᵢ‖⁴. Features without variance take no part.
func (cov covariance) ledoitWolf(std []float64, fourth, n float64, stop factor.Stop) float64 {
	p := len(std)
	z := mat.DenseCopyOf(cov.root)
	var varying float64
	for j, s := range std {
		if s == 0 {
			continue
		}
		varying++
		for i := range z.RawMatrix().Rows {
			z.Set(i, j, z.At(i, j)/s)
		}
	}
	var square float64
	factor.Columns(p, stop, func(lo, hi int) {
		var c mat.Dense
		c.Mul(z.T(), z.Slice(0, z.RawMatrix().Rows, lo, hi))
		for i := range p {
			for _, v := range c.RawRowView(i) {
				square += v * v
			}
		}
	})
	b, d := (fourth-square)/n, square-varying
	if b <= 0 || d <= 0 {
		return 0
	}
	return min(1, b/d)
}
