package validate

import (
	"fmt"

	"linclass/lclass"
)

// KFold deals the samples into K folds of the same size, up to one. Each serves
// once for the test and K−1 times to learn from (Edinburgh, k-fold
// cross-validation). The zero value is five folds in the order of the samples.
//
// Samples that are sorted, by class or by time, need Seed or Stratify: a fold
// may otherwise hold one class only.
type KFold struct {
	// K is the number of folds, 2 to n; 0 means 5.
	K int
	// Seed shuffles the samples by rand.NewPCG(Seed, Seed). If it is 0 and Perm
	// is nil they are dealt in their order, as scikit-learn deals them with
	// shuffle=False.
	Seed uint64
	// Perm is the shuffled order itself, each of 0 to n−1 once; it excludes
	// Seed. With [NumpyPermutation] and without Stratify the folds are those of
	// scikit-learn with shuffle=True and a number for random_state.
	Perm []int
	// Stratify gives every fold the same share of each class, up to one sample,
	// by the allocation of scikit-learn's StratifiedKFold. Every class that
	// occurs needs K samples or more. Of sets of labels each label has about the same
	// share, by iterative stratification (Sechidis, Tsoumakas and Vlahavas 2011), and
	// needs K samples or more, or none.
	Stratify bool
}

// defaultK is the number of folds if K is 0.
const defaultK = 5

// Split implements Folds. The samples of a fold are in their order in d, shuffled
// or not.
func (f KFold) Split(d *lclass.Data) ([]Fold, error) {
	k, n := f.K, d.N()
	if k == 0 {
		k = defaultK
	}
	if k < 2 {
		return nil, fmt.Errorf("validate: KFold.K is %d; it takes 2 folds or more", k)
	}
	if k > n {
		return nil, fmt.Errorf("validate: KFold.K is %d for %d samples; each fold needs one", k, n)
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

// stratified deals each class by itself. How many of a class a fold gets is
// what it would get if the samples, sorted by class, were dealt in turn, the
// class that comes first in the order being the lowest; so folds have the same
// size, up to one, as well (scikit-learn 1.2.1, StratifiedKFold).
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
			return nil, fmt.Errorf("validate: class %q has %d samples for %d folds; take fewer folds, leave the class out, or do without Stratify", d.Classes()[c], size, k)
		}
		var next int
		for fold := range k {
			// Sorted samples start … start+size−1 that are fold modulo k.
			for at := start + ((fold-start)%k+k)%k; at < start+size; at += k {
				of[members[c][next]] = fold
				next++
			}
		}
		start += size
	}
	return partition(of, k), nil
}
