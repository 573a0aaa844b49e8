package ngrams

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSortNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var scratch []int32
	for _, n := range []int{0, 1, 95, 96, 97, 1000, 10} {
		for _, most := range []int32{1, 2, 255, 256, 257, 65536, 1 << 25, 1<<31 - 1} {
			numbers := make([]int32, n)
			for i := range numbers {
				numbers[i] = r.Int32N(most)
			}
			want := slices.Sorted(slices.Values(numbers))
			scratch = SortNumbers(numbers, scratch)
			if !slices.Equal(numbers, want) {
				t.Fatalf("%d numbers below %d are not sorted: %v", n, most, numbers)
			}
		}
	}
}

func TestVocabulary(t *testing.T) {
	var n Vocabulary
	r := rand.New(rand.NewPCG(1, 1))
	number := map[string]int32{}
	for range 20000 {
		text := make([]byte, r.IntN(4))
		for i := range text {
			text[i] = byte(r.IntN(20))
		}
		at, h := n.Find(text)
		want, known := number[string(text)]
		switch {
		case !known && at >= 0:
			t.Fatalf("%q is new and has number %d", text, at)
		case !known:
			number[string(text)] = n.Add(text, h)
		case at != want:
			t.Fatalf("%q has number %d, want %d", text, at, want)
		}
	}
	if n.Len() != len(number) {
		t.Fatalf("%d texts, want %d", n.Len(), len(number))
	}
	for text, i := range number {
		if string(n.At(int(i))) != text {
			t.Fatalf("text %d is %q, want %q", i, n.At(int(i)), text)
		}
	}
}
