package validate

import (
	"cmp"
	"slices"

	"linclass/lclass"
)

// strata returns the classes to stratify by.
func strata(d *lclass.Data) ([]int, error) {
	class := d.T()
	switch {
	case class != nil:
		return class, nil
	case d.Y() == nil:
		return nil, badSetting("Stratify", true, "the target is sets of labels, which only KFold stratifies; use it, or shuffle with Seed")
	}
	return nil, badSetting("Stratify", true, "target %q is a measured number and has no classes; unset Stratify", d.Target())
}

// quotas returns how many of the count test samples each class gets: its
// share rounded down, and one more for those with the largest remainders, the
// lower class first among equals.
func quotas(d *lclass.Data, count int) ([]int, error) {
	class, err := strata(d)
	if err != nil {
		return nil, err
	}
	size := make([]int, d.K())
	for _, k := range class {
		size[k]++
	}
	quota := make([]int, d.K())
	byRemainder := ascending(d.K())
	left := count
	for k, n := range size {
		if n == 1 {
			return nil, badSetting("Stratify", true, "class %q has one sample, which cannot be in both sets; leave it out or unset Stratify", d.Classes()[k])
		}
		quota[k] = n * count / d.N()
		left -= quota[k]
	}
	slices.SortStableFunc(byRemainder, func(a, b int) int {
		return cmp.Compare(size[b]*count%d.N(), size[a]*count%d.N())
	})
	for _, k := range byRemainder[:left] {
		quota[k]++
	}
	return quota, nil
}

// stratifiedLabels splits sets of labels by iterative stratification (Sechidis,
// Tsoumakas and Vlahavas 2011): the label with the fewest samples left comes first,
// each of its samples to the fold that lacks the most of the label, among equals to that
// which lacks the most samples, and then to the first. Shares of rare labels are the
// closest; sizes of folds may differ by more than one sample.
func stratifiedLabels(d *lclass.Data, order []int, k int) ([]Fold, error) {
	t := d.Labels()
	left := make([]int, d.K()) // samples of each label that have no fold yet
	for i := range d.N() {
		for label := range left {
			left[label] += int(t.At(i, label))
		}
	}
	lacks := make([][]float64, k) // of each fold: samples of each label, and at last of all
	for fold := range lacks {
		for label, n := range left {
			if n > 0 && n < k {
				return nil, badSetting("KFold.K", k, "label %q is on %d samples; use fewer folds, leave it out with SelectLabels, or unset Stratify", d.Classes()[label], n)
			}
			lacks[fold] = append(lacks[fold], float64(n)/float64(k))
		}
		lacks[fold] = append(lacks[fold], float64(d.N())/float64(k))
	}
	of := make([]int, d.N())
	assigned := make([]bool, d.N())
	assign := func(i, label int) {
		fold := neediest(lacks, label)
		of[i], assigned[i] = fold, true
		lacks[fold][d.K()]--
		for label := range left {
			if t.At(i, label) == 1 {
				left[label]--
				lacks[fold][label]--
			}
		}
	}
	for label := rarest(left); label >= 0; label = rarest(left) {
		for _, i := range order {
			if !assigned[i] && t.At(i, label) == 1 {
				assign(i, label)
			}
		}
	}
	for _, i := range order {
		if !assigned[i] {
			assign(i, d.K())
		}
	}
	return partition(of, k), nil
}

// rarest returns the label with the fewest samples left, −1 if none has any.
func rarest(left []int) int {
	best := -1
	for label, n := range left {
		if n > 0 && (best < 0 || n < left[best]) {
			best = label
		}
	}
	return best
}

// neediest returns the fold that lacks the most of a label, then of all samples.
func neediest(lacks [][]float64, label int) int {
	var best int
	for fold, lack := range lacks {
		all := len(lack) - 1
		if lack[label] > lacks[best][label] || lack[label] == lacks[best][label] && lack[all] > lacks[best][all] {
			best = fold
		}
	}
	return best
}
