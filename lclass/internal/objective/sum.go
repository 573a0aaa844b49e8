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
	for i, m := range margin {
		if weight[i] == 0 {
			continue
		}
		if m < 0 || m == 0 && loss.Wrong(z[i*k:(i+1)*k], class[i]) {
			s.Errors++
		}
		if m < s.Margin {
			s.Margin = m
		}
		if m > s.Largest {
			s.Largest = m
		}
	}
}
