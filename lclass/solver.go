package lclass

import "math"

// A Solver finds the W and b of least loss. Specifications take nil for the
// one that suits them best; a solver that cannot solve a problem is an error
// that names one that can.
type Solver interface {
	name() string
}

// Whole as a batch size means all samples at once: batch learning.
const Whole = math.MaxInt

// Descent is gradient descent. The batch size says which (Chemnitz, batch vs
// online learning): Whole is batch, 1 online, k minibatch (stochastic)
// gradient descent,
//
//	ΔW = −η (1/k) Σ ∂ℓ/∂W − ηλW,  Δb = −η (1/k) Σ ∂ℓ/∂b
//
// over the samples of each batch in turn. It starts at W = 0, b = 0.
type Descent struct {
	// Eta is the learning rate η. If it is 0 it is defaulted to 0.1.
	Eta float64
	// Epochs is how many times all samples are visited. If it is 0 it is
	// defaulted to 100.
	Epochs int
	// Batch is the number of samples of one update. If it is 0 it is
	// defaulted to Whole.
	Batch int
	// Seed shuffles the samples before each epoch by rand.NewPCG(Seed, Seed).
	// If it is 0 they are visited in their order.
	Seed uint64
	// Tol stops the descent when no component of the gradient of the loss
	// exceeds it. If it is 0 it is defaulted to 1e-8.
	Tol float64
}

// Newton is the Newton-Raphson method, for logistic regression the same as
// iteratively reweighted least squares (Dongguk 3.2, equations 14 to 17):
//
//	w ← w − (ΦᵀRΦ)⁻¹ Φᵀ(y − t)
//
// with the step halved while it would raise the loss. It suits up to about a
// thousand features.
type Newton struct {
	// MaxIter is the largest number of steps. If it is 0 it is defaulted to 100.
	MaxIter int
	// Tol bounds half the Newton decrement at the end, relative to the loss
	// of the best constant scores, and the largest scaled component of the
	// gradient, relative to the root of that loss. If it is 0 it is defaulted
	// to 1e-10.
	Tol float64
}

// QuasiNewton is the limited-memory BFGS method, preconditioned with a bound
// on the curvature that never changes, c·X̃ᵀX̃/n + λI with c = ¼ for the
// logistic loss, ½ for softmax (Böhning 1992) and 1 for squares.
type QuasiNewton struct {
	// MaxIter is the largest number of steps. If it is 0 it is defaulted to 1000.
	MaxIter int
	// Tol bounds half the decrement gᵀH⁻¹g, an estimate of how far the loss
	// is from its least, relative to the loss of the best constant scores.
	// If it is 0 it is defaulted to 1e-10.
	Tol float64
	// Memory is the number of steps remembered. If it is 0 it is defaulted
	// to 20.
	Memory int
}

// ClosedForm solves least squares at once by a QR decomposition, never by the
// normal equations. Where features depend on each other linearly it gives the
// solution of least norm.
type ClosedForm struct{}

func (Descent) name() string     { return "Descent" }
func (Newton) name() string      { return "Newton" }
func (QuasiNewton) name() string { return "QuasiNewton" }
func (ClosedForm) name() string  { return "ClosedForm" }
