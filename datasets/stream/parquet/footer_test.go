package parquet

import (
	"bytes"
	"testing"

	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	writer "github.com/parquet-go/parquet-go"

	"linclass/internal/errtest"
	"linclass/lclass"
)

// Row groups and columns that a file of so many bytes cannot have are errors before the
// library reads them.
func TestCheckMetadata(t *testing.T) {
	type row struct {
		X float64 `parquet:"x"`
		S string  `parquet:"s,dict"`
	}
	var b bytes.Buffer
	w := writer.NewGenericWriter[row](&b)
	if _, err := w.Write([]row{{1, "a"}, {2, "b"}}); err != nil {
		t.Fatal(err)
	}
	errtest.None(t, w.Close())
	size := int64(b.Len())
	number := func(v int64) *int64 { return &v }
	length := func(v int32) *int32 { return &v }
	for name, change := range map[string]func(m *metadata.FileMetaData){
		"":                     func(*metadata.FileMetaData) {},
		"negative rows":        func(m *metadata.FileMetaData) { m.RowGroups[0].NumRows = -1 },
		"too many rows":        func(m *metadata.FileMetaData) { m.RowGroups[0].NumRows = 1<<20 + 100*size + 1 },
		"rows that overflow":   func(m *metadata.FileMetaData) { m.RowGroups[0].NumRows = 1<<63 - 1 },
		"a column less":        func(m *metadata.FileMetaData) { m.RowGroups[0].Columns = m.RowGroups[0].Columns[:1] },
		"no description":       func(m *metadata.FileMetaData) { m.RowGroups[0].Columns[1].MetaData = nil },
		"pages beyond the end": func(m *metadata.FileMetaData) { m.RowGroups[0].Columns[0].MetaData.DataPageOffset = size + 1 },
		"pages before the beginning": func(m *metadata.FileMetaData) {
			m.RowGroups[0].Columns[0].MetaData.DataPageOffset = -1
		},
		"pages too long": func(m *metadata.FileMetaData) { m.RowGroups[0].Columns[0].MetaData.TotalCompressedSize = size },
		"pages of negative length": func(m *metadata.FileMetaData) {
			m.RowGroups[0].Columns[0].MetaData.TotalCompressedSize = -1
		},
		"lengths that overflow": func(m *metadata.FileMetaData) {
			m.RowGroups[0].Columns[0].MetaData.TotalCompressedSize = 1<<63 - 1
		},
		"an index beyond the end": func(m *metadata.FileMetaData) { m.RowGroups[0].Columns[0].OffsetIndexOffset = number(size + 1) },
		"an index too long":       func(m *metadata.FileMetaData) { m.RowGroups[0].Columns[0].OffsetIndexLength = length(1<<31 - 1) },
		"an index of negative length": func(m *metadata.FileMetaData) {
			m.RowGroups[0].Columns[0].OffsetIndexLength = length(-1)
		},
		"ranges beyond the end": func(m *metadata.FileMetaData) { m.RowGroups[0].Columns[1].ColumnIndexOffset = number(size + 1) },
		"ranges too long":       func(m *metadata.FileMetaData) { m.RowGroups[0].Columns[1].ColumnIndexLength = length(1<<31 - 1) },
	} {
		r := lclass.Must(file.NewParquetReader(bytes.NewReader(b.Bytes())))
		m := r.MetaData()
		change(m)
		if err := checkMetadata(m, size); (err == nil) != (name == "") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
