package arrowframe

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"linclass/lclass"
)

// OfTable returns a table, such as that of a summary, of a model or of its predictions, as
// a batch of records with columns of type float64 and string. The caller must release it.
func OfTable(t lclass.Table) arrow.RecordBatch {
	fields := make([]arrow.Field, len(t.Columns))
	for i, c := range t.Columns {
		fields[i] = arrow.Field{Name: c.Name, Type: arrow.PrimitiveTypes.Float64}
		if c.Text != nil {
			fields[i].Type = arrow.BinaryTypes.String
		}
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema(fields, nil))
	defer b.Release()
	for i, c := range t.Columns {
		switch b := b.Field(i).(type) {
		case *array.StringBuilder:
			b.AppendValues(c.Text, nil)
		case *array.Float64Builder:
			b.AppendValues(c.Number, nil)
		}
	}
	return b.NewRecordBatch()
}
