package lclass

import (
	"fmt"

	"linclass/lclass/internal/rows"
)

// A Standardizer maps each feature to (x − mean)/std with the mean and the
// standard deviation of the data it was made from (Edinburgh, Titanic).
type Standardizer struct {
	Mean []float64
	Std  []float64 // with 1/N; 1 for a constant feature
}

// NewStandardizer measures the features of d. Use the training data only, and
// apply the result to training and test data alike.
func NewStandardizer(d *Data) *Standardizer {
	mean, std := rows.Moments(d.x, d.sampleWeights())
	for j, s := range std {
		if s == 0 {
			std[j] = 1
		}
	}
	return &Standardizer{Mean: mean, Std: std}
}

// Apply returns the standardised data, always dense. It is an error if d has
// another number of features or no samples.
func (s *Standardizer) Apply(d *Data) (*Data, error) {
	if d.D() != len(s.Mean) {
		return nil, fmt.Errorf("lclass: standardizer of %d features cannot take data with %d", len(s.Mean), d.D())
	}
	if d.N() == 0 {
		return nil, ErrNoSamples
	}
	x := d.Matrix()
	for i := range d.N() {
		row := x.RawRowView(i)
		for j, v := range row {
			row[j] = (v - s.Mean[j]) / s.Std[j]
		}
	}
	out := *d
	out.x = fromMatrix(x).x
	return &out, nil
}
