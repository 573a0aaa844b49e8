package validate

import (
	"fmt"

	"linclass/lclass"
)

// LeaveOneOut has a fold for every sample, which is measured by the model of all
// the others: n fits. Scores that need both classes, such as the area under a
// ROC curve, have no value on one sample; take [CrossPredict] for these. The n
// training sets are n² numbers in memory.
type LeaveOneOut struct{}

// Split implements Folds.
func (LeaveOneOut) Split(d *lclass.Data) ([]Fold, error) {
	if d.N() < 2 {
		return nil, fmt.Errorf("validate: LeaveOneOut: %d samples; it takes 2 or more", d.N())
	}
	return partition(ascending(d.N()), d.N()), nil
}

// LeaveOneGroupOut has a fold for every group, in their order, which is measured
// by the model of all the others: what to expect for a group never seen.
type LeaveOneGroupOut struct {
	// Groups says which group each sample belongs to; see [GroupsOf].
	Groups Groups
}

// Split implements Folds.
func (f LeaveOneGroupOut) Split(d *lclass.Data) ([]Fold, error) {
	g, err := f.Groups.fit("LeaveOneGroupOut", d.N())
	if err != nil {
		return nil, err
	}
	if len(g.Names) < 2 {
		return nil, fmt.Errorf("validate: LeaveOneGroupOut: all samples are of group %q; it takes 2 or more", g.Names[0])
	}
	return partition(g.Of, len(g.Names)), nil
}

func (f LeaveOneGroupOut) forSubset(index []int) Folds {
	f.Groups = f.Groups.subset(index)
	return f
}
