package objective

import (
	"fmt"
	"math"

	"linclass/lclass/internal/rows"
	"linclass/lclass/shard"
)

// Elsewhere is N rows with D features that are not here. Once it cannot answer
// it never does again: all sums are NaN, and Err says why.
type Elsewhere struct {
	N, D    int
	Classes []int // how many rows that count each class has, nil for regression
	Sum     func(q shard.Query) (*Sum, error)
	err     error
}

// Err returns why there was no answer, nil if there always was.
func (e *Elsewhere) Err() error { return e.err }

func (e *Elsewhere) ask(o *Objective, q shard.Query) *Sum {
	blank := o.blank(q)
	if e.err == nil {
		var sum *Sum
		if sum, e.err = e.Sum(q); e.err == nil {
			if e.err = sameShape(sum, blank); e.err == nil {
				return sum
			}
		}
	}
	spoil(blank)
	return blank
}

// blank returns the sum over no rows with room for what a query asks for.
func (o *Objective) blank(q shard.Query) *Sum {
	d := o.Features()
	sum := newSum()
	switch q.Kind {
	case shard.Loss:
		if q.Gradient {
			sum.Gradient = make([]float64, o.Dim())
		}
		if q.Curvature {
			sum.Curvature = make([]float64, o.curvatures())
		}
	case shard.Targets:
		sum.Gradient, sum.Target = make([]float64, o.K), make([]float64, o.K)
	case shard.Moments:
		sum.First, sum.Second = make([]float64, d), make([]float64, d)
	case shard.Range:
		sum.Low, sum.High = make([]float64, d), make([]float64, d)
	case shard.Products:
		sum.Curvature = make([]float64, (d+1)*(d+1))
	case shard.Factors:
		sum.Curvature, sum.Scores = make([]float64, (d+1)*(d+1)), make([]float64, o.K*o.K)
	case shard.Triangle:
		sum.Triangle = make([]float64, (d+o.K)*(d+o.K))
	case shard.Sandwich:
		sum.Middle = make([]float64, len(q.Root))
	}
	return sum
}

// sameShape reports whether a sum answers the query that blank is made for.
func sameShape(sum, blank *Sum) error {
	if err := blank.Check(sum); err != nil {
		return fmt.Errorf("lclass: the answer of the shards does not match; they need the features, classes and specification of the fit: %w", err)
	}
	return nil
}

// spoil makes all that was asked for NaN.
func spoil(s *Sum) {
	nan := math.NaN()
	s.Weight, s.Loss, s.Offset, s.Margin, s.Largest, s.Fastest, s.Slowest = nan, nan, nan, nan, nan, nan, nan
	for _, values := range [][]float64{s.Gradient, s.Curvature, s.Scores, s.Target, s.First, s.Second, s.Low, s.High, s.Triangle, s.Middle} {
		for i := range values {
			values[i] = nan
		}
	}
}

// Constant returns the objective without its features: that of the biases alone.
func (o *Objective) Constant() *Objective {
	constant := *o
	constant.Common = nil
	if o.Elsewhere == nil {
		constant.X = rows.NewDense(o.Samples(), 0, nil)
		return &constant
	}
	constant.Elsewhere = &Elsewhere{N: o.Elsewhere.N, Classes: o.Elsewhere.Classes, Sum: func(q shard.Query) (*Sum, error) {
		return o.withoutFeatures(q), nil
	}}
	return &constant
}

// withoutFeatures answers a query about the biases alone.
func (o *Objective) withoutFeatures(q shard.Query) *Sum {
	d := o.Features()
	if q.Kind == shard.Moments || q.Kind == shard.Range {
		s := o.ask(shard.Query{Kind: shard.Targets})
		return &Sum{N: s.N, Weight: s.Weight}
	}
	whole := func(theta []float64) []float64 {
		if theta == nil {
			return nil
		}
		return append(make([]float64, d*o.K), theta...)
	}
	q.Theta, q.Along = whole(q.Theta), whole(q.Along)
	if q.Centre != nil {
		q.Centre = make([]float64, d)
	}
	if q.Scale != nil {
		q.Scale = make([]float64, d)
		for j := range q.Scale {
			q.Scale[j] = 1
		}
	}
	s := *o.ask(q)
	if q.Kind == shard.Loss && s.Gradient != nil {
		_, s.Gradient = o.Split(s.Gradient)
	}
	p := d + 1
	last := make([]float64, 0, len(s.Curvature)/(p*p))
	for at := p*p - 1; at < len(s.Curvature); at += p * p {
		last = append(last, s.Curvature[at])
	}
	s.Curvature = last
	return &s
}

// Sandwich asks for the middle of a sandwich, with M of the inverse of the second
// derivatives in coordinates with that mean and deviation, without one of the scores.
func (o *Objective) Sandwich(theta, mean, std, root []float64, reference int, leverage float64) []float64 {
	return o.ask(shard.Query{Kind: shard.Sandwich, Theta: theta, Centre: mean, Scale: std, Root: root, Reference: reference, Leverage: leverage}).Middle
}
