// Package arrowframe converts Apache Arrow tables to frames for lclass, and tables of
// lclass to Arrow. It is a separate module, so that only its users download Arrow:
//
//	go get linclass/frames/arrowframe@v0.1.0
//
// It uses github.com/apache/arrow-go, Arrow's own implementation.
package arrowframe

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// A Frame is a table for [linclass/lclass.FromFrame]. It holds no Arrow memory.
type Frame struct {
	names   []string
	columns map[string]*Column
}

// Names returns the names of the columns.
func (f Frame) Names() []string { return slices.Clone(f.names) }

// Col returns the column of that name, nil if there is none.
func (f Frame) Col(name string) *Column { return f.columns[name] }

// A Column is a column of numbers, of texts, or of true and false. Numbers stay numbers and
// texts stay texts, even those that look like numbers, such as "007".
type Column struct {
	number  []float64 // NaN for texts
	text    []string
	missing []bool
	kind    string
}

// Type returns "string", "int", "float" or "bool", as lclass asks for it, and ""
// for decimals and for a column without values.
func (c *Column) Type() string { return c.kind }

// Len returns the number of rows.
func (c *Column) Len() int { return len(c.number) }

// Float returns the values as numbers, NaN where they are missing or texts.
func (c *Column) Float() []float64 { return c.number }

// Records returns the values as texts, empty where they are missing.
func (c *Column) Records() []string { return c.text }

// IsNaN returns which values are missing: null, or the number NaN.
func (c *Column) IsNaN() []bool { return c.missing }

// Of copies the named columns of a table, all if none is named. It returns an error if a
// name has no column, or several, or if a column is not of numbers (integers, floats or
// 128-bit decimals), texts, booleans or a dictionary of these: cast it, or name only the
// others. An array that violates Arrow's format is a [DamagedError].
func Of(t arrow.Table, columns ...string) (Frame, error) {
	if len(columns) == 0 {
		for _, field := range t.Schema().Fields() {
			columns = append(columns, field.Name)
		}
	}
	f := Frame{names: columns, columns: map[string]*Column{}}
	for _, name := range columns {
		at := t.Schema().FieldIndices(name)
		switch {
		case len(at) == 0:
			missing := &lclass.ColumnError{Missing: []string{name}, Have: names(t.Schema())}
			return Frame{}, invalid.Reworded(missing, "arrowframe: there is no column %q; there are %q", name, missing.Have)
		case len(at) > 1 || f.columns[name] != nil:
			return Frame{}, invalid.Worded("columns", name, "arrowframe: there are two columns %q; rename one of them", name)
		}
		column := new(Column)
		for _, chunk := range t.Column(at[0]).Data().Chunks() {
			if err := column.add(name, chunk); err != nil {
				return Frame{}, err
			}
		}
		f.columns[name] = column
	}
	return f, nil
}

// OfBatch is [Of] for one batch of records.
func OfBatch(batch arrow.RecordBatch, columns ...string) (Frame, error) {
	t := array.NewTableFromRecords(batch.Schema(), []arrow.RecordBatch{batch})
	defer t.Release()
	return Of(t, columns...)
}

func names(s *arrow.Schema) []string {
	var names []string
	for _, field := range s.Fields() {
		names = append(names, field.Name)
	}
	return names
}

// A DamagedError names a column whose arrays violate Arrow's format, such as those of a
// damaged file.
type DamagedError struct {
	Column string
	Reason string
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("arrowframe: column %q is damaged: %s; write its file again", e.Column, e.Reason)
}

// add appends the values of an array. Arrow checks little of what it reads, and panics
// where a value lies outside of its bytes.
func (c *Column) add(name string, a arrow.Array) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &DamagedError{name, fmt.Sprint(p)}
		}
	}()
	number, err := reader(name, a)
	if err != nil {
		return err
	}
	isNull := a.IsNull
	if d, is := a.(*array.Dictionary); is { // whose values may be null, too
		isNull = func(i int) bool { return a.IsNull(i) || d.Dictionary().IsNull(d.GetValueIndex(i)) }
	}
	c.kind = kindOf(a.DataType())
	for i := range a.Len() {
		v, text := math.NaN(), ""
		null := isNull(i)
		if !null {
			if v = number(i); !math.IsNaN(v) || isText(a.DataType()) {
				if text = a.ValueStr(i); isText(a.DataType()) {
					text = strings.Clone(text) // which lies in the memory of Arrow
				}
			}
		}
		c.number = append(c.number, v)
		c.text = append(c.text, text)
		c.missing = append(c.missing, null || math.IsNaN(v) && !isText(a.DataType()))
	}
	return nil
}

func kindOf(t arrow.DataType) string {
	if d, ok := t.(*arrow.DictionaryType); ok {
		t = d.ValueType
	}
	switch {
	case isText(t):
		return "string"
	case t.ID() == arrow.BOOL:
		return "bool"
	case arrow.IsInteger(t.ID()):
		return "int"
	case arrow.IsFloating(t.ID()):
		return "float"
	}
	return ""
}

func isText(t arrow.DataType) bool {
	if d, ok := t.(*arrow.DictionaryType); ok {
		t = d.ValueType
	}
	return slices.Contains([]arrow.Type{arrow.STRING, arrow.LARGE_STRING, arrow.STRING_VIEW}, t.ID())
}

// reader returns how to read value i of a column as a number.
func reader(name string, a arrow.Array) (func(i int) float64, error) {
	switch a := a.(type) {
	case *array.Float64:
		return a.Value, nil
	case *array.Float32:
		return reading[float32](a), nil
	case *array.Float16:
		return func(i int) float64 { return float64(a.Value(i).Float32()) }, nil
	case *array.Int8:
		return reading[int8](a), nil
	case *array.Int16:
		return reading[int16](a), nil
	case *array.Int32:
		return reading[int32](a), nil
	case *array.Int64:
		return reading[int64](a), nil
	case *array.Uint8:
		return reading[uint8](a), nil
	case *array.Uint16:
		return reading[uint16](a), nil
	case *array.Uint32:
		return reading[uint32](a), nil
	case *array.Uint64:
		return reading[uint64](a), nil
	case *array.Decimal128:
		scale := a.DataType().(*arrow.Decimal128Type).Scale
		return func(i int) float64 { return a.Value(i).ToFloat64(scale) }, nil
	case *array.Boolean:
		return func(i int) float64 {
			if a.Value(i) {
				return 1
			}
			return 0
		}, nil
	case *array.Dictionary:
		value, err := reader(name, a.Dictionary())
		if err != nil {
			return nil, err
		}
		return func(i int) float64 { return value(a.GetValueIndex(i)) }, nil
	case *array.Null:
		return func(int) float64 { return math.NaN() }, nil
	}
	if isText(a.DataType()) {
		return func(int) float64 { return math.NaN() }, nil
	}
	other := &lclass.ValueError{Err: lclass.ErrKind, Column: name, Row: -1, Value: a.DataType().String(), Want: []string{"numbers", "texts", "booleans"}}
	return nil, invalid.Reworded(other, "arrowframe: column %q: its type is %v; cast it to numbers, texts or booleans", name, a.DataType())
}

func reading[V int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32](a interface{ Value(int) V }) func(int) float64 {
	return func(i int) float64 { return float64(a.Value(i)) }
}
