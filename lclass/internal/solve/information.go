package solve

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

// Information is the second derivative of Σsℓ at θ, without a penalty: the
// observed information if ℓ is a negative log-likelihood.
type Information struct {
	// Half is M of the inverse MᵀM, which so has no rounding below 0 on its
	// diagonal. The columns are the parameters in the order of θ.
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
	return fmt.Sprintf("lclass: feature %d depends linearly on those before it", int(e))
}

// Inform returns the information at θ for a loss with one score. With firth the
// gradient is that of Firth (1993), which is 0 where his estimate is.
func Inform(o *objective.Objective, theta []float64, firth bool) (*Information, error) {
	design := newDesign(o.X, curvatures(o, theta))
	if err := design.check(); err != nil {
		return nil, err
	}
	g := o.Pass(theta, objective.Want{Gradient: true}).Gradient
	if firth {
		addHalves(g, o, theta, design.leverages())
	}
	info := inform(design.white(), design.mean, design.std, []int{0})
	info.Distance = math.Sqrt(kernel.Dot(g, times(info.Half, g)))
	return info, nil
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
	o.X.Scores(r, 0, n, 1, w, b)
	o.Loss.Residuals(l, r, r, 1, o.Targets)
	o.Loss.(loss.Curved).Curvature(weight, r, 1, 0, 0, o.Targets)
	for i, s := range o.Weight {
		weight[i] *= s
	}
	return weight
}

// InformMixed is Inform for a loss whose scores mix, by the Hessian. The
// parameters are the differences to those of the reference score, which are
// left out.
func InformMixed(o *objective.Objective, theta []float64, reference int) (*Information, error) {
	design := newDesign(o.X, o.Weight)
	if err := design.check(); err != nil {
		return nil, err
	}
	mean, std := design.mean, design.std
	s := &objective.Scaled{Objective: o, Mean: mean, Std: std}
	sum := o.Pass(theta, objective.Want{Gradient: true, Shift: mean})
	g := make([]float64, len(theta))
	s.Gradient(g, sum, theta)
	full := s.Hessian(sum).Full()
	var scores, kept []int
	for k := range o.K {
		if k != reference {
			scores = append(scores, k)
		}
	}
	for i := range g {
		if i%o.K != reference {
			kept = append(kept, i)
		}
	}
	h := mat.NewSymDense(len(kept), nil)
	for a, i := range kept {
		for b, j := range kept[:a+1] {
			h.SetSym(a, b, full.At(i, j))
		}
	}
	chol, scale := cholesky(h)
	if chol == nil {
		return nil, DependentError(-1)
	}
	// D and beside it D·g.
	outward := mat.NewDense(len(kept), len(kept)+1, nil)
	for a, i := range kept {
		outward.Set(a, a, scale[a])
		outward.Set(a, len(kept), scale[a]*g[i])
	}
	var l mat.TriDense
	chol.LTo(&l)
	if err := warn(outward.Solve(&l, outward)); err != nil {
		return nil, err
	}
	root := math.Sqrt(sum.Weight)
	white := mat.DenseCopyOf(outward.Slice(0, len(kept), 0, len(kept)))
	white.Scale(1/root, white)
	info := inform(white, mean, std, scores)
	info.Distance = root * mat.Norm(outward.ColView(len(kept)), 2)
	return info, nil
}

// warn returns err unless it only warns of a bad condition.
func warn(err error) error {
	if _, warning := err.(mat.Condition); warning {
		return nil
	}
	return err
}

// SeparatedAt returns a direction from θ on, where a solver has converged, along
// which the loss of classes falls for ever, and nil if there is none as far as
// that can be told: see Separated.
func SeparatedAt(o *objective.Objective, theta []float64) []float64 {
	s := objective.Scale(o)
	psi := make([]float64, len(theta))
	s.Standard(psi, theta)
	if parts(s, psi) {
		return direction(s, psi)
	}
	if along := recession(s, psi); along != nil {
		return direction(s, along)
	}
	return nil
}
