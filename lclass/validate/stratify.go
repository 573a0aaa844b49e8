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
