package solve

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/objective"
)

// A Local is a loss about θ to second order, in standardised coordinates: what
// one pass over the rows finds. The loss must be a loss.Curved.
type Local struct {
	Sum *objective.Sum // of the pass, without its curvature

	scaled  *objective.Scaled
	theta   []float64
	g       []float64
	hessian *objective.Hessian
}

// At returns the loss about θ. It calls beside for each block of rows that it
// reads, in any order and for several at once; nil is nothing.
func At(o *objective.Objective, theta []float64, beside objective.Beside) *Local {
	l := &Local{scaled: objective.ScaleAbout(o), theta: theta, g: make([]float64, len(theta))}
	l.Sum = l.scaled.PassBeside(theta, objective.Want{Gradient: true, Shift: l.scaled.Mean}, beside)
	l.scaled.Gradient(l.g, l.Sum, theta)
	l.hessian = l.scaled.Hessian(l.Sum)
	return l
}

// IsFar reports whether the mean of a feature is so far beyond its deviation that
// rounding of scores shows.
func (l *Local) IsFar() bool { return remote(l.scaled) }

// wellConditioned is up to which condition number, with a diagonal of 1, second
// derivatives that were summed up have digits to spare.
const wellConditioned = 1e4

// conditioned is up to which condition number they have six digits. Rows that are
// elsewhere cannot be decomposed, so that is enough for them.
const conditioned = 1e10

// invert returns M of the inverse MᵀM of a symmetric h, √(gᵀMᵀM g), and the
// condition number of h with its diagonal scaled to 1; nil if h is singular to
// working precision.
func invert(h *mat.SymDense, g []float64, stop factor.Stop) (m *mat.Dense, distance, condition float64) {
	chol, scale := cholesky(h, stop)
	if chol == nil {
		return nil, 0, math.Inf(1)
	}
	// D and beside it D·g.
	p := len(g)
	outward := mat.NewDense(p, p+1, nil)
	for i, s := range scale {
		outward.Set(i, i, s)
		outward.Set(i, p, s*g[i])
	}
	if !factor.Solve(chol.U, outward, stop) {
		return nil, 0, math.Inf(1)
	}
	return mat.DenseCopyOf(outward.Slice(0, p, 0, p)), mat.Norm(outward.ColView(p), 2), chol.Condition
}

// warn returns err unless it only warns of a bad condition.
func warn(err error) error {
	if _, warning := err.(mat.Condition); warning {
		return nil
	}
	return err
}

// remote reports whether the mean of a feature is so far beyond its deviation that
// rounding of scores shows.
func remote(s *objective.Scaled) bool {
	const far = 1e3
	for j, m := range s.Mean {
		if math.Abs(m) > far*s.Std[j] {
			return true
		}
	}
	return false
}
