package lclass

import (
	"cmp"
	"math"

	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// Descent is gradient descent. Batch selects the variant (Chemnitz, batch vs online
// learning): FullBatch is batch, 1 is online, k is minibatch (stochastic) gradient
// descent,
//
//	ΔW = −η (1/k) Σ ∂ℓ/∂W − ηλW,  Δb = −η (1/k) Σ ∂ℓ/∂b
//
// over the samples of each batch in turn. With L1, each weight then moves by up to ηλρ
// towards 0, without crossing it. Descent starts at W = 0, b = 0 unless the learner has a
// Start.
type Descent struct {
	// Eta is the learning rate η; 0 means 0.1.
	Eta float64
	// Schedule changes η from epoch to epoch; nil keeps it constant.
	Schedule Schedule
	// Momentum is the fraction μ of each step that is added to the next, Δ ← μΔ − η∂L
	// (Polyak 1964), at least 0 and below 1.
	Momentum float64
	// Epochs is the number of passes over all samples; 0 means 100.
	Epochs int
	// Batch is the number of samples per update; 0 means FullBatch.
	Batch int
	// Seed shuffles the samples before each epoch by rand.NewPCG(Seed, Seed); 0 keeps
	// their order.
	Seed uint64
	// Tol stops batch learning when no component of the gradient of the loss exceeds it,
	// in the units of the features and per standard deviation, and the loss is provably
	// within Tol of its minimum, relative to the possible gain (see [Status]). 0 means
	// 1e-8.
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
		return set, badSetting("Eta", s.Eta, "the learning rate must be a positive number")
	case !(s.Momentum >= 0 && s.Momentum < 1):
		return set, badSetting("Momentum", s.Momentum, "it must be at least 0 and below 1")
	case set.Epochs < 0:
		return set, badSetting("Epochs", s.Epochs, "it must be positive, or 0 for 100")
	case set.Batch < 0:
		return set, badSetting("Batch", s.Batch, "it must be 1 for online learning, FullBatch for batch, or a number in between for minibatch")
	}
	return set, checkLimits(s, s.Epochs, s.Tol)
}

// A Schedule changes the learning rate η of Descent from epoch to epoch.
type Schedule interface {
	// factor returns the multiplier of η in an epoch, counted from 1.
	factor(epoch, epochs int) float64
	check() error
}

// InverseTime is the rate η/(1 + Decay·(epoch − 1)): the sum of the rates diverges, so
// descent can reach any point, but the sum of their squares does not, so it settles
// (Robbins and Monro 1951).
type InverseTime struct {
	// Decay is how fast the rate falls; 0 means 1.
	Decay float64
}

// Cosine lowers the rate from η to 0 along half a wave of the cosine over all
// epochs (Loshchilov and Hutter 2017).
type Cosine struct{}

func (s InverseTime) factor(epoch, _ int) float64 {
	return 1 / (1 + cmp.Or(s.Decay, 1)*float64(epoch-1))
}

func (Cosine) factor(epoch, epochs int) float64 {
	return (1 + math.Cos(math.Pi*float64(epoch-1)/float64(epochs))) / 2
}

func (s InverseTime) check() error {
	if !(s.Decay >= 0) || math.IsInf(s.Decay, 0) {
		return badSetting("InverseTime.Decay", s.Decay, "it must be a finite number ≥ 0")
	}
	return nil
}

func (Cosine) check() error { return nil }
