package lclass

import (
	"cmp"
	"fmt"
	"math"

	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// Descent is gradient descent. The batch size says which (Chemnitz, batch vs
// online learning): FullBatch is batch, 1 online, k minibatch (stochastic)
// gradient descent,
//
//	ΔW = −η (1/k) Σ ∂ℓ/∂W − ηλW,  Δb = −η (1/k) Σ ∂ℓ/∂b
//
// over the samples of each batch in turn, and with L1 a step of ηλρ towards 0
// that does not cross it. It starts at W = 0, b = 0 unless the specification
// says otherwise.
type Descent struct {
	// Eta is the learning rate η. If it is 0 it is defaulted to 0.1.
	Eta float64
	// Schedule changes η from epoch to epoch; nil keeps it.
	Schedule Schedule
	// Momentum is the share μ of each step that is added to the next,
	// Δ ← μΔ − η∂L (Polyak 1964), at least 0 and below 1.
	Momentum float64
	// Epochs is how many times all samples are visited. If it is 0 it is
	// defaulted to 100.
	Epochs int
	// Batch is the number of samples of one update. If it is 0 it is
	// defaulted to FullBatch.
	Batch int
	// Seed shuffles the samples before each epoch by rand.NewPCG(Seed, Seed).
	// If it is 0 they are visited in their order.
	Seed uint64
	// Tol stops batch learning when no component of the gradient of the loss
	// exceeds it, neither in the units of the features nor per standard
	// deviation, and the loss is proved to be no further above its least than
	// Tol times what is left to gain (see [Status]). If it is 0 it is defaulted
	// to 1e-8.
	Tol float64
}

func (Descent) name() string { return "Descent" }

func (s Descent) plan(p *problem) (func(*objective.Objective) solve.Seq, error) {
	set, err := s.settings()
	if err != nil {
		return nil, err
	}
	if err := p.data.inOrder("Descent.Seed", s.Seed); err != nil {
		return nil, err
	}
	set.Start, set.Separable = p.start, p.unbounded()
	return func(o *objective.Objective) solve.Seq { return solve.Descent(o, set) }, nil
}

func (s Descent) settings() (solve.DescentSettings, error) {
	set := solve.DescentSettings{
		Eta: cmp.Or(s.Eta, 0.1), Momentum: s.Momentum, Epochs: cmp.Or(s.Epochs, 100), Batch: cmp.Or(s.Batch, FullBatch),
		Seed: s.Seed, Tol: cmp.Or(s.Tol, 1e-8),
	}
	if s.Schedule != nil {
		if err := s.Schedule.check(); err != nil {
			return set, err
		}
		set.Schedule = func(epoch int) float64 { return s.Schedule.factor(epoch, set.Epochs) }
	}
	switch {
	case set.Eta < 0 || math.IsNaN(set.Eta) || math.IsInf(set.Eta, 0):
		return set, fmt.Errorf("lclass: Eta = %v; the learning rate must be a positive number", s.Eta)
	case !(s.Momentum >= 0 && s.Momentum < 1):
		return set, fmt.Errorf("lclass: Momentum = %v; it must be at least 0 and below 1", s.Momentum)
	case set.Epochs < 0:
		return set, fmt.Errorf("lclass: Epochs = %d; it must be positive", s.Epochs)
	case set.Batch < 0:
		return set, fmt.Errorf("lclass: Batch = %d; it must be 1 for online, FullBatch for batch, or a number between for minibatch learning", s.Batch)
	}
	return set, checkLimits(s, s.Epochs, s.Tol)
}
