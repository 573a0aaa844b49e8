package lclass

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// Perceptron learns a hyperplane between two classes by moving it at every misclassified
// sample:
//
//	for M epochs:
//		for each batch:
//			yᵢ = sign(w·xᵢ + b)
//			Δw = η (1/k) Σ (tᵢ − yᵢ) xᵢ,  Δb = η (1/k) Σ (tᵢ − yᵢ)
//
// It stops early when no sample is misclassified, which online learning always reaches
// for linearly separable classes (Novikoff 1962).
type Perceptron struct {
	// Eta is the learning rate η; 0 means 0.1.
	Eta float64
	// Epochs is M, the maximum number of passes over all samples; 0 means 100.
	Epochs int
	// Batch is the number k of samples per update; 0 means 1, online learning. FullBatch
	// is batch learning.
	Batch int
	// Rosenblatt selects the rule Δw = ηtx, Δb = ηt (Dongguk 2.3, Edinburgh). The default
	// is the delta rule, Δw = η(t − y)x, Δb = η(t − y), with the output y = sign(z) or
	// step(z) (Notes and Chemnitz section 1, KMITL); for targets ±1, it takes the same path
	// with half the η.
	Rosenblatt bool
	// ZeroOne selects the targets t ∈ {0, 1} with y = step(z) (KMITL). The default is
	// t ∈ {−1, +1} with y = sign(z).
	ZeroOne bool
	// W0 and B0 are the initial weights, d values or nil for 0, and the initial bias.
	W0 []float64
	B0 float64
	// FixedBias keeps b at B0: a given threshold θ = −B0 (KMITL). With B0 = 0 there is no
	// intercept.
	FixedBias bool
	// Seed shuffles the samples before each epoch by rand.NewPCG(Seed, Seed); 0 keeps
	// their order.
	Seed uint64
}

// perceptronSolver is the Solver in the Status of a perceptron.
const perceptronSolver = "Perceptron"

// Fit learns from two classes. It returns an error for more or fewer. The loss in the
// history is the mean squared error of the output, (1/N) Σ (tᵢ − yᵢ)², or with
// Rosenblatt the perceptron criterion (1/N) Σ max(0, −tᵢzᵢ).
func (p Perceptron) Fit(d *Data) (*Model, error) { return fit(p.problem(d)) }

// Steps returns the state at the start and after each epoch. Updates counts the changes
// of (w, b) during the epoch, Errors the misclassified samples after it.
func (p Perceptron) Steps(d *Data) iter.Seq2[Step, error] { return steps(p.problem(d)) }

func (p Perceptron) problem(d *Data) (*problem, error) { return p.telling(d, nil) }

// telling is the problem of a fit that calls moved after each update.
func (p Perceptron) telling(d *Data, moved func(solve.Move) bool) (*problem, error) {
	if err := d.checkTwoClasses(); err != nil {
		return nil, err
	}
	set, err := Descent{Eta: p.Eta, Epochs: p.Epochs, Batch: cmp.Or(p.Batch, 1), Seed: p.Seed}.settings()
	if err != nil {
		return nil, err
	}
	if err := d.inOrder("Perceptron.Seed", p.Seed); err != nil {
		return nil, err
	}
	if p.W0 != nil && len(p.W0) != d.D() {
		return nil, badLength("values of Perceptron.W0", len(p.W0), "features", d.D())
	}
	for _, v := range append([]float64{p.B0}, p.W0...) {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, badSetting("Perceptron.W0 or B0", v, "it must be a finite number")
		}
	}
	low := p.low()
	var rule loss.Named = loss.Delta{Low: low}
	if p.Rosenblatt {
		if p.ZeroOne {
			return nil, badSetting("Perceptron.ZeroOne", true, "Rosenblatt updates by ηtx, which is 0 for t = 0; leave ZeroOne out")
		}
		rule = loss.Criterion{}
	}
	value, err := d.code(low, 1)
	if err != nil {
		return nil, err
	}
	set.ZeroError, set.FixedBias, set.Moved = true, p.FixedBias, moved
	set.Tol = -1 // the pretended gradient vanishes only with the errors
	set.Start = make([]float64, d.D()+1)
	copy(set.Start, p.W0)
	set.Start[d.D()] = p.B0
	problem := &problem{
		data: d, loss: rule, targets: loss.Targets{Class: d.t, Value: value},
		k: 1, output: SignOutput, solver: perceptronSolver,
		solve: func(o *objective.Objective) solve.Seq { return solve.Descent(o, set) },
	}
	return problem, problem.check()
}

// low is the target and the output of the first class.
func (p Perceptron) low() float64 {
	if p.ZeroOne {
		return 0
	}
	return -1
}

// An Update is one update of the online perceptron, at a misclassified sample:
//
//	w ← w + c x,  b ← b + c
//
// The slices are copies.
type Update struct {
	Epoch  int       // from 1
	Sample int       // the index of the sample in the data
	X      []float64 // its d features
	T      float64   // its target
	Z      float64   // its score w·x + b before the update
	Y      float64   // its output before the update
	Factor float64   // c: η(t − y), or ηt with Rosenblatt
	W      []float64 // the d weights after the update
	B      float64   // the bias after the update
}

// Updates returns the updates of the online perceptron, the same as those of Fit. It ends
// after an epoch without an update, or after the last epoch. With sample weights, Factor
// is multiplied by the weight divided by the mean weight.
//
// Batch must be 0 or 1. [Blocks] are read into memory.
func (p Perceptron) Updates(d *Data) iter.Seq2[Update, error] {
	return func(yield func(Update, error) bool) {
		var problem *problem
		problem, err := p.online(d, func(m solve.Move) bool {
			u := p.update(problem, m)
			return u.overflows() || yield(u, nil)
		})
		for _, err := range steps(problem, err) {
			if err != nil {
				yield(Update{}, err)
				return
			}
		}
	}
}

// online is the problem of a perceptron that calls moved after each update.
func (p Perceptron) online(d *Data, moved func(solve.Move) bool) (*problem, error) {
	if p.Batch > 1 {
		return nil, badSetting("Perceptron.Batch", p.Batch, "an update of Updates uses one sample; set Batch to 1, or use Steps")
	}
	problem, err := p.telling(d, moved)
	if err == nil {
		problem.data, err = d.inMemory()
	}
	return problem, err
}

func (p Perceptron) update(of *problem, m solve.Move) Update {
	y := p.low()
	if m.Score >= 0 {
		y = 1
	}
	d := of.data.D()
	return Update{
		Epoch: m.Epoch, Sample: m.Sample, X: of.data.Row(m.Sample), T: of.targets.Value[m.Sample],
		Z: m.Score, Y: y, Factor: m.Factor, W: slices.Clone(m.Theta[:d]), B: m.Theta[d],
	}
}

// overflows reports whether a weight is NaN or infinite, which ends the fit with an error.
func (u Update) overflows() bool {
	return slices.ContainsFunc(append(u.W[:len(u.W):len(u.W)], u.B), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}
