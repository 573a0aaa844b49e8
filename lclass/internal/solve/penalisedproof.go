package solve

import (
	"math"
	"slices"

	"linclass/lclass/internal/loss"
)

// penalised bounds L − L* by the gradient g without the part of ‖W‖₁ and the
// penalty: the duality gap of the slopes that the samples have at ψ. What is
// left of the slopes of the biases counts with how far these can be from their
// best. Infinity is no bound. Weights without a penalty are like biases, but nothing says
// how far they can be: their slopes must be 0 but for rounding.
//
// With v the gradient of the mean loss by W, the gap is
//
//	Σ λ₁|w| + ½λ₂w² + wv + (|v| − λ₁)₊²/(2λ₂)
//
// and with slopes smaller by a factor a, which meet |av| ≤ λ₁, at most that of
// av, and (1 − a) times the mean loss. The last two terms are the largest −uv − λ₁|u| −
// ½λ₂u² of all u; where bounds keep that u off, it is the one at the bound.
func (p *proof) penalised(psi, g []float64, value float64) float64 {
	return p.weights(psi, g, value) + p.others(psi, g, value)
}

// others is penalised for weights at their best.
func (p *proof) others(psi, g []float64, value float64) float64 {
	_, c := p.Split(psi)
	_, e := p.Split(g)
	return p.blur(psi, value) + p.hidden(value) + p.biases(c, e, value) + p.free(psi, g, value)
}

// free is 0 if the slopes of the weights without a penalty are, but for rounding, where no
// bound holds them.
func (p *proof) free(psi, g []float64, value float64) (lost float64) {
	if p.PenaltyFactors == nil {
		return 0
	}
	p.each(psi, g, func(i int, _, v float64) {
		j := i / p.K
		if p.PenaltyFactors[j] == 0 && math.IsInf(p.limit(j, v), 0) && !p.unseen([]float64{v / p.Std[j]}, value) {
			lost = math.Inf(1)
		}
	})
	return lost
}

// limit returns the bound to which slope v drives the weights of a feature.
func (p *proof) limit(feature int, v float64) float64 {
	switch {
	case v > 0 && p.Lower != nil:
		return p.Lower[feature]
	case p.Lower != nil:
		return p.Upper[feature]
	}
	return math.Inf(1)
}

// hidden is what slopes that are lost in rounding may gain against λ₂.
func (p *proof) hidden(value float64) (gain float64) {
	if p.L2 == 0 {
		return 0
	}
	slope := 16 * epsilon * p.slopes(value)
	for j, std := range p.Std {
		if l2 := p.L2Of(j); l2 > 0 && !math.IsInf(std, 1) {
			gain += slope * std * slope * std / (2 * l2)
		}
	}
	return float64(p.K) * gain
}

// weights is penalised for biases at their best.
func (p *proof) weights(psi, g []float64, value float64) float64 {
	if p.L1 == 0 && p.L2 == 0 {
		return math.Inf(1)
	}
	some := p.some[:0]
	scale := 1.0
	p.each(psi, g, func(i int, w, v float64) {
		j := i / p.K
		l1 := p.L1Of(j)
		if w == 0 && math.Abs(v) <= l1 {
			return
		}
		limit := p.limit(j, v)
		some = append(some, weight{w, v, l1, p.L2Of(j), math.Abs(limit), limit * w})
		if l1 > 0 && math.IsInf(limit, 0) {
			scale = min(scale, l1/math.Abs(v))
		}
	})
	p.some = some
	least := p.gap(some, value, 1)
	if scale < 1 {
		least = min(least, p.gap(some, value, scale*(1-epsilon)))
	}
	return least
}

// each calls f with the number of each weight that is not held at 0 by L1, the weight, and the
// slope of the mean loss by it, in the units of the features.
func (p *proof) each(psi, g []float64, f func(i int, w, v float64)) {
	const held = 1 - 4*epsilon
	if p.corners == nil {
		p.corners = p.CornerSlopes()
	}
	slopes, _ := p.Split(g)
	for i, v := range slopes {
		w := psi[i]
		if w == 0 && math.Abs(v) < held*p.corners[i] {
			continue
		}
		j := i / p.K
		std := p.Std[j]
		if std > math.MaxFloat64 {
			continue
		}
		w /= std
		f(i, w, v*std-p.L2Of(j)*w)
	}
}

