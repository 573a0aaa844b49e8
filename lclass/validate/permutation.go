package validate

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext/prng"
)

// NumpyPermutation returns the numbers 0 to n−1 in the order of numpy's
//
//	numpy.random.RandomState(seed).permutation(n)
//
// with which scikit-learn's train_test_split shuffles if random_state is a number. The
// split of the Titanic passengers in Edinburgh is
//
//	Split{Test: 0.2, Perm: NumpyPermutation(714, 1)}
//
// The algorithm is a Fisher-Yates shuffle from the end. Its numbers come from the
// Mersenne Twister MT19937, are masked to the bits needed, and are redrawn if they are
// too large. It panics if n is negative or above 2³².
func NumpyPermutation(n int, seed uint32) []int {
	if n < 0 || uint64(n) > 1<<32 {
		panic(fmt.Sprintf("validate: NumpyPermutation: n is %d; it must be 0 to 2³²", n))
	}
	source := prng.NewMT19937()
	source.Seed(uint64(seed))
	perm := ascending(n)
	for i := n - 1; i > 0; i-- {
		mask := uint32(1)<<bits.Len32(uint32(i)) - 1
		j := source.Uint32() & mask
		for j > uint32(i) {
			j = source.Uint32() & mask
		}
		perm[i], perm[j] = perm[j], perm[i]
	}
	return perm
}

// shuffled returns the order in which a seed or a permutation puts n samples,
// nil if there is neither. The owner is for messages.
func shuffled(owner string, seed uint64, perm []int, n int) ([]int, error) {
	switch {
	case seed != 0 && perm != nil:
		return nil, badSetting(owner+".Seed", seed, "Perm is set, too; unset one of them")
	case seed != 0:
		return rand.New(rand.NewPCG(seed, seed)).Perm(n), nil
	case perm != nil:
		return perm, checkPermutation(perm, n)
	}
	return nil, nil
}

func shuffle(random *rand.Rand, index []int) {
	random.Shuffle(len(index), func(i, j int) { index[i], index[j] = index[j], index[i] })
}

func checkPermutation(perm []int, n int) error {
	if len(perm) != n {
		return badLength("numbers in Perm", len(perm), "samples", n)
	}
	seen := make([]bool, n)
	for _, i := range perm {
		if i < 0 || i >= n || seen[i] {
			return badSetting("Perm", i, "it is repeated or out of range; Perm must be a permutation of 0 to %d", n-1)
		}
		seen[i] = true
	}
	return nil
}

func ascending(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}
