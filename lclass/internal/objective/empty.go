package objective

import (
	"slices"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/rows"
)

// CombineEmpty returns the same objective with fewer rows: those of a sparse table without
// a value, whose scores are the biases, become one for each class, with the sum of their
// weights. It also returns how many rows of each class that leaves out. Where there are none,
// or offsets, it returns o.
func (o *Objective) CombineEmpty() (combined *Objective, out []int) {
	empty := rows.Empty(o.X)
	out = make([]int, max(2, o.K))
	if len(empty) == 0 || o.Offset != nil {
		return o, out
	}
	weight := slices.Clone(o.Weight)
	first := make(map[int]int) // empty row of each class
	var index []int
	for i, s := range o.Weight {
		class := o.Targets.Class[i]
		at, again := first[class]
		isEmpty := len(empty) > 0 && empty[0] == i
		if isEmpty {
			empty = empty[1:]
		}
		switch {
		case isEmpty && s > 0 && again:
			weight[at] += s
			out[class]++
			continue
		case isEmpty && s > 0:
			first[class] = i
		}
		index = append(index, i)
	}
	if len(index) == len(weight) {
		return o, out
	}
	c := *o
	c.X, c.Common = o.X.Subset(index), nil
	c.Weight = pick(weight, index, 1)
	c.Targets = loss.Targets{Class: pick(o.Targets.Class, index, 1), Value: pick(o.Targets.Value, index, o.K)}
	return &c, out
}
