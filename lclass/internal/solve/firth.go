package solve

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/objective"
)

// FirthSettings are the limits of Firth.
type FirthSettings struct {
	Start   []float64 // θ, nil for 0
	MaxIter int
	Tol     float64 // for the modified score, in standard errors
}

// Firth maximises the likelihood of a logistic objective without a penalty
// times the root of the determinant of the information,
//
//	l* = l + ½ log|I|,  I = ΦᵀRΦ,
//
// and gives −l*/Σs as the loss. Weights are counts. The modified score,
//
//	u = ∂l*/∂θ = Φᵀ(t − y + h(½ − y)),
//
// is that of data in which every sample is joined by h/2 samples of either
// class, with its leverage h, on the diagonal of H = R^½Φ(ΦᵀRΦ)⁻¹ΦᵀR^½. With h
// held fixed these data have the curvature Φᵀ(1+h)RΦ. As h does change,
//
//	−∂²l*/∂θ² = Φᵀ(1+h)RΦ − 2ΦᵀG(diag h − H∘H)GΦ,  G = diag(½ − y),
//
// where the matrix in brackets is positive semi-definite, since the squares
// in a row of the projection H sum to h. So steps by that curvature alone are
// never too long close to the maximum, but there may be many of them. L-BFGS
// makes up for the difference.
//
// Where features depend on each other, the determinant is that of uncorrelated
// ones, and W is the least solution in standardised coordinates.
func Firth(o *objective.Objective, set FirthSettings) Seq {
	return func(yield func(Iterate, error) bool) {
		f, err := newFirth(o)
		if err != nil {
			yield(Iterate{}, err)
			return
		}
		if f.rank == 0 {
			yield(f.constant())
			return
		}
		at := f.start(set.Start)
		if !finite(at.value) {
			yield(Iterate{}, errUnits)
			return
		}
		f.score(at)
		memory := pairs{most: 20}
		length := math.Inf(1)
		const patience = 20
		var flat int // steps that did not change the loss in its last digit
		for it := (Iterate{}); ; it = (Iterate{Epoch: it.Epoch + 1, Updates: 1}) {
			step := memory.direction(at.g, times(at.root, at.g))
			slope := kernel.Dot(at.g, step)
			before := length
			length = math.Sqrt(slope * f.count)

			it.Theta, it.Loss, it.Errors = f.theta(at.alpha), at.value-f.volume, at.sum.Errors
			it.Gradient = largest(f.standardised(at.g))
			switch {
			case length <= set.Tol, flat == patience, slope <= epsilon*(1+math.Abs(at.value)) && length >= before:
				// Or the loss is flat to the last digit.
				it.End, it.Note = Converged, f.note()
			case it.Epoch == set.MaxIter:
				it.End = Exhausted
				it.Note = fmt.Sprintf("%d steps were not enough; raise Firth.MaxIter", set.MaxIter)
			}
			if !yield(it, nil) || it.End != Running {
				return
			}

			next := f.walk(at, step, slope)
			if !finite(next.value) {
				yield(Iterate{}, errUnits)
				return
			}
			flat++
			if next.value < at.value-epsilon*(1+math.Abs(at.value)) {
				flat = 0
			}
			f.score(next)
			memory.push(at.alpha, next.alpha, at.g, next.g, nil, nil)
			memory.precondition(func(y []float64) []float64 { return times(next.root, y) })
			at = next
		}
	}
}

var errConstant = errors.New("lclass: Firth with an offset needs a feature that varies; use Logistic for an intercept-only model")

// constant returns the solution where no feature varies: half a sample more of
// each class, or, without a bias, nothing to learn.
func (f *firth) constant() (Iterate, error) {
	it := Iterate{End: Converged, Note: f.note(), Theta: make([]float64, f.Dim())}
	switch {
	case f.NoBias:
		sum := f.Pass(it.Theta, objective.Want{})
		it.Loss, it.Errors = sum.Loss/f.count, sum.Errors
		return it, nil
	case f.Offset != nil:
		return Iterate{}, errConstant
	}
	var yes float64
	for i, s := range f.inner.Weight {
		yes += s * f.inner.Targets.Value[i]
	}
	y := (yes*f.count + 0.5) / (f.count + 1)
	it.Theta[len(f.Std)] = math.Log(y / (1 - y))
	sum := f.Pass(it.Theta, objective.Want{})
	it.Errors = sum.Errors
	it.Loss = sum.Loss/f.count - math.Log(f.count*y*(1-y))/(2*f.count)
	return it, nil
}

// note returns the caveats of a solution.
func (f *firth) note() string {
	var notes []string
	if f.rank < len(f.Std) {
		notes = append(notes, dependenceNote(f.Objective, f.rank))
	}
	if f.count < float64(f.free()) {
		notes = append(notes, fmt.Sprintf("the weights count as numbers of samples but sum to only %.3g; scale them to sum to the number of samples", f.count))
	}
	return strings.Join(notes, "; ")
}
