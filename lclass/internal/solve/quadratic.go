package solve

import (
	"iter"
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

// quadratic is the model gᵀδ + ½δᵀBδ of a loss about ψ, with
//
//	B = τA ⊗ I − P Uᵀ
//
// for a p×p matrix A that is the same for all k scores, of which only the
// diagonal may be known, and thin P and U, one row a parameter, or none.
type quadratic struct {
	p, k     int
	exact    bool // B is the Hessian
	stop     factor.Stop
	a        *mat.Dense    // symmetric, both halves; nil for a diagonal one
	full     *mat.SymDense // a, if that is not the memory of the Hessian
	times    float64       // τ
	diagonal []float64
	u, w     *mat.Dense // U and P, nil for none

	bend []float64 // (A ⊗ I)δ, the p values of a score side by side
	thin []float64 // Uᵀδ
}

// exactModel is the model with the Hessian as B. Where no row with a second derivative has a
// feature, the penalty alone says where its weight ends, and a step takes it there.
func exactModel(s *objective.Scaled, h *objective.Hessian) *quadratic {
	a, k := h.Block(0, 0), h.K
	if h.Mixed {
		a, k = h.Full(), 1
	}
	q := newExact(a, k, h.Stop)
	if h.Mixed {
		q.full = a
	}
	for i, v := range q.diagonal {
		if v == 0 && s.Varies(i*k/h.K) {
			q.diagonal[i] = littleCurvature(s.Loss)
		}
	}
	return q
}

// littleCurvature stands for a second derivative of 0.
func littleCurvature(l loss.Loss) float64 { return 1e-4 * l.(loss.Bounded).Bound() }

// newExact takes the memory of a, which has both halves.
func newExact(a *mat.SymDense, k int, stop factor.Stop) *quadratic {
	p := a.SymmetricDim()
	q := &quadratic{p: p, k: k, exact: true, stop: stop, a: mat.NewDense(p, p, a.RawSymmetric().Data), times: 1, diagonal: make([]float64, p)}
	for j := range q.diagonal {
		q.diagonal[j] = a.At(j, j)
	}
	return q
}

func (q *quadratic) curvature(i int) float64 {
	c := q.times * q.diagonal[i/q.k]
	if q.u != nil {
		c = math.Max(1e-3*c, c-kernel.Dot(q.w.RawRowView(i), q.u.RawRowView(i)))
	}
	return c
}

// slope returns (Bδ)ᵢ.
func (q *quadratic) slope(i int) float64 {
	v := q.bend[i%q.k*q.p+i/q.k]
	if q.u != nil {
		v -= kernel.Dot(q.w.RawRowView(i), q.thin)
	}
	return v
}

// slopes implements model.
func (q *quadratic) slopes() iter.Seq2[int, float64] {
	return func(yield func(int, float64) bool) {
		for i := range q.p * q.k {
			if !yield(i, q.slope(i)) {
				return
			}
		}
	}
}

// move changes δᵢ by d.
func (q *quadratic) move(i int, d float64) {
	j, c := i/q.k, i%q.k
	if q.a == nil {
		q.bend[c*q.p+j] += q.times * d * q.diagonal[j]
	} else {
		kernel.Axpy(q.times*d, q.a.RawRowView(j), q.bend[c*q.p:(c+1)*q.p])
	}
	if q.u != nil {
		kernel.Axpy(d, q.u.RawRowView(i), q.thin)
	}
}

func (q *quadratic) curves(i int) bool { return !(q.curvature(i) <= 0) }

// block returns the part of B that is of some coordinates.
func (q *quadratic) block(at []int) *mat.SymDense {
	sub := factor.NewSymmetric(len(at))
	for a, i := range at {
		for b, j := range at[:a+1] {
			if i%q.k == j%q.k {
				sub.SetSym(a, b, q.a.At(i/q.k, j/q.k))
			}
		}
	}
	return sub
}

// minimise implements model: it descends along the coordinates that are not 0 or want to
// leave it. Where B is known exactly, a step of Newton's method on those takes the place of
// sweeps that would cost more.
func (q *quadratic) minimise(psi, g []float64, c corners, tol float64) []float64 {
	const mostRounds, mostSweeps, fast = 30, 20, 0.5
	s := newSweeper(q, q.stop, psi, g, c)
	smooth := largest(c.l1) == 0 && c.low == nil // then steps of Newton's method refine the minimum to the last digit
	q.bend = make([]float64, q.p*q.k)
	if q.u != nil {
		_, m := q.u.Dims()
		q.thin = make([]float64, m)
	}
	least := 1e-3 * tol
	var before float64
	var arrived bool // whether Newton's method was at the minimum of some signs
	for round := range mostRounds {
		if !s.activate() {
			break
		}
		var first, last float64
		for sweep := 0; q.exact || sweep < mostSweeps; sweep++ {
			if q.stop.Now() {
				return s.delta
			}
			fell := s.sweep().most
			if sweep == 0 {
				first = fell
			}
			if fell <= least || !q.exact && fell <= 0.01*first || q.exact && (smooth || sweep > 2 && s.newtonPays(fell/last, least/fell, float64(q.p), 0)) {
				arrived = arrived && sweep == 0 || sweep > 0 && fell <= fast*last
				last = fell
				break
			}
			last = fell
		}
		switch {
		case q.exact && !smooth && last <= least && arrived:
			return s.delta
		case q.exact:
			at := s.smooth()
			arrived = s.newton(at, q.block(at))
			continue
		}
		if round == 0 {
			before = first
		}
		if first <= 0.05*before {
			break
		}
	}
	return s.delta
}
