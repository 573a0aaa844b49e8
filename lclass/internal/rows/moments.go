package rows

import (
	"math"
	"slices"

	"linclass/lclass/internal/kernel"
)

// Moments returns the weighted mean and 1/N standard deviation of each column, not to be
// changed; weight has one value a row. A column that is constant where the weight is not
// 0 has that value, to the last bit, as its mean and exactly 0 as its deviation.
// If no row counts all are 0. They are NaN if stop, which is nil for never, reports meanwhile
// that it is to end. A table in memory remembers them for weights of 1.
func Moments(x Rows, weight []float64, stop func() bool) (mean, std []float64) {
	find := func() (mean, std []float64) {
		n, d := x.Dims()
		return MomentsOf(n, d, func(shift []float64, skip int) *Sums { return AddUp(x, weight, shift, skip, stop) })
	}
	table, inMemory := x.(interface{ equalMoments() *remembered })
	if !inMemory || slices.ContainsFunc(weight, func(w float64) bool { return w != 1 }) {
		return find()
	}
	return table.equalMoments().of(stop, find)
}

// Sums are what moments are made of.
type Sums struct {
	Weight        float64   // Σr
	First, Second []float64 // Σ r(x−shift) and Σ r(x−shift)²
	Sample        []float64 // a row that counts, nil for none
}

// Many is the number of rows from which on a part of them says about what all do.
// Tests lower it.
var Many = 1 << 16

// wide is up to how many columns another look at all rows takes little time.
const wide = 2048

// most is of how many blocks one is in that part.
const most = 16

// MomentsOf returns mean and deviation of n rows of d columns, given what adds up over every
// skip-th block of them; a nil shift is 0. It asks twice, for the sake of the last
// digits, unless there are many columns, all with means within four deviations of 0. Of an
// eighth of Many rows, and more, of not so many columns a part is enough to come close to the
// means the first time, unless they turn out to be a deviation away.
func MomentsOf(n, d int, sums func(shift []float64, skip int) *Sums) (mean, std []float64) {
	var s *Sums
	if n >= Many/8 && d <= wide {
		s = sums(nil, most)
	}
	part := s != nil && s.Sample != nil
	if !part {
		s = sums(nil, 1)
	}
	mean, std = make([]float64, len(s.First)), make([]float64, len(s.First))
	if s.Sample == nil || !part && len(mean) > wide && !s.refine(mean, std, 4) {
		return mean, std
	}
	mean = s.means()
	for sums(mean, 1).refine(mean, std, 1) && part {
		part = false
	}
	return mean, std
}

// PartMoments is MomentsOf for a part of many rows, nil if there are fewer or none
// of the part counts.
func PartMoments(n int, sums func(shift []float64, skip int) *Sums) (mean, std []float64) {
	if n < Many {
		return nil, nil
	}
	s := sums(nil, most)
	if s.Sample == nil {
		return nil, nil
	}
	mean, std = s.means(), make([]float64, len(s.First))
	sums(mean, most).refine(mean, std, 1)
	return mean, std
}

// means returns what the sums about 0 say of the means.
func (s *Sums) means() []float64 {
	mean := make([]float64, len(s.First))
	if s.Sample != nil {
		for j, v := range s.First {
			mean[j] = v / s.Weight
		}
	}
	return mean
}

// refine sets mean and deviation by the sums about the mean so far, and tells
// whether that was more than so many deviations away.
func (s *Sums) refine(mean, std []float64, deviations float64) (far bool) {
	for j, v := range s.Second {
		correction := s.First[j] / s.Weight
		variance := v/s.Weight - correction*correction
		far = far || correction*correction > deviations*deviations*variance
		mean[j] += correction
		std[j] = math.Sqrt(max(0, variance))
		if std[j] <= 1e-14*math.Abs(mean[j]) {
			mean[j], std[j] = s.Sample[j], 0
		}
	}
	return far
}

// AddUp returns the sums over every skip-th block of the rows; 1 is all. They are NaN if
// stop, which is nil for never, reports meanwhile that it is to end.
func AddUp(x Rows, r, shift []float64, skip int, stop func() bool) *Sums {
	n, d := x.Dims()
	skipped := func(i int) bool { return i/Block%skip > 0 }
	s := &Sums{}
	counts := -1
	for lo := 0; lo < n; lo += Block {
		if skipped(lo) {
			continue
		}
		for i, v := range r[lo:min(lo+Block, n)] {
			s.Weight += v
			if v > 0 {
				counts = lo + i
			}
		}
	}
	if shift == nil {
		shift = make([]float64, d)
	}
	// Sparse rows go through all columns at the end of each stretch.
	stretch := Block
	if skip == 1 {
		stretch *= 1 + d/16/Block
	}
	parts := make([][2][]float64, Count(n, max(1024, stretch), 2*d+1))
	Parts(n, len(parts), func(part, lo, hi int) {
		parts[part] = [2][]float64{make([]float64, d), make([]float64, d)}
		for ; lo < hi; lo += stretch {
			if skipped(lo) {
				continue
			}
			if stopped(stop) {
				spoil(parts[part][0])
				spoil(parts[part][1])
				return
			}
			end := min(lo+stretch, hi)
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
