package loss

import (
	"math"
	"sync"

	"linclass/lclass/internal/kernel"
)

// Logistic is the cross-entropy of t ∈ {0, 1} and y = σ(z) (Dongguk,
// equation 4),
//
//	ℓ = −t log y − (1−t) log(1−y) = log(1 + eᶻ) − t z,
//
// with gradient y − t (equation 11) and curvature y(1−y) (equation 13).
type Logistic struct{}

var _ Curved = Logistic{}

// Name implements Named.
func (Logistic) Name() string { return "logistic" }

var one = math.Float64bits(1)

// logisticBlock is how many rows Logistic takes at a time.
const logisticBlock = 256

// logisticMemory has what Logistic.Residuals needs for a block, which would not stay on the
// stack.
var logisticMemory = sync.Pool{New: func() any { return new([2][logisticBlock]float64) }}

// Residuals implements Loss.
func (Logistic) Residuals(l, r, z []float64, _ int, t Targets) {
	// With s = ±1 for t = 1, 0: ℓ = log(1 + e⁻ˢᶻ), y − t = −s/(1 + eˢᶻ), neither
	// of which overflows or cancels if e is e to the power of −|z|.
	memory := logisticMemory.Get().(*[2][logisticBlock]float64)
	defer logisticMemory.Put(memory)
	for lo := 0; lo < len(l); lo += logisticBlock {
		hi := min(lo+logisticBlock, len(l))
		l, r, t, e, rise := l[lo:hi], r[lo:hi], t.Value[lo:hi], memory[0][:hi-lo], memory[1][:hi-lo]
		for i, v := range z[lo:hi] {
			e[i] = -math.Abs(v)
		}
		kernel.Exp(e, e)
		kernel.Log1p(l, e)
		for i, v := range z[lo:hi] {
			s := 2*t[i] - 1
			sv := math.Float64bits(s * v)
			// Half of the signs are unforeseen, so that a branch would take longer.
			minus := uint64(int64(sv) >> 63)
			rise[i] = math.Float64frombits(sv &^ (1 << 63) & minus)
			r[i] = -s / (1 + e[i]) * math.Float64frombits(math.Float64bits(e[i])&^minus|one&minus)
		}
		for i, v := range rise {
			l[i] += v
		}
	}
}

// Bound implements Bounded.
func (Logistic) Bound() float64 { return 0.25 }

// Mixed implements Curved.
func (Logistic) Mixed() bool { return false }

// Curvature implements Curved. As r = y − t, y(1−y) = |r|(1−|r|).
func (Logistic) Curvature(c, r []float64, _, _, _ int, _ Targets) {
	for i, v := range r {
		v = math.Abs(v)
		c[i] = v * (1 - v)
	}
}

// Firth is the Logistic loss of a sample where Jeffreys' prior belongs to the sum
// over all samples (Firth 1993), which depends on all of them together and is the
// business of the solver.
type Firth struct{ Logistic }

// Name implements Named.
func (Firth) Name() string { return "firth" }

// Jeffreys implements Likelihood.
func (Firth) Jeffreys() bool { return true }
