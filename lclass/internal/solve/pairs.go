package solve

import (
	"math"

	"linclass/lclass/internal/kernel"
)

// pairs are the latest steps s and gradient changes y of L-BFGS (Nocedal and
// Wright, Numerical Optimization, algorithm 7.4), and A⁻¹y for the
// preconditioner A.
type pairs struct {
	most    int
	s, y, p [][]float64
	rho     []float64   // 1/sᵀy
	q, step []float64   // of the latest direction
	spare   [][]float64 // memory of what is forgotten
}

// push takes up a step with the gradients and the preconditioned gradients at
// its ends, unless the loss hardly curves along it.
func (m *pairs) push(from, to, gFrom, gTo, pFrom, pTo []float64) bool {
	return m.add(m.difference(to, from), m.difference(gTo, gFrom), m.difference(pTo, pFrom))
}

// add takes up a pair, unless its curvature is lost in rounding, and keeps its
// memory.
func (m *pairs) add(s, y, p []float64) bool {
	curvature := kernel.Dot(s, y)
	if !finite(1/curvature) || curvature <= epsilon*math.Sqrt(kernel.Dot(s, s)*kernel.Dot(y, y)) {
		m.spare = append(m.spare, s, y, p)
		return false
	}
	if len(m.s) == m.most {
		m.spare = append(m.spare, m.s[0], m.y[0], m.p[0])
		m.s, m.y, m.p, m.rho = m.s[1:], m.y[1:], m.p[1:], m.rho[1:]
	}
	m.s, m.y, m.p, m.rho = append(m.s, s), append(m.y, y), append(m.p, p), append(m.rho, 1/curvature)
	return true
}

// precondition takes another preconditioner, given by how its inverse is applied.
func (m *pairs) precondition(apply func(y []float64) []float64) {
	for i, y := range m.y {
		m.p[i] = apply(y)
	}
}

// difference returns a − b, in memory of what is forgotten if there is some.
func (m *pairs) difference(a, b []float64) []float64 {
	var d []float64
	if last := len(m.spare) - 1; last >= 0 {
		d, m.spare = m.spare[last], m.spare[:last]
	}
	d = sized(d, len(a))
	for i := range d {
		d[i] = a[i] - b[i]
	}
	return d
}

// sized returns v if it has n values, or else something that has.
func sized(v []float64, n int) []float64 {
	if len(v) == n {
		return v
	}
	return make([]float64, n)
}

// scale returns what A⁻¹ is to be multiplied with for the latest step, 1 before
// the first.
func (m *pairs) scale() float64 {
	last := len(m.s) - 1
	if last < 0 {
		return 1
	}
	return 1 / (m.rho[last] * kernel.Dot(m.y[last], m.p[last]))
}

// direction returns the approximate H⁻¹g, given A⁻¹g. As A⁻¹ is linear the
// recursion goes over both and A need not be solved again. The direction is
// there until the next is asked for.
func (m *pairs) direction(g, pg []float64) []float64 {
	m.q, m.step = sized(m.q, len(g)), sized(m.step, len(g))
	q, p := m.q, m.step
	copy(q, g)
	copy(p, pg)
	alpha := make([]float64, len(m.s))
	for i := len(m.s) - 1; i >= 0; i-- {
		alpha[i] = m.rho[i] * kernel.Dot(m.s[i], q)
		kernel.Axpy(-alpha[i], m.y[i], q)
		kernel.Axpy(-alpha[i], m.p[i], p)
	}
	scale := m.scale()
	for i := range p {
		p[i] *= scale
	}
	for i := range m.s {
		beta := m.rho[i] * kernel.Dot(m.y[i], p)
		kernel.Axpy(alpha[i]-beta, m.s[i], p)
	}
	return p
}
