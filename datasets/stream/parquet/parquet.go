// Package parquet reads Parquet files that do not fit into memory, as package stream reads
// CSV files. It is a separate package so that only programs that need it link a Parquet
// reader.
package parquet

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"sort"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/schema"

	"linclass/datasets/stream"
	"linclass/lclass"
)

// Open returns the Data of a Parquet file, compressed or not. Columns of integers, floats
// and booleans (0 and 1) are numbers, columns of strings are texts. A column of another
// type, such as decimal, date, list or record, is a [TypeError] if it is used. All
// columns are used if Options.Features is empty.
//
// The file stays open as long as the Data exist, except with Options.Raw, which reads all
// at once. Rows are found through the page index, if there is one, and otherwise by
// reading the row group from its start. Keep row groups to a few hundred thousand rows.
//
// The first time that a column of a row group is read, its pages are checked against
// their checksums, if any, and against the sizes that they state. A damaged file is a
// [FormatError]. So is one that would take too much memory: each reading goroutine holds
// at most 256 MB plus 512 times the size of the file, and a file has at most 2²⁰ rows
// plus 100 per byte.
func Open(path string, o stream.Options) (*lclass.Data, error) {
	t, r, err := open(path)
	if err != nil {
		return nil, err
	}
	if err = t.usable(o); err != nil {
		r.Close()
		return nil, err
	}
	t.gaps = o.Raw
	d, err := stream.FromTable(t, o)
	if err != nil || o.Raw {
		r.Close()
	}
	return d, err
}

// open returns the table of a file, and what closes it.
func open(path string) (*table, io.Closer, error) {
	f, err := stream.NewFile(path)
	if err != nil {
		return nil, nil, err
	}
	r, err := f.Open()
	if err != nil {
		return nil, nil, err
	}
	t, err := newTable(path, f, r)
	if err != nil {
		r.Close()
		return nil, nil, err
	}
	return t, r, nil
}

// leastMemory is the memory in bytes that every file may take, whatever its size; a
// variable for the tests.
var leastMemory int64 = 256 << 20

// A table is a Parquet file; row number starts[g] is the first of group g.
type table struct {
	path    string
	file    *stream.File
	r       *os.File
	columns []column
	starts  []int
	groups  []*file.RowGroupReader
	chunks  [][]chunk // of each group, by the number of the leaf
	most    int64     // bytes of memory
	gaps    bool      // values may be missing
}

// A column is one that the schema has at its top.
type column struct {
	name string
	leaf int
	read func(r file.ColumnChunkReader, gaps bool) cursor // nil if the type cannot be used
	text bool
	kind string
}

func newTable(path string, f *stream.File, r *os.File) (*table, error) {
	t := &table{path: path, file: f, r: r, starts: []int{0}, most: leastMemory + 512*f.Size()}
	if err := checkFooter(r, f.Size()); err != nil {
		return nil, t.fail(nil, -1, err)
	}
	// Pages are read where they are needed, not whole columns before.
	properties := parquet.NewReaderProperties(nil)
	properties.BufferedStreamEnabled = true
	properties.MaxCompressedPageSize, properties.MaxUncompressedPageSize = t.most, t.most
	err := guarded(func() error {
		p, err := file.NewParquetReader(r, file.WithReadProps(properties))
		if err != nil {
			return err
		}
		if err := checkMetadata(p.MetaData(), f.Size()); err != nil {
			return err
		}
		t.describe(p)
		return nil
	})
	if err != nil {
		return nil, t.fail(nil, -1, err)
	}
	if t.starts[len(t.starts)-1] == 0 {
		return nil, fmt.Errorf("parquet: %s: %w", path, lclass.ErrNoSamples)
	}
	return t, nil
}

