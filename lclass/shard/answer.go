package shard

import (
	"fmt"
	"math"
	"slices"
)

// Check returns an error unless a sum is a valid answer to the query: not nil, with as
// many values as the query asks for, and without NaN unless the query has one.
func (q Query) Check(s *Sum) error {
	if s == nil {
		return errNoSum
	}
	if s.N < 0 {
		return fmt.Errorf("shard: Sum.N = %d; a number of samples is not negative", s.N)
	}
	if err := q.checkLengths(s); err != nil {
		return err
	}
	for _, c := range s.Columns {
		if err := c.check(); err != nil {
			return err
		}
	}
	if !q.finite() {
		return nil
	}
	for _, field := range s.fields() {
		for i, v := range field.values {
			if math.IsNaN(v) {
				return fmt.Errorf("shard: Sum.%s, value %d, is NaN; features, targets or weights may be NaN, or far too large: change their units", field.name, i)
			}
		}
	}
	return nil
}

// checkLengths compares what the query says of lengths.
func (q Query) checkLengths(s *Sum) error {
	p := len(q.Centre) + 1
	width := len(q.Centre) + len(q.Target)
	gradient, curvature, triangle, moments, ranks, middle := 0, 0, 0, 0, 0, 0
	switch q.Kind {
	case Loss:
		if q.Gradient {
			gradient = len(q.Theta)
		}
		if q.Curvature {
			curvature = max(1, len(s.Curvature)/(p*p)) * p * p // of each pair of scores
		}
	case Targets:
		gradient = len(s.Gradient) // of the biases, which the query does not count
	case Moments:
		if moments = len(q.Centre); q.Centre == nil {
			moments = len(s.First)
		}
	case Products, Factors:
		curvature = p * p
	case Triangle:
		triangle = width * width
	case Ranks:
		ranks = len(q.Cuts)
	case Sandwich:
		middle = len(q.Root)
	}
	for _, field := range []struct {
		name      string
		has, want int
	}{
		{"Gradient", len(s.Gradient), gradient},
		{"Curvature", len(s.Curvature), curvature},
		{"Triangle", len(s.Triangle), triangle},
		{"First", len(s.First), moments},
		{"Second", len(s.Second), moments},
		{"High", len(s.High), len(s.Low)},
		{"Ranks", len(s.Ranks), ranks},
		{"Middle", len(s.Middle), middle},
	} {
		if field.has != field.want {
			return &fieldError{field.name, field.has, field.want, fmt.Sprintf("shard: Sum.%s has %d values; the query asks for %d", field.name, field.has, field.want)}
		}
	}
	return nil
}

// finite reports whether no number of the query is NaN or infinite.
func (q Query) finite() bool {
	for _, values := range [][]float64{q.Theta, q.Along, q.Centre, q.Target, q.Root} {
		for _, v := range values {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(q.Scale, math.IsNaN) // that of a constant feature is infinite
}

type field struct {
	name   string
	values []float64
}

// fields are all numbers of a sum by their names.
func (s *Sum) fields() []field {
	vectors := s.vectors()
	return append([]field{
		{"Weight", []float64{s.Weight}},
		{"Loss", []float64{s.Loss}},
		{"Margin", []float64{s.Margin}},
		{"Largest", []float64{s.Largest}},
		{"Fastest", []float64{s.Fastest}},
		{"Slowest", []float64{s.Slowest}},
		{"Offset", []float64{s.Offset}},
		{"Count", []float64{s.Count}},
	}, vectors[:]...)
}

// vectors are the fields that are more than one number.
func (s *Sum) vectors() [12]field {
	return [...]field{
		{"Gradient", s.Gradient},
		{"Curvature", s.Curvature},
		{"Scores", s.Scores},
		{"Target", s.Target},
		{"First", s.First},
		{"Second", s.Second},
		{"Sample", s.Sample},
		{"Low", s.Low},
		{"High", s.High},
		{"Triangle", s.Triangle},
		{"Ranks", s.Ranks},
		{"Middle", s.Middle},
	}
}
