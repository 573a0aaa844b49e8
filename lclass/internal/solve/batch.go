package solve

import (
	"slices"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// A batch makes the updates of some samples at a time.
type batch struct {
	*objective.Objective
	size      int
	eta       float64
	momentum  float64
	fixedBias bool
	mean      float64 // Σs/n, so that weights leave the learning rate as it is
	moved     func(Move) bool
	ahead     *ahead    // nil where samples are taken in another order, or change θ by the penalty
	l, z, r   []float64 // one row
	g         []float64 // Σ s ∂ℓ/∂θ over the batch; nil online
	step      []float64 // the step before; nil without momentum
	since     int       // rows since it was asked whether the fit is stopped
}

func newBatch(o *objective.Objective, size int, set DescentSettings) *batch {
	n, _ := o.X.Dims()
	b := &batch{
		Objective: o, size: size, eta: set.Eta, momentum: set.Momentum, fixedBias: set.FixedBias || o.NoBias,
		mean:  o.TotalWeight() / float64(n),
		moved: set.Moved,
		l:     make([]float64, 1), z: make([]float64, o.K), r: make([]float64, o.K),
	}
	if size > 1 || b.momentum > 0 {
		b.g = make([]float64, o.Dim())
		b.step = make([]float64, o.Dim())
	} else if l, ok := o.Loss.(loss.Passive); ok && o.K == 1 && set.Seed == 0 && o.L1 == 0 && o.L2 == 0 && o.Offset == nil {
		b.ahead = newAhead(o, l)
	}
	return b
}

// epoch goes through the samples in that order and tells how often they changed θ,
// and whether Moved, who is told of each time, wants to go on.
func (b *batch) epoch(theta []float64, order []int, number int) (updates int, goOn bool) {
	if b.ahead != nil {
		return b.inOrder(theta, number)
	}
	for index := range slices.Chunk(order, b.size) {
		if b.stops(len(index)) {
			return updates, true
		}
		if !b.update(theta, index) {
			continue
		}
		updates++
		if !b.tell(theta, number, index[0]) {
			return updates, false
		}
	}
	return updates, true
}

// stops reports whether the fit is stopped, which it asks once for a block of rows.
func (b *batch) stops(next int) bool {
	b.since += next
	if b.since < rows.Block {
		return false
	}
	b.since = 0
	return b.Stopped()
}

// inOrder is epoch for samples one by one, of which those that leave θ as it is
// are passed over.
func (b *batch) inOrder(theta []float64, number int) (updates int, goOn bool) {
	w, bias := b.Split(theta)
	for from := 0; ; {
		i, z := b.ahead.next(from, w, bias)
		if i == len(b.Weight) || b.stops(i+1-from) {
			return updates, true
		}
		from, b.z[0] = i+1, z
		if !b.judge(i) {
			continue
		}
		b.add(theta, i, -b.eta/b.mean)
		updates++
		if !b.tell(theta, number, i) {
			return updates, false
		}
	}
}

// tell tells Moved of an update by sample i.
func (b *batch) tell(theta []float64, number, i int) bool {
	return b.moved == nil || b.moved(Move{number, i, b.z[0], b.r[0], theta})
}

// update changes θ by the samples with the given numbers and reports whether
// any of them asked for it.
func (b *batch) update(theta []float64, index []int) bool {
	w, bias := b.Split(theta)
	if b.g == nil {
		changed := b.residual(w, bias, index[0])
		b.decay(w)
		if changed {
			b.add(theta, index[0], -b.eta/b.mean)
		}
		b.shrink(w)
		return changed
	}
	clear(b.g)
	var changed bool
	for at, i := range index {
		if at > 0 && at%rows.Block == 0 && b.Stopped() {
			return false
		}
		if b.residual(w, bias, i) {
			b.add(b.g, i, 1)
			changed = true
		}
	}
	rate := b.eta / (b.mean * float64(len(index)))
	for j, v := range b.g {
		b.step[j] = b.momentum*b.step[j] - rate*v
		if j < len(w) {
			b.step[j] -= b.eta * b.L2 * w[j]
		}
	}
	for j, v := range b.step {
		theta[j] += v
	}
	if b.L1 > 0 {
		for j, v := range w {
			w[j] = objective.Shrink(v, b.eta*b.L1)
			b.step[j] += w[j] - v
		}
	}
	return changed
}

// decay takes the step of the penalty ½λ₂‖W‖².
func (b *batch) decay(w []float64) {
	if b.L2 == 0 {
		return
	}
	for j := range w {
		w[j] *= 1 - b.eta*b.L2
	}
}

// shrink takes the step of the penalty λ₁‖W‖₁.
func (b *batch) shrink(w []float64) {
	if b.L1 == 0 {
		return
	}
	for j, v := range w {
		w[j] = objective.Shrink(v, b.eta*b.L1)
	}
}

// residual sets z to the scores of row i, and judges them.
func (b *batch) residual(w, bias []float64, i int) bool {
	b.Scores(b.z, i, i+1, w, bias)
	return b.judge(i)
}

// judge sets r to s ∂ℓ/∂z of row i and reports whether it is anything but 0.
func (b *batch) judge(i int) bool {
	b.Loss.Residuals(b.l, b.r, b.z, b.K, b.Targets.Slice(i, i+1, b.K))
	var any bool
	for j := range b.r {
		b.r[j] *= b.Weight[i]
		any = any || b.r[j] != 0
	}
	return any
}

// add adds a·∂ℓ/∂θ of row i to dst, given its residual.
func (b *batch) add(dst []float64, i int, a float64) {
	for j := range b.r {
		b.r[j] *= a
	}
	w, bias := b.Split(dst)
	b.X.AddGradient(w, i, i+1, b.K, b.r)
	if b.fixedBias {
		return
	}
	for j, v := range b.r {
		bias[j] += v
	}
}

// mostAhead is so few rows that those given up at an update cost little, and so
// many that a row costs hardly more than its product with the weights.
const mostAhead = 8

// ahead finds the next row that may change θ: what it finds holds as long as θ
// does. Without a fast way it takes the more rows at once the longer it looks.
type ahead struct {
	x      rows.Rows
	until  rows.Until // nil if x has none
	sign   []float64
	beyond float64
	z      [mostAhead]float64
}

func newAhead(o *objective.Objective, l loss.Passive) *ahead {
	return &ahead{x: o.X, until: rows.AsUntil(o.X), sign: o.Targets.Value, beyond: l.Beyond()}
}

// next returns the first row from lo on that is not beyond the margin, and its
// score, or n.
func (a *ahead) next(lo int, w, bias []float64) (row int, score float64) {
	if a.until != nil {
		return a.until.Until(lo, w, bias, a.sign, a.beyond)
	}
	for n, most := len(a.sign), 1; lo < n; most = min(2*most, mostAhead) {
		hi := min(lo+most, n)
		z := a.z[:hi-lo]
		a.x.Scores(z, lo, hi, 1, w, bias)
		for i, v := range z {
			if !(a.sign[lo+i]*v > a.beyond) {
				return lo + i, v
			}
		}
		lo = hi
	}
	return lo, 0
}
