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
		e := &ValueError{Err: ErrMissing, Column: c.name, Row: first, Count: len(indices(c.len(), c.isMissing))}
		if !c.feature {
			e.remedy = "targets, weights and offsets must be there: leave these rows out, or set Columns.DropMissing, which leaves out rows with any missing value"
		}
		return e
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
