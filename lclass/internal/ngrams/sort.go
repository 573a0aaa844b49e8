package ngrams

import "slices"

// SortNumbers sorts numbers that are not negative. It returns scratch, or a longer one, for
// the next call.
func SortNumbers(numbers, scratch []int32) []int32 {
	const bits, few = 8, 96
	if len(numbers) < few {
		slices.Sort(numbers)
		return scratch
	}
	scratch = slices.Grow(scratch[:0], len(numbers))[:len(numbers)]
	from, to, largest := numbers, scratch, slices.Max(numbers)
	for shift := 0; largest>>shift > 0; shift += bits {
		var at [1 << bits]int
		for _, v := range from {
			at[v>>shift&(1<<bits-1)]++
		}
		sum := 0
		for digit, n := range at {
			at[digit], sum = sum, sum+n
		}
		for _, v := range from {
			digit := v >> shift & (1<<bits - 1)
			to[at[digit]] = v
			at[digit]++
		}
		from, to = to, from
	}
	if len(numbers) > 0 && &from[0] != &numbers[0] {
		copy(numbers, from)
	}
	return scratch
}
