package solve

import (
	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

const (
	// settled is after how many steps the curvature of the loss is more like that
	// at its least than its bound is, and again how many times as many steps
	// later it has changed.
	settled, again = 5, 4
	// dearest is about how many passes it may take to find and factorise it.
	dearest = 5
	// metLooseness and metDamping are looseness and damping for a curvature that
	// is no bound. They may be five times as large or as small.
	metLooseness, metDamping = 5, 1e-3
	// leastOwn is the least curvature of a score beside the mean of all: that of a
	// rare class grows when it is learnt.
	leastOwn = 0.1
)

// renews reports whether it pays to meet the curvature: for a loss that mixes the
// scores, of many rows.
func renews(o *objective.Objective) bool {
	l, ok := o.Loss.(loss.Curved)
	p := o.Features() + 1
	return ok && l.Mixed() && p <= mostCorrelated && p*p <= dearest*o.Samples()*o.K
}

// renewed returns the preconditioner
//
//	(C + diag(looseness·λ₂/std² + damping·c·max|x̃|²)) ⊗ A
//
// for the curvature C ⊗ A near θ with a factor C of the features and a factor A
// of the scores, or, where all samples are sure, that of the bound. On MNIST, λ =
// 1/60000, it takes about 67 steps in place of 110 to 2e-6 of the least loss, and
// 110 in place of 170 to 1e-8.
func renewed(s *objective.Scaled, theta []float64) *preconditioner {
	p := s.Features() + 1
	features, scores := s.Factors(theta, max(rowsAFeature*p, FewestRows))
	for j, v := range steadying(s, metLooseness, metDamping) {
		features[j*p+j] += v
	}
	c, ok := factorised(s, features, nil)
	if ok {
		c.scores, ok = betweenScores(scores, s.K)
	}
	if !ok {
		c, _ = newPreconditioner(s, nil)
	}
	return c
}

// betweenScores returns the inverse of the k×k second derivatives of scores of
// which only the differences matter: moving all alike has none.
func betweenScores(a []float64, k int) (inverse []float64, ok bool) {
	inverse = make([]float64, k*k)
	for i := range a {
		a[i] += 1 / float64(k)
	}
	for c := range k {
		a[c*k+c] += leastOwn
		inverse[c*k+c] = 1
	}
	if !kernel.Cholesky(a, k, nil) {
		return nil, false
	}
	kernel.CholeskySolve(a, k, inverse, k)
	return inverse, true
}
