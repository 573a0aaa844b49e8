package stream

import (
	"fmt"

	"linclass/lclass"
)

// FromTable reads target and weight of a table and returns its Data, whose
// features are read when they are needed. A table without rows is
// [lclass.ErrNoSamples].
func FromTable(t Table, o Options) (*lclass.Data, error) {
	targetColumn, weightColumn, features, err := o.columns(t.Names())
	if err != nil {
		return nil, err
	}
	wanted := []int{targetColumn}
	if weightColumn >= 0 {
		wanted = append(wanted, weightColumn)
	}
	to := newTarget(o.Target, o.Levels[o.Target])
	var weight []float64
	var n int
	err = t.Scan(wanted, func(i int, cells []Cell) error {
		n = i + 1
		if err := to.add(i, cells[0]); err != nil || weightColumn < 0 {
			return err
		}
		s, err := cells[1].number(o.Weight, i)
		weight = append(weight, s)
		return err
	})
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, lclass.ErrNoSamples
	}
	d, err := to.data(blocks(t, n, features, o.BlockRows))
	if err != nil || weight == nil {
		return d, err
	}
	return d.WithWeight(weight)
}

// blocks returns the features of a table of n rows.
func blocks(t Table, n int, features []feature, size int) lclass.Blocks {
	x := lclass.Blocks{N: n, Size: size}
	var columns []int
	for _, f := range features {
		x.Features = append(x.Features, f.names()...)
		columns = append(columns, f.column)
	}
	x.D = len(x.Features)
	x.Read = func(x []float64, lo, hi int) error {
		d := len(x) / (hi - lo)
		next := lo
		err := t.Rows(columns, lo, hi, func(i int, cells []Cell) error {
			if i != next || i >= hi {
				return fmt.Errorf("stream: the table gave row %d after row %d of %d to %d", i, next-1, lo, hi-1)
			}
			next++
			row := x[(i-lo)*d : (i-lo+1)*d]
			for at, f := range features {
				taken, err := f.put(row, i, cells[at])
				if err != nil {
					return err
				}
				row = row[taken:]
			}
			return nil
		})
		if err == nil && next < hi {
			err = fmt.Errorf("%w: it ends before row %d", lclass.ErrChanged, next)
		}
		return err
	}
	return x
}
