package stream

import (
	"errors"
	"fmt"

	"linclass/lclass"
)

// FromTable reads target, weight and offset of a table and returns its Data. Each pass of
// a fit reads the features, and target, weight and offset again; if these have changed,
// it returns [lclass.ErrChanged]. FromTable returns [lclass.ErrNoSamples] for a table
// without rows.
func FromTable(t Table, o Options) (*lclass.Data, error) {
	d, err := fromTable(t, o)
	return d, within(t, err)
}

func fromTable(t Table, o Options) (*lclass.Data, error) {
	targetColumn, others, features, err := o.columns(t.Names())
	if err != nil {
		return nil, err
	}
	if o.Raw {
		return o.raw(t, targetColumn, others, features)
	}
	wanted := []int{targetColumn}
	for _, other := range others {
		wanted = append(wanted, other.column)
	}
	x := blocksOf(features, o.BlockRows)
	to := newTarget(o.Target, o.Categories[o.Target], x.Size)
	numbers := make([][]float64, len(others))
	w := newWitness()
	seen := w.begin()
	err = t.Scan(wanted, func(i int, cells []Cell) error {
		x.N = i + 1
		seen.add(cells)
		w.first(seen, i)
		if err := to.add(i, cells[0]); err != nil {
			return err
		}
		for c, other := range others {
			v, err := cells[c+1].number(other.role, other.name, i)
			if err != nil {
				return err
			}
			numbers[c] = append(numbers[c], v)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if x.N == 0 {
		return nil, lclass.ErrNoSamples
	}
	w.end(seen)
	x.Read = reading{t, x.N, features, wanted, w, &spelling{of: make([]numerals, len(features))}}.read
	d, err := to.data(x)
	for c, other := range others {
		with := (*lclass.Data).WithWeight
		if other.role == "offset" {
			with = (*lclass.Data).WithOffset
		}
		if err == nil {
			d, err = with(d, numbers[c])
			err = named(err, other.name)
		}
	}
	return d, err
}

// named gives an error about a value the name of its column.
func named(err error, column string) error {
	if value, ok := errors.AsType[*lclass.ValueError](err); ok {
		value.Column = column
	}
	return err
}

// blocksOf returns the columns of the features, and the size of a block.
func blocksOf(features []feature, size int) lclass.Blocks {
	var x lclass.Blocks
	for _, f := range features {
		x.Features = append(x.Features, f.names()...)
	}
	x.D = len(x.Features)
	if x.Size = size; size == 0 {
		const memory = 4 << 20
		x.Size = memory / (8 * max(1, x.D))
	}
	x.Size = max(1, (x.Size+stride-1)/stride) * stride
	return x
}

// A reading is how blocks of a table of n rows are read.
type reading struct {
	table    Table
	n        int
	features []feature
	others   []int // columns that are witnessed
	witness  *witness
	spelling *spelling
}

// An orderError says that a [Table] gives another row than the next one.
type orderError struct {
	Row, After  int
	first, last int // of the block
}

func (e *orderError) Error() string {
	return fmt.Sprintf("the table gave row %d after row %d of %d to %d", e.Row, e.After, e.first, e.last)
}

func (r reading) read(x []float64, lo, hi int) error {
	var columns []int
	for _, f := range r.features {
		columns = append(columns, f.column)
	}
	columns = append(columns, r.others...)
	d := len(x) / (hi - lo)
	next := lo
	seen := r.witness.begin()
	block := make([]numerals, len(r.features))
	err := r.table.Rows(columns, lo, hi, func(i int, cells []Cell) error {
		if i != next || i >= hi {
			return &orderError{i, next - 1, lo, hi - 1}
		}
		next++
		row := x[(i-lo)*d : (i-lo+1)*d]
		for at, f := range r.features {
			taken, err := f.put(row, i, cells[at], &block[at])
			if err != nil {
				return err
			}
			row = row[taken:]
		}
		seen.add(cells[len(r.features):])
		return r.witness.again(seen, i, r.n)
	})
	if err == nil && next < hi {
		err = fmt.Errorf("%w: it ends before row %d", lclass.ErrChanged, next)
	}
	if err == nil {
		err = r.spelling.add(r.features, block)
	}
	return within(r.table, err)
}
