package solve

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/objective"
)

// firth is the problem in uncorrelated features.
type firth struct {
	*basis
	inner  *objective.Objective // with weights that sum to 1
	count  float64              // Σs
	volume float64              // what −l*/Σs is less in the units of the features
}

// A firthPoint is α with what was found there.
type firthPoint struct {
	alpha  []float64
	sum    *objective.Sum
	fisher *design    // with weights sᵢyᵢ(1−yᵢ)/Σs
	value  float64    // −l*/Σs, in terms of α; ∞ where I is singular
	g      []float64  // −u/Σs
	root   *mat.Dense // M of the inverse MᵀM of Φᵀ(1+h)RΦ/Σs
}

func newFirth(o *objective.Objective) (*firth, error) {
	b, err := newBasis(o)
	if err != nil {
		return nil, err
	}
	count := o.TotalWeight()
	inner := *o
	if b.rank > 0 {
		inner.X = b.features()
	}
	inner.Weight = slices.Clone(o.Weight)
	for i := range inner.Weight {
		inner.Weight[i] /= count
	}
	return &firth{basis: b, inner: &inner, count: count, volume: b.logVolume() / (2 * count)}, nil
}

// free returns the number of parameters that are not held at 0.
func (f *firth) free() int {
	if f.NoBias {
		return f.rank
	}
	return f.rank + 1
}

func (f *firth) at(alpha []float64) *firthPoint {
	p := &firthPoint{alpha: alpha, value: math.Inf(1)}
	if f.Stopped() {
		return p
	}
	p.sum = f.inner.Pass(alpha, objective.Want{Gradient: true})
	p.fisher = newDesign(f.inner, curvatures(f.inner, alpha))
	if p.fisher.check() == nil {
		information := p.fisher.logDeterminant() + float64(f.free())*math.Log(f.count)
		p.value = f.inner.Value(p.sum, alpha) - information/(2*f.count)
	}
	return p
}

// start returns the better of the points θ and 0.
func (f *firth) start(theta []float64) *firthPoint {
	zero := f.at(make([]float64, f.rank+1))
	if theta == nil {
		return zero
	}
	if p := f.at(f.alpha(theta)); p.value < zero.value {
		return p
	}
	return zero
}

// score adds to a point what it takes to go on from there.
func (f *firth) score(p *firthPoint) {
	h := p.fisher.leverages()
	weight := slices.Clone(p.fisher.weight)
	for i := range h {
		h[i] /= f.count
		if weight[i] > 0 {
			weight[i] *= 1 + h[i]/f.inner.Weight[i]
		}
	}
	p.g = p.sum.Gradient
	addHalves(p.g, f.inner, p.alpha, h)
	p.root = newDesign(f.inner, weight).root()
}

// addHalves adds to g, the gradient of Σsℓ at θ, that of h/2 rows of either
// class that join each row, Φᵀh(y − ½).
func addHalves(g []float64, o *objective.Objective, theta, h []float64) {
	n, _ := o.X.Dims()
	r := make([]float64, n)
	w, b := o.Split(theta)
	o.Scores(r, 0, n, w, b)
	gw, gb := o.Split(g)
	for i, z := range r {
		r[i] = h[i] * math.Tanh(z/2) / 2
		if !o.NoBias {
			gb[0] += r[i]
		}
	}
	o.X.AddGradient(gw, 0, n, 1, r)
}

// walk returns the point a step away, or half a step, a quarter … until l*
// does not fall.
func (f *firth) walk(from *firthPoint, step []float64, slope float64) *firthPoint {
	rounding := 16 * epsilon * (1 + math.Abs(from.value))
	p := from
	for t := 1.0; t > 1e-20; t /= 2 {
		alpha := slices.Clone(from.alpha)
		kernel.Axpy(-t, step, alpha)
		if p = f.at(alpha); p.value <= from.value-1e-4*t*slope+rounding || f.Stopped() {
			break
		}
	}
	return p
}
