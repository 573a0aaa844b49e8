// Package loss holds the pointwise losses ℓ(z, t) of the lectures: for the k
// scores z of a sample with target t the value, the gradient ∂ℓ/∂z and, where
// one number says it, the curvature ∂²ℓ/∂z². Each is written once, for blocks
// of samples; samples, penalties and sums are the business of package
// objective.
package loss

import "linclass/lclass/internal/kernel"

// Targets are what n samples should come out as.
type Targets struct {
	// Class is the number of the class of each sample, nil for regression.
	Class []int
	// Value is the n×k coding of the target that the loss compares with:
	// ±1, 0/1, one-hot, or a number. Softmax needs none.
	Value []float64
	// Bend are the n×k numbers by which Interior has second derivatives, and Bends the n
	// sums of them over the other classes.
	Bend, Bends []float64
}

// Slice returns the targets of the samples lo ≤ i < hi with k values each.
func (t Targets) Slice(lo, hi, k int) Targets {
	var s Targets
	if t.Class != nil {
		s.Class = t.Class[lo:hi]
	}
	if t.Value != nil {
		s.Value = t.Value[lo*k : hi*k]
	}
	if t.Bend != nil {
		s.Bend = t.Bend[lo*k : hi*k]
	}
	if t.Bends != nil {
		s.Bends = t.Bends[lo:hi]
	}
	return s
}

// A Loss compares scores with targets.
type Loss interface {
	// Residuals sets l, one value a sample, to ℓ(z, t) and r, k values a
	// sample, to ∂ℓ/∂z. z is laid out like r, and may be r.
	Residuals(l, r, z []float64, k int, t Targets)
}

// A Passive loss of one score for targets ±1 has slope 0 for samples beyond a
// margin: where tz > Beyond().
type Passive interface {
	Loss
	Beyond() float64
}

// A Bounded loss is convex with ∂²ℓ/∂z² ≤ Bound()·I.
type Bounded interface {
	Loss
	Bound() float64
}

// A Curved loss is convex and has second derivatives.
type Curved interface {
	Bounded
	// Mixed reports whether the scores of a sample mix, and then only their
	// differences matter. Where they do not, ∂²ℓ/∂z² is c·I, the same number
	// for all scores.
	Mixed() bool
	// Curvature sets c, one value a sample, to ∂²ℓ/∂z_a∂z_b. It is called with
	// the residuals of the same samples.
	Curvature(c, r []float64, k, a, b int, t Targets)
}

// A Mixing loss is a Curved one with Mixed() true whose second derivatives multiply a
// vector without a matrix of k².
type Mixing interface {
	Curved
	// Outputs makes residuals, k values a sample, the p of ∂²ℓ/∂z² = diag(p) − ppᵀ.
	Outputs(r []float64, k int, t Targets)
	// Times sets out to ∂²ℓ/∂z² v, k values a sample, for the residuals r.
	Times(out, r, v []float64, k int, t Targets)
}

// A LeastSquares loss is half the square of the distance of the scores from
// Targets.Value. The least of its sum has a closed form.
type LeastSquares interface {
	Curved
	LeastSquares()
}

// Wrong reports whether the scores z of one sample choose another class than
// the given one: the second of two classes has z ≥ 0, and of more scores the
// first of the largest wins.
func Wrong(z []float64, class int) bool {
	if len(z) == 1 {
		return (z[0] >= 0) != (class == 1)
	}
	for k, v := range z {
		if v > z[class] || v == z[class] && k < class {
			return true
		}
	}
	return false
}

// Margin returns by how much the score of the class exceeds the best other
// one; with one score for two classes it is ±z.
func Margin(z []float64, class int) float64 {
	if len(z) == 1 {
		return float64(2*class-1) * z[0]
	}
	var margin [1]float64
	Margins(margin[:], z, len(z), []int{class})
	return margin[0]
}

// Margins sets margin, one value a sample, to that of the k scores of each.
func Margins(margin, z []float64, k int, class []int) {
	if k > 1 {
		kernel.Margins(margin, z, k, class)
		return
	}
	for i, c := range class {
		margin[i] = float64(2*c-1) * z[i]
	}
}
