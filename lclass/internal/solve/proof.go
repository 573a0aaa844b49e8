package solve

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

// A proof bounds how far the loss L is above its least L*. Its bounds hold for
// every convex loss that is nowhere negative, and it asks for each of them to be
// small beside what is left to gain.
type proof struct {
	*objective.Scaled
	tol    float64
	unit   float64   // loss of the best constant scores, or a little more
	null   float64   // the same, infinite where it does not matter
	shares []float64 // of the classes, nil for regression
	tries  int       // of bounds that did not meet the goal
	radius float64   // largest ‖x − mean‖ of a row, in the units of the features; 0 before it is known
}

func newProof(s *objective.Scaled, tol float64) *proof {
	p := &proof{Scaled: s, tol: tol}
	value, slopes := s.AtZero()
	switch l := s.Loss.(type) {
	case loss.Classifier:
		p.shares = l.Shares(slopes)
		p.null = l.Constant(p.shares)
	case loss.Concordant:
		for _, v := range slopes {
			value -= v * v / (2 * l.Bound())
		}
		p.null = max(0, value)
	default:
		p.null, p.unit = math.Inf(1), value // relative to L alone
		return p
	}
	p.unit = p.null
	return p
}

// left returns what is left to gain, or what has been gained from constant scores
// if that is less: a tolerance relative to it sees small penalties and large ones.
func (p *proof) left(value float64) float64 {
	return min(value, max(p.null-value, 64*epsilon*p.null))
}

// goal is how small what is left must be at a loss of that value.
func (p *proof) goal(value float64) float64 { return p.tol * p.left(value) }

// done reports whether a bound on what is left at ψ meets the goal, or, where no
// step lowers the loss or some that promised no more than the goal did not help, is
// no more than rounding.
func (p *proof) done(it *Iterate, psi []float64, resting bool) bool {
	const mostTries = 3
	if !it.Proved {
		return false
	}
	if it.Gap <= p.goal(it.Loss) {
		return true
	}
	p.tries++
	return (resting || p.tries > mostTries) && it.Gap <= p.rounding(psi, it.Loss)
}

// rounding returns what a loss may be off by at ψ: its own last digits, and those
// of the scores, in which w·x and b may cancel.
func (p *proof) rounding(psi []float64, value float64) float64 {
	const digits, fewer = 256 * epsilon, 16 * epsilon
	v, c := p.Split(psi)
	size := largest(c)
	reach := p.Reach()
	var scores float64
	for i, w := range v {
		j := i / p.K
		if w != 0 {
			scores += math.Abs(w) * (reach[j] + math.Abs(p.Mean[j])/p.Std[j])
		}
	}
	if _, ok := p.Loss.(loss.Polyhedral); ok {
		const few = 2 * epsilon // of a margin beside 1, whatever is left of the loss
		return digits*value + few*(1+scores+size)
	}
	scores = fewer * (scores + size)
	if _, ok := p.Loss.(loss.Concordant); ok && p.shares != nil {
		return digits*value + scores*p.slopes(value)
	}
	return digits*value + scores*p.slopes(value) + scores*scores*p.bound()
}

