package solve

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

// Information is the second derivative of Σsℓ at θ, without a penalty: the
// observed information if ℓ is a negative log-likelihood.
type Information struct {
	// Half is M of the inverse MᵀM, which so has no rounding below 0 on its
	// diagonal. The columns are the parameters in the order of θ; without biases the
	// last ones have no meaning.
	Half *mat.Dense
	// Distance is how far θ is from where the loss is least, √(gᵀ·inverse·g)
	// for the gradient g of Σsℓ: in standard errors, for squares in the unit of
	// the target.
	Distance float64

	// white is M in standardised coordinates: Half before the units.
	white     *mat.Dense
	mean, std []float64
	kept      []int // scores that have parameters
}

// A DependentError is a feature that depends linearly on the bias and the
// features before it, or −1 where only all of the curvature is singular.
type DependentError int

func (e DependentError) Error() string {
	return fmt.Sprintf("lclass: feature %d depends linearly on the features before it", int(e))
}

// Inform returns the information for a loss with one score and no penalty. With
// firth the gradient is that of Firth (1993), which is 0 where his estimate is.
//
// The sum of the second derivatives has half the digits of the rows. Where they
// may be missed the rows are decomposed themselves.
func (l *Local) Inform(firth bool) (*Information, error) {
	if !firth {
		if info := l.quickly(l.hessian.Block(0, 0), l.g, []int{0}); info != nil {
			return info, nil
		}
	}
	if l.scaled.Elsewhere != nil {
		return nil, DependentError(-1)
	}
	o := l.scaled.Objective
	design := newDesign(o, curvatures(o, l.theta))
	if err := design.check(); err != nil {
		return nil, err
	}
	g := slices.Clone(l.Sum.Gradient)
	if firth {
		addHalves(g, o, l.theta, design.leverages())
	}
	info := inform(design.white(), design.mean, design.std, []int{0})
	info.Distance = math.Sqrt(kernel.Dot(g, times(info.Half, g)))
	return info, nil
}

// quickly returns the information, given the mean second derivatives and the
// gradient of the parameters of the scores that are kept, and nil where its
// digits are not sure.
func (l *Local) quickly(h *mat.SymDense, g []float64, kept []int) *Information {
	if remote(l.scaled) {
		return nil
	}
	white, distance, condition := invert(h, g, l.scaled.Stop)
	most := wellConditioned
	if l.scaled.Elsewhere != nil {
		most = conditioned
	}
	if condition > most {
		return nil
	}
	return l.inform(white, distance, kept)
}

// inform returns the information, given M of the mean second derivatives and
// the distance for one row.
func (l *Local) inform(white *mat.Dense, distance float64, kept []int) *Information {
	root := math.Sqrt(l.Sum.Weight)
	white.Scale(1/root, white)
	info := inform(white, l.scaled.Mean, l.scaled.Std, kept)
	info.Distance = root * distance
	return info
}

// inform returns the information, but for the distance, given M in standardised
// coordinates.
func inform(white *mat.Dense, mean, std []float64, kept []int) *Information {
	return &Information{Half: inUnits(white, mean, std, len(kept)), white: white, mean: mean, std: std, kept: kept}
}

// inUnits returns M in the units of the features for k scores, given that in
// standardised coordinates (V, c): W = V/std, b = c − W·mean.
func inUnits(white *mat.Dense, mean, std []float64, k int) *mat.Dense {
	m := mat.DenseCopyOf(white)
	d := len(mean)
	for i := range m.RawMatrix().Rows {
		row := m.RawRowView(i)
		for at := range d * k {
			row[at] /= std[at/k]
			row[d*k+at%k] -= row[at] * mean[at/k]
		}
	}
	return m
}

// curvatures returns sᵢ ∂²ℓᵢ/∂z² of the rows for a loss with one score.
func curvatures(o *objective.Objective, theta []float64) []float64 {
	n, _ := o.X.Dims()
	w, b := o.Split(theta)
	r, weight, l := make([]float64, n), make([]float64, n), make([]float64, n)
	o.Scores(r, 0, n, w, b)
	o.Loss.Residuals(l, r, r, 1, o.Targets)
	o.Loss.(loss.Curved).Curvature(weight, r, 1, 0, 0, o.Targets)
	for i, s := range o.Weight {
		weight[i] *= s
	}
	return weight
}

// InformMixed is Inform for a loss whose scores mix. The parameters are the
// differences to those of the reference score, which are left out. Where digits
// may be missed it is the features that are decomposed, into uncorrelated ones.
func (l *Local) InformMixed(reference int) (*Information, error) {
	var scores []int
	for k := range l.scaled.K {
		if k != reference {
			scores = append(scores, k)
		}
	}
	h, g := l.without(reference)
	if info := l.quickly(h, g, scores); info != nil {
		return info, nil
	}
	if l.scaled.Elsewhere != nil {
		return nil, DependentError(-1)
	}
	o := l.scaled.Objective
	if err := newDesign(o, o.Weight).check(); err != nil {
		return nil, err
	}
	features, inner := *o, *o
	features.Targets.Value = make([]float64, len(o.Weight)*o.K)
	basis, err := newBasis(&features)
	if err != nil {
		return nil, err
	}
	inner.X = basis.features()
	apart := At(&inner, basis.alpha(l.theta), nil)
	h, g = apart.without(reference)
	white, distance, _ := invert(h, g, o.Stop)
	if white == nil || basis.rank < len(basis.Std) {
		return nil, DependentError(-1)
	}
	white = inUnits(white, apart.scaled.Mean, apart.scaled.Std, len(scores))
	return l.inform(basis.standardise(white, len(scores)), distance, scores), nil
}

// without returns the second derivatives and the gradient in standardised
// coordinates, but for those of one score.
func (l *Local) without(score int) (*mat.SymDense, []float64) {
	full := l.hessian.Full()
	var kept []int
	for i := range l.g {
		if i%l.scaled.K != score {
			kept = append(kept, i)
		}
	}
	h, g := mat.NewSymDense(len(kept), nil), make([]float64, len(kept))
	for a, i := range kept {
		g[a] = l.g[i]
		for b, j := range kept[:a+1] {
			h.SetSym(a, b, full.At(i, j))
		}
	}
	return h, g
}

// Separated returns a direction from θ on, where a solver has converged, along
// which the loss of classes falls for ever, and nil if there is none as far as
// that can be told: see Separated.
func (l *Local) Separated() []float64 {
	s := l.scaled
	if _, ok := s.Loss.(loss.Separable); !ok {
		return nil
	}
	if step, rank := newtonStep(l.hessian, l.g); proves(s, l.Sum, step, rank) {
		return nil
	}
	psi := make([]float64, len(l.theta))
	s.Standard(psi, l.theta)
	if separates(s, psi) {
		return direction(s, psi)
	}
	if along := recession(s, psi); along != nil {
		return direction(s, along)
	}
	return nil
}
