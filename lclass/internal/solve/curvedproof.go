package solve

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

// blur is what the rounding of w·x + b, which cancel where a mean is far from 0, may
// hide from a bound.
func blur(o *objective.Objective, theta, mean []float64, value float64) float64 {
	var scores float64
	w, _ := o.Split(theta)
	for j, m := range mean {
		for _, v := range w[j*o.K : (j+1)*o.K] {
			scores += math.Abs(v * m)
		}
	}
	return hiddenBy(o, scores, value)
}

func (p *proof) blur(psi []float64, value float64) float64 {
	var scores float64
	for j, m := range p.Mean {
		for _, v := range psi[j*p.K : (j+1)*p.K] {
			if v != 0 {
				scores += math.Abs(v / p.Std[j] * m)
			}
		}
	}
	return hiddenBy(p.Objective, scores, value)
}

// hiddenBy is blur where the parts of a score are so large.
func hiddenBy(o *objective.Objective, scores, value float64) float64 {
	scores *= 4 * epsilon
	most := bend(o.Loss)
	if isLogLoss(o.Loss) {
		most = min(most, 2*value) // no sample bends more than its loss
	}
	return most * scores * scores
}

// curved bounds L − L* by the second derivatives h, found a step of length since
// before ψ in the norm of h, the gradient and the Newton step. Half their product
// is the decrement. Infinity is no bound.
//
// A loss whose second derivative changes by exp(r) where scores change by r is at
// least, for a step v of length r in the norm of h,
//
//	L + gᵀv + (e^(−τr) + τr − 1)/τ²
//
// with τ the largest length of a sample in the norm of h⁻¹ (Bach 2010), and
// the least of that is half the decrement but for a factor. A Piecewise loss is
// quadratic for the samples inside its range, and its other pieces are tangents of a
// convex function. Of another loss one place says nothing about others.
func (p *proof) curved(psi, step, g []float64, value, since float64, h *objective.Hessian) float64 {
	c := newCurvature(h)
	defer c.forget()
	decrement := p.blur(psi, value) + kernel.Dot(g, step)/2*c.doubt() + p.missed(c, h, psi, g, step, 256*epsilon*math.Sqrt(2*bend(p.Loss)*value))
	switch l := p.Loss.(type) {
	case loss.Concordant:
		if l.Concordance() == 0 || largest(g) == 0 {
			return decrement
		}
		return p.widened(decrement, l.Concordance()*(since+math.Sqrt(2*decrement)), value, c)
	case loss.Piecewise:
		return p.kept(l, psi, step, g, value, decrement)
	}
	return math.Inf(1)
}

// widest is the largest q of which widened has a bound.
const widest = 0.5

// widened is a decrement with what the change of the second derivatives adds where
// samples of length 1 move by r: (1+q)e^q ≤ 1+3q for q ≤ ½. Samples that bend far less than
// the goal have as little left to lose.
func (p *proof) widened(decrement, r, value float64, c *curvature) float64 {
	q := r * p.length(c, widest/r, p.goal(value)/16)
	if q <= widest {
		return decrement * (1 + 3*q)
	}
	return math.Inf(1)
}

// isLong reports whether widened has no bound for a step of that length in the norm of h, by
// the least that the length of a sample can be.
func (p *proof) isLong(step float64, h *objective.Hessian) bool {
	l, ok := p.Loss.(loss.Concordant)
	if !ok || step == 0 {
		return false
	}
	k := 1
	if h.Mixed {
		k = h.K
	}
	var sum, square float64
	for j, r := range p.maxAbs() {
		var trace float64
		least := math.Inf(1)
		for c := range k {
			v := h.Block(c, c).At(j, j)
			trace += v
			least = min(least, v)
		}
		if h.Mixed {
			least += trace / float64(k*k) // as fill does
		}
		if r > 0 {
			sum += r / math.Sqrt(least)
			square += r * r / least
		}
	}
	pair := float64(min(k, 2))
	return l.Concordance()*step*pair*min(sum, math.Sqrt(estimated*square)) > widest
}