// blur is what the rounding of w·x + b, which cancel where a mean is far from 0, may
// hide from a bound.
func (p *proof) blur(psi []float64, value float64) float64 {
	var scores float64
	for i, w := range psi[:len(psi)-p.K] {
		if j := i / p.K; w != 0 {
			scores += math.Abs(w * p.Mean[j] / p.Std[j])
		}
	}
	scores *= 4 * epsilon
	bend := p.bound()
	if _, ok := p.Loss.(loss.Concordant); ok && p.shares != nil {
		bend = min(bend, 2*value) // of a likelihood, no sample bends more than its loss
	}
	return bend * scores * scores
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
// the least of that is half the decrement but for a factor. A loss flat from
// a margin on is quadratic for the samples inside it, and nowhere less.
func (p *proof) curved(psi, step, g []float64, value, since float64, h *objective.Hessian) float64 {
	decrement := p.blur(psi, value) + kernel.Dot(g, step)/2*doubt(h) + missed(h, g, step, 256*epsilon*math.Sqrt(2*p.bound()*value))
	switch l := p.Loss.(type) {
	case loss.Concordant:
		if l.Concordance() == 0 || largest(g) == 0 {
			return decrement
		}
		// (1+q)e^q ≤ 1+3q for q ≤ ½
		r := l.Concordance() * (since + math.Sqrt(2*decrement))
		if q := r * p.lengthAtMost(h); q <= 0.5 {
			return decrement * (1 + 3*q)
		}
		if q := r * p.length(h); q <= 0.5 {
			return decrement * (1 + 3*q)
		}
		return math.Inf(1)
	case loss.Passive:
		return p.kept(l, psi, step, g, value, decrement)
	}
	return decrement
}

// kept is curved for a loss that is flat from a margin on. What samples that leave
// the margin during the step were to pull is missing, which only a penalty
// bounds.
//
// Rows that are elsewhere cannot say which those are: there the gradient must be 0
// but for rounding.
func (p *proof) kept(l loss.Passive, psi, step, g []float64, value, decrement float64) float64 {
	if p.Elsewhere != nil {
		if largest(g) <= 256*epsilon*math.Sqrt(2*p.bound()*value) {
			return decrement
		}
		return math.Inf(1)
	}
	pair := *p.Objective
	pair.K, pair.Loss, pair.L1, pair.L2, pair.Common = 2, loss.Leaving{Beyond: l.Beyond()}, 0, 0, nil
	pair.Targets = loss.Targets{Value: make([]float64, 2*len(p.Targets.Value))}
	for i, t := range p.Targets.Value {
		pair.Targets.Value[2*i], pair.Targets.Value[2*i+1] = t, t
	}
	at, along := make([]float64, len(psi)), make([]float64, len(psi))
	p.Raw(at, psi)
	p.Raw(along, step)
	both := make([]float64, 2*len(psi))
	for i := range at {
		both[2*i], both[2*i+1] = at[i], along[i]
	}
	sum := pair.Pass(both, objective.Want{})
	if sum.Loss > 0 {
		return math.Inf(1)
	}
	return decrement
}

// lengthAtMost is a quick bound of length.
func (p *proof) lengthAtMost(h *objective.Hessian) float64 {
	const estimated = 10 // how far the estimate of the condition may be off
	full, k := whole(h)
	chol, scale := cholesky(full)
	if chol == nil {
		return math.Inf(1)
	}
	var square float64
	for j, r := range p.reaches() {
		longest := slices.Max(scale[j*k : (j+1)*k])
		square += r * r * longest * longest
	}
	return float64(min(k, 2)) * math.Sqrt(square*estimated*chol.Cond())
}

// reaches are the largest |x̃| of each feature, and of the 1 beside the bias.
func (p *proof) reaches() []float64 {
	reach := append(slices.Clone(p.Reach()), 1)
	for j, r := range reach {
		if math.IsNaN(r) || math.IsInf(r, 0) {
			reach[j] = 0 // a constant feature
		}
	}
	return reach
}

// length returns a bound on the largest √(x̃ᵀh⁻¹x̃) of a sample, with two scores or
// more of the difference of two.
func (p *proof) length(h *objective.Hessian) float64 {
	full, k := whole(h)
	n := full.SymmetricDim()
	var eigen mat.EigenSym
	if !eigen.Factorize(full, true) {
		return math.Inf(1)
	}
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	var length float64
	for j, r := range p.reaches() {
		var most float64
		for c := range k {
			var square float64
			for i, v := range values {
				if v > float64(n)*epsilon*values[n-1] {
					x := vectors.At(j*k+c, i)
					square += x * x / v
				}
			}
			most = max(most, square)
		}
		length += r * math.Sqrt(most)
	}
	return float64(min(k, 2)) * length
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

// penalised bounds L − L* by the gradient g without the part of ‖W‖₁ and the
// penalty: the duality gap of the slopes that the samples have at ψ. What is
// left of the slopes of the biases counts with how far these can be from their
// best. Infinity is no bound.
//
// With v the gradient of the mean loss by W, the gap is
//
//	Σ λ₁|w| + ½λ₂w² + wv + (|v| − λ₁)₊²/(2λ₂)
//
// and with slopes smaller by a factor a, which meet |av| ≤ λ₁, at most that of
// av, and (1 − a) times the mean loss.
func (p *proof) penalised(psi, g []float64, value float64) float64 {
	if p.L1 == 0 && p.L2 == 0 {
		return math.Inf(1)
	}
	_, c := p.Split(psi)
	_, e := p.Split(g)
	return p.blur(psi, value) + p.weights(psi, g, value) + p.biases(c, e, value)
}

// weights is penalised for biases at their best.
func (p *proof) weights(psi, g []float64, value float64) float64 {
	least := p.gap(psi, g, value, 1)
	if p.L1 > 0 {
		var steepest float64
		p.each(psi, g, func(_, v float64) { steepest = max(steepest, math.Abs(v)) })
		if steepest > p.L1 {
			least = min(least, p.gap(psi, g, value, p.L1/steepest*(1-epsilon)))
		}
	}
	return least
}

// cornered is curved for a penalty with corners, where no Newton step says how far
// the loss may fall. The slopes r of the weights that are not 0 are undone by a step
// y of these, h y = r. Where the slopes of the others stay within their corners, L
// is at least its value less ½rᵀy; what is beyond counts with how large these
// weights can be, as λ₁‖W‖₁ is no more than L.
func (p *proof) cornered(psi, g, l1 []float64, value float64, h *objective.Hessian) float64 {
	full, k := h.Block(0, 0), 1
	if h.Mixed {
		full, k = h.Full(), h.K
	}
	y, rest := make([]float64, len(psi)), make([]float64, len(psi))
	var square, beyond float64
	for c := range p.K / k {
		at := make([]int, 0, h.P*k) // of the parameters that are not 0, in the order of h
		for i := range h.P * k {
			if own := i*p.K/k + c; l1[own] == 0 && !(own < len(psi)-p.K && math.IsInf(p.Std[own/p.K], 1)) || psi[own] != 0 {
				at = append(at, i)
			}
		}
		sub, r := mat.NewSymDense(max(1, len(at)), nil), make([]float64, len(at))
		for a, i := range at {
			own := i*p.K/k + c
			r[a] = objective.Slope(psi[own], g[own], l1[own])
			rest[own] = r[a]
			for b, j := range at[:a+1] {
				sub.SetSym(a, b, full.At(i, j))
			}
		}
		if len(at) == 0 {
			continue
		}
		step, _ := solveSymmetric(sub, r, 1)
		square += kernel.Dot(r, step)
		for a, i := range at {
			y[i*p.K/k+c] = step[a]
		}
		for i := range h.P * k {
			own := i*p.K/k + c
			slope := g[own]
			for a, j := range at {
				slope -= full.At(i, j) * step[a]
			}
			left := math.Abs(objective.Slope(psi[own], slope, l1[own]))
			switch {
			case left <= 256*epsilon*(math.Abs(g[own])+math.Sqrt(2*p.bound()*value)):
			case l1[own] == 0:
				return math.Inf(1)
			default:
				beyond = max(beyond, left/l1[own])
			}
		}
	}
	gap := p.blur(psi, value) + square/2 + beyond*value
	switch l := p.Loss.(type) {
	case loss.Concordant:
		if l.Concordance() == 0 || square == 0 {
			return gap
		}
		q := l.Concordance() * math.Sqrt(square) * p.lengthAtMost(h)
		if q > 0.5 {
			q = l.Concordance() * math.Sqrt(square) * p.length(h)
		}
		if q > 0.5 {
			return math.Inf(1)
		}
		return gap * (1 + 3*q)
	case loss.Passive:
		return p.kept(l, psi, y, rest, value, gap)
	}
	return math.Inf(1)
}

// bound is that of the second derivative of the loss, 1 if it has none.
func (p *proof) bound() float64 {
	if l, ok := p.Loss.(loss.Bounded); ok {
		return l.Bound()
	}
	return 1
}

// each calls f with each weight and the slope of the mean loss by it, in the units
// of the features.
func (p *proof) each(psi, g []float64, f func(w, v float64)) {
	slopes, _ := p.Split(g)
	for i, v := range slopes {
		if std := p.Std[i/p.K]; !math.IsInf(std, 1) {
			w := psi[i] / std
			f(w, v*std-p.L2*w)
		}
	}
}

func (p *proof) gap(psi, g []float64, value, a float64) float64 {
	var gap, mean float64
	mean = value
	p.each(psi, g, func(w, v float64) {
		v *= a
		size := math.Abs(w)
		mean -= p.L1*size + p.L2/2*w*w
		over := max(0, math.Abs(v)-p.L1)
		switch {
		case p.L2 > 0 && w != 0 && over > 0 && w*v < 0:
			// ½(λ₂|w| − over)²/λ₂, without its cancellation.
			e := p.L2*size - over
			gap += e * e / (2 * p.L2)
		case p.L2 > 0:
			gap += max(0, p.L1*size+w*v) + p.L2/2*w*w + over*over/(2*p.L2)
		case over > 0:
			gap = math.Inf(1)
		default:
			gap += max(0, p.L1*size+w*v)
		}
	})
	return gap + loss.Shrunk(p.Loss, a)*max(0, mean)
}

// biases bounds what is lost by biases c of slopes e. Squares are half e² from
// their least. Of classes, some sample of each has a loss no larger than
// L over its share, and W of the least loss is no longer than L allows, which
// bounds how far apart the best biases are.
func (p *proof) biases(c, e []float64, value float64) (lost float64) {
	if p.shares == nil {
		for _, v := range e {
			lost += v * v / 2
		}
		return lost
	}
	if largest(e) <= 4*epsilon*p.slopes(value) {
		return 0
	}
	least := math.Inf(1)
	for _, share := range p.shares {
		if share > 0 {
			least = min(least, share)
		}
	}
	far := value/least + 2*p.longest(value) + slices.Max(c) - slices.Min(c)
	if len(c) == 1 {
		far += math.Abs(c[0])
	}
	for _, v := range e {
		lost += math.Abs(v) * far
	}
	return lost
}

// slopes bounds the mean slope of the samples at a loss of that value.
func (p *proof) slopes(value float64) float64 {
	slopes := math.Sqrt(2 * p.bound() * value)
	if _, ok := p.Loss.(loss.Concordant); ok && p.shares != nil {
		slopes = min(slopes, 2*value) // of a likelihood, no slope is more than twice the loss
	}
	return slopes
}

// longest returns how large the part of W in a score can be where L is no larger
// than a value.
func (p *proof) longest(value float64) float64 {
	length := math.Inf(1)
	if p.L2 > 0 {
		length = math.Sqrt(2 * value / p.L2)
	}
	if p.L1 > 0 {
		length = min(length, value/p.L1)
	}
	if row := p.longestRow(); row > 0 {
		return row * length
	}
	return 0
}

// longestRow bounds ‖x − mean‖ of all rows, in the units of the features.
func (p *proof) longestRow() float64 {
	if p.radius == 0 {
		for j, r := range p.reaches()[:len(p.Std)] {
			if r > 0 {
				p.radius = math.Hypot(p.radius, r*p.Std[j])
			}
		}
	}
	return p.radius
}
