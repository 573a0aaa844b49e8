package validate

import (
	"fmt"

	"linclass/lclass"
)

// A Fold has the indices of the training set and of the test set. No sample is in both.
type Fold struct {
	Train, Test []int
}

// Folds split the samples, once or several times: [KFold], [Split], [GroupKFold],
// [LeaveOneOut] and others. Split returns the same folds each time, in the same order.
type Folds interface {
	Split(d *lclass.Data) ([]Fold, error)
}

// reseeded is Folds that draw their order by a seed, for [Repeated].
type reseeded interface {
	Folds
	withSeed(seed uint64) Folds
}

// forSubset returns the folds for some of the samples: what folds know of each
// sample, such as its group, goes with it.
func forSubset(f Folds, index []int) Folds {
	if s, ok := f.(interface{ forSubset(index []int) Folds }); ok {
		return s.forSubset(index)
	}
	return f
}

// checkedFolds returns the folds of d, or an error if they are not folds of its samples.
func checkedFolds(f Folds, d *lclass.Data) ([]Fold, error) {
	if isNil(f) {
		return nil, badSetting("Folds", nil, "set them, such as KFold{K: 5}")
	}
	if d.N() == 0 {
		return nil, fmt.Errorf("validate: %w", trimmed{lclass.ErrNoSamples})
	}
	folds, err := f.Split(d)
	if err != nil {
		return nil, err
	}
	if len(folds) == 0 {
		return nil, badSetting(fmt.Sprintf("number of folds of %T", f), 0, "need at least one")
	}
	for k, fold := range folds {
		if err := fold.check(d.N()); err != nil {
			return nil, &FoldError{Fold: k + 1, folds: len(folds), Err: err}
		}
	}
	return folds, nil
}

// check reports whether a fold has samples to fit and to measure among n, and none in both.
func (f Fold) check(n int) error {
	if len(f.Train) == 0 || len(f.Test) == 0 {
		return badSetting("size of the training or the test set", 0, "both need at least one sample")
	}
	learnt := make([]bool, n)
	for _, i := range f.Train {
		if i < 0 || i >= n {
			return badSetting("sample", i, "samples are 0 to %d", n-1)
		}
		learnt[i] = true
	}
	for _, i := range f.Test {
		if i < 0 || i >= n {
			return badSetting("sample", i, "samples are 0 to %d", n-1)
		}
		if learnt[i] {
			return badSetting("sample in the training and in the test set", i, "leave it out of one of them")
		}
	}
	return nil
}

// partition returns k folds; the test set of fold j has the samples with of[i] = j, in
// their order, and the training set the others.
func partition(of []int, k int) []Fold {
	size := make([]int, k)
	for _, f := range of {
		size[f]++
	}
	folds := make([]Fold, k)
	for f := range folds {
		folds[f] = Fold{Train: make([]int, 0, len(of)-size[f]), Test: make([]int, 0, size[f])}
		for i, mine := range of {
			if mine == f {
				folds[f].Test = append(folds[f].Test, i)
			} else {
				folds[f].Train = append(folds[f].Train, i)
			}
		}
	}
	return folds
}

// eachFold fits a model to the training set of each fold and uses it with the test set.
func eachFold[M Predictor](d *lclass.Data, folds []Fold, workers int, l Learner[M], use func(k int, m M, test *lclass.Data) error) error {
	return inParallel(len(folds), workers, func(k int) error {
		err := d.Err()
		if err == nil {
			var m M
			if m, err = fit(l, d.Subset(folds[k].Train)); err == nil {
				err = use(k, m, d.Subset(folds[k].Test))
			}
		}
		if err != nil {
			return &FoldError{Fold: k + 1, folds: len(folds), Err: err}
		}
		return nil
	})
}
