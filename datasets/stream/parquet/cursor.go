package parquet

import (
	"errors"
	"io"
	"slices"
	"strconv"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/schema"

	"linclass/datasets/stream"
)

var errMissing = errors.New("the value is missing; leave the column or the row out")

// A cursor reads the values of a column chunk one after the other.
type cursor interface {
	// seek goes to a row, by the page index or over all pages before it.
	seek(row int64, indexed bool) error
	// next appends n cells.
	next(cells []stream.Cell, n int) ([]stream.Cell, error)
	Close() error
}

// A reader is that of the library for values of type T.
type reader[T any] interface {
	file.ColumnChunkReader
	Skip(rows int64) (int64, error)
	ReadBatchInPage(n int64, values []T, levels, repetitions []int16) (rows int64, read int, err error)
}

// A batches reads some cells of a column chunk at a time.
type batches[T any] struct {
	reader[T]
	cell   func(v T) stream.Cell
	values []T
	levels []int16
	gaps   bool // a missing value is an empty text
}

// as returns a maker of cursors, to which a reader for values of type T is given.
func as[T any](cell func(v T) stream.Cell) func(r file.ColumnChunkReader, gaps bool) cursor {
	return func(r file.ColumnChunkReader, gaps bool) cursor {
		return &batches[T]{reader: r.(reader[T]), cell: cell, values: make([]T, most), levels: make([]int16, most), gaps: gaps}
	}
}

// most is how many values are read at a time.
const most = 256

func (c *batches[T]) seek(row int64, indexed bool) error {
	if row == 0 {
		return nil
	}
	if indexed {
		return c.SeekToRow(row)
	}
	_, err := c.Skip(row)
	return err
}

func (c *batches[T]) next(cells []stream.Cell, n int) ([]stream.Cell, error) {
	for n > 0 {
		k := min(n, most)
		rows, read, err := c.ReadBatchInPage(int64(k), c.values[:k], c.levels[:k], nil)
		if err != nil {
			return cells, err
		}
		there := int(rows)
		present := c.Descriptor().MaxDefinitionLevel()
		if present > 0 && c.gaps {
			values := c.values[:read]
			for _, l := range c.levels[:rows] {
				switch {
				case l != present:
					cells = append(cells, stream.Cell{IsText: true})
				case len(values) == 0:
					return cells, io.ErrUnexpectedEOF
				default:
					cells, values = append(cells, c.cell(values[0])), values[1:]
				}
			}
			if rows == 0 {
				return cells, io.ErrUnexpectedEOF
			}
			n -= int(rows)
			continue
		}
		if present > 0 {
			if i := slices.IndexFunc(c.levels[:there], func(l int16) bool { return l != present }); i >= 0 {
				there = i
			}
		}
		for _, v := range c.values[:min(there, read)] {
			cells = append(cells, c.cell(v))
		}
		switch {
		case read < there || rows == 0:
			return cells, io.ErrUnexpectedEOF
		case there < int(rows):
			return cells, errMissing
		}
		n -= there
	}
	return cells, nil
}

// whole returns a whole number, as text where float64 may round it.
func whole(v float64, large bool, text func() string) stream.Cell {
	if large {
		return stream.Cell{Text: text(), IsText: true}
	}
	return stream.Cell{Number: v}
}

// reading returns how values of a column become cells, nil if they cannot.
func reading(c *schema.Column) func(r file.ColumnChunkReader, gaps bool) cursor {
	unsigned := false
	switch logical := c.LogicalType().(type) {
	case schema.NoLogicalType, schema.StringLogicalType, schema.EnumLogicalType:
	case schema.IntLogicalType:
		unsigned = !logical.IsSigned()
	default:
		return nil
	}
	switch c.PhysicalType() {
	case parquet.Types.Boolean:
		return as(func(v bool) stream.Cell {
			if v {
				return stream.Cell{Number: 1}
			}
			return stream.Cell{}
		})
	case parquet.Types.Int32:
		if unsigned {
			return as(func(v int32) stream.Cell { return stream.Cell{Number: float64(uint32(v))} })
		}
		return as(func(v int32) stream.Cell { return stream.Cell{Number: float64(v)} })
	case parquet.Types.Int64:
		if unsigned {
			return as(func(v int64) stream.Cell {
				return whole(float64(uint64(v)), uint64(v) > 1<<53, func() string { return strconv.FormatUint(uint64(v), 10) })
			})
		}
		return as(func(v int64) stream.Cell {
			return whole(float64(v), v < -1<<53 || v > 1<<53, func() string { return strconv.FormatInt(v, 10) })
		})
	case parquet.Types.Float:
		return as(func(v float32) stream.Cell { return stream.Cell{Number: float64(v)} })
	case parquet.Types.Double:
		return as(func(v float64) stream.Cell { return stream.Cell{Number: v} })
	case parquet.Types.ByteArray:
		return as(func(v parquet.ByteArray) stream.Cell { return stream.Cell{Text: string(v), IsText: true} })
	}
	return nil
}
