package shard

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Sum is the answer to a [Query], summed over some samples. Fields that the query does
// not ask for are 0 or nil.
type Sum struct {
	N      int     // samples
	Weight float64 // Σs
	// Shards identifies the shards of the sum, in order, so that a fit detects a shard
	// whose samples have changed. It may be nil.
	Shards []Identity

	Loss     float64   // Σsℓ: Loss, Targets
	Gradient []float64 // Σs ∂ℓ/∂θ, like Theta: Loss; of the K biases alone: Targets
	// Curvature is Σs c φφᵀ with φ = (x − Centre, 1), a (d+1)×(d+1) matrix of which only
	// the upper triangle is used. For Loss, c is the second derivative ∂²ℓ/∂z_a∂z_b: one
	// matrix per pair of scores a ≤ b, or a single one if no loss term mixes scores. For
	// Products, c = 1. For Factors, c is the mean of ∂²ℓ/∂z_a² over the scores, estimated
	// from a share of the samples.
	Curvature []float64
	Scores    []float64 // Σs ∂²ℓ/∂z_a∂z_b over all samples or some, K×K: Factors

	Errors  int     // misclassified samples, 0 for regression: Loss
	Margin  float64 // least margin of a sample that counts, +∞ for none: Loss, Margins
	Largest float64 // largest margin, −∞ for none: Loss, Margins
	// Fastest and Slowest are the largest and the least growth of a margin m
	// along Along, divided by max(1, m/50); −∞ and +∞ for none. Margins.
	Fastest, Slowest float64

	Classes []int     // samples that count, by class; nil for regression: Targets
	Target  []float64 // Σs (t − offset) of the K numeric targets: Targets
	Offset  float64   // largest |offset|, 0 without offsets: Targets
	// Reweighted means that there are class weights, and Count is Σs without them: Targets.
	Reweighted bool
	Count      float64

	First  []float64 // Σs (x − Centre): Moments
	Second []float64 // Σs (x − Centre)²: Moments
	Sample []float64 // the features of a sample that counts, nil if none does: Moments

	Low, High []float64 // of each feature: Range; 0 without samples

	// Triangle is R of the QR decomposition of the rows
	// √s((x − Centre)/Scale, t − offset − Target): (d+K)×(d+K).
	Triangle []float64

	Columns []Column // of each feature: Columns; of each of Features: Values

	// Ranks are Σs of the samples whose feature is at most the cut, for each of Cuts: Ranks.
	Ranks []float64

	// Middle is Σ M g gᵀMᵀ with M = Root and the gradients g of the samples, p×p, each
	// divided as Leverage says: Sandwich.
	Middle []float64
}

// An Identity identifies the samples of a shard, which must not change during a fit.
type Identity struct {
	N int // samples
	// Fingerprint is a 64-bit hash of the shard's data; see lclass.Shard.
	Fingerprint uint64
	// Features and Classes are 64-bit hashes of the names of the features and of the
	// classes, in order. Classes is 0 for a learner of numbers. 0 matches any hash.
	Features, Classes uint64
}

// differs says what two shards do not have in common, "" if they match.
func (i Identity) differs(o Identity) string {
	switch {
	case i.Features != o.Features && i.Features != 0 && o.Features != 0:
		return "features"
	case i.Classes != o.Classes && i.Classes != 0 && o.Classes != 0:
		return "classes"
	}
	return ""
}

// Check returns an error unless two sums answer the same query and can be merged. It is
// [ErrNames] if the names of features or classes differ.
func (s *Sum) Check(other *Sum) error {
	if s == nil || other == nil {
		return errNoSum
	}
	if len(s.Shards) > 0 {
		for _, o := range other.Shards {
			if what := s.Shards[0].differs(o); what != "" {
				return fmt.Errorf("%w: the names of its %s, or their order, are not those of the first shard; name them when you read the shards, as in lclass.Columns", ErrNames, what)
			}
		}
	}
	others := other.vectors()
	for i, field := range s.vectors() {
		have, want := len(others[i].values), len(field.values)
		if have != want && field.name != "Sample" { // which only shards with samples have
			return &fieldError{field.name, have, want, fmt.Sprintf("shard: sums of different queries: %s has %d and %d values", field.name, want, have)}
		}
	}
	return nil
}

// Merge adds the sum over other samples to s. If other answers another query or has other
// classes, it returns an error and leaves s unchanged.
func (s *Sum) Merge(other *Sum) error {
	if err := s.Check(other); err != nil {
		return err
	}
	if len(s.Classes) != len(other.Classes) {
		return &fieldError{"Classes", len(other.Classes), len(s.Classes), fmt.Sprintf("shard: sums of %d and of %d classes; all shards must have the same", len(s.Classes), len(other.Classes))}
	}
	columns, err := mergeColumns(s.Columns, other.Columns)
	if err != nil {
		return err
	}
	s.Columns = columns
	s.mergeRange(other)
	s.N += other.N
	s.Shards = slices.Concat(s.Shards, other.Shards)
	s.Weight += other.Weight
	s.Loss += other.Loss
	s.Errors += other.Errors
	s.Margin = math.Min(s.Margin, other.Margin)
	s.Largest = math.Max(s.Largest, other.Largest)
	s.Fastest = math.Max(s.Fastest, other.Fastest)
	s.Slowest = math.Min(s.Slowest, other.Slowest)
	s.Offset = math.Max(s.Offset, other.Offset)
	s.Reweighted = s.Reweighted || other.Reweighted
	s.Count += other.Count
	for k, n := range other.Classes {
		s.Classes[k] += n
	}
	floats.Add(s.Gradient, other.Gradient)
	floats.Add(s.Curvature, other.Curvature)
	floats.Add(s.Scores, other.Scores)
	floats.Add(s.Target, other.Target)
	floats.Add(s.First, other.First)
	floats.Add(s.Second, other.Second)
	floats.Add(s.Ranks, other.Ranks)
	floats.Add(s.Middle, other.Middle)
	if other.Sample != nil {
		s.Sample = other.Sample
	}
	if s.Triangle != nil {
		s.Triangle = stacked(s.Triangle, other.Triangle)
	}
	return nil
}

// mergeRange must see the numbers of samples as they were before.
func (s *Sum) mergeRange(o *Sum) {
	for j := range o.Low {
		switch {
		case o.N == 0:
		case s.N == 0:
			s.Low[j], s.High[j] = o.Low[j], o.High[j]
		default:
			s.Low[j], s.High[j] = math.Min(s.Low[j], o.Low[j]), math.Max(s.High[j], o.High[j])
		}
	}
}

// stacked returns the triangle of two triangles below each other.
func stacked(a, b []float64) []float64 {
	p := int(math.Sqrt(float64(len(a))))
	both := mat.NewDense(2*p, p, append(append(make([]float64, 0, 2*p*p), a...), b...))
	var qr mat.QR
	qr.Factorize(both)
	var r mat.Dense
	qr.RTo(&r)
	return mat.DenseCopyOf(r.Slice(0, p, 0, p)).RawMatrix().Data
}
