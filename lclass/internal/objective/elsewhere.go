package objective

import (
	"fmt"
	"math"

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
	for _, values := range [][]float64{s.Gradient, s.Curvature, s.Scores, s.Target, s.First, s.Second, s.Low, s.High, s.Triangle} {
		for i := range values {
			values[i] = nan
		}
	}
}
