package solve

import (
	"slices"
	"sync"

	"linclass/lclass/internal/objective"
)

// A Path is what fits for one λ after another learn from each other: what is
// known of the rows, and the curvature that QuasiNewton has met. Fits for the same
// λ may run side by side. Nil is for a fit that is alone.
type Path struct {
	Common      *objective.Common
	mu          sync.Mutex
	before, now []ending  // of the fits for the λ before and for this one
	last, left  []arrival // the same, of Proximal
}

// An ending is where a fit has come to, and its memory.
type ending struct {
	theta  []float64
	l2     float64
	memory pairs
}

// Next begins with the next λ.
func (p *Path) Next() { p.before, p.now, p.last, p.left = p.now, nil, p.left, nil }

// An arrival is where Proximal has ended, with what it knows there whatever the penalty, and
// its memory.
type arrival struct {
	of   *objective.Scaled
	zero objective.Zero
	position
	sum     *objective.Sum
	dense   *denseModel
	columns *columnModel
	squares *objective.Squares
}

// isExact reports whether its models had the matrix of all second derivatives.
func (a arrival) isExact() bool { return a.dense == nil && a.columns == nil }

// A position is ψ, its θ and the gradient there, and the same on trial.
type position struct{ psi, theta, g, trial, trialG []float64 }

func newPosition(n int) position {
	zeros := func() []float64 { return make([]float64, n) }
	return position{zeros(), zeros(), zeros(), zeros(), zeros()}
}

// leave remembers an arrival.
func (p *Path) leave(at arrival) {
	if p == nil || !p.Common.Of(at.of.Objective) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left = append(p.left, at)
}

// resume takes the arrival at θ out of the memory, where the fit before has ended with
// another penalty and without bounds.
func (p *Path) resume(o *objective.Objective, theta []float64) (at arrival, ok bool) {
	if p == nil {
		return at, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	i := p.find(o, theta)
	if i < 0 {
		return at, false
	}
	at = p.last[i]
	p.last = slices.Delete(p.last, i, i+1)
	return at, true
}

// find returns the number of the arrival at θ, or −1.
func (p *Path) find(o *objective.Objective, theta []float64) int {
	if theta == nil || o.Lower != nil || !p.Common.Of(o) {
		return -1
	}
	return slices.IndexFunc(p.last, func(at arrival) bool {
		return slices.Equal(at.theta, theta) && at.of.Lower == nil && at.of.Loss == o.Loss && at.of.NoBias == o.NoBias && objective.Equal(at.of.Offset, o.Offset) &&
			objective.Equal(at.of.Targets.Class, o.Targets.Class) && objective.Equal(at.of.Targets.Value, o.Targets.Value)
	})
}

// keep remembers where a fit has ended.
func (p *Path) keep(o *objective.Objective, theta []float64, memory pairs) {
	if p == nil || !p.Common.Of(o) {
		return
	}
	memory.p, memory.q, memory.step, memory.spare = nil, nil, nil, nil
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = append(p.now, ending{slices.Clone(theta), o.L2, memory})
}

// recall returns the memory of a fit that ended where this one starts, empty if
// there was none. Its gradient changes are what they would have been with this
// penalty, y + (λ₂ − λ₂′)s/std². Were they of another loss, they would only be of
// less use.
func (p *Path) recall(s *objective.Scaled, c *preconditioner, theta []float64, most int) pairs {
	memory := pairs{most: most}
	if p == nil || theta == nil || !p.Common.Of(s.Objective) {
		return memory
	}
	at := slices.IndexFunc(p.before, func(e ending) bool { return slices.Equal(e.theta, theta) })
	if at < 0 {
		return memory
	}
	e := p.before[at]
	ys := make([][]float64, len(e.memory.y))
	for i, step := range e.memory.s {
		ys[i] = slices.Clone(e.memory.y[i])
		for j, std := range s.Std {
			for at := j * s.K; at < (j+1)*s.K; at++ {
				ys[i][at] += (s.L2 - e.l2) * s.FactorOf(j) / std / std * step[at]
			}
		}
	}
	for i, p := range c.applyAll(ys) {
		memory.add(slices.Clone(e.memory.s[i]), ys[i], p)
	}
	return memory
}
