package solve

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// DescentSettings are the choices of Descent.
type DescentSettings struct {
	Eta       float64
	Schedule  func(epoch int) float64 // factor of Eta in an epoch, nil for 1
	Momentum  float64                 // share of the step before that is kept
	Epochs    int
	Batch     int       // samples of one update
	Seed      uint64    // 0: the samples keep their order
	Tol       float64   // in batch learning for the gradient, and for the bound on what is left to gain, relative to it
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

// mostEpochs is how many epochs at most run before their losses are added up in
// one pass, fewer where they would visit more than mostVisits values, and one
// where each is to be read: nobody is to wait for long.
const mostEpochs, mostVisits = 8, 1 << 29

// Descent steps by θ ← θ − η ∂L/∂θ in the units of the features, with the
// gradient of one batch of samples after another. Each step with a penalty
// λ₁‖W‖₁ ends with moving the weights by ηλ₁ towards 0, but not beyond
// (proximal gradient descent). Any loss will do.
func Descent(o *objective.Objective, set DescentSettings) Seq {
	return func(yield func(Iterate, error) bool) {
		d := newDescent(o, set)
		// Losses are added up while the next epochs run, which may turn out to be
		// too many: not where someone is told of their updates.
		overlap := set.Moved == nil
		for its := d.begin(); ; {
			sums := d.later(its)
			last := its[len(its)-1].Epoch
			var next []Iterate
			if overlap {
				next, _ = d.epochs(last, d.most)
			}
			for i, sum := range <-sums {
				if err := d.judge(&its[i], sum); err != nil {
					yield(Iterate{}, err)
					return
				}
				if !yield(its[i], nil) || its[i].End != Running {
					return
				}
			}
			if !overlap {
				var goOn bool
				if next, goOn = d.epochs(last, d.most); !goOn {
					return
				}
			}
			its = next
		}
	}
}

// A descent is one under way.
type descent struct {
	*objective.Objective
	set    DescentSettings
	scaled *objective.Scaled // in batch learning, otherwise nil
	proof  *proof            // likewise
	level  float64           // how small the gradient is to be for the next proof
	batch  *batch
	most   int // epochs before their losses are added up
	theta  []float64
	order  []int
	rng    *rand.Rand // nil to keep the order
	g      []float64
	first  float64 // loss at the start
}

func newDescent(o *objective.Objective, set DescentSettings) *descent {
	n, _ := o.X.Dims()
	d := &descent{Objective: o, set: set, most: 1, theta: make([]float64, o.Dim()), order: make([]int, n), g: make([]float64, o.Dim())}
	copy(d.theta, set.Start)
	for i := range d.order {
		d.order[i] = i
	}
	if set.Seed != 0 {
		d.rng = rand.New(rand.NewPCG(set.Seed, set.Seed))
	}
	if set.Batch >= n {
		d.scaled, d.level = objective.Scale(o), set.Tol
		d.proof = newProof(d.scaled, set.Tol)
	} else if _, lazy := o.X.(rows.Lazy); !lazy && set.Moved == nil {
		d.most = max(1, min(mostEpochs, mostVisits/(n*o.Dim())))
	}
	d.batch = newBatch(o, min(set.Batch, n), set)
	return d
}

// begin returns the start and the first epochs, unless they come one by one.
func (d *descent) begin() []Iterate {
	start := Iterate{Theta: slices.Clone(d.theta)}
	next, _ := d.epochs(0, d.most-1)
	return append([]Iterate{start}, next...)
}

// epochs goes through the samples at most so many times. It ends early with an
// epoch that changes nothing, and with one that Moved ends.
func (d *descent) epochs(after, most int) (its []Iterate, goOn bool) {
	for number := after + 1; number <= min(after+most, d.set.Epochs); number++ {
		if d.set.Schedule != nil {
			d.batch.eta = d.set.Eta * d.set.Schedule(number)
		}
		if d.rng != nil {
			d.rng.Shuffle(len(d.order), func(i, j int) { d.order[i], d.order[j] = d.order[j], d.order[i] })
		}
		updates, goOn := d.batch.epoch(d.theta, d.order, number)
		its = append(its, Iterate{Epoch: number, Updates: updates, Theta: slices.Clone(d.theta)})
		if !goOn {
			return its, false
		}
		if updates == 0 || !finite(largest(d.theta)) || d.Stopped() {
			break
		}
	}
	return its, true
}

// later begins to add up the losses.
func (d *descent) later(its []Iterate) <-chan []*objective.Sum {
	sums := make(chan []*objective.Sum, 1)
	go func() {
		if d.scaled != nil {
			sums <- []*objective.Sum{d.Pass(its[0].Theta, objective.Want{Gradient: true})}
			return
		}
		thetas := make([][]float64, len(its))
		for i, it := range its {
			thetas[i] = it.Theta
		}
		sums <- d.Several(thetas)
	}()
	return sums
}

// judge completes an iterate by the sum over all samples.
func (d *descent) judge(it *Iterate, sum *objective.Sum) error {
	it.Loss, it.Errors, it.Gradient = d.Value(sum, it.Theta), sum.Errors, math.NaN()
	if d.scaled != nil {
		d.scaled.Gradient(d.g, sum, it.Theta)
		it.Gradient = max(violation(it.Theta, d.g, cornersOf(d.scaled)), largest(d.Subgradient(d.Gradient(sum, it.Theta), it.Theta)))
		if it.Gradient <= d.level || it.Gradient <= d.set.Tol && it.Epoch == d.set.Epochs {
			d.prove(it)
		}
	}
	if it.Epoch == 0 {
		d.first = it.Loss
	}
	if !finite(it.Loss) || !finite(largest(it.Theta)) {
		return fmt.Errorf("%w in epoch %d of Descent with η = %v; use a smaller Eta or standardise the features", ErrDiverged, it.Epoch, d.set.Eta)
	}
	small := it.Proved && it.Gap <= max(d.proof.goal(it.Loss), d.proof.rounding(d.standard(it.Theta), it.Loss))
	switch {
	case d.set.ZeroError && it.Errors == 0:
		it.End = Converged
	case it.Epoch < d.set.Epochs && !small && !(it.Proved && d.separates(it.Theta, sum)):
	case d.separates(it.Theta, sum):
		it.End, it.Note, it.Direction = Separated, separatedNote, it.Theta
	case small:
		it.End = Converged
	default:
		it.End = Exhausted
		it.Note = exhausted(d.set, *it, d.first)
	}
	return nil
}

// separates reports whether every row that counts is on its side, also without its
// offset, so that along θ the loss falls for ever.
func (d *descent) separates(theta []float64, sum *objective.Sum) bool {
	if !d.set.Separable || !(sum.Margin > 0) {
		return false
	}
	if d.Offset == nil {
		return true
	}
	plain := *d.Objective
	plain.Offset = nil
	return plain.Pass(theta, objective.Want{}).Margin > 0
}

// standard returns θ in standardised coordinates.
func (d *descent) standard(theta []float64) []float64 {
	psi := make([]float64, len(theta))
	d.scaled.Standard(psi, theta)
	return psi
}

// prove bounds what is left where the gradient is small, and asks for half of that
// gradient before it tries again.
func (d *descent) prove(it *Iterate) {
	d.level = it.Gradient / 2
	psi := d.standard(it.Theta)
	g := make([]float64, len(psi))
	gap := math.Inf(1)
	_, flat := d.Loss.(loss.Polyhedral)
	if it.Gradient == 0 || flat && d.L2 == 0 && d.L1 == 0 && it.Gradient <= 16*epsilon {
		gap = 0 // slopes of flat pieces add up to 0 but for rounding
	} else if d.L2 > 0 || d.L1 > 0 {
		d.scaled.Gradient(g, d.Pass(it.Theta, objective.Want{Gradient: true}), it.Theta)
		gap = d.proof.penalised(psi, g, it.Loss)
	}
	if !(gap <= d.proof.goal(it.Loss)) && affordsHessian(d.Objective) {
		sum := d.Pass(it.Theta, objective.Want{Gradient: true, Shift: d.scaled.Mean})
		d.scaled.Gradient(g, sum, it.Theta)
		h := d.scaled.Hessian(sum)
		if d.L1 > 0 {
			gap = min(gap, d.proof.cornered(psi, g, cornersOf(d.scaled), it.Loss, h))
		} else {
			step, _ := newtonStep(h, g)
			gap = min(gap, d.proof.curved(psi, step, g, it.Loss, 0, h))
		}
	}
	it.bounded(gap + d.idle(it.Theta))
}

// idle is the penalty on the weights of constant features, for which the biases could
// stand in.
func (d *descent) idle(theta []float64) (penalty float64) {
	w, _ := d.Split(theta)
	for i, v := range w {
		if math.IsInf(d.scaled.Std[i/d.K], 1) {
			penalty += d.L1*math.Abs(v) + d.L2/2*v*v
		}
	}
	return penalty
}

func exhausted(set DescentSettings, it Iterate, first float64) string {
	if set.ZeroError {
		return fmt.Sprintf("%d samples are still misclassified after %d epochs; raise Epochs, unless no hyperplane separates the classes", it.Errors, it.Epoch)
	}
	if it.Loss > first {
		return fmt.Sprintf("the loss rose from %.3g to %.3g: the steps are too long; use a smaller Eta or standardise the features", first, it.Loss)
	}
	return fmt.Sprintf("the gradient is not yet zero after %d epochs; raise Epochs or Eta, standardise the features, or use a solver that converges faster", it.Epoch)
}