// kept is curved for a loss that is linear beyond a range. Samples that leave the
// range during the step pull less at its end than their second derivatives say. How
// far the loss falls without that pull, the penalty bounds.
//
// Rows that are elsewhere cannot say which those are: there the gradient must be 0
// but for rounding.
func (p *proof) kept(l loss.Piecewise, psi, step, g []float64, value, decrement float64) float64 {
	if p.Elsewhere != nil {
		if p.unseen(g, value) {
			return decrement
		}
		return math.Inf(1)
	}
	pair := *p.Objective
	low, high := l.Quadratic()
	pair.K, pair.Loss, pair.L1, pair.L2, pair.Common = 2, loss.Leaving{Low: low, High: high}, 0, 0, nil
	pair.Targets = loss.Targets{Value: make([]float64, 2*len(p.Targets.Value))}
	for i, t := range p.Targets.Value {
		pair.Targets.Value[2*i], pair.Targets.Value[2*i+1] = t, t
	}
	at, along, end := make([]float64, len(psi)), make([]float64, len(psi)), make([]float64, len(psi))
	p.Raw(at, psi)
	p.Raw(along, step)
	both := make([]float64, 2*len(psi))
	for i := range at {
		both[2*i], both[2*i+1] = at[i], along[i]
		end[i] = psi[i] - step[i]
	}
	sum := pair.Pass(both, objective.Want{Gradient: true})
	missing := make([]float64, len(both))
	(&objective.Scaled{Objective: &pair, Mean: p.Mean, Std: p.Std}).Gradient(missing, sum, both)
	pull := make([]float64, len(psi))
	for i := range pull {
		pull[i] = bend(p.Loss) * missing[2*i]
	}
	if p.unseen(pull, value) {
		return decrement
	}
	return decrement + bend(p.Loss)*sum.Loss/sum.Weight + p.against(end, pull, value)
}

// unseen reports whether slopes are no more than rounding at a loss of that value.
func (p *proof) unseen(slopes []float64, value float64) bool {
	return largest(slopes) <= 256*epsilon*math.Sqrt(2*bend(p.Loss)*value)
}

// curvature is the matrix of second derivatives with that of moving all scores alike
// filled in, and the Cholesky factor, nil if there is none, of those of its rows and columns,
// times scale, that depend on no others: in these the scores of all samples are functions of
// fewer parameters. The scale of the others is 0, and of features that do not vary.
type curvature struct {
	full  *mat.SymDense
	k     int // scores for each feature
	chol  *factor.Cholesky
	of    []int // the rows and columns in the order of chol
	scale []float64
	stop  factor.Stop
}

func newCurvature(h *objective.Hessian) *curvature {
	full, k := whole(h)
	return curvatureOf(full, k, h.Stop)
}

func curvatureOf(full *mat.SymDense, k int, stop factor.Stop) *curvature {
	c := &curvature{full: full, k: k, stop: stop}
	unit, scale := unitDiagonal(full, stop)
	if unit == nil {
		return c
	}
	c.chol, c.of = factor.NewPivoted(unit, float64(len(scale))*epsilon, stop)
	factor.Forget(unit)
	c.scale = make([]float64, len(scale))
	for _, j := range c.of {
		c.scale[j] = scale[j]
	}
	return c
}

// isDefinite reports whether the matrix is far from singular to working precision, but for
// features that do not vary.
func (c *curvature) isDefinite() bool {
	return c.chol != nil && len(c.of) == len(c.scale) && c.chol.Condition < mostCondition
}

// forget gives the memory of the matrix to others, if it is not that of the Hessian.
func (c *curvature) forget() {
	if c.k > 1 {
		factor.Forget(c.full)
	}
}

// whole returns the matrix of second derivatives with that of moving all scores
// alike filled in, and how many scores it has for each feature.
func whole(h *objective.Hessian) (full *mat.SymDense, k int) {
	if !h.Mixed {
		return h.Block(0, 0), 1
	}
	full = h.Full()
	fill(full, h)
	return full, h.K
}

// estimated is how far the estimate of a condition may be off.
const estimated = 10

// length returns a bound on the largest √(x̃ᵀh⁻¹x̃) of a sample, with two scores or
// more of the difference of two, without the directions along which the rows bend no more than
// flat. It stops to look for a better one at enough.
func (p *proof) length(c *curvature, enough, flat float64) float64 {
	if c.chol == nil {
		return math.Inf(1)
	}
	most, pair := p.maxAbs(), float64(min(c.k, 2))
	largestOf := func(values []float64, j int) float64 { return slices.Max(values[j*c.k : (j+1)*c.k]) }
	var square float64
	for j, r := range most {
		square += r * r * largestOf(c.scale, j) * largestOf(c.scale, j)
	}
	by := pair * math.Sqrt(square*estimated*c.chol.Condition)
	if by <= enough {
		return by
	}
	diagonal := c.inverse(p.ridge(c), flat)
	if diagonal == nil {
		return by
	}
	var sum float64
	for j, r := range most {
		sum += r * math.Sqrt(largestOf(diagonal, j))
	}
	return min(by, pair*sum)
}

