package lclass

import (
	"fmt"
	"slices"
)

// resolve drops what is missing, or refuses it, in all columns in place.
func (o Columns) resolve(columns []column) error {
	if o.DropMissing {
		return dropMissing(columns)
	}
	for _, c := range columns {
		first := slices.Index(c.missing, true)
		if first < 0 || o.Raw && c.feature {
			continue
		}
		return &ValueError{Err: ErrMissing, Column: c.name, Row: first, Count: len(indices(c.len(), c.isMissing))}
	}
	return nil
}

func dropMissing(columns []column) error {
	if !slices.ContainsFunc(columns, func(c column) bool { return c.missing != nil }) {
		return nil
	}
	n := columns[0].len()
	keep := indices(n, func(i int) bool {
		return !slices.ContainsFunc(columns, func(c column) bool { return c.isMissing(i) })
	})
	if len(keep) == 0 && n > 0 {
		return fmt.Errorf("%w: each of the %d samples has a missing value in a column that is used", ErrNoSamples, n)
	}
	for j := range columns {
		c := &columns[j]
		c.number, c.names, c.text, c.missing = pick(c.number, keep), pick(c.names, keep), pick(c.text, keep), nil
	}
	return nil
}
