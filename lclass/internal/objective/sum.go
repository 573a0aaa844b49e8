package objective

import (
	"math"

	"linclass/lclass/internal/loss"
	"linclass/lclass/shard"
)

// Sum is what a pass over rows adds up. Sums over different rows merge into
// the sum over all of them.
type Sum = shard.Sum

// newSum returns the sum over no rows.
func newSum() *Sum {
	return &Sum{Margin: math.Inf(1), Largest: math.Inf(-1), Fastest: math.Inf(-1), Slowest: math.Inf(1)}
}

// merge adds up sums over parts of the rows, in their order.
func merge(sums []*Sum) *Sum {
	for _, s := range sums[1:] {
		if err := sums[0].Merge(s); err != nil {
			panic(err)
		}
	}
	return sums[0]
}

// judge counts the errors and finds the margins of a block.
func judge(s *Sum, z, weight []float64, k int, class []int, margin []float64) {
	if class == nil {
		return
	}
	loss.Margins(margin, z, k, class)
	errors, least, largest := s.Errors, s.Margin, s.Largest
	for i, m := range margin {
		if weight[i] == 0 {
			continue
		}
		wrong := 0 // no branch, as that is unforeseen
		if m < 0 {
			wrong = 1
		}
		errors += wrong
		if m == 0 && loss.Wrong(z[i*k:(i+1)*k], class[i]) {
			errors++
		}
		if m < least {
			least = m
		}
		if m > largest {
			largest = m
		}
	}
	s.Errors, s.Margin, s.Largest = errors, least, largest
}
