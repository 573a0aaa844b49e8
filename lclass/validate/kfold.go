package validate

import (
	"cmp"
	"linclass/lclass"
)

// KFold splits n samples into K parts whose sizes differ by at most one. Fold k has part k
// as its test set and the other K−1 parts as its training set (Edinburgh, k-fold
// cross-validation). The zero value splits the samples into five parts in their order.
//
// If the samples are sorted, set Seed or Stratify: otherwise a training set may lack a
// class.
type KFold struct {
	// K is the number of folds, 2 to n; 0 means 5.
	K int
	// Seed shuffles the samples before the split, with rand.NewPCG(Seed, Seed). If it is 0
	// and Perm is nil, the samples keep their order, as with shuffle=False in scikit-learn.
	Seed uint64
	// Perm is the shuffled order, a permutation of 0 to n−1; nil means Seed. Set one of
	// them at most. With [NumpyPermutation], and without Stratify, the folds are those of
	// scikit-learn's KFold with shuffle=True and an integer random_state.
	Perm []int
	// Stratify makes the number of samples of each class in two folds differ by at most
	// one, as scikit-learn's StratifiedKFold does. Each class needs no samples or at least
	// K. For sets of labels, each label has about the same share in all folds, by iterative
	// stratification (Sechidis, Tsoumakas and Vlahavas 2011).
	Stratify bool
}

// defaultK is the number of folds if K is 0.
const defaultK = 5

// Split returns K folds. The indices of a fold increase, whether the samples were shuffled
// or not.
//
// It returns an error if K is 1, negative or above n, if both Seed and Perm are set, or if
// Perm is not a permutation of 0 to n−1. With Stratify it also returns one if the target
// is a number, or if a class or label has fewer than K samples but more than none.
func (f KFold) Split(d *lclass.Data) ([]Fold, error) {
	k, n := cmp.Or(f.K, defaultK), d.N()
	if k < 2 {
		return nil, badSetting("KFold.K", k, "need at least 2 folds")
	}
	if k > n {
		return nil, badSetting("KFold.K", k, "there are %d samples, and each fold needs one", n)
	}
	order, err := shuffled("KFold", f.Seed, f.Perm, n)
	if err != nil {
		return nil, err
	}
	if order == nil {
		order = ascending(n)
	}
	switch {
	case f.Stratify && d.Labels() != nil:
		return stratifiedLabels(d, order, k)
	case f.Stratify:
		return stratified(d, order, k)
	}
	of := make([]int, n)
	var next int
	for fold := range k {
		size := n / k
		if fold < n%k {
			size++
		}
		for range size {
			of[order[next]] = fold
			next++
		}
	}
	return partition(of, k), nil
}

func (f KFold) withSeed(seed uint64) Folds { f.Seed = seed; return f }

// stratified splits each class by itself. A fold gets as many samples of a class as if the
// samples, sorted by class, went to the folds in turn. Classes are sorted by their first
// sample in the order. So the sizes of folds differ by at most one (scikit-learn 1.2.1,
// StratifiedKFold).
func stratified(d *lclass.Data, order []int, k int) ([]Fold, error) {
	class, err := strata(d)
	if err != nil {
		return nil, err
	}
	members := make([][]int, d.K()) // of each class, in the order
	var byAppearance []int
	for _, i := range order {
		if members[class[i]] == nil {
			byAppearance = append(byAppearance, class[i])
		}
		members[class[i]] = append(members[class[i]], i)
	}
	of := make([]int, d.N())
	var start int // of the class among the sorted samples
	for _, c := range byAppearance {
		size := len(members[c])
		if size < k {
			return nil, badSetting("KFold.K", k, "class %q has %d samples; use fewer folds, leave the class out, or unset Stratify", d.Classes()[c], size)
		}
		var next int
		for fold := range k {
			// Of the sorted samples start … start+size−1, those equal to fold modulo k.
			for at := start + ((fold-start)%k+k)%k; at < start+size; at += k {
				of[members[c][next]] = fold
				next++
			}
		}
		start += size
	}
	return partition(of, k), nil
}
