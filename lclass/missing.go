package lclass

import (
	"fmt"
	"slices"
)

// Missing is a policy for missing values.
type Missing int

const (
	// MissingIsError returns a [MissingError], which names column and row.
	MissingIsError Missing = iota
	// DropMissing drops every sample with a missing value in a column that is used.
	DropMissing
	// ImputeMean replaces a missing number of a feature by the weighted mean of its
	// column. Data for prediction need the means of the training data, as Columns.Means
	// or by Columns.Like; reading a frame without a target otherwise is an error. So is a
	// missing target or a missing text.
	ImputeMean
)

var missingNames = []string{"MissingIsError", "DropMissing", "ImputeMean"}

// String returns the name of the constant, such as "DropMissing".
func (m Missing) String() string { return nameOf("Missing", int(m), missingNames) }

// resolve applies the policy to all columns in place. The last one is the
// weight, if it is named.
func (o Columns) resolve(columns []column, target bool) error {
	if o.Missing == DropMissing {
		return dropMissing(columns)
	}
	var weight []float64
	if o.Weight != "" {
		weight = moderate(columns[len(columns)-1].number)
	}
	for j := range columns {
		c := &columns[j]
		if o.Missing == ImputeMean && c.fill && c.number != nil {
			c.findMean(o.Means, weight)
		}
		first := slices.Index(c.missing, true)
		if first < 0 || o.Raw && c.fill {
			continue
		}
		e := &MissingError{Column: c.name, Row: first, Policy: o.Missing}
		for _, missing := range c.missing {
			if missing {
				e.Count++
			}
		}
		switch {
		case !c.hasMean && o.Means != nil && c.fill && c.number != nil:
			e.remedy = "Columns.Means has no mean for it: the training data had no numbers there, or were read without ImputeMean"
			return e
		case !c.hasMean:
			return e
		case o.Means == nil && !target:
			e.remedy = "data without a target are for prediction; read them with Columns.Like, or set Columns.Means to the means of the training data"
			return e
		}
		c.impute()
	}
	return nil
}

// findMean takes the given mean, or that of the numbers of the column.
func (c *column) findMean(means map[string]float64, weight []float64) {
	if means != nil {
		c.mean, c.hasMean = means[c.name]
		return
	}
	var sum, total float64
	for i, v := range c.number {
		if c.isMissing(i) {
			continue
		}
		s := 1.0
		if weight != nil {
			s = weight[i]
		}
		if !(s > 0) {
			continue // counts for nothing, or is an error later
		}
		sum += s * v
		total += s
	}
	if total > 0 {
		c.mean, c.hasMean = sum/total, true
	}
}

func dropMissing(columns []column) error {
	if len(columns) == 0 {
		return nil
	}
	var keep []int
	n := columns[0].len()
	for i := range n {
		if !slices.ContainsFunc(columns, func(c column) bool { return c.isMissing(i) }) {
			keep = append(keep, i)
		}
	}
	if len(keep) == 0 && n > 0 {
		return fmt.Errorf("%w: each of the %d samples has a missing value in a column that is used", ErrNoSamples, n)
	}
	for j := range columns {
		c := &columns[j]
		c.number, c.names, c.text, c.missing = pick(c.number, keep), pick(c.names, keep), pick(c.text, keep), nil
	}
	return nil
}

// impute changes a copy: the numbers may be the frame's own.
func (c *column) impute() {
	c.number = slices.Clone(c.number)
	for i := range c.number {
		if c.isMissing(i) {
			c.number[i] = c.mean
		}
	}
}
