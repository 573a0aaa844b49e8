package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/parquet/metadata"
)

// Fields of the footer.
const (
	schemaElement  = 2
	schemaChildren = 205
)

// checkFooter finds what would make the library take memory that a file of so many
// bytes cannot need.
func checkFooter(r io.ReaderAt, size int64) error {
	const magic, ends = "PAR1", int64(4 + 4 + 4) // magic, length of the footer, magic
	if size <= ends {
		return fmt.Errorf("%d bytes are too few for a Parquet file", size)
	}
	var head [4]byte
	var tail [8]byte
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return err
	}
	if _, err := r.ReadAt(tail[:], size-int64(len(tail))); err != nil {
		return err
	}
	if string(head[:]) == "PARE" || string(tail[4:]) == "PARE" {
		return errors.New("it is encrypted; decrypt it first")
	}
	if string(head[:]) != magic || string(tail[4:]) != magic {
		return fmt.Errorf("it begins with %q and ends with %q; a Parquet file does both with %q", head[:], tail[4:], magic)
	}
	length := int64(binary.LittleEndian.Uint32(tail[:]))
	if length > size-ends {
		return fmt.Errorf("its footer has %d bytes, and the file only %d", length, size)
	}
	footer := make([]byte, length)
	if _, err := r.ReadAt(footer, size-int64(len(tail))-length); err != nil {
		return err
	}
	var s schemaShape
	w := walk{content: footer, integer: s.integer, end: s.end}
	if err := w.structure(0, 0); err != nil {
		return err
	}
	return s.err()
}

// schemaShape follows the elements of a schema, which name the numbers of their
// children and come before them.
type schemaShape struct {
	elements, children int64
	next               int64   // children of the element that has not ended yet
	open               []int64 // children that are still to come, of an element and those above it
	deep, negative     bool
}

func (s *schemaShape) integer(field int, v int64) {
	if field == schemaChildren {
		s.next = v
		s.negative = s.negative || v < 0 || v > 1<<31-1
	}
}

func (s *schemaShape) end(field int) {
	if field != schemaElement || s.negative || s.deep {
		return
	}
	s.elements++
	s.children += s.next
	if len(s.open) > 0 {
		s.open[len(s.open)-1]--
	}
	if s.next > 0 {
		s.open = append(s.open, s.next)
	}
	for len(s.open) > 0 && s.open[len(s.open)-1] == 0 {
		s.open = s.open[:len(s.open)-1]
	}
	s.deep = len(s.open) > deepest
	s.next = 0
}

func (s *schemaShape) err() error {
	switch {
	case s.deep:
		return fmt.Errorf("its columns are nested more than %d deep", deepest)
	case s.negative || s.elements == 0 || s.children != s.elements-1:
		return errors.New("its schema has another number of columns than it says")
	}
	return nil
}

// checkMetadata finds row groups and columns that the file cannot have.
func checkMetadata(m *metadata.FileMetaData, size int64) error {
	rows := int64(0)
	for g, group := range m.RowGroups {
		// A row of which nothing is in the file costs memory all the same.
		if most := 1<<20 + 100*size; group.NumRows < 0 || group.NumRows > most-rows {
			return fmt.Errorf("row group %d has %d rows; the file has room for %d", g, group.NumRows, most)
		}
		rows += group.NumRows
		if len(group.Columns) != m.Schema.NumColumns() {
			return fmt.Errorf("row group %d has %d columns, and the schema %d", g, len(group.Columns), m.Schema.NumColumns())
		}
		for c, chunk := range group.Columns {
			if chunk.CryptoMetadata != nil {
				return fmt.Errorf("column %q is encrypted; decrypt it first", m.Schema.Column(c).Path())
			}
			if chunk.MetaData == nil {
				return fmt.Errorf("column %q of row group %d is not described", m.Schema.Column(c).Path(), g)
			}
			for _, place := range [][2]int64{
				{start(chunk.MetaData.DataPageOffset, chunk.MetaData.DictionaryPageOffset), chunk.MetaData.TotalCompressedSize},
				{chunk.GetOffsetIndexOffset(), int64(chunk.GetOffsetIndexLength())},
				{chunk.GetColumnIndexOffset(), int64(chunk.GetColumnIndexLength())},
			} {
				if offset, length := place[0], place[1]; offset < 0 || length < 0 || offset > size || length > size-offset {
					return fmt.Errorf("column %q of row group %d lies at %d with %d bytes, beyond the end of the file", m.Schema.Column(c).Path(), g, offset, length)
				}
			}
		}
	}
	return nil
}

// start returns the offset of the first page of a column chunk.
func start(data int64, dictionary *int64) int64 {
	if dictionary != nil && *dictionary > 0 && *dictionary < data {
		return *dictionary
	}
	return data
}
