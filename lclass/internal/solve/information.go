package solve

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
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
}

// A DependentError is a feature that depends linearly on the bias and the
// features before it, or −1 where only all of the curvature is singular.
type DependentError int

func (e DependentError) Error() string {
	return fmt.Sprintf("lclass: feature %d depends linearly on those before it", int(e))
}

// Inform returns the information at θ for a loss with one score, by a QR
// decomposition that keeps the digits of features that almost depend on each
// other. With firth the score is that of Firth (1993), which has its 0 where
// his estimate is.
func Inform(o *objective.Objective, theta []float64, firth bool) (*Information, error) {
	weight, target := working(o, theta)
	squares := &objective.Objective{X: o.X, K: 1, Weight: weight, Targets: loss.Targets{Value: target}}
	mean, std := rows.Moments(o.X, weight)
	if err := spread(std); err != nil {
		return nil, err
	}
	t := triangle(squares, mean, std)
	if err := independent(t.r, mean, std); err != nil {
		return nil, err
	}
	total := squares.TotalWeight()
	if firth {
		for i, h := range leverages(squares, t, mean, std) {
			if weight[i] > 0 {
				y := o.Targets.Value[i] - target[i]*weight[i]/o.Weight[i]
				target[i] += h * (0.5 - y) / weight[i]
			}
		}
		t = triangle(squares, mean, std)
	}
	distance := t.mean[0] * t.mean[0] * total
	for _, v := range t.q.RawMatrix().Data {
		distance += v * v
	}
	d := len(mean)
	outward := mat.NewDense(d, d+1, nil)
	for j, s := range std {
		outward.Set(j, j, 1/s)
		outward.Set(j, d, -mean[j]/s)
	}
	half := mat.NewDense(d+1, d+1, nil)
	solved := half.Slice(0, d, 0, d+1).(*mat.Dense)
	if err := warn(solved.Solve(upper(t.r).T(), outward)); err != nil {
		return nil, err
	}
	half.Set(d, d, 1/math.Sqrt(total))
	return &Information{Half: half, Distance: math.Sqrt(distance)}, nil
}

// working returns the weights sᵢcᵢ, with cᵢ the curvature, and the residuals
// (t − y)/c of the least squares problem whose solution is the Newton step.
func working(o *objective.Objective, theta []float64) (weight, target []float64) {
	n, _ := o.X.Dims()
	w, b := o.Split(theta)
	target = make([]float64, n)
	weight, l := make([]float64, n), make([]float64, n)
	o.X.Scores(target, 0, n, 1, w, b)
	o.Loss.Residuals(l, target, target, 1, o.Targets)
	o.Loss.(loss.Curved).Curvature(weight, target, 1, 0, 0, o.Targets)
	for i, c := range weight {
		weight[i] = o.Weight[i] * c
		if weight[i] > 0 {
			target[i] /= -c
		} else {
			target[i] = 0
		}
	}
	return weight, target
}

// leverages returns the diagonal of the hat matrix √w φᵀ (Σwφφᵀ)⁻¹ φ √w.
func leverages(o *objective.Objective, t reduced, mean, std []float64) []float64 {
	n, d := o.X.Dims()
	total := o.TotalWeight()
	h, x := make([]float64, n), make([]float64, d)
	r := upper(t.r).RawTriangular()
	for i := range h {
		o.X.Row(x, i)
		for j := range x {
			x[j] = (x[j] - mean[j]) / std[j]
		}
		blas64.Trsv(blas.Trans, r, blas64.Vector{N: d, Data: x, Inc: 1})
		h[i] = o.Weight[i] * (1/total + kernel.Dot(x, x))
	}
	return h
}

// InformMixed is Inform for a loss whose scores mix, by the Hessian. The
// parameters are the differences to those of the reference score, which are
// left out.
func InformMixed(o *objective.Objective, theta []float64, reference int) (*Information, error) {
	mean, std := rows.Moments(o.X, o.Weight)
	if err := spread(std); err != nil {
		return nil, err
	}
	n, d := o.X.Dims()
	design := &objective.Objective{X: o.X, K: 1, Weight: o.Weight, Targets: loss.Targets{Value: make([]float64, n)}}
	if err := independent(triangle(design, mean, std).r, mean, std); err != nil {
		return nil, err
	}
	s := &objective.Scaled{Objective: o, Mean: mean, Std: std}
	sum := o.Pass(theta, objective.Want{Gradient: true, Shift: mean})
	g := make([]float64, len(theta))
	s.Gradient(g, sum, theta)
	full := s.Hessian(sum).Full()
	var kept []int
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
	// D·(∂θ/∂ψ)ᵀ and beside it D·g.
	k := o.K - 1
	outward := mat.NewDense(len(kept), len(kept)+1, nil)
	for a, i := range kept {
		outward.Set(a, a, scale[a])
		if j := a / k; j < d {
			outward.Set(a, a, scale[a]/std[j])
			outward.Set(a, d*k+a%k, -scale[a]*mean[j]/std[j])
		}
		outward.Set(a, len(kept), scale[a]*g[i])
	}
	var l mat.TriDense
	chol.LTo(&l)
	if err := warn(outward.Solve(&l, outward)); err != nil {
		return nil, err
	}
	root := math.Sqrt(sum.Weight)
	distance := mat.Norm(outward.ColView(len(kept)), 2)
	half := mat.DenseCopyOf(outward.Slice(0, len(kept), 0, len(kept)))
	half.Scale(1/root, half)
	return &Information{Half: half, Distance: root * distance}, nil
}

// spread tells whether each feature has a finite deviation that is not 0.
func spread(std []float64) error {
	for j, s := range std {
		if s == 0 {
			return DependentError(j)
		}
		if !finite(s) {
			return errUnits
		}
	}
	return nil
}

// independent tells whether no column of the triangle R is, to rounding, a
// combination of those before it. Features whose mean is many deviations from
// 0 have lost digits before they came here.
func independent(r *mat.Dense, mean, std []float64) error {
	d, _ := r.Dims()
	digits := 1.0
	for j, m := range mean {
		digits = max(digits, 1+math.Abs(m)/std[j])
	}
	for j := range d {
		var square float64
		for i := range j + 1 {
			square += r.At(i, j) * r.At(i, j)
		}
		if math.Abs(r.At(j, j)) <= 16*float64(d)*epsilon*digits*math.Sqrt(square) {
			return DependentError(j)
		}
	}
	return nil
}

// warn returns err unless it only warns of a bad condition.
func warn(err error) error {
	if _, warning := err.(mat.Condition); warning {
		return nil
	}
	return err
}

// SeparatedAt tells whether from θ on, where a solver has converged, there is a
// direction along which the loss of classes falls for ever, as far as that can
// be told: see Separated.
func SeparatedAt(o *objective.Objective, theta []float64) bool {
	s := objective.Scale(o)
	psi := make([]float64, len(theta))
	s.Standard(psi, theta)
	return parts(s, psi) || recession(s, psi) != nil
}
