package solve

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"linclass/lclass/internal/objective"
)

// DescentSettings are the choices of Descent.
type DescentSettings struct {
	Eta       float64
	Schedule  func(epoch int) float64 // factor of Eta in an epoch, nil for 1
	Momentum  float64                 // share of the step before that is kept
	Epochs    int
	Batch     int       // samples of one update
	Seed      uint64    // 0: the samples keep their order
	Tol       float64   // for the gradient, in batch learning
	Start     []float64 // θ before the first epoch, nil for 0
	FixedBias bool      // leave the biases where they start
	ZeroError bool      // stop when no row is on the wrong side
	Separable bool      // whether separated classes leave the loss without a minimum
	// Moved is told of each update of online learning with one score, and ends
	// the descent if it returns false; nil for none.
	Moved func(Move) bool
}

// A Move is an update by one sample: θ ← θ + Factor·(x, 1).
type Move struct {
	Epoch, Sample int
	Score         float64   // of the sample before
	Factor        float64   // −ηs ∂ℓ/∂z, with the mean of the weights s taken as 1
	Theta         []float64 // θ after it, not to be kept
}

// Descent steps by θ ← θ − η ∂L/∂θ in the units of the features, with the
// gradient of one batch of samples after another. Each step with a penalty
// λ₁‖W‖₁ ends with moving the weights by ηλ₁ towards 0, but not beyond
// (proximal gradient descent). Any loss will do.
func Descent(o *objective.Objective, set DescentSettings) Seq {
	return func(yield func(Iterate, error) bool) {
		n, _ := o.X.Dims()
		theta := make([]float64, o.Dim())
		copy(theta, set.Start)
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		var rng *rand.Rand
		if set.Seed != 0 {
			rng = rand.New(rand.NewPCG(set.Seed, set.Seed))
		}
		whole := set.Batch >= n
		var s *objective.Scaled
		g := make([]float64, len(theta))
		if whole {
			s = objective.Scale(o)
		}
		b := newBatch(o, min(set.Batch, n), set)
		// epoch goes through the samples once, unless Moved ends it.
		epoch := func(number int) (it Iterate, goOn bool) {
			it.Epoch = number
			if set.Schedule != nil {
				b.eta = set.Eta * set.Schedule(number)
			}
			if rng != nil {
				rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
			}
			it.Updates, goOn = b.epoch(theta, order, number)
			it.Theta = slices.Clone(theta)
			return it, goOn
		}
		// The loss of an epoch is added up while the next one runs, which may
		// turn out to be one too many: not where someone is told of its updates.
		overlap := set.Moved == nil
		var first float64
		for it := (Iterate{Theta: slices.Clone(theta)}); ; {
			later := o.Later(it.Theta, objective.Want{Gradient: whole})
			var next Iterate
			if overlap && it.Epoch < set.Epochs {
				next, _ = epoch(it.Epoch + 1)
			}
			sum := later()
			it.Loss, it.Errors, it.Gradient = o.Value(sum, it.Theta), sum.Errors, math.NaN()
			if whole {
				s.Gradient(g, sum, it.Theta)
				it.Gradient = max(violation(it.Theta, g, s.CornerSlopes()), largest(o.Subgradient(o.Gradient(sum, it.Theta), it.Theta)))
			}
			if it.Epoch == 0 {
				first = it.Loss
			}
			if !finite(it.Loss) || !finite(largest(it.Theta)) {
				yield(Iterate{}, fmt.Errorf("%w in epoch %d of Descent with η = %v; take a smaller Eta or standardise the features", ErrDiverged, it.Epoch, set.Eta))
				return
			}
			switch {
			case set.ZeroError && it.Errors == 0:
				it.End = Converged
			case it.Epoch < set.Epochs && !(it.Gradient <= set.Tol):
			case set.Separable && sum.Margin > 0:
				it.End, it.Note, it.Direction = Separated, separatedNote, it.Theta
			case it.Gradient <= set.Tol:
				it.End = Converged
			default:
				it.End = Exhausted
				it.Note = exhausted(set, it, first)
			}
			if !yield(it, nil) || it.End != Running {
				return
			}
			if !overlap {
				var goOn bool
				if next, goOn = epoch(it.Epoch + 1); !goOn {
					return
				}
			}
			it = next
		}
	}
}

func exhausted(set DescentSettings, it Iterate, first float64) string {
	if set.ZeroError {
		return fmt.Sprintf("%d samples are still on the wrong side after %d epochs; the classes may not be separable by a hyperplane, or raise Epochs", it.Errors, it.Epoch)
	}
	if it.Loss > first {
		return fmt.Sprintf("the loss rose from %.3g to %.3g, each step goes too far; take a smaller Eta or standardise the features", first, it.Loss)
	}
	return fmt.Sprintf("the gradient is not yet zero after %d epochs; raise Epochs or Eta, standardise the features, or take a solver that converges faster", it.Epoch)
}

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
}

func newBatch(o *objective.Objective, size int, set DescentSettings) *batch {
	n, _ := o.X.Dims()
	b := &batch{
		Objective: o, size: size, eta: set.Eta, momentum: set.Momentum, fixedBias: set.FixedBias,
		mean:  o.TotalWeight() / float64(n),
		moved: set.Moved,
		l:     make([]float64, 1), z: make([]float64, o.K), r: make([]float64, o.K),
	}
	if size > 1 || b.momentum > 0 {
		b.g = make([]float64, o.Dim())
		b.step = make([]float64, o.Dim())
	} else if o.K == 1 && set.Seed == 0 && o.L1 == 0 && o.L2 == 0 {
		b.ahead = &ahead{Objective: o}
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

// inOrder is epoch for samples one by one, of which those that leave θ as it is
// are passed over several at a time.
func (b *batch) inOrder(theta []float64, number int) (updates int, goOn bool) {
	w, bias := b.Split(theta)
	for c := range b.ahead.changes(w, bias) {
		b.r[0], b.z[0] = c.residual, c.score
		b.add(theta, c.row, -b.eta/b.mean)
		updates++
		if !b.tell(theta, number, c.row) {
			return updates, false
		}
	}
	return updates, true
}

// tell tells Moved of an update by sample i.
func (b *batch) tell(theta []float64, number, i int) bool {
	return b.moved == nil || b.moved(Move{number, i, b.z[0], b.r[0], theta})
}

// update changes θ by the samples with the given numbers and tells whether
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
	for _, i := range index {
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

// residual sets r to s ∂ℓ/∂z of row i and tells whether it is anything but 0.
func (b *batch) residual(w, bias []float64, i int) bool {
	b.X.Scores(b.z, i, i+1, b.K, w, bias)
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
