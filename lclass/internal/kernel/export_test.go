package kernel

import "testing"

// EachSet runs f in plain Go and with each set of instructions that this
// processor has.
func EachSet(t *testing.T, f func(t *testing.T)) {
	defer func(was *set) { best = was }(best)
	for name, s := range named() {
		best = s
		t.Run(name, f)
	}
}

// BenchEachSet is EachSet for benchmarks.
func BenchEachSet(b *testing.B, f func(b *testing.B)) {
	defer func(was *set) { best = was }(best)
	for name, s := range named() {
		best = s
		b.Run(name, f)
	}
}

func named() func(yield func(string, *set) bool) {
	return func(yield func(string, *set) bool) {
		if !yield("plain", nil) {
			return
		}
		for i := range sets {
			if !yield(sets[i].name, &sets[i]) {
				return
			}
		}
	}
}
