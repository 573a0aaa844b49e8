package lclass

import (
	"errors"
	"fmt"
	"math"

	"linclass/lclass/internal/rows"
)

// A Standardizer maps each feature to (x − mean)/std with the mean and the
// standard deviation of the data it was made from (Edinburgh, Titanic), both
// with their sample weights.
type Standardizer struct {
	Features []string
	Mean     []float64
	Std      []float64 // with 1/N; 1 for a constant feature
}

// NewStandardizer computes means and standard deviations of the features of d. Pass the
// training data only, and apply the result to training and test data.
func NewStandardizer(d *Data) *Standardizer {
	d = d.orNone()
	mean, std := rows.Moments(d.x, moderate(d.sampleWeights()))
	for j, s := range std {
		if s == 0 {
			std[j] = 1
		}
	}
	return &Standardizer{Features: d.Features(), Mean: mean, Std: std}
}

// Apply returns the standardised data, which are dense, or computed in every pass for
// [Blocks]. It returns an error if d has other features, no samples, or values that
// overflow.
func (s *Standardizer) Apply(d *Data) (*Data, error) {
	if err := d.usable(); err != nil {
		return nil, err
	}
	if err := d.Err(); err != nil {
		return nil, err
	}
	if err := s.check(d.features, "data"); err != nil {
		return nil, err
	}
	if x, ok := d.x.(streamed); ok {
		return d.mapped(x, func(z, x []float64) { s.Row(z[:copy(z, x)]) })
	}
	x := d.Matrix()
	for i := range d.N() {
		s.Row(x.RawRowView(i))
	}
	out := *d
	out.x = fromMatrix(x).x
	return &out, out.checkFinite()
}

// check reports whether the standardizer can be applied to features of the owner.
func (s *Standardizer) check(features []string, owner string) error {
	if s == nil {
		return errors.New("lclass: the Standardizer is nil; use NewStandardizer")
	}
	if len(s.Mean) != len(s.Features) || len(s.Std) != len(s.Features) {
		return fmt.Errorf("lclass: the standardizer has %d features, %d means and %d deviations", len(s.Features), len(s.Mean), len(s.Std))
	}
	if err := checkFeatures("standardizer", s.Features, owner, features); err != nil {
		return err
	}
	for j, std := range s.Std {
		if !(std > 0) || math.IsInf(std, 0) || math.IsNaN(s.Mean[j]) || math.IsInf(s.Mean[j], 0) {
			return fmt.Errorf("lclass: standardizer: feature %q has mean %v and standard deviation %v; its values are too large; change its unit", s.Features[j], s.Mean[j], std)
		}
	}
	return nil
}

// Row standardises the features of one sample in place and returns them. It panics unless
// there are d of them.
func (s *Standardizer) Row(x []float64) []float64 {
	if len(x) != len(s.Mean) {
		panic(fmt.Sprintf("lclass: Standardizer.Row: %d values for %d features", len(x), len(s.Mean)))
	}
	for j, v := range x {
		x[j] = (v - s.Mean[j]) / s.Std[j]
	}
	return x
}
