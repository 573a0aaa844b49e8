package solve

import (
	"math"
	"slices"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// ProximalSettings are the limits of Proximal.
type ProximalSettings struct {
	Start     []float64 // θ, nil for 0
	MaxIter   int
	Tol       float64 // for the bound on what is left to gain, relative to it
	Memory    int     // pairs of steps and gradient changes kept
	Separable bool    // whether separated classes leave the loss without a minimum
	Path      *Path   // the fits for other λ, nil for none

	byBound bool // whether models are by a bound, whatever the loss
}

// fewWeightsPay reports whether models by the columns of the weights that may change take less
// time than those by the matrix of all second derivatives. With L1 these weights are few, but
// that of squared errors is found only once.
func fewWeightsPay(s *objective.Scaled) bool {
	const most, least = 501, 50
	const many, sparse = 200, 100 // from which they do in all dense and in sparse tables
	n, p := s.Samples(), s.Dim()
	_, squares := s.Loss.(loss.LeastSquares)
	_, dense := s.X.(*rows.Dense)
	switch {
	case p > most:
		return true
	case s.L1 == 0 || s.Elsewhere != nil || p < least:
		return false
	case squares:
		return dense && n < 5*p
	case dense:
		return p >= many || n <= 10*p
	}
	return rows.HasColumns(s.X) && p >= sparse
}

// innerTol is the tolerance for the least of a model.
const innerTol = 1e-10

// Proximal is the proximal Newton method in standardised coordinates: each
// step minimises a quadratic model of the loss plus the penalty by coordinate
// descent, and is halved while it does not lower the objective enough (Lee,
// Sun and Saunders 2014). Passes for a model by a bound are rough as long as six
// digits tell a step from the next. The loss must be a loss.Bounded. On a path it begins
// with what the fit before knew at its end.
func Proximal(o *objective.Objective, set ProximalSettings) Seq {
	return func(yield func(Iterate, error) bool) {
		s := objective.Scale(o)
		if ifFar(yield, s, set.Start, func(o *objective.Objective, from []float64) Seq {
			set := set
			set.Start = from
			return Proximal(o, set)
		}) {
			return
		}
		m := newProximal(s, set)
		defer m.forget()
		if !m.prepare() {
			yield(Iterate{}, errUnits)
			return
		}
		m.begin()
		for it := (Iterate{}); ; it = (Iterate{Epoch: it.Epoch + 1, Updates: 1}) {
			m.describe(&it)
			if !finite(it.Loss) || !finite(it.Gradient) {
				yield(Iterate{}, errUnits)
				return
			}
			m.proveFirst(&it)
			if it.End != Running {
				m.end(it, yield)
				return
			}
			if !m.model() {
				yield(Iterate{}, errUnits)
				return
			}
			step := m.next.minimise(m.psi, m.g, m.corners, min(set.Tol, innerTol)*m.proof.left(m.value))
			slope := directional(m.psi, step, m.g, m.corners.l1)
			if m.want.Rough && (-slope <= max(set.Tol, sixDigits)*m.proof.left(m.value) || it.Epoch == set.MaxIter || m.sum.Margin > 0) {
				m.exactly()
				it.Epoch--
				continue
			}
			m.judge(&it, slope)
			if it.End != Running {
				m.end(it, yield)
				return
			}
			switch to, ok := m.descend(step, slope); {
			case !ok && m.want.Rough:
				m.exactly()
				it.Epoch--
			case !ok:
				m.prove(&it, 0)
				it.rest(m.proof, m.psi, set.Separable, "")
				yield(it, nil)
				return
			case !yield(it, nil):
				return
			default:
				m.accept(to)
			}
		}
	}
}

// A proximal is a fit by Proximal: where it is, and how it models the loss there.
type proximal struct {
	*objective.Scaled
	set     ProximalSettings
	corners corners
	proof   *proof
	zero    objective.Zero
	known   arrival // by the fit before
	resumed bool    // whether there was one

	exact   bool               // whether models have the matrix of second derivatives,
	squares *objective.Squares // of a squared error this one for all;
	columns *columnModel       // in place of it second derivatives by columns,
	dense   *denseModel        // or for the few weights that change,
	bound   *boundModel        // or a bound
	next    model
	hessian *objective.Hessian // that of next, nil before there is one
	memory  []float64          // of hessian
	want    objective.Want

	position
	sum   *objective.Sum
	value float64

	slopes float64 // the largest that may be left at the end
	enough float64 // those that a dense model is to leave
	least  float64 // slopes where the loss is flat,
	flat   int     // and steps since these
	waited bool    // whether a proof has waited for a step
}

func newProximal(s *objective.Scaled, set ProximalSettings) *proximal {
	m := &proximal{Scaled: s, set: set, corners: cornersOf(s), least: math.Inf(1)}
	_, curved := s.Loss.(loss.Curved)
	m.exact = curved && !set.byBound && !fewWeightsPay(s)
	m.want = objective.Want{Gradient: true, Rough: !m.exact}
	if m.known, m.resumed = set.Path.resume(s.Objective, set.Start); m.resumed {
		s.Resume(m.known.of)
	}
	if m.resumed && m.known.isExact() != m.exact {
		m.known, m.resumed = arrival{}, false // passes for other models find other sums
	}
	if !curved || m.exact || set.byBound {
		return m
	}
	if m.columns = m.known.columns; m.columns != nil && columnsPay(s) {
		m.columns.penalise(s)
	} else {
		m.columns = newColumnModel(s)
	}
	if s.Elsewhere != nil || s.L1 == 0 {
		return m
	}
	if m.dense = m.known.dense; m.dense != nil {
		m.dense.penalise(s)
	} else {
		m.dense = newDenseModel(s)
	}
	return m
}

// prepare finds what models and proofs need. It reports whether that is finite.
func (m *proximal) prepare() bool {
	_, squares := m.Loss.(loss.LeastSquares)
	switch {
	case squares && m.exact && m.Elsewhere == nil:
		if m.squares = m.known.squares; m.squares == nil {
			m.squares = m.Squares()
		}
	case m.exact:
		m.want.Shift = m.Mean
	case m.columns != nil || m.dense != nil:
		m.want.Rough = false
	case !m.byBound():
		return false
	}
	if m.zero = m.known.zero; !m.resumed {
		m.zero = m.AtZero()
	}
	m.proof = newProofFrom(m.Scaled, m.set.Tol, m.zero)
	m.proof.corners = m.corners.l1
	m.slopes = m.set.Tol * math.Sqrt(m.proof.unit)
	if m.dense != nil || m.columns != nil {
		m.slopes /= 10
	}
	m.enough = m.slopes / 3
	return true
}

// byBound makes models by a bound, and reports whether there is one.
func (m *proximal) byBound() (ok bool) {
	m.bound, ok = newBoundModel(m.Scaled, m.set.Memory)
	return ok
}

// begin goes to where the fit before has ended, or to the start.
func (m *proximal) begin() {
	if m.resumed {
		m.position = m.known.position
		m.know(m.known.sum)
	} else {
		m.position = newPosition(m.Dim())
		m.from(m.set.Start)
	}
	if m.set.Start != nil && m.proof.isFar(m.value) {
		m.from(nil)
	}
}

// from begins at θ, or 0.
func (m *proximal) from(theta []float64) {
	clear(m.psi)
	start(m.Scaled, m.psi, m.theta, theta)
	m.corners.all(m.psi)
	m.look()
}

// look passes over the rows at ψ.
func (m *proximal) look() {
	m.corners.raw(m.Scaled, m.theta, m.psi)
	m.know(m.pass())
}

// exactly looks again in all digits.
func (m *proximal) exactly() {
	m.want.Rough = false
	m.look()
}

// pass passes over the rows at θ.
func (m *proximal) pass() *objective.Sum {
	switch {
	case m.columns != nil:
		return m.columns.bends.Pass(m.theta)
	case m.dense != nil:
		return m.dense.pass(m.theta)
	case m.squares != nil:
		return m.squares.At(m.Scaled, m.theta)
	}
	return m.Pass(m.theta, m.want)
}

// know takes what a pass at θ has found.
func (m *proximal) know(sum *objective.Sum) {
	m.sum, m.value = sum, m.Value(sum, m.theta)
	m.Gradient(m.g, sum, m.theta)
}

// describe says where the fit is.
func (m *proximal) describe(it *Iterate) {
	it.Theta, it.Loss, it.Errors = slices.Clone(m.theta), m.value, m.sum.Errors
	it.Gradient = violation(m.psi, m.g, m.corners)
}

// proveFirst ends a fit that has come to slopes that may be left, where a proof takes less
// time than a model.
func (m *proximal) proveFirst(it *Iterate) {
	switch {
	case it.Gradient > m.slopes:
	case m.dense != nil || m.columns != nil && it.Epoch > 0:
		m.prove(it, 0)
		it.settle(m.proof, m.psi, m.set.Separable, false, "")
	case m.exact && it.Epoch > 0:
		if it.bounded(m.proof.penalised(m.psi, m.g, m.value)); it.Gap <= m.proof.goal(m.value) {
			it.settle(m.proof, m.psi, m.set.Separable, false, "")
		}
	}
}

// model makes the next model. It reports whether it is finite.
func (m *proximal) model() bool {
	if m.dense != nil && !m.dense.choose(m.psi, m.g, m.corners) {
		m.dense = nil
		if !m.byBound() {
			return false
		}
	}
	switch {
	case m.dense != nil:
		m.dense.begin(m.enough)
		m.next = m.dense
	case m.exact:
		curvature := m.sum.Curvature
		if m.squares != nil {
			curvature = m.squares.Curvature
		}
		m.memory = append(m.memory[:0], curvature...)
		m.hessian = m.Hessian(&objective.Sum{Curvature: m.memory, Weight: m.sum.Weight})
		m.forget()
		m.next = exactModel(m.Scaled, m.hessian)
	case m.columns != nil:
		m.columns.begin(m.value, m.proof.goal(m.value))
		m.next = m.columns
	default:
		m.next = m.bound.quadratic()
	}
	return true
}

// forget gives the memory of an exact model of mixed scores to others.
func (m *proximal) forget() {
	if q, ok := m.next.(*quadratic); ok && q.full != nil {
		factor.Forget(q.full)
		m.next = nil
	}
}

// judge ends a fit of which the next step promises no more than may be left to gain, or
// after the last one, or whose classes are separated.
func (m *proximal) judge(it *Iterate, slope float64) {
	const unseen = 1e-6 * epsilon // of the loss is a promise that no digit shows
	near := -slope <= max(m.proof.goal(m.value), unseen*m.value) && (!m.exact && m.dense == nil || it.Gradient <= m.slopes)
	last := it.Epoch == m.set.MaxIter
	if (near && m.dense == nil || last) && (m.columns == nil || !it.Proved) {
		if last {
			slope = 0
		}
		m.prove(it, -slope)
	}
	switch {
	case m.set.Separable && m.sum.Margin > 0 && separates(m.Scaled, m.corners.growing(m.Scaled, m.psi)):
		it.separated(m.Scaled, m.corners.growing(m.Scaled, m.psi))
	case near && m.dense != nil:
		m.enough /= 100
	case near:
		it.settle(m.proof, m.psi, m.set.Separable, false, "")
	}
	if it.End == Running && it.Epoch == m.set.MaxIter {
		it.exhausted(m.proof, m.psi, m.set)
	}
}

// prove bounds what is left to gain, after biases have been settled if only these are not
// where they should be. promise is how much the next step lowers the objective to first order,
// 0 if that is not known: the second derivatives say nothing about long steps.
func (m *proximal) prove(it *Iterate, promise float64) {
	p := m.proof
	weights := p.weights(m.psi, m.g, m.value)
	by := weights + p.others(m.psi, m.g, m.value)
	if !m.exact && !(by <= p.goal(m.value)) && p.hasFree() && weights <= p.goal(m.value)*3/4 {
		settleBiases(p, m.corners, m.psi, m.g, m.value, m.bend(), func() ([]float64, float64) {
			m.look()
			return m.g, m.value
		})
		m.describe(it)
		by = p.penalised(m.psi, m.g, m.value)
	}
	step := math.Sqrt(promise)
	switch {
	case by <= p.goal(m.value) || m.hessian == nil || p.isLong(step, m.hessian) || m.waits(it.Epoch, step):
	case m.L1 > 0 || m.corners.low != nil:
		by = min(by, p.cornered(m.psi, m.g, m.corners, m.value, m.hessian))
	default:
		newton, _ := newtonStep(m.hessian, m.g)
		by = min(by, p.curved(m.psi, newton, m.g, m.value, 0, m.hessian))
	}
	it.bounded(by)
}

// waits reports, once, whether a step of that length in the norm of h takes less time than a
// proof by second derivatives that needs their inverse: the slopes that it leaves may be so
// small that penalised will do.
func (m *proximal) waits(epoch int, step float64) bool {
	const root = 1e5 // of a condition number by which, as a rule, a step needs no inverse
	if m.squares != nil {
		return epoch == 0
	}
	if m.waited || !m.proof.isLong(root*step, m.hessian) {
		return false
	}
	m.waited = isProofDear(m.Objective)
	return m.waited
}

// bend is about the second derivative of the loss by a bias.
func (m *proximal) bend() float64 {
	const flattest = 1e-3
	most := m.Loss.(loss.Bounded).Bound()
	if m.dense == nil {
		return most
	}
	return max(m.dense.bends.Mean(), flattest*most)
}

// descend looks for a part of the step that lowers the objective, of which slope is the
// change to first order, and goes there on trial.
func (m *proximal) descend(step []float64, slope float64) (sum *objective.Sum, ok bool) {
	const shortest, patience = 1e-10, 5
	mixing, mixes := m.Loss.(interface{ Mixed() bool })
	for t := 1.0; t > shortest; t /= 2 {
		for i := range m.psi {
			m.trial[i] = m.psi[i] + t*step[i]
		}
		if mixes && mixing.Mixed() {
			centre(m.Scaled, m.corners, m.trial)
		}
		m.corners.all(m.trial)
		m.corners.raw(m.Scaled, m.theta, m.trial)
		sum = m.pass()
		value := m.Value(sum, m.theta)
		if value <= m.value+1e-4*t*slope || m.Stopped() {
			return sum, true
		}
		if math.Abs(value-m.value) > min(noise(m.Scaled, m.theta, m.value), m.value) {
			continue
		}
		// The loss is flat to the last digit: the slopes decide, which may rise
		// for some steps before they fall.
		m.Gradient(m.trialG, sum, m.theta)
		if v := violation(m.trial, m.trialG, m.corners); v < m.least {
			m.least, m.flat = v, 0
			return sum, true
		}
		m.flat++
		return sum, m.flat < patience
	}
	return nil, false
}

// accept stays where descend has gone, and has found the sum.
func (m *proximal) accept(sum *objective.Sum) {
	if m.bound != nil {
		m.Gradient(m.trialG, sum, m.theta)
		m.bound.push(m.psi, m.trial, m.g, m.trialG)
	}
	copy(m.psi, m.trial)
	m.know(sum)
}

// end remembers where a fit that has converged is, for the next λ of a path.
func (m *proximal) end(it Iterate, yield func(Iterate, error) bool) {
	if it.End == Converged && (m.exact || m.columns != nil || m.dense != nil) {
		m.set.Path.leave(arrival{m.Scaled, m.zero, m.position, m.sum, m.dense, m.columns, m.squares})
	}
	yield(it, nil)
}

// exhausted ends a fit after all its models.
func (it *Iterate) exhausted(p *proof, psi []float64, set ProximalSettings) {
	it.rest(p, psi, set.Separable, "")
	if it.End == Exhausted {
		it.Note = "these steps were not enough; raise CoordinateDescent.MaxIter"
	}
}

// violation returns the largest of the least slopes of the objective at ψ.
func violation(psi, g []float64, c corners) float64 {
	var most float64
	for i, v := range psi {
		if v != 0 || !(math.Abs(g[i]) <= c.l1[i]) {
			most = max(most, math.Abs(c.slope(i, v, g[i])))
		}
	}
	return most
}

// directional returns by how much the objective changes along the step to
// first order, corners included: it is negative.
func directional(psi, step, g, l1 []float64) float64 {
	var change float64
	for i, d := range step {
		change += g[i]*d + l1[i]*(math.Abs(psi[i]+d)-math.Abs(psi[i]))
	}
	return change
}

// centre makes the biases, in the units of the features, sum to 0, and the
// weights of each feature, too, unless L1 or bounds say which sum is best. Only the
// differences of scores matter.
func centre(s *objective.Scaled, corners corners, psi []float64) {
	v, c := s.Split(psi)
	excess := sum(c)
	for j, std := range s.Std {
		of := v[j*s.K : (j+1)*s.K]
		if s.L1Of(j) == 0 && !corners.bounded(j*s.K) {
			lower(of, sum(of))
		}
		excess -= sum(of) * s.Mean[j] / std
	}
	lower(c, excess)
}

func sum(v []float64) float64 {
	var total float64
	for _, x := range v {
		total += x
	}
	return total
}

// lower takes equal parts of an excess from all values.
func lower(v []float64, excess float64) {
	for i := range v {
		v[i] -= excess / float64(len(v))
	}
}
