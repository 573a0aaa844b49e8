package parquet

import (
	"errors"
	"io"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"linclass/datasets/stream"
)

var errMissing = errors.New("the value is missing; leave the column or the row out")

// A cursor reads the values of a column chunk one after the other.
type cursor struct {
	pages  parquet.Pages
	page   parquet.Page
	values parquet.ValueReader
	read   func(v parquet.Value) stream.Cell
	buffer [256]parquet.Value
}

func newCursor(chunk parquet.ColumnChunk, read func(v parquet.Value) stream.Cell) *cursor {
	return &cursor{pages: chunk.Pages(), read: read}
}

// next appends n cells.
func (c *cursor) next(cells []stream.Cell, n int) ([]stream.Cell, error) {
	for n > 0 {
		if c.values == nil {
			page, err := c.pages.ReadPage()
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			if err != nil {
				return cells, err
			}
			c.page, c.values = page, page.Values()
		}
		got, err := c.values.ReadValues(c.buffer[:min(n, len(c.buffer))])
		for _, v := range c.buffer[:got] {
			if v.IsNull() {
				return cells, errMissing
			}
			cells = append(cells, c.read(v))
		}
		n -= got
		if err == io.EOF {
			c.release()
			err = nil
		}
		if err != nil {
			return cells, err
		}
	}
	return cells, nil
}

func (c *cursor) release() {
	if c.page != nil {
		parquet.Release(c.page)
	}
	c.page, c.values = nil, nil
}

func (c *cursor) close() {
	c.release()
	c.pages.Close()
}

// whole returns a whole number, as text where float64 may round it.
func whole(v float64, large bool, text func() string) stream.Cell {
	if large {
		return stream.Cell{Text: text(), IsText: true}
	}
	return stream.Cell{Number: v}
}

// reading returns how values of a type become cells, nil if they cannot.
func reading(t parquet.Type) func(v parquet.Value) stream.Cell {
	number := func(f func(v parquet.Value) float64) func(v parquet.Value) stream.Cell {
		return func(v parquet.Value) stream.Cell { return stream.Cell{Number: f(v)} }
	}
	logical := t.LogicalType()
	unsigned := logical != nil && logical.Integer != nil && !logical.Integer.IsSigned
	switch {
	case logical != nil && logical.Integer == nil && logical.UTF8 == nil && logical.Enum == nil:
		return nil
	case t.Kind() == parquet.Boolean:
		return number(func(v parquet.Value) float64 {
			if v.Boolean() {
				return 1
			}
			return 0
		})
	case t.Kind() == parquet.Int32 && unsigned:
		return number(func(v parquet.Value) float64 { return float64(v.Uint32()) })
	case t.Kind() == parquet.Int64 && unsigned:
		return func(v parquet.Value) stream.Cell {
			return whole(float64(v.Uint64()), v.Uint64() > 1<<53, func() string { return strconv.FormatUint(v.Uint64(), 10) })
		}
	case t.Kind() == parquet.Int32:
		return number(func(v parquet.Value) float64 { return float64(v.Int32()) })
	case t.Kind() == parquet.Int64:
		return func(v parquet.Value) stream.Cell {
			return whole(float64(v.Int64()), v.Int64() < -1<<53 || v.Int64() > 1<<53, func() string { return strconv.FormatInt(v.Int64(), 10) })
		}
	case t.Kind() == parquet.Float:
		return number(func(v parquet.Value) float64 { return float64(v.Float()) })
	case t.Kind() == parquet.Double:
		return number(parquet.Value.Double)
	case t.Kind() == parquet.ByteArray:
		return func(v parquet.Value) stream.Cell { return stream.Cell{Text: string(v.ByteArray()), IsText: true} }
	}
	return nil
}
