package lclass

import (
	"fmt"
	"slices"

	"linclass/lclass/internal/rows"
)

// sparseShare is the largest share of non-zero values of a table that is kept
// sparse; it then takes a quarter of the room of a dense one, or less.
const sparseShare = 0.2

// A table holds the features of a frame: a numeric column is one feature, a text column
// one feature 0 or 1 for each category except the reference.
type table struct {
	columns []column
	first   []int // the first feature of each column
	d       int
}

func newTable(columns []column) table {
	t := table{columns: columns}
	for j := range columns {
		t.first = append(t.first, t.d)
		t.d += columns[j].width()
	}
	return t
}

// width returns the number of features that a column becomes.
func (c *column) width() int {
	if c.number != nil {
		return 1
	}
	return max(0, len(c.categories)-1)
}

// value returns the only feature of a column that may be not 0 in row i,
// counted within the column, and its value.
func (c *column) value(i int) (feature int, v float64) {
	switch {
	case c.number != nil:
		return 0, c.number[i]
	case c.code[i] == 0:
		return 0, 0
	}
	return c.code[i] - 1, 1
}

// features returns the features that the columns become.
func (t table) features() []feature {
	all := make([]feature, 0, t.d)
	for _, c := range t.columns {
		if c.number != nil {
			all = append(all, feature{name: c.name})
		} else {
			all = append(all, encoding{Column: c.name, Categories: c.categories}.features()...)
		}
	}
	return all
}

// rows returns the n rows of features, sparse if most of them are 0.
func (t table) rows(n int) (rows.Rows, error) {
	var nonzero int
	for j := range t.columns {
		c := &t.columns[j]
		for i := range n {
			if _, v := c.value(i); v != 0 {
				nonzero++
			}
		}
	}
	if t.d == 0 || float64(nonzero) > sparseShare*float64(n)*float64(t.d) {
		return t.dense(n), nil
	}
	if t.d > rows.MaxWide {
		return nil, t.tooWide()
	}
	var b rows.Builder
	for i := range n {
		for j := range t.columns {
			if feature, v := t.columns[j].value(i); v != 0 {
				b.Add(t.first[j]+feature, v)
			}
		}
		b.EndRow()
	}
	return b.Sparse(t.d), nil
}

func (t table) dense(n int) rows.Rows {
	const together = 64 // rows, so that a cache line is written once
	values := make([]float64, n*t.d)
	for lo := 0; lo < n; lo += together {
		for j := range t.columns {
			c := &t.columns[j]
			for i := lo; i < min(lo+together, n); i++ {
				if feature, v := c.value(i); v != 0 {
					values[i*t.d+t.first[j]+feature] = v
				}
			}
		}
	}
	return rows.NewDense(n, t.d, values)
}

func (t table) tooWide() error {
	widest := slices.MaxFunc(t.columns, func(a, b column) int { return a.width() - b.width() })
	return fmt.Errorf("lclass: the columns give %d features, %d of them categories of %q; the maximum is %d; leave that column out, or merge its rare categories",
		t.d, widest.width(), widest.name, rows.MaxWide)
}
