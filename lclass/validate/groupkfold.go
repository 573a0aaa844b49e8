package validate

import (
	"cmp"
	"math"
	"slices"

	"linclass/lclass"
)

// GroupKFold splits the samples into K parts such that no group is in both the training set
// and the test set of a fold. Groups are assigned from the largest to the smallest, each to
// the part with the fewest samples so far, so the parts have about the same size
// (scikit-learn's GroupKFold). Nothing is random.
type GroupKFold struct {
	// K is the number of folds, from 2 to the number of groups; 0 means 5.
	K int
	// Groups has the group of each sample; see [GroupsOf].
	Groups Groups
	// Stratify gives the parts about the same share of each class, as scikit-learn's
	// StratifiedGroupKFold does. Groups are assigned in the order of the standard deviation
	// of their class counts, the largest first, each to the part that makes the shares of
	// the classes differ least between the parts.
	Stratify bool
}

// Split returns K folds. It returns an error if K is 1, negative or above the number of
// groups, or if Groups is not of d.N() samples; with Stratify also if the target is not a
// class, or if a fold would get no group.
func (f GroupKFold) Split(d *lclass.Data) ([]Fold, error) {
	g, err := f.Groups.fit("GroupKFold", d.N())
	if err != nil {
		return nil, err
	}
	k := cmp.Or(f.K, defaultK)
	if k < 2 || k > len(g.Names) {
		return nil, badSetting("GroupKFold.K", k, "there are %d groups; need at least 2 folds, each with a group", len(g.Names))
	}
	var fold []int
	if f.Stratify {
		class, err := strata(d)
		if err != nil {
			return nil, err
		}
		fold = g.likeEachOther(k, class, d.K())
	} else {
		fold = g.ofEqualSize(k)
	}
	of := make([]int, d.N())
	used := make([]bool, k)
	for i := range of {
		of[i] = fold[g.Of[i]]
		used[of[i]] = true
	}
	if empty := slices.Index(used, false); empty >= 0 {
		return nil, badSetting("GroupKFold.K", k, "no group is left for fold %d; use fewer folds, or unset Stratify", empty+1)
	}
	return partition(of, k), nil
}

func (f GroupKFold) forSubset(index []int) Folds {
	f.Groups = f.Groups.subset(index)
	return f
}

// ofEqualSize returns the fold of each group, assigned from the largest to the smallest; of
// groups of equal size the last comes first, as in scikit-learn.
func (g Groups) ofEqualSize(k int) []int {
	size := make([]int, len(g.Names))
	for _, group := range g.Of {
		size[group]++
	}
	order := ascending(len(size))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(size[a], size[b]) })
	slices.Reverse(order)
	fold, filled := make([]int, len(size)), make([]int, k)
	for _, group := range order {
		least := slices.Index(filled, slices.Min(filled))
		filled[least] += size[group]
		fold[group] = least
	}
	return fold
}

// likeEachOther returns the fold of each group, so that the classes have about
// the same shares in all.
func (g Groups) likeEachOther(k int, class []int, classes int) []int {
	count := make([][]float64, len(g.Names)) // of each class in each group
	for i := range count {
		count[i] = make([]float64, classes)
	}
	total := make([]float64, classes)
	for i, group := range g.Of {
		count[group][class[i]]++
		total[class[i]]++
	}
	for c := len(total) - 1; c >= 0; c-- { // classes that do not occur say nothing
		if total[c] == 0 {
			total = slices.Delete(total, c, c+1)
			for i := range count {
				count[i] = slices.Delete(count[i], c, c+1)
			}
		}
	}
	order := ascending(len(count))
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(spread(count[b]), spread(count[a]))
	})
	filled := make([][]float64, k)
	for i := range filled {
		filled[i] = make([]float64, len(total))
	}
	fold := make([]int, len(count))
	for _, group := range order {
		fold[group] = bestFold(filled, count[group], total)
		for c, n := range count[group] {
			filled[fold[group]][c] += n
		}
	}
	return fold
}

// bestFold returns the fold with which the shares of the classes differ least
// between the folds; of those that are alike the one with fewer samples.
func bestFold(filled [][]float64, group, total []float64) int {
	best, least, smallest := 0, math.Inf(1), math.Inf(1)
	share := make([]float64, len(filled))
	for f := range filled {
		var sum, samples float64
		for c := range total {
			for g := range filled {
				share[g] = filled[g][c] / total[c]
			}
			share[f] = (filled[f][c] + group[c]) / total[c]
			sum += spread(share)
			samples += filled[f][c] + group[c]
		}
		mean := sum / float64(len(total))
		alike := math.Abs(mean-least) <= 1e-8+1e-5*least // numpy.isclose
		if mean < least || alike && samples < smallest {
			best, least, smallest = f, mean, samples
		}
	}
	return best
}

// spread returns the standard deviation with 1/n, rounded as numpy rounds it:
// which of two folds is better may hang on the last digit.
func spread(x []float64) float64 {
	n := float64(len(x))
	var sum, squares float64
	for _, v := range x {
		sum += v
	}
	for _, v := range x {
		squares += float64((v - sum/n) * (v - sum/n))
	}
	return math.Sqrt(squares / n)
}
