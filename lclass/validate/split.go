package validate

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"linclass/lclass"
)

// A Split parts the samples into a training set to learn from and a test set
// to measure on. The zero value keeps the last fifth for the test.
type Split struct {
	// Test is the share of the samples in the test set, above 0 and below 1: ⌈Test·n⌉ of
	// n in float64, as in scikit-learn; 0 means 0.2.
	Test float64
	// Seed shuffles the samples by rand.NewPCG(Seed, Seed). If it is 0 and
	// Perm is nil they stay in their order and the last ones are the test
	// set, which for samples in the order of time is the honest choice.
	Seed uint64
	// Perm is the shuffled order itself, each of 0 to n−1 once: the test set
	// comes first, as in scikit-learn. See NumpyPermutation. It excludes Seed.
	Perm []int
	// Stratify gives every class the same share of both sets, up to rounding.
	// Every class that occurs needs 2 samples or more. With Seed both sets are
	// shuffled once more, so that no class comes first, as in scikit-learn's
	// StratifiedShuffleSplit. With Perm they stay in its order, in which the
	// training set begins with the class whose share of the test set was full
	// first.
	Stratify bool
	// Groups, if given, keeps samples of one group together: Test is the share
	// of the groups, as in scikit-learn's GroupShuffleSplit, and Seed shuffles
	// them. Without Seed the last groups are the test set. It excludes Stratify
	// and Perm. See [GroupsOf].
	Groups Groups
}

// Of returns the training and the test set of d. Both are in the order of the
// shuffle. It is an error if one of them would be empty.
func (s Split) Of(d *lclass.Data) (train, test *lclass.Data, err error) {
	folds, err := s.Split(d)
	if err != nil {
		return nil, nil, err
	}
	return d.Subset(folds[0].Train), d.Subset(folds[0].Test), nil
}

// Split implements Folds, with the one fold of which Of returns the samples: a
// dedicated validation set (Edinburgh, hyperparameters).
func (s Split) Split(d *lclass.Data) ([]Fold, error) {
	if s.Groups.Of != nil {
		return s.dealGroups(d.N())
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

// dealGroups deals groups as if they were samples.
func (s Split) dealGroups(n int) ([]Fold, error) {
	if s.Stratify || s.Perm != nil {
		return nil, errors.New("validate: Split has Groups and Stratify or Perm; GroupKFold can deal groups by class")
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
	isTest := make([]bool, groups)
	for _, group := range order[:count] {
		isTest[group] = true
	}
	var f Fold
	for i, group := range g.Of {
		if isTest[group] {
			f.Test = append(f.Test, i)
		} else {
			f.Train = append(f.Train, i)
		}
	}
	return []Fold{f}, nil
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
	share := s.Test
	if share == 0 {
		share = 0.2
	}
	if !(share > 0 && share < 1) {
		return 0, fmt.Errorf("validate: the share of the test set is %v; it must be above 0 and below 1", share)
	}
	count := int(math.Ceil(share * float64(n)))
	if count == 0 || count == n {
		return 0, fmt.Errorf("validate: %d samples cannot be split into a training and a test set with a share of %v", n, share)
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
