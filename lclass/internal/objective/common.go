package objective

import (
	"slices"
	"sync"

	"linclass/lclass/internal/rows"
)

// Common is what is known of rows and their weights, whatever the loss and the
// penalty. Objectives that have it in common find it out once. It may be used
// side by side.
type Common struct {
	X      rows.Rows
	Weight []float64
	// Lasting keeps the correlations, a large matrix, for other fits.
	Lasting bool

	moments, limits, products sync.Once
	mean, std                 []float64
	low, high                 []float64
	correlations              []float64
	most                      int  // rows that the correlations were asked from
	noBias                    bool // whether they are about 0

	columns  sync.Once
	byColumn *rows.ByColumn

	squares   sync.Once
	gram      *Sum
	aboutZero bool // whether it is for no biases
}

// Of reports whether an objective is over these rows with these weights.
func (c *Common) Of(o *Objective) bool {
	return c != nil && o.Elsewhere == nil && c.X == o.X && Equal(c.Weight, o.Weight)
}

// Equal is slices.Equal that looks first whether both are the same memory.
func Equal[T comparable](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0] || slices.Equal(a, b))
}

// common is what o has in common with others, or something to be forgotten.
func (o *Objective) common() *Common {
	if o.Common.Of(o) {
		return o.Common
	}
	return &Common{}
}

// ByColumn returns the features one after the other, nil unless they are sparse and in
// memory.
func (o *Objective) ByColumn() *rows.ByColumn {
	c := o.common()
	c.columns.Do(func() { c.byColumn = rows.AsByColumn(o.X, o.Stop) })
	return c.byColumn
}

// Columns returns the objective of some features, with all other weights 0. The numbers
// of the features increase, and their columns are copied.
func (o *Objective) Columns(index []int) *Objective {
	part := *o
	part.X, part.Common = rows.Columns(o.X, index), nil
	if o.Off != nil {
		part.Off = pick(o.Off, index, 1)
	}
	part.PenaltyFactors, part.Lower, part.Upper = pick(o.PenaltyFactors, index, 1), pick(o.Lower, index, 1), pick(o.Upper, index, 1)
	if c := o.Common; c.Of(o) {
		o.Moments()
		o.Range()
		part.Common = &Common{X: part.X, Weight: o.Weight}
		part.Common.moments.Do(func() { part.Common.mean, part.Common.std = pick(c.mean, index, 1), pick(c.std, index, 1) })
		part.Common.limits.Do(func() { part.Common.low, part.Common.high = pick(c.low, index, 1), pick(c.high, index, 1) })
	}
	return &part
}
