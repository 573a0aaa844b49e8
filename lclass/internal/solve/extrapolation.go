package solve

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/kernel"
)

// An extrapolation looks ahead to where sweeps over a columnModel lead, by Anderson's
// combination of the last of them (Bertrand and Massias 2021).
type extrapolation struct {
	*columnModel
	seen [][]float64 // after each sweep: δ of the active coordinates, y, t and the pulls
	n    int         // of them in use
}

const (
	lookBack = 5    // sweeps that are combined
	creeping = 1000 // times what a sweep does
)

func (e *extrapolation) begin() {
	e.n = 0
	e.push()
}

// after remembers a sweep, and goes where lookBack of them lead if the model is less there, or
// else straight on. Where sweeps creep, as for columns that are almost alike, it goes on while the
// model falls. It returns by how much it has fallen.
func (e *extrapolation) after() float64 {
	const further = 3
	e.push()
	if e.n <= lookBack {
		return 0
	}
	e.n = 0
	c := e.combination()
	if c == nil {
		return 0
	}
	now := e.seen[lookBack]
	ahead := make([]float64, len(now))
	for i, c := range c {
		kernel.Axpy(c, e.seen[i+1], ahead)
	}
	for at := range e.active {
		if e.rests(at) {
			ahead[at] = now[at] // to the last bit, as that of a weight of 0
		}
	}
	before := e.value(now)
	best, least := now, before
	value, creeps := e.value(ahead), largest(c) >= creeping
	if !(value < least) {
		for i, v := range now {
			ahead[i] = 2*v - e.seen[0][i]
		}
		value, creeps = e.value(ahead), true
	}
	for ; value < least; value = e.value(ahead) {
		if best, least = ahead, value; !creeps || before-least > e.loss {
			break // models may fall for ever, but losses do not
		}
		ahead = slices.Clone(ahead)
		for i, v := range now {
			ahead[i] += further * (ahead[i] - v)
		}
	}
	if least < before {
		e.take(best)
	}
	copy(e.seen[0], best)
	e.n = 1
	return before - least
}

// rests reports whether the sweeps have not moved an active coordinate.
func (e *extrapolation) rests(at int) bool {
	for _, seen := range e.seen[1:lookBack] {
		if seen[at] != e.seen[lookBack][at] {
			return false
		}
	}
	return true
}

func (e *extrapolation) push() {
	size := len(e.active) + len(e.y) + 2*e.K
	if e.n == len(e.seen) {
		e.seen = append(e.seen, nil)
	}
	to := e.seen[e.n][:0]
	if cap(to) < size {
		to = make([]float64, 0, size)
	}
	for _, q := range e.active {
		to = append(to, q.delta)
	}
	to = append(to, e.y...)
	to = append(to, e.t...)
	e.seen[e.n] = append(to, e.pulls...)
	e.n++
}

// combination returns the weights, of sum 1, that make the combined sweep shortest; nil if
// there are none, or sweeps move no more than rounding.
func (e *extrapolation) combination() []float64 {
	const ridge, still = 1e-12, 1e-12
	a := len(e.active)
	var moves [lookBack][]float64
	gram, c := mat.NewSymDense(lookBack, nil), make([]float64, lookBack)
	var trace float64
	for k := range moves {
		moves[k] = slices.Clone(e.seen[k+1][:a])
		kernel.Axpy(-1, e.seen[k][:a], moves[k])
		for l, other := range moves[:k+1] {
			gram.SetSym(k, l, kernel.Dot(moves[k], other))
		}
		trace += gram.At(k, k)
	}
	if delta := e.seen[lookBack][:a]; !(trace > still*still*kernel.Dot(delta, delta)) {
		return nil
	}
	for k := range c {
		gram.SetSym(k, k, gram.At(k, k)+ridge*trace)
		c[k] = 1
	}
	c = solveFast(gram, c, nil)
	total := sum(c)
	if !(math.Abs(total) > 0) || math.IsInf(total, 0) {
		return nil
	}
	for k := range c {
		c[k] /= total
	}
	return c
}

// value returns the model plus the penalty, but for what does not change; it is infinite beyond a
// bound.
func (e *extrapolation) value(state []float64) (value float64) {
	const beyond = 16 * epsilon
	for at := range e.active {
		q, delta := &e.active[at], state[at]
		w := q.psi + delta
		if math.Abs(e.within(q.i, w)-w) > beyond*math.Abs(w) {
			return math.Inf(1)
		}
		value += q.g*delta + q.l1*math.Abs(w)
		if q.first != nil {
			value += q.ridge / q.std * delta * delta / 2
		}
	}
	rest := state[len(e.active):]
	y := e.bent(rest[:len(e.y)], rest[len(e.y):][:e.K])
	for row, c := range e.c {
		y := y[row*e.K:][:e.K]
		for a, v := range y {
			c := c
			if e.p != nil {
				c *= e.p[row*e.K+a]
			}
			if c > 0 {
				value += v * v / c / 2
			}
		}
	}
	return value
}

func (e *extrapolation) take(state []float64) {
	for at := range e.active {
		e.active[at].delta = state[at]
	}
	rest := state[len(e.active):]
	for _, to := range [][]float64{e.y, e.t, e.pulls} {
		copy(to, rest)
		rest = rest[len(to):]
	}
}
