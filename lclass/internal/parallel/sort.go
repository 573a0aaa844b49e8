package parallel

import "slices"

// Sorted returns the values of x in order, in the memory of x or elsewhere. If stop, which
// is nil for never, reports meanwhile that it is to end, they are in any order. It sorts runs
// side by side and merges them.
func Sorted[T any](x []T, compare func(a, b T) int, stop func() bool) []T {
	const run = 1 << 14
	n := len(x)
	ends := make([]int, max(1, n/run))
	for part := range ends {
		ends[part] = n * (part + 1) / len(ends)
	}
	_ = Do(len(ends), 0, func(part int) error {
		if stop == nil || !stop() {
			slices.SortFunc(x[n*part/len(ends):ends[part]], compare)
		}
		return nil
	})
	from, to := x, make([]T, n)
	for len(ends) > 1 {
		lo := 0
		var merged []int
		for i := 0; i < len(ends); i += 2 {
			hi := ends[min(i+1, len(ends)-1)]
			if !merge(to[lo:hi], from[lo:ends[i]], from[ends[i]:hi], compare, stop) {
				return from
			}
			merged, lo = append(merged, hi), hi
		}
		from, to, ends = to, from, merged
	}
	return from
}

// merge sets x to the values of two sorted parts in order, those of the first before equal
// ones of the second. It is false if it has stopped.
func merge[T any](x, a, b []T, compare func(a, b T) int, stop func() bool) bool {
	for i := range x {
		if i%4096 == 0 && stop != nil && stop() {
			return false
		}
		if len(b) == 0 || len(a) > 0 && compare(a[0], b[0]) <= 0 {
			x[i], a = a[0], a[1:]
		} else {
			x[i], b = b[0], b[1:]
		}
	}
	return true
}
