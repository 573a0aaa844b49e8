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
var RowsAWeight, FewestRows = 50, 1024

// A warmStart is the minimum for a share of the rows.
type warmStart struct {
	part  *objective.Objective
	theta []float64
}

// newWarmStart returns nil where there are too few rows for that to pay, or no
// single minimum for the share of them: classes that only all rows keep from
// being separated, features that only all rows keep from depending on each other.
// It is for losses whose curvature changes slowly, so that it is known when the place
// is, and to which Newton's method takes some steps.
func newWarmStart(o *objective.Objective, separable bool) *warmStart {
	if !isLogLoss(o.Loss) {
		return nil
	}
	least := max(RowsAWeight*o.Dim(), FewestRows)
	if o.Samples() < pays*least {
		return nil
	}
	n, d := o.Samples(), o.Features()
	m := max(least, min(n/share, n*cheap/d, mostValues/d))
	w := &warmStart{part: o.Part(m)}
	if w.part == nil || !(w.part.TotalWeight() > 0) {
		return nil
	}
	var last Iterate
	for it, err := range Newton(w.part, NewtonSettings{MaxIter: 15, Tol: 1e-4, Separable: separable}) {
		if err != nil {
			return nil
		}
		last = it
	}
	if last.End != Converged || last.Note != "" {
		return nil
	}
	w.theta = last.Theta
	return w
}

// or returns θ of the warm start, or the given one if there is none.
func (w *warmStart) or(theta []float64) []float64 {
	if w == nil {
		return theta
	}
	return w.theta
}

// begin looks at the place where the fit begins: the given one, unless it is far worse
// than 0, or a warm start, unless that is worse than constant scores, or 0.
func (n *newton) begin() {
	var warm *warmStart
	from := n.set.Start
	if n.along == nil {
		if from = beginning(n.Objective, from); from == nil {
			warm = newWarmStart(n.Objective, n.set.Separable)
		}
	}
	start(n.Scaled, n.psi, n.theta, warm.or(from))
	n.look()
	if warm != nil && !(n.value <= n.proof.unit) {
		clear(n.psi)
		start(n.Scaled, n.psi, n.theta, nil)
		n.look()
	}
}

// begin does so for QuasiNewton, which takes the curvature of a warm start, too. It
// returns false if there is no preconditioner.
func (q *quasiNewton) begin() bool {
	if q.set.Start == nil && q.K == 1 {
		q.warm = newWarmStart(q.Objective, q.set.Separable)
	}
	if !q.beginAt(q.warm.or(q.set.Start)) {
		return false
	}
	far := q.warm == nil && q.set.Start != nil && q.proof.isFar(q.here.value)
	if far || q.warm != nil && !(q.here.value <= q.proof.unit) {
		q.warm = nil
		return q.beginAt(nil)
	}
	return true
}

func (q *quasiNewton) beginAt(theta []float64) (ok bool) {
	clear(q.here.psi)
	start(q.Scaled, q.here.psi, q.theta, theta)
	if q.precondition, ok = newPreconditioner(q.Scaled, q.warm); ok {
		q.memory = q.set.Path.recall(q.Scaled, q.precondition, theta, q.set.Memory)
		q.look()
	}
	return ok
}

// curvature returns the second derivatives for the share of the rows, for a loss
// with one score, in the coordinates of all rows. Directions that only a few of
// the other rows have are given the curvature of some rows at their largest |x̃|.
func (w *warmStart) curvature(s *objective.Scaled) []float64 {
	const some = 4
	scaled := objective.Scaled{Objective: w.part, Mean: s.Mean, Std: s.Std}
	sum := w.part.Pass(w.theta, objective.Want{Gradient: true, Shift: s.Mean})
	c := scaled.Hessian(sum).Block(0, 0)
	bound := s.Loss.(loss.Bounded).Bound()
	for j, r := range append(slices.Clone(s.MaxAbs()), 1) {
		c.SetSym(j, j, c.At(j, j)+some*bound*r*r/float64(w.part.Samples())+tiny)
	}
	return c.RawSymmetric().Data
}
