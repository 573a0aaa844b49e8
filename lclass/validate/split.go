package validate

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"linclass/lclass"
)

// A Split has one fold: a training set and a test set. The zero value makes the last fifth
// of the samples the test set.
type Split struct {
	// Test is the share of the samples in the test set, above 0 and below 1; 0 means 0.2.
	// The test set has ⌈Test·n⌉ samples, computed in float64, as in scikit-learn.
	Test float64
	// Seed shuffles the samples with rand.NewPCG(Seed, Seed). If it is 0 and Perm is nil,
	// the samples keep their order, and the last ones are the test set; use that for
	// samples in the order of time.
	Seed uint64
	// Perm is the shuffled order, a permutation of 0 to n−1; its first samples are the test
	// set, as in scikit-learn. Nil means Seed. Set one of them at most. See
	// [NumpyPermutation].
	Perm []int
	// Stratify gives each class the same share of both sets, up to rounding. Each class
	// needs no samples or at least 2. With Seed, both sets are shuffled once more, so that
	// no class comes first, as in scikit-learn's StratifiedShuffleSplit. With Perm, they
	// keep its order.
	Stratify bool
	// Groups, if any, keeps the samples of a group together. Test is then the share of the
	// groups, as in scikit-learn's GroupShuffleSplit, and Seed shuffles the groups; without
	// Seed the last groups are the test set. Set neither Stratify nor Perm with it. See
	// [GroupsOf].
	Groups Groups
}

// Of returns the training set and the test set of d, in the order of the shuffle, with
// Groups in the order of d. It returns the errors of Split.
func (s Split) Of(d *lclass.Data) (train, test *lclass.Data, err error) {
	folds, err := s.Split(d)
	if err != nil {
		return nil, nil, err
	}
	return d.Subset(folds[0].Train), d.Subset(folds[0].Test), nil
}

// Split returns one fold, the indices of the two sets of Of: a dedicated validation set
// (Edinburgh, hyperparameters). It returns an error if a set would be empty, if settings
// contradict each other, or if Stratify is set and the target is not a class or a class
// has a single sample.
func (s Split) Split(d *lclass.Data) ([]Fold, error) {
	if s.Groups.Of != nil {
		return s.splitGroups(d.N())
	}
	order, err := s.order(d.N())
	if err != nil {
		return nil, err
	}
	count, err := s.count(d.N())
	if err != nil {
		return nil, err
	}
	class, quota := make([]int, d.N()), []int{count}
	if s.Stratify {
		class = d.T()
		if quota, err = quotas(d, count); err != nil {
			return nil, err
		}
	}
	fold := fill(order, class, quota)
	if s.Stratify && s.Seed != 0 {
		random := rand.New(rand.NewPCG(s.Seed, s.Seed+1))
		shuffle(random, fold.Train)
		shuffle(random, fold.Test)
	}
	if s.Seed == 0 && s.Perm == nil { // dealt from the end
		slices.Reverse(fold.Train)
		slices.Reverse(fold.Test)
	}
	return []Fold{fold}, nil
}

// splitGroups splits groups like samples.
func (s Split) splitGroups(n int) ([]Fold, error) {
	if s.Stratify || s.Perm != nil {
		return nil, badSetting("Split.Groups", fmt.Sprintf("%d groups", len(s.Groups.Names)), "unset Stratify and Perm, or use GroupKFold, which stratifies groups")
	}
	g, err := s.Groups.fit("Split", n)
	if err != nil {
		return nil, err
	}
	groups := len(g.Names)
	order, err := s.order(groups)
	if err != nil {
		return nil, err
	}
	count, err := s.count(groups)
	if err != nil {
		return nil, fmt.Errorf("validate: groups: %w", trimmed{err})
	}
	isTest, of := make([]int, groups), make([]int, n)
	for _, group := range order[:count] {
		isTest[group] = 1
	}
	for i, group := range g.Of {
		of[i] = isTest[group]
	}
	return partition(of, 2)[1:], nil
}

func (s Split) forSubset(index []int) Folds { s.Groups = s.Groups.subset(index); return s }

func (s Split) withSeed(seed uint64) Folds { s.Seed = seed; return s }

// order returns the samples in the order in which they fill the test set.
func (s Split) order(n int) ([]int, error) {
	order, err := shuffled("Split", s.Seed, s.Perm, n)
	if order == nil {
		order = ascending(n)
		slices.Reverse(order)
	}
	return order, err
}

// count returns the size of the test set of n samples.
func (s Split) count(n int) (int, error) {
	share := cmp.Or(s.Test, 0.2)
	if !(share > 0 && share < 1) {
		return 0, badSetting("Split.Test", share, "the share of the test set must be above 0 and below 1")
	}
	count := int(math.Ceil(share * float64(n)))
	if count == 0 || count == n {
		return 0, badSetting("Split.Test", share, "this share of %d samples leaves the training or the test set empty", n)
	}
	return count, nil
}

// fill gives each sample in the given order to the test set until the quota of
// its class is used up, and to the training set from then on.
func fill(order, class, quota []int) Fold {
	var f Fold
	for _, i := range order {
		if quota[class[i]] > 0 {
			quota[class[i]]--
			f.Test = append(f.Test, i)
		} else {
			f.Train = append(f.Train, i)
		}
	}
	return f
}
