package solve

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/kernel"
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
	a        *mat.Dense // symmetric, both halves; nil for a diagonal one
	times    float64    // τ
	diagonal []float64
	u, w     *mat.Dense   // U and P, nil for none
	columns  *columnModel // in place of A, P and U; nil for those
	dense    *denseModel  // the same
	enough   float64      // slopes that dense is to leave at most,
	little   float64      // or as a part of what they were

	bend []float64 // (A ⊗ I)δ, the p values of a score side by side
	thin []float64 // Uᵀδ
}

// exactModel is the model with the Hessian as B.
func exactModel(h *objective.Hessian) *quadratic {
	if h.Mixed {
		return newExact(h.Full(), 1, h.Stop)
	}
	return newExact(h.Block(0, 0), h.K, h.Stop)
}

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
	if q.columns != nil {
		return q.columns.curvature(i)
	}
	if q.dense != nil {
		return q.dense.curvature(i)
	}
	c := q.times * q.diagonal[i/q.k]
	if q.u != nil {
		c = math.Max(1e-3*c, c-kernel.Dot(q.w.RawRowView(i), q.u.RawRowView(i)))
	}
	return c
}

// slope returns (Bδ)ᵢ.
func (q *quadratic) slope(i int) float64 {
	if q.columns != nil {
		return q.columns.slope(i)
	}
	if q.dense != nil {
		return q.dense.slope(i)
	}
	v := q.bend[i%q.k*q.p+i/q.k]
	if q.u != nil {
		v -= kernel.Dot(q.w.RawRowView(i), q.thin)
	}
	return v
}

