package objective

import (
	"math"
	"slices"

	"linclass/lclass/internal/rows"
	"linclass/lclass/shard"
)

// ask puts a query to the rows, wherever they are. All that a solver learns of
// them it learns here, unless it visits rows one by one.
func (o *Objective) ask(q shard.Query) *Sum {
	if o.Elsewhere != nil {
		return o.Elsewhere.ask(o, q)
	}
	return o.Answer(q)
}

// Answer adds up over the rows X, Targets and Weight. If the fit is stopped all is NaN.
func (o *Objective) Answer(q shard.Query) *Sum {
	if o.Stopped() {
		blank := o.blank(q)
		spoil(blank)
		return blank
	}
	switch q.Kind {
	case shard.Targets:
		return o.targets()
	case shard.Moments:
		s := rows.AddUp(o.X, o.Weight, q.Centre, max(1, q.Skip), o.Stop)
		return &Sum{N: o.Samples(), Weight: s.Weight, First: s.First, Second: s.Second, Sample: s.Sample}
	case shard.Range:
		low, high := o.X.Range(o.Stop)
		return &Sum{N: o.Samples(), Low: slices.Clone(low), High: slices.Clone(high)}
	case shard.Products:
		return o.products(q)
	case shard.Triangle:
		return o.triangle(q)
	case shard.Margins:
		return o.margins(q)
	case shard.Factors:
		return o.factors(q)
	}
	return o.pass(q, nil)
}

// Moments returns the mean and the deviation of each column; without biases, which
// make up for means, 0 and the root of the mean square.
func (o *Objective) Moments() (mean, std []float64) {
	c := o.common()
	c.moments.Do(func() {
		if o.Elsewhere == nil {
			c.mean, c.std = rows.Moments(o.X, o.Weight, o.Stop)
			return
		}
		c.mean, c.std = rows.MomentsOf(o.Samples(), o.Features(), o.addUp)
	})
	return o.about(slices.Clone(c.mean), slices.Clone(c.std))
}

// about changes moments to those about 0 where there are no biases.
func (o *Objective) about(mean, std []float64) ([]float64, []float64) {
	if o.NoBias {
		for j, m := range mean {
			mean[j], std[j] = 0, math.Hypot(m, std[j])
		}
	}
	return mean, std
}

// addUp asks for what moments are made of.
func (o *Objective) addUp(shift []float64, skip int) *rows.Sums {
	s := o.ask(shard.Query{Kind: shard.Moments, Centre: shift, Skip: skip})
	return &rows.Sums{Weight: s.Weight, First: s.First, Second: s.Second, Sample: s.Sample}
}

// Range returns the least and the largest value of each column. They are not to be changed.
func (o *Objective) Range() (low, high []float64) {
	c := o.common()
	c.limits.Do(func() {
		if o.Elsewhere == nil {
			c.low, c.high = o.X.Range(o.Stop)
			return
		}
		s := o.ask(shard.Query{Kind: shard.Range})
		c.low, c.high = s.Low, s.High
	})
	return c.low, c.high
}

// Zero is L and its slopes by the biases where all scores are 0, without offsets, and
// the largest |offset|.
type Zero struct {
	Value  float64
	Slopes []float64
	Offset float64
}

// AtZero looks at the targets alone.
func (o *Objective) AtZero() Zero {
	s := o.ask(shard.Query{Kind: shard.Targets})
	return Zero{s.Loss / s.Weight, mean(s.Gradient, s.Weight), s.Offset}
}

// AtStart returns L and its slopes by the biases at θ = 0, given AtZero.
func (o *Objective) AtStart(zero Zero) (value float64, slopes []float64) {
	value, slopes = zero.Value, slices.Clone(zero.Slopes)
	if zero.Offset > 0 {
		theta := make([]float64, o.Dim())
		s := o.Pass(theta, Want{Gradient: true})
		value = s.Loss / s.Weight
		_, slopes = o.Split(mean(s.Gradient, s.Weight))
	}
	o.holdBiases(slopes)
	return value, slopes
}

// TargetMean returns the mean of each of the k numeric targets less the offsets, or 0
// where there are no biases, and Σs.
func (o *Objective) TargetMean() (target []float64, total float64) {
	s := o.ask(shard.Query{Kind: shard.Targets})
	target = mean(s.Target, s.Weight)
	o.holdBiases(target)
	return target, s.Weight
}

// Triangle returns the (d+k)×(d+k) triangle of the rows
// √s((x − centre)/scale, t − offset − target), one row of it after the other.
func (o *Objective) Triangle(centre, scale, target []float64) *Sum {
	return o.ask(shard.Query{Kind: shard.Triangle, Centre: centre, Scale: scale, Target: target})
}

// Margins returns the least and the largest margin at ψ and, unless along is nil, the largest
// and the least growth of margins along it, both in standardised coordinates.
func (s *Scaled) Margins(psi, along []float64) *Sum {
	return s.ask(shard.Query{Kind: shard.Margins, Theta: psi, Along: along, Centre: s.Mean, Scale: s.Std})
}
