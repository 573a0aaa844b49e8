package solve

import (
	"slices"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

const (
	// share of many rows is enough to come close to the minimum of all, at
	// about the distance of a standard error of the share.
	share = 16
	// pays is how many times the rows of a share there are at least where it pays,
	// also where they are a share themselves.
	pays = share / 2
	// cheap is how many times the number of weights a share may be smaller, so
	// that its second derivatives cost no more than some passes.
	cheap      = 8
	mostValues = 1 << 22 // in memory
)

// RowsAWeight is how many rows such a share has at least for each weight, so that its
// loss is less than a hundredth above its least, and FewestRows how many in any case.
// Tests lower them.
var RowsAWeight, FewestRows = 50, 2048

// A headStart is the minimum for a share of the rows.
type headStart struct {
	part  *objective.Objective
	theta []float64
}

// newHeadStart returns nil where there are too few rows for that to pay, or no
// single minimum for the share of them: classes that only all rows keep from
// being separated, features that only all rows keep from depending on each other.
// It is for losses of classes, to which Newton's method takes some steps.
func newHeadStart(o *objective.Objective, separable bool) *headStart {
	if !isLikelihood(o.Loss) {
		return nil
	}
	least := max(RowsAWeight*o.Dim(), FewestRows)
	if o.Samples() < pays*least {
		return nil
	}
	n, d := o.Samples(), o.Features()
	m := max(least, min(n/share, n*cheap/d, mostValues/d))
	h := &headStart{part: o.Part(m)}
	if h.part == nil || !(h.part.TotalWeight() > 0) {
		return nil
	}
	var last Iterate
	for it, err := range Newton(h.part, NewtonSettings{MaxIter: 15, Tol: 1e-4, Separable: separable}) {
		if err != nil {
			return nil
		}
		last = it
	}
	if last.End != Converged || last.Note != "" {
		return nil
	}
	h.theta = last.Theta
	return h
}

// or returns θ of the head start, or the given one if there is none.
func (h *headStart) or(theta []float64) []float64 {
	if h == nil {
		return theta
	}
	return h.theta
}

// curvature returns the second derivatives for the share of the rows, for a loss
// with one score, in the coordinates of all rows. Directions that only a few of
// the other rows have are given the curvature of some rows at their reach.
func (h *headStart) curvature(s *objective.Scaled) []float64 {
	const some = 4
	scaled := objective.Scaled{Objective: h.part, Mean: s.Mean, Std: s.Std}
	sum := h.part.Pass(h.theta, objective.Want{Gradient: true, Shift: s.Mean})
	c := scaled.Hessian(sum).Block(0, 0)
	bound := s.Loss.(loss.Bounded).Bound()
	for j, r := range append(slices.Clone(s.Reach()), 1) {
		c.SetSym(j, j, c.At(j, j)+some*bound*r*r/float64(h.part.Samples())+tiny)
	}
	return c.RawSymmetric().Data
}