// A weight is w, with the slope v of the mean loss, of which the gap may have a part.
type weight struct {
	w, v, l1, l2 float64
	limit        float64 // the absolute value of the bound to which v drives it
	side         float64 // above 0 if that is on its side of 0
}

// gap is the part of the gap of slopes smaller by a factor a ≤ 1. Weights that are not among
// some add nothing to it.
func (p *proof) gap(some []weight, value, a float64) float64 {
	gap, mean := 0.0, value
	for _, at := range some {
		w, v, l1, l2 := at.w, a*at.v, at.l1, at.l2
		if w == 0 && math.Abs(v) <= l1 {
			continue
		}
		size := math.Abs(w)
		mean -= l1*size + l2/2*w*w
		over := max(0, math.Abs(v)-l1)
		switch {
		case over > l2*at.limit:
			end := at.limit
			if at.side > 0 {
				gap += max(0, (size-end)*(l1-math.Abs(v)+l2/2*(size+end)))
			} else {
				gap += max(0, l1*size+w*v) + l2/2*w*w + end*(over-l2/2*end)
			}
		case l1 == 0 && l2 == 0:
		case l2 > 0 && w != 0 && over > 0 && w*v < 0:
			// ½(λ₂|w| − over)²/λ₂, without its cancellation.
			e := l2*size - over
			gap += e * e / (2 * l2)
		case l2 > 0:
			gap += max(0, l1*size+w*v) + l2/2*w*w + over*over/(2*l2)
		case over > 0:
			gap = math.Inf(1)
		default:
			gap += max(0, l1*size+w*v)
		}
	}
	return gap + loss.Shrunk(p.Loss, a)*max(0, mean)
}

// against bounds how far a loss of that value falls against slopes g that are all
// that is left of its slopes at ψ, penalty included.
func (p *proof) against(psi, g []float64, value float64) float64 {
	var square, steepest float64
	slopes, e := p.Split(g)
	for i, v := range slopes {
		if std := p.Std[i/p.K]; v != 0 && !math.IsInf(std, 1) {
			v *= std // in the units of the features
			square += v * v / p.FactorOf(i/p.K)
			steepest = max(steepest, math.Abs(v)/p.FactorOf(i/p.K))
		}
	}
	fall := math.Inf(1)
	if p.L2 > 0 {
		fall = square / (2 * p.L2)
	}
	if p.L1 > 0 {
		fall = min(fall, 2*steepest/p.L1*value) // λ₁‖W‖₁ is no more than L, here and at its least
	}
	_, c := p.Split(psi)
	return fall + p.biases(c, e, value)
}

// biases bounds what is lost by biases c of slopes e. Squares are half e² from
// their least. Of classes, some sample of each has a loss no larger than
// L over its share, and W of the least loss is no longer than L allows, which
// bounds how far apart the best biases are. Those that stay 0 lose nothing.
func (p *proof) biases(c, e []float64, value float64) (lost float64) {
	if p.NoBias {
		return 0
	}
	if p.shares == nil {
		for _, v := range e {
			lost += v * v / 2
		}
		return lost
	}
	if largest(e) <= 4*epsilon*p.slopes(value) || p.isFree() && p.unseen(e, value) {
		return 0
	}
	least := math.Inf(1)
	for _, share := range p.shares {
		if share > 0 {
			least = min(least, share)
		}
	}
	if p.isFree() {
		return math.Inf(1)
	}
	far := value/least + 2*p.longest(value) + 2*p.offset + slices.Max(c) - slices.Min(c)
	if len(c) == 1 {
		far += math.Abs(c[0])
	}
	for _, v := range e {
		lost += math.Abs(v) * far
	}
	return lost
}

// isFree reports whether some weights have no penalty while others have one.
func (p *proof) isFree() bool { return slices.Contains(p.PenaltyFactors, 0) }

// hasFree reports whether there are biases, or weights without a penalty.
func (p *proof) hasFree() bool { return !p.NoBias || p.isFree() }

// longest returns how large the part of W in a score can be where L is no larger
// than a value.
func (p *proof) longest(value float64) float64 {
	factor := 1.0
	if p.PenaltyFactors != nil {
		factor = slices.Min(p.PenaltyFactors)
	}
	length := math.Inf(1)
	if p.L2 > 0 {
		length = math.Sqrt(2 * value / (factor * p.L2))
	}
	if p.L1 > 0 {
		length = min(length, value/(factor*p.L1))
	}
	if row := p.Reach(); row > 0 {
		return row * length
	}
	return 0
}
