package validate

import (
	"linclass/lclass"
)

// LeaveOneOut has n folds; the test set of fold i is sample i. It takes n fits and n²
// indices in memory. Scores that need both classes, such as the area under a ROC curve, are
// undefined for one sample; use [CrossPredict] for them.
type LeaveOneOut struct{}

// Split returns n folds. It returns an error if d has fewer than two samples.
func (LeaveOneOut) Split(d *lclass.Data) ([]Fold, error) {
	if d.N() < 2 {
		return nil, badSetting("samples for LeaveOneOut", d.N(), "need at least 2")
	}
	return partition(ascending(d.N()), d.N()), nil
}

// LeaveOneGroupOut has one fold per group, in the order of the groups; the group is the
// test set. The mean score estimates the performance on a new group.
type LeaveOneGroupOut struct {
	// Groups has the group of each sample; see [GroupsOf].
	Groups Groups
}

// Split returns one fold per group. It returns an error if there are fewer than two
// groups, or if Groups is not of d.N() samples.
func (f LeaveOneGroupOut) Split(d *lclass.Data) ([]Fold, error) {
	g, err := f.Groups.fit("LeaveOneGroupOut", d.N())
	if err != nil {
		return nil, err
	}
	if len(g.Names) < 2 {
		return nil, badSetting("groups for LeaveOneGroupOut", 1, "all samples are of group %q; need at least 2 groups", g.Names[0])
	}
	return partition(g.Of, len(g.Names)), nil
}

func (f LeaveOneGroupOut) forSubset(index []int) Folds {
	f.Groups = f.Groups.subset(index)
	return f
}