// move changes δᵢ by d.
func (q *quadratic) move(i int, d float64) {
	if q.columns != nil {
		q.columns.move(i, d)
		return
	}
	if q.dense != nil {
		q.dense.move(i, d)
		return
	}
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

// block returns the part of B that is of some coordinates.
func (q *quadratic) block(at []int) *mat.SymDense {
	if q.dense != nil {
		return q.dense.block(at)
	}
	sub := mat.NewSymDense(len(at), nil)
	for a, i := range at {
		for b, j := range at[:a+1] {
			if i%q.k == j%q.k {
				sub.SetSym(a, b, q.a.At(i/q.k, j/q.k))
			}
		}
	}
	return sub
}

// minimise returns the δ at which the model plus the penalty Σ l1ᵢ|ψᵢ + δᵢ| is
// least within the bounds, up to about tol. It descends along the coordinates that are not 0 or
// want to leave it. Where B is known exactly, a step of Newton's method on those takes
// the place of sweeps that would cost more.
func (q *quadratic) minimise(psi, g []float64, c corners, tol float64) []float64 {
	const mostRounds, mostSweeps, fast = 30, 20, 0.5
	s := sweeper{quadratic: q, corners: c, psi: psi, g: g, delta: make([]float64, len(psi)), smooth: largest(c.l1) == 0 && c.low == nil}
	if q.columns != nil {
		s.nearby()
		return s.delta
	}
	if q.dense != nil {
		s.closely()
		return s.delta
	}
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
			if q.stop != nil && q.stop() {
				return s.delta
			}
			fell := s.sweep().most
			if sweep == 0 {
				first = fell
			}
			if fell <= least || !q.exact && fell <= 0.01*first || q.exact && (s.smooth || sweep > 2 && s.newtonPays(fell/last, least/fell)) {
				arrived = arrived && sweep == 0 || sweep > 0 && fell <= fast*last
				last = fell
				break
			}
			last = fell
		}
		switch {
		case q.exact && !s.smooth && last <= least && arrived:
			return s.delta
		case q.exact:
			arrived = s.newton()
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

// nearby descends in random order, which is faster where many features go together, until
// a sweep lowers the model little beside those before, also one over all coordinates that
// want to leave 0.
func (s *sweeper) nearby() {
	const little = 0.05
	rng := rand.New(rand.NewPCG(1, 1))
	var fallen float64
	for s.activate() {
		for sweep := 0; ; sweep++ {
			rng.Shuffle(len(s.active), func(i, j int) { s.active[i], s.active[j] = s.active[j], s.active[i] })
			fell := s.sweep().all
			fallen += fell
			if fell > little*fallen && !(s.stop != nil && s.stop()) {
				continue
			}
			if sweep == 0 {
				return
			}
			break
		}
	}
}

// closely descends until the slopes that are left are no more than enough, or a little of
// those at the beginning. Where sweeps would cost more, steps of Newton's method take
// their place.
func (s *sweeper) closely() {
	const mostRounds, fewSweeps = 30, 3
	var first float64
	var arrived bool // whether Newton's method was at the minimum of some signs
	for round := 0; round < mostRounds && s.activate(); round++ {
		var last float64
		for sweep := 0; ; sweep++ {
			if s.stop.Now() {
				return
			}
			slope := s.sweep().slope
			if round == 0 && sweep == 0 {
				first = slope
			}
			goal := max(s.enough, s.little*first)
			if sweep == 0 && (slope <= goal || arrived) {
				return
			}
			rate := slope / last
			if sweep > 0 && rate < 1 && slope*max(1, rate/(1-rate)) <= goal {
				break
			}
			if sweep >= fewSweeps && s.newtonPays(rate, goal/slope) {
				arrived = s.newton()
				break
			}
			last = slope
		}
	}
}

// A sweeper descends on a quadratic model.
type sweeper struct {
	*quadratic
	corners
	psi, g []float64
	delta  []float64
	active []int
	smooth bool // whether l1 is 0 and there are no bounds; then steps of Newton's method refine the minimum to the last digit
}

// at returns ψᵢ + δᵢ.
func (s *sweeper) at(i int) float64 { return s.within(i, s.psi[i]+s.delta[i]) }

// activate finds the coordinates that are not 0 or want to leave it, and tells
// whether any of them has somewhere to go.
func (s *sweeper) activate() bool {
	s.active = s.active[:0]
	slope := s.quadratic.slope
	if s.columns != nil {
		all := s.columns.slopes()
		slope = func(i int) float64 { return all[i] }
	}
	var any bool
	for i := range s.candidates() {
		w := s.at(i)
		slope := s.corners.slope(i, w, s.g[i]+slope(i))
		if slope == 0 && (w == 0 || s.bounds(i, w)) || s.curvature(i) <= 0 {
			continue
		}
		s.active = append(s.active, i)
		any = any || slope != 0
	}
	return any
}

// candidates are the coordinates that may change.
func (s *sweeper) candidates() iter.Seq[int] {
	if s.dense != nil {
		return slices.Values(s.dense.near)
	}
	return func(yield func(int) bool) {
		for i := range s.psi {
			if !yield(i) {
				return
			}
		}
	}
}

// swept is what a sweep has done.
type swept struct {
	most, all float64 // falls of the model: the largest, and all of them at least
	slope     float64 // the largest that a coordinate had before its turn
}

// sweep minimises along each active coordinate in turn.
func (s *sweeper) sweep() (did swept) {
	for _, i := range s.active {
		c := s.curvature(i)
		w := s.at(i)
		next := s.within(i, objective.Shrink(w-(s.g[i]+s.quadratic.slope(i))/c, s.l1[i]/c))
		if d := next - w; d != 0 {
			s.set(i, next, d)
			did.most = max(did.most, c*d*d/2)
			did.all += c * d * d / 2
			did.slope = max(did.slope, c*math.Abs(d))
		}
	}
	return did
}

// set moves coordinate i by d to w.
func (s *sweeper) set(i int, w, d float64) {
	s.delta[i] = w - s.psi[i]
	s.move(i, d)
}

// newtonPays reports whether a step of Newton's method costs less than the sweeps that
// are left where each lowers the model by a factor as much as the one before, until that
// has fallen by a factor.
func (s *sweeper) newtonPays(rate, until float64) bool {
	if !(rate < 1) {
		return true
	}
	const overhead = 1e5 // multiplications
	m := float64(len(s.active))
	sweeps := math.Log(until) / math.Log(rate)
	if s.dense != nil {
		return sweeps*m*s.dense.visit() > m*m*m/3+m*m/2*s.dense.entry()+overhead
	}
	return sweeps*m*float64(s.p) > m*m*m/3+overhead
}

// newton steps to where the model is least while the coordinates that are not
// 0 keep their signs. Those that would change it, or pass a bound, end there; if the step
// without these parts does not lower the model as much, it goes only to where the first of
// them ends. It reports whether there are none.
//
// Weights of softmax that all move alike are felt by the penalty only. A
// little more curvature sends them far, to where one of them becomes 0.
func (s *sweeper) newton() bool {
	const drift = 1 + 1e-9
	var at []int
	for _, i := range s.active {
		if w := s.at(i); (s.l1[i] == 0 || w != 0) && !s.bounds(i, w) {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return true
	}
	sub, rhs := s.block(at), make([]float64, len(at))
	if s.stop.Now() {
		return true
	}
	for a, i := range at {
		rhs[a] = -objective.Slope(s.at(i), s.g[i]+s.quadratic.slope(i), s.l1[i])
		sub.SetSym(a, a, sub.At(a, a)*drift)
	}
	step := solveFast(sub, rhs, s.stop)
	ends := make([]float64, len(at))
	t, first := 1.0, -1
	for a, i := range at {
		w := s.at(i)
		end, meets := s.corner(i, w, step[a])
		if part := (end - w) / step[a]; meets && part < t {
			t, first = part, a
		}
		ends[a] = end
	}
	if first >= 0 {
		cut := make([]float64, len(at))
		for a, i := range at {
			cut[a] = ends[a] - s.at(i)
		}
		bent := make([]float64, len(at))
		blas64.Symv(1, sub.RawSymmetric(), blas64.Vector{N: len(at), Data: cut, Inc: 1}, 0, blas64.Vector{N: len(at), Data: bent, Inc: 1})
		if fall := kernel.Dot(rhs, cut) - kernel.Dot(cut, bent)/2; !(fall > (t-t*t/2)*kernel.Dot(rhs, step)) {
			for a, i := range at {
				if a != first {
					ends[a] = s.within(i, s.at(i)+t*step[a])
				}
			}
		}
	}
	for a, i := range at {
		s.set(i, ends[a], ends[a]-s.at(i))
	}
	return first < 0
}

// corner returns where coordinate i ends by a step from w, or the first corner or bound that
// it meets before.
func (s *sweeper) corner(i int, w, step float64) (end float64, meets bool) {
	end = s.within(i, w+step)
	stop := func(v float64) {
		if (w-v)*(end-v) < 0 {
			end, meets = v, true
		}
	}
	if s.l1[i] > 0 {
		stop(0)
	}
	if s.low != nil && !meets && (end == s.low[i] || end == s.high[i]) {
		meets = true
	}
	return end, meets
}
