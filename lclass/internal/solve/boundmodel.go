package solve

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/objective"
)

// boundModel makes quadratic models of the fixed curvature of a
// preconditioner A and the memory of L-BFGS in its compact form,
//
//	B = τA − U M⁻¹ Uᵀ,  U = (τAS  Y),  M = ( τSᵀAS  L )
//	                                       (  Lᵀ   −D )
//
// with the lower triangle L and the diagonal D of SᵀY (Byrd, Nocedal and
// Schnabel 1994).
type boundModel struct {
	*preconditioner
	a      *mat.Dense // A, nil if it is diagonal
	memory pairs
	images [][]float64 // As of the steps s in memory
	latest []float64   // the preconditioned gradient at the latest ψ
	stop   factor.Stop
}

func newBoundModel(s *objective.Scaled, memory int) (*boundModel, bool) {
	h, diagonal := estimate(s)
	m := &boundModel{memory: pairs{most: memory}, stop: s.Stop}
	if h != nil {
		m.a = mat.NewDense(len(diagonal), len(diagonal), slices.Clone(h))
	}
	var ok bool
	m.preconditioner, ok = factorised(s, h, diagonal)
	return m, ok
}

func (m *boundModel) push(from, to, gFrom, gTo []float64) {
	if m.latest == nil {
		m.latest = m.apply(gFrom)
	}
	next := m.apply(gTo)
	if m.memory.push(from, to, gFrom, gTo, m.latest, next) {
		s := m.memory.s
		m.images = append(m.images, m.multiply(s[len(s)-1]))
		m.images = m.images[len(m.images)-len(s):]
	}
	m.latest = next
}

func (m *boundModel) quadratic() *quadratic {
	q := &quadratic{p: m.p, k: m.k, a: m.a, diagonal: m.diagonal, times: 1, stop: m.stop}
	count := len(m.memory.s)
	if count == 0 {
		return q
	}
	q.times = 1 / m.memory.scale()
	u, middle := mat.NewDense(m.p*m.k, 2*count, nil), mat.NewDense(2*count, 2*count, nil)
	for i, s := range m.memory.s {
		as := slices.Clone(m.images[i])
		for e := range as {
			as[e] *= q.times
		}
		u.SetCol(i, as)
		u.SetCol(count+i, m.memory.y[i])
		for j := range count {
			middle.Set(i, j, kernel.Dot(as, m.memory.s[j]))
			if i > j {
				v := kernel.Dot(s, m.memory.y[j])
				middle.Set(i, count+j, v)
				middle.Set(count+j, i, v)
			}
		}
		middle.Set(count+i, count+i, -1/m.memory.rho[i])
	}
	var inverse, w mat.Dense
	if inverse.Inverse(middle) != nil {
		return q
	}
	w.Mul(u, &inverse)
	q.u, q.w = u, &w
	return q
}

// multiply returns A times v.
func (m *boundModel) multiply(v []float64) []float64 {
	out := make([]float64, len(v))
	if m.a == nil {
		for i := range v {
			out[i] = v[i] * m.diagonal[i/m.k]
		}
		return out
	}
	kernel.DenseGradient(out, m.a.RawMatrix().Data, m.p, v, m.k)
	return out
}
