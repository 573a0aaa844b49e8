// Package table reads CSV files whose columns are known into data frames with
// the right types.
package table

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
)

// A Column says what a column is called and what it holds: series.Int,
// series.Float or series.String. Missing floats are NaN and missing strings
// are missing in gota's sense; integers cannot be missing.
type Column struct {
	Name string
	Type series.Type
}

// An Error names the place where a file departs from the columns.
type Error struct {
	Name         string // of the file
	Offset       int64  // of the record
	Line, Column int    // from 1; Column counts bytes
	Reason       string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s: line %d, column %d (record at offset %d): %s", e.Name, e.Line, e.Column, e.Offset, e.Reason)
}

// Parse reads a CSV file whose first record must be the names of the columns.
func Parse(name string, content []byte, columns []Column) (dataframe.DataFrame, error) {
	r := reader{name: name, csv: csv.NewReader(bytes.NewReader(content))}
	r.csv.ReuseRecord = true
	r.csv.FieldsPerRecord = len(columns)
	record, err := r.next()
	if err == io.EOF {
		err = r.fail(-1, "the file is empty")
	}
	if err != nil {
		return dataframe.DataFrame{}, err
	}
	for j, c := range columns {
		if record[j] != c.Name {
			return dataframe.DataFrame{}, r.fail(j, fmt.Sprintf("the header says %q instead of %q", record[j], c.Name))
		}
	}
	cells := make([]cells, len(columns))
	for {
		record, err := r.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return dataframe.DataFrame{}, err
		}
		for j, c := range columns {
			if err := cells[j].add(c.Type, record[j]); err != nil {
				return dataframe.DataFrame{}, r.fail(j, fmt.Sprintf("%s: %v", c.Name, err))
			}
		}
	}
	all := make([]series.Series, len(columns))
	for j, c := range columns {
		all[j] = cells[j].series(c)
	}
	df := dataframe.New(all...)
	return df, df.Error()
}

// reader remembers where the current record starts.
type reader struct {
	name   string
	csv    *csv.Reader
	offset int64
}

func (r *reader) next() ([]string, error) {
	r.offset = r.csv.InputOffset()
	record, err := r.csv.Read()
	if e, ok := err.(*csv.ParseError); ok {
		return nil, &Error{r.name, r.offset, e.Line, e.Column, e.Err.Error()}
	}
	return record, err
}

// fail returns an error at field j of the current record, at the start of the
// file if j is negative.
func (r *reader) fail(j int, reason string) error {
	e := &Error{Name: r.name, Offset: r.offset, Line: 1, Column: 1, Reason: reason}
	if j >= 0 {
		e.Line, e.Column = r.csv.FieldPos(j)
	}
	return e
}

// cells are the values of one column; only one of the slices is used.
type cells struct {
	ints    []int
	floats  []float64
	strings []string
}

const missing = "NaN" // gota's mark of a missing string

func (c *cells) add(t series.Type, text string) error {
	switch t {
	case series.Int:
		v, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("%q is not a whole number", text)
		}
		c.ints = append(c.ints, v)
	case series.Float:
		if text == "" {
			c.floats = append(c.floats, math.NaN())
			return nil
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%q is not a finite number", text)
		}
		c.floats = append(c.floats, v)
	default:
		if text == "" {
			text = missing
		}
		c.strings = append(c.strings, text)
	}
	return nil
}

func (c *cells) series(column Column) series.Series {
	switch column.Type {
	case series.Int:
		return series.New(c.ints, series.Int, column.Name)
	case series.Float:
		return series.New(c.floats, series.Float, column.Name)
	}
	return series.New(c.strings, series.String, column.Name)
}
