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
}

// Of reports whether an objective is over these rows with these weights.
func (c *Common) Of(o *Objective) bool {
	return c != nil && o.Elsewhere == nil && c.X == o.X && slices.Equal(c.Weight, o.Weight)
}

// common is what o has in common with others, or something to be forgotten.
func (o *Objective) common() *Common {
	if o.Common.Of(o) {
		return o.Common
	}
	return &Common{}
}
