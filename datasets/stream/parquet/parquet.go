// Package parquet makes Data of Parquet files that do not fit into memory, as
// package stream does of CSV. It stands apart because few programs should link
// a reader of Parquet.
package parquet

import (
	"fmt"
	"os"
	"sort"

	"github.com/parquet-go/parquet-go"

	"linclass/datasets/stream"
	"linclass/lclass"
)

// Open returns the Data of a Parquet file, compressed or not. Its columns of
// integers, floats and booleans (0 and 1) are numbers, those of strings texts;
// others, and nested ones, cannot be used. The file stays open as long as there
// are the Data. Rows are found through the page index, if there is one, and
// otherwise by reading the row group from its start, so that groups of no more
// than some hundred thousand rows are best.
func Open(path string, o stream.Options) (*lclass.Data, error) {
	file, err := stream.NewFile(path)
	if err != nil {
		return nil, err
	}
	r, err := file.Open()
	if err != nil {
		return nil, err
	}
	t, err := newTable(path, file, r)
	if err != nil {
		r.Close()
		return nil, fmt.Errorf("parquet: %s: %w", path, err)
	}
	d, err := stream.FromTable(t, o)
	if err != nil {
		r.Close()
	}
	return d, err
}

// A table is a Parquet file; row number starts[g] is the first of group g.
type table struct {
	path    string
	file    *stream.File
	parquet *parquet.File
	columns []column
	starts  []int
}

// A column is one of the leaves of the schema.
type column struct {
	name  string
	index int
	read  func(v parquet.Value) stream.Cell // nil if the type cannot be used
	kind  string
}

func newTable(path string, file *stream.File, r *os.File) (*table, error) {
	f, err := parquet.OpenFile(r, file.Size())
	if err != nil {
		return nil, err
	}
	t := &table{path: path, file: file, parquet: f, starts: []int{0}}
	for _, c := range f.Root().Columns() {
		if c.Leaf() && !c.Repeated() {
			t.columns = append(t.columns, column{c.Name(), int(c.Index()), reading(c.Type()), c.Type().String()})
		}
	}
	for g, group := range f.RowGroups() {
		t.starts = append(t.starts, t.starts[g]+int(group.NumRows()))
	}
	return t, nil
}

// String returns the path.
func (t *table) String() string { return t.path }

// Names implements stream.Table.
func (t *table) Names() []string {
	var names []string
	for _, c := range t.columns {
		names = append(names, c.name)
	}
	return names
}

// Scan implements stream.Table.
func (t *table) Scan(columns []int, row func(i int, cells []stream.Cell) error) error {
	return t.Rows(columns, 0, t.starts[len(t.starts)-1], row)
}

// Rows implements stream.Table.
func (t *table) Rows(columns []int, lo, hi int, row func(i int, cells []stream.Cell) error) error {
	if err := t.file.Check(); err != nil {
		return err
	}
	for _, c := range columns {
		if c := t.columns[c]; c.read == nil {
			return fmt.Errorf("parquet: %s: column %q is of type %s; numbers, booleans and strings are read", t.path, c.name, c.kind)
		}
	}
	for lo < hi {
		group := sort.SearchInts(t.starts, lo+1) - 1
		end := min(hi, t.starts[group+1])
		if err := t.rowsOfGroup(columns, group, lo, end, row); err != nil {
			return err
		}
		lo = end
	}
	return nil
}

// rowsOfGroup reads rows of one group, some at a time.
func (t *table) rowsOfGroup(columns []int, group, lo, hi int, row func(i int, cells []stream.Cell) error) error {
	const most = 256
	chunks := t.parquet.RowGroups()[group].ColumnChunks()
	cursors := make([]*cursor, len(columns))
	for at, c := range columns {
		cursors[at] = newCursor(chunks[t.columns[c].index], t.columns[c].read)
		defer cursors[at].close()
		if err := cursors[at].pages.SeekToRow(int64(lo - t.starts[group])); err != nil {
			return t.fail(columns[at], lo, err)
		}
	}
	read := make([][]stream.Cell, len(columns))
	cells := make([]stream.Cell, len(columns))
	for ; lo < hi; lo += most {
		n := min(most, hi-lo)
		for at, c := range cursors {
			var err error
			if read[at], err = c.next(read[at][:0], n); err != nil {
				return t.fail(columns[at], lo+len(read[at]), err)
			}
		}
		for i := range n {
			for at := range cells {
				cells[at] = read[at][i]
			}
			if err := row(lo+i, cells); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *table) fail(column, row int, err error) error {
	return fmt.Errorf("parquet: %s: column %q, row %d: %w", t.path, t.columns[column].name, row, err)
}