// describe takes over what the metadata say.
func (t *table) describe(p *file.Reader) {
	m := p.MetaData()
	root := m.Schema.Root()
	for i := range root.NumFields() {
		name := root.Field(i).Name()
		leaf, flat := root.Field(i).(*schema.PrimitiveNode)
		switch {
		case !flat:
			t.columns = append(t.columns, column{name: name, kind: "record or list"})
		case leaf.RepetitionType() == parquet.Repetitions.Repeated:
			t.columns = append(t.columns, column{name: name, kind: "list"})
		default:
			at := m.Schema.ColumnIndexByNode(leaf)
			c := m.Schema.Column(at)
			kind := c.PhysicalType().String()
			if !c.LogicalType().IsNone() {
				kind = c.LogicalType().String()
			}
			t.columns = append(t.columns, column{name, at, reading(c), c.PhysicalType() == parquet.Types.ByteArray, kind})
		}
	}
	for g, group := range m.RowGroups {
		t.starts = append(t.starts, t.starts[g]+int(group.NumRows))
		t.groups = append(t.groups, p.RowGroup(g))
		chunks := make([]chunk, len(group.Columns))
		for c, of := range group.Columns {
			chunks[c].start = start(of.MetaData.DataPageOffset, of.MetaData.DictionaryPageOffset)
			chunks[c].length, chunks[c].rows = of.MetaData.TotalCompressedSize, group.NumRows
			chunks[c].codec = compress.Compression(of.MetaData.Codec)
			chunks[c].dictionary = of.MetaData.GetDictionaryPageOffset() > 0
			chunks[c].optional = m.Schema.Column(c).MaxDefinitionLevel() > 0
			chunks[c].index, chunks[c].bytes = of.GetOffsetIndexOffset(), int64(of.GetOffsetIndexLength())
		}
		t.chunks = append(t.chunks, chunks)
	}
}

// usable returns a TypeError for columns that are used and cannot be, unless there is
// no target.
func (t *table) usable(o stream.Options) error {
	if !slices.Contains(t.Names(), o.Target) {
		return nil
	}
	used := map[string]bool{o.Target: true, o.Weight: true, o.Offset: true}
	for _, name := range o.Features {
		used[name] = true
	}
	var e TypeError
	for _, c := range t.columns {
		if c.read == nil && (used[c.name] || len(o.Features) == 0) {
			e.Columns, e.Types = append(e.Columns, c.name), append(e.Types, c.kind)
		}
	}
	if e.Columns == nil {
		return nil
	}
	e.Path = t.path
	return &e
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
	err := t.rows(columns, lo, hi, row)
	return cmp.Or(t.file.Check(), err)
}

func (t *table) rows(columns []int, lo, hi int, row func(i int, cells []stream.Cell) error) error {
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
	at, err := t.checkChunks(columns, group)
	if err != nil {
		return err
	}
	cursors := make([]cursor, len(columns))
	for i, c := range columns {
		err := guarded(func() error {
			chunk, err := t.groups[group].Column(t.columns[c].leaf)
			if err != nil {
				return err
			}
			cursors[i] = t.columns[c].read(chunk, t.gaps)
			return cursors[i].seek(int64(lo-t.starts[group]), t.chunks[group][t.columns[c].leaf].indexed)
		})
		if err != nil {
			return t.fail(&t.columns[c], lo, err)
		}
	}
	read := make([][]stream.Cell, len(columns))
	cells := make([]stream.Cell, len(columns))
	for ; lo < hi; lo += at {
		n := min(at, hi-lo)
		for i, c := range cursors {
			if err := guarded(func() (err error) { read[i], err = c.next(read[i][:0], n); return err }); err != nil {
				return t.fail(&t.columns[columns[i]], lo+len(read[i]), err)
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
	for i, c := range cursors {
		if err := guarded(c.Close); err != nil {
			return t.fail(&t.columns[columns[i]], hi, err)
		}
	}
	return nil
}

// checkChunks checks columns of a group and returns how many rows to read at a time:
// fewer where texts are long.
func (t *table) checkChunks(columns []int, group int) (int, error) {
	pages, texts := int64(0), int64(1)
	for _, c := range columns {
		c := &t.columns[c]
		chunk := &t.chunks[group][c.leaf]
		err := chunk.check(t.r, t.most)
		if pages += chunk.largest; err == nil && pages > t.most {
			err = tooLarge(pages, t.most)
		}
		if err != nil {
			return 0, t.fail(c, -1, err)
		}
		if c.text {
			texts += chunk.largest
		}
	}
	return int(max(1, min(most, t.most/texts))), nil
}
