package lclass

import (
	"fmt"
	"slices"
)

// Missing says what to do with a sample that lacks a value.
type Missing int

const (
	// MissingIsError refuses frames with missing values, naming column and row.
	MissingIsError Missing = iota
	// DropMissing leaves out every sample that lacks a value in a used column.
	DropMissing
	// ImputeMean puts the column's mean in place of a missing number. A
	// missing target or a missing text is still an error.
	ImputeMean
)

// String returns the name of the constant, such as "DropMissing".
func (m Missing) String() string {
	return nameOf("Missing", int(m), []string{"MissingIsError", "DropMissing", "ImputeMean"})
}

// resolve applies the policy to all columns in place.
func (m Missing) resolve(columns []column) error {
	if m == DropMissing {
		return dropMissing(columns)
	}
	for j := range columns {
		c := &columns[j]
		first := slices.Index(c.missing, true)
		if first < 0 {
			continue
		}
		if m == ImputeMean && c.fill && c.number != nil && slices.Contains(c.missing, false) {
			c.impute()
			continue
		}
		var count int
		for _, missing := range c.missing {
			if missing {
				count++
			}
		}
		return &MissingError{Column: c.name, Row: first, Count: count, Policy: m}
	}
	return nil
}

func dropMissing(columns []column) error {
	if len(columns) == 0 {
		return nil
	}
	var keep []int
	n := columns[0].len()
	for i := range n {
		if !slices.ContainsFunc(columns, func(c column) bool { return c.missing[i] }) {
			keep = append(keep, i)
		}
	}
	if len(keep) == 0 && n > 0 {
		return fmt.Errorf("%w: each of the %d lacks a value in a column that is used", ErrNoSamples, n)
	}
	for j := range columns {
		c := &columns[j]
		c.number, c.text, c.missing = pick(c.number, keep), pick(c.text, keep), pick(c.missing, keep)
	}
	return nil
}

// impute changes a copy: the numbers may be the frame's own.
func (c *column) impute() {
	c.number = slices.Clone(c.number)
	var sum, n float64
	for i, v := range c.number {
		if !c.missing[i] {
			sum += v
			n++
		}
	}
	for i := range c.number {
		if c.missing[i] {
			c.number[i] = sum / n
		}
	}
}
