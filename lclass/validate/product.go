package validate

// A Pair is two parameters in one.
type Pair[A, B any] struct {
	First  A
	Second B
}

// Product returns all pairs of parameters, the second ones of the first first:
// number i·len(b) + j is {a[i], b[j]}. A search over it fills a heat map.
// Options.Names names the two.
func Product[A, B any](a []A, b []B) []Pair[A, B] {
	var pairs []Pair[A, B]
	for _, first := range a {
		for _, second := range b {
			pairs = append(pairs, Pair[A, B]{first, second})
		}
	}
	return pairs
}
