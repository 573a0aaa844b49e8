package validate

import (
	"math/rand/v2"
)

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