// ridge returns the second derivatives of the penalty on the diagonal of c.
func (p *proof) ridge(c *curvature) []float64 {
	ridge := make([]float64, c.full.SymmetricDim())
	for j, std := range p.Std {
		for a := range c.k {
			ridge[j*c.k+a] = p.L2Of(j) / std / std
		}
	}
	return ridge
}

// inverse returns the diagonal of h⁻¹ without the directions along which the rows bend no more
// than flat, or than rounding may, and 0 where the scale is 0; nil if it has stopped. The columns v of U⁻¹,
// times scale, are directions with vᵀhv = 1, of which the penalty has a part, and vᵀhw = 0 for
// any two, and h⁻¹ is the sum of all vvᵀ.
func (c *curvature) inverse(ridge []float64, flat float64) []float64 {
	n := len(c.of)
	root := mat.NewDense(n, n, nil) // U⁻ᵀ
	for i := range n {
		root.Set(i, i, 1)
	}
	if !factor.Solve(c.chol.U, root, c.stop) {
		return nil
	}
	for i, own := range ridge {
		flat = max(flat, float64(len(ridge))*epsilon*(c.full.At(i, i)-own))
	}
	diagonal := make([]float64, len(c.scale))
	for i := range n {
		along := root.RawRowView(i)[:i+1]
		var square, penalty float64
		for a := range along {
			at := c.of[a]
			along[a] *= c.scale[at]
			square += along[a] * along[a]
			penalty += ridge[at] * along[a] * along[a]
		}
		if 1-penalty > flat*square {
			for a, v := range along {
				diagonal[c.of[a]] += v * v
			}
		}
	}
	return diagonal
}

// doubt is by how much the decrement may be too small because second derivatives
// are sums, of which the least curvature keeps few digits.
func (c *curvature) doubt() float64 {
	if c.isDefinite() {
		return 1 + 1e-11*c.chol.Condition
	}
	return 4
}

// missed is what the gradient may gain at most along directions that newtonStep took
// for those of no curvature. Slopes are 0 up to rounding, that of scores that cancel
// included; but a small penalty is all the curvature that is certain there, and a
// slope that rounding hides may gain much along it.
func (p *proof) missed(c *curvature, h *objective.Hessian, psi, g, step []float64, rounding float64) (gain float64) {
	full := c.full
	n := full.SymmetricDim()
	rest := mat.NewDense(n, len(g)/n, nil)
	rest.Mul(full, mat.NewDense(n, len(g)/n, step))
	hidden := rounding + bend(p.Loss)*p.scoreRounding(psi)
	rounding *= 1 + largest(h.Known)
	var left bool
	for i, v := range rest.RawMatrix().Data {
		v = g[i] - v
		if math.Abs(v) <= rounding {
			v = 0
		}
		rest.RawMatrix().Data[i] = v
		left = left || v != 0
	}
	if !left && (p.L2 == 0 || c.isDefinite()) {
		return 0
	}
	values, vectors, ok := factor.Eigen(full, h.Stop)
	if !ok {
		return math.Inf(1)
	}
	var inner mat.Dense
	inner.Mul(vectors.T(), rest)
	lost := float64(n) * epsilon * values[n-1]
	for i, v := range values {
		for _, slope := range inner.RawRowView(i) {
			gain += slope * slope / (2 * max(v-lost, epsilon*epsilon*values[n-1]))
		}
		if v <= lost {
			if certain := p.certain(vectors.ColView(i), n/h.P); certain > 0 {
				gain += hidden * hidden / (2 * certain)
			}
		}
	}
	return gain
}

// certain is the curvature that the penalty has along a direction, of k values for
// each feature.
func (p *proof) certain(along mat.Vector, k int) (curvature float64) {
	for j, std := range p.Std {
		for c := range k {
			v := along.AtVec(j*k+c) / std
			curvature += p.L2Of(j) * v * v
		}
	}
	return curvature
}
