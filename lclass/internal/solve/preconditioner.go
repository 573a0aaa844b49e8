package solve

import (
	"slices"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

// A preconditioner multiplies a gradient in standardised coordinates by the
// inverse of an estimate of the curvature: at first
//
//	c·C + diag(looseness·λ₂/std² + damping·c·max|x̃|²)
//
// with the bound c of the loss (Böhning 1992) and the correlations C of the
// features, of which beyond mostCorrelated features only the diagonal is taken.
type preconditioner struct {
	factor   []float64 // U with UᵀU the estimate, p×p, nil if that is diagonal
	diagonal []float64 // of the estimate, needed where that is all
	scores   []float64 // the inverse of the estimate's other factor, k×k; nil for the unit matrix
	p, k     int
}

const (
	// looseness is how far below its bound the curvature of the loss is where
	// the model mostly separates the classes. The penalty's curvature is exact, so
	// beside the bound it counts that much more. On MNIST 100 needs half the
	// passes of 1, for λ from 1e-5 to 1e-2.
	looseness = 100
	// damping steadies the directions that few samples decide: those of
	// features whose largest |x̃| is many standard deviations.
	damping = 3e-3
	// tiny keeps constant features, which have no curvature, invertible.
	tiny = 1e-12
	// rowsAFeature is from how many rows for each feature the correlations
	// are estimated. On MNIST, 3 instead of all cost 5 passes of 50 and save
	// the time of 20.
	rowsAFeature = 3
	// mostCorrelated features take two matrices of 32 MB.
	mostCorrelated = 2000
)

// newPreconditioner returns false if the features are out of the range in
// which there is one. Of a warm start, unless it is nil, it takes the curvature.
func newPreconditioner(s *objective.Scaled, warm *warmStart) (c *preconditioner, ok bool) {
	if warm != nil {
		return factorised(s, warm.curvature(s), nil)
	}
	h, diagonal := estimate(s)
	return factorised(s, h, diagonal)
}

// estimate returns the p×p estimate of the curvature, nil where only its diagonal
// is taken, and the diagonal.
func estimate(s *objective.Scaled) (h, diagonal []float64) {
	bound := s.Loss.(loss.Bounded).Bound()
	d := s.Features()
	p := d + 1
	diagonal = steadying(s, looseness, damping)
	if d > mostCorrelated {
		for j := range diagonal {
			diagonal[j] += bound
		}
		return nil, diagonal
	}
	h = make([]float64, p*p)
	for i, v := range s.Correlations(rowsAFeature * p) {
		h[i] = bound * v
	}
	for j := range diagonal {
		h[j*p+j] += diagonal[j]
		diagonal[j] = h[j*p+j]
	}
	return h, diagonal
}

// steadying returns the diagonal that is added to a curvature of the loss.
func steadying(s *objective.Scaled, looseness, damping float64) []float64 {
	bound := s.Loss.(loss.Bounded).Bound()
	diagonal := make([]float64, len(s.Std)+1)
	for j, r := range s.MaxAbs() {
		diagonal[j] = looseness*s.L2Of(j)/s.Std[j]/s.Std[j] + damping*bound*r*r + tiny
	}
	return diagonal
}

// factorised returns the preconditioner of an estimate h, in its memory, or of a
// diagonal one if h is nil.
func factorised(s *objective.Scaled, h, diagonal []float64) (c *preconditioner, ok bool) {
	c = &preconditioner{factor: h, diagonal: diagonal, p: s.Features() + 1, k: s.K}
	if h != nil {
		return c, kernel.Cholesky(h, c.p, s.Stop)
	}
	return c, !slices.ContainsFunc(diagonal, func(v float64) bool { return !finite(v) })
}

// applyTo sets out to the inverse times g.
func (c *preconditioner) applyTo(out, g []float64) {
	copy(out, g)
	c.solve(out, c.k)
	c.between(out)
}

// apply returns the inverse times g.
func (c *preconditioner) apply(g []float64) []float64 {
	out := make([]float64, len(g))
	c.applyTo(out, g)
	return out
}

// applyAll is apply to several gradients at once, which is faster.
func (c *preconditioner) applyAll(gradients [][]float64) [][]float64 {
	columns := c.k * len(gradients)
	side := make([]float64, c.p*columns) // by side
	for i, g := range gradients {
		for j := range c.p {
			copy(side[j*columns+i*c.k:], g[j*c.k:(j+1)*c.k])
		}
	}
	c.solve(side, columns)
	out := make([][]float64, len(gradients))
	for i, g := range gradients {
		out[i] = make([]float64, len(g))
		for j := range c.p {
			copy(out[i][j*c.k:(j+1)*c.k], side[j*columns+i*c.k:])
		}
		c.between(out[i])
	}
	return out
}

// solve replaces the p×columns matrix x by the inverse for one score times x.
func (c *preconditioner) solve(x []float64, columns int) {
	if c.factor == nil {
		for i := range x {
			x[i] /= c.diagonal[i/columns]
		}
		return
	}
	kernel.CholeskySolve(c.factor, c.p, x, columns)
}

// between multiplies x by the inverse between the scores.
func (c *preconditioner) between(x []float64) {
	if c.scores == nil {
		return
	}
	zero, row := make([]float64, c.k), make([]float64, c.k)
	for lo := 0; lo < len(x); lo += c.k {
		copy(row, x[lo:lo+c.k])
		kernel.DenseScores(x[lo:lo+c.k], row, c.k, c.scores, zero)
	}
}
