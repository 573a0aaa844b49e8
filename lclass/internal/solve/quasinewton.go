package solve

import (
	"fmt"
	"math"
	"slices"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/objective"
)

// QuasiNewtonSettings are the limits of QuasiNewton.
type QuasiNewtonSettings struct {
	Start     []float64 // θ, nil for 0
	MaxIter   int
	Tol       float64 // for half the decrement, relative to the loss of constant scores
	Memory    int     // pairs of steps and gradient changes kept
	Separable bool    // whether separated classes leave the loss without a minimum
}

// QuasiNewton is the limited-memory BFGS method in standardised coordinates,
// started from the inverse of a bound on the curvature that is factorised
// once. The loss must be a loss.Bounded.
func QuasiNewton(o *objective.Objective, set QuasiNewtonSettings) Seq {
	return func(yield func(Iterate, error) bool) {
		s := objective.Scale(o)
		precondition, ok := newPreconditioner(s)
		if !ok {
			yield(Iterate{}, errUnits)
			return
		}
		memory := pairs{most: set.Memory}
		want := objective.Want{Gradient: true}
		n := o.Dim()
		psi, theta, g := make([]float64, n), make([]float64, n), make([]float64, n)
		trial, trialG := make([]float64, n), make([]float64, n)
		unit := constantLoss(o)
		start(s, psi, theta, set.Start)
		sum := o.Pass(theta, want)
		value := o.Value(sum, theta)
		s.Gradient(g, sum, theta)
		for it := (Iterate{}); ; it = (Iterate{Epoch: it.Epoch + 1, Updates: 1}) {
			step := memory.direction(g, precondition)
			slope := kernel.Dot(g, step)

			it.Theta, it.Loss, it.Errors, it.Gradient = slices.Clone(theta), value, sum.Errors, largest(g)
			switch {
			case !finite(value) || !finite(slope):
				yield(Iterate{}, errUnits)
				return
			case set.Separable && sum.Margin > 0 && parts(s, psi):
				it.separated(s, psi)
			case slope/2 <= set.Tol*unit:
				it.settle(s, psi, set.Separable, "")
			case it.Epoch == set.MaxIter:
				it.End = Exhausted
				it.Note = fmt.Sprintf("%d steps were not enough; raise QuasiNewton.MaxIter", set.MaxIter)
			}
			if it.End != Running {
				yield(it, nil)
				return
			}

			var next *objective.Sum
			var nextValue float64
			t := 1.0
			for ; t > 1e-10; t /= 2 {
				for i := range psi {
					trial[i] = psi[i] - t*step[i]
				}
				s.Raw(theta, trial)
				next = o.Pass(theta, want)
				nextValue = o.Value(next, theta)
				if nextValue <= value-1e-4*t*slope {
					break
				}
			}
			if t <= 1e-10 {
				// No step lowers the loss: it is flat to the last digit.
				it.settle(s, psi, set.Separable, "")
				yield(it, nil)
				return
			}
			if !yield(it, nil) {
				return
			}
			s.Gradient(trialG, next, theta)
			memory.push(psi, trial, g, trialG)
			copy(psi, trial)
			copy(g, trialG)
			sum, value = next, nextValue
		}
	}
}

// pairs are the latest steps s and gradient changes y of L-BFGS (Nocedal and
// Wright, Numerical Optimization, algorithm 7.4).
type pairs struct {
	most  int
	s, y  [][]float64
	rho   []float64
	gamma float64
}

func (m *pairs) push(from, to, gFrom, gTo []float64) {
	s, y := make([]float64, len(to)), make([]float64, len(to))
	for i := range to {
		s[i], y[i] = to[i]-from[i], gTo[i]-gFrom[i]
	}
	curvature := kernel.Dot(s, y)
	if curvature <= epsilon*math.Sqrt(kernel.Dot(s, s)*kernel.Dot(y, y)) {
		return
	}
	if len(m.s) == m.most {
		m.s, m.y, m.rho = m.s[1:], m.y[1:], m.rho[1:]
	}
	m.s, m.y, m.rho = append(m.s, s), append(m.y, y), append(m.rho, 1/curvature)
	m.gamma = 0
}

// direction returns the approximate H⁻¹g.
func (m *pairs) direction(g []float64, c *preconditioner) []float64 {
	q := slices.Clone(g)
	alpha := make([]float64, len(m.s))
	for i := len(m.s) - 1; i >= 0; i-- {
		alpha[i] = m.rho[i] * kernel.Dot(m.s[i], q)
		kernel.Axpy(-alpha[i], m.y[i], q)
	}
	c.apply(q)
	if len(m.s) > 0 {
		gamma := m.scale(c)
		for i := range q {
			q[i] *= gamma
		}
	}
	for i := range m.s {
		beta := m.rho[i] * kernel.Dot(m.y[i], q)
		kernel.Axpy(alpha[i]-beta, m.s[i], q)
	}
	return q
}

// scale returns what the inverse of the preconditioner is to be multiplied
// with for the latest step.
func (m *pairs) scale(c *preconditioner) float64 {
	if m.gamma == 0 {
		last := len(m.s) - 1
		y := slices.Clone(m.y[last])
		c.apply(y)
		m.gamma = 1 / (m.rho[last] * kernel.Dot(m.y[last], y))
	}
	return m.gamma
}
