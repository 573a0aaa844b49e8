package rows

import (
	"math"

	"linclass/lclass/internal/kernel"
)

// Moments returns the weighted mean and 1/N standard deviation of each column;
// weight has one value a row. A column that is constant where the weight is not
// 0 has that value, to the last bit, as its mean and exactly 0 as its deviation.
// If no row counts all are 0.
func Moments(x Rows, weight []float64) (mean, std []float64) {
	return MomentsOf(func(shift []float64) *Sums { return AddUp(x, weight, shift) })
}

// Sums are what moments are made of.
type Sums struct {
	Weight        float64   // Σr
	First, Second []float64 // Σ r(x−shift) and Σ r(x−shift)²
	Sample        []float64 // a row that counts, nil for none
}

// MomentsOf returns mean and deviation, given what adds up over all rows; a nil
// shift is 0. It asks twice, for the sake of the last digits.
func MomentsOf(sums func(shift []float64) *Sums) (mean, std []float64) {
	s := sums(nil)
	total, sample := s.Weight, s.Sample
	mean, std = make([]float64, len(s.First)), make([]float64, len(s.First))
	if sample == nil {
		return mean, std
	}
	for j, v := range s.First {
		mean[j] = v / total
	}
	s = sums(mean)
	for j, v := range s.Second {
		correction := s.First[j] / total
		mean[j] += correction
		std[j] = math.Sqrt(max(0, v/total-correction*correction))
		if std[j] <= 1e-14*math.Abs(mean[j]) {
			mean[j], std[j] = sample[j], 0
		}
	}
	return mean, std
}

// AddUp returns the sums over all rows.
func AddUp(x Rows, r, shift []float64) *Sums {
	n, d := x.Dims()
	s := &Sums{}
	counts := -1
	for i, v := range r {
		s.Weight += v
		if v > 0 {
			counts = i
		}
	}
	if shift == nil {
		shift = make([]float64, d)
	}
	parts := make([][2][]float64, Count(n, 1024, 2*d+1))
	Parts(n, len(parts), func(part, lo, hi int) {
		parts[part] = [2][]float64{make([]float64, d), make([]float64, d)}
		for ; lo < hi; lo += Block {
			end := min(lo+Block, hi)
			x.AddMoments(parts[part][0], parts[part][1], lo, end, r[lo:end], shift)
		}
	})
	s.First, s.Second = parts[0][0], parts[0][1]
	for _, p := range parts[1:] {
		kernel.Axpy(1, p[0], s.First)
		kernel.Axpy(1, p[1], s.Second)
	}
	if counts >= 0 {
		s.Sample = make([]float64, d)
		x.Row(s.Sample, counts)
	}
	return s
}
