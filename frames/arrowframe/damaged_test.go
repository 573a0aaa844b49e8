package arrowframe_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"linclass/frames/arrowframe"
	"linclass/internal/damage"
)

// layouts returns a valid array of every layout.
func layouts(t testing.TB) []arrow.Array {
	t.Helper()
	word := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	return batch(t, []arrow.Field{
		{Name: "x", Type: arrow.PrimitiveTypes.Float64, Nullable: true}, {Name: "n", Type: arrow.PrimitiveTypes.Uint16},
		{Name: "s", Type: arrow.BinaryTypes.String}, {Name: "l", Type: arrow.BinaryTypes.LargeString}, {Name: "v", Type: arrow.BinaryTypes.StringView},
		{Name: "w", Type: word}, {Name: "b", Type: arrow.FixedWidthTypes.Boolean}, {Name: "d", Type: &arrow.Decimal128Type{Precision: 9, Scale: 2}},
	},
		`{"x":1.5,"n":7,"s":"one","l":"eins","v":"a text that is longer than twelve","w":"u","b":true,"d":"1.25"}`,
		`{"x":null,"n":8,"s":"","l":"zwei","v":"short","w":"v","b":false,"d":"-3"}`,
		`{"x":-2,"n":9,"s":"three","l":"","v":"","w":"u","b":true,"d":"0"}`).Columns()
}

// damaged returns an array whose buffers are damaged, nil if Arrow itself refuses it,
// which it does by a panic.
func damaged(a arrow.Array, edits []byte, rows int) (b arrow.Array) {
	defer func() { _ = recover() }()
	buffers := make([]*memory.Buffer, len(a.Data().Buffers()))
	for i, buffer := range a.Data().Buffers() {
		if buffer != nil {
			buffers[i] = memory.NewBufferBytes(damage.Of(buffer.Bytes(), []int{4, 8, 12, 16, 24}, edits))
		}
	}
	data := array.NewData(a.DataType(), rows, buffers, nil, a.Data().NullN(), 0)
	if a, ok := a.(*array.Dictionary); ok {
		data.SetDictionary(a.Dictionary().Data())
	}
	return array.MakeFromData(data)
}

// take takes a damaged column: it is an error or has its rows.
func take(t testing.TB, a arrow.Array, edits []byte, rows int) (taken bool) {
	t.Helper()
	if a = damaged(a, edits, rows); a == nil {
		return false
	}
	b := array.NewRecordBatch(arrow.NewSchema([]arrow.Field{{Name: "s", Type: a.DataType()}}, nil), []arrow.Array{a}, int64(rows))
	f, err := arrowframe.OfBatch(b)
	var e *arrowframe.DamagedError
	switch {
	case err == nil && f.Col("s").Len() != rows:
		t.Errorf("%d rows of %d", f.Col("s").Len(), rows)
	case err != nil && (!errors.As(err, &e) || e.Column != "s"):
		t.Errorf("error %v", err)
	}
	return true
}

// Some of what FuzzDamaged does.
func TestDamaged(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	arrays := layouts(t)
	taken := 0
	for range 20000 {
		i, edits, rows := rng.IntN(len(arrays)), damage.Edits(rng), 1+rng.IntN(4)
		if take(t, arrays[i], edits, rows) {
			taken++
		}
		if t.Failed() {
			t.Fatalf("array %d, edits %v, %d rows", i, edits, rows)
		}
	}
	if taken < 5000 {
		t.Errorf("only %d of 20000 are taken by Arrow", taken)
	}
}

// No damage of the buffers of an array ends the program.
func FuzzDamaged(f *testing.F) {
	arrays := layouts(f)
	rng := rand.New(rand.NewPCG(1, 9))
	for i := range arrays {
		f.Add(byte(i), damage.Edits(rng), byte(3))
	}
	f.Fuzz(func(t *testing.T, which byte, edits []byte, rows byte) {
		take(t, arrays[int(which)%len(arrays)], edits, 1+int(rows%5))
	})
}

// An array whose offsets lie outside of its bytes is an error that names the column.
func TestDamagedArray(t *testing.T) {
	offsets := memory.NewBufferBytes(arrow.Int32Traits.CastToBytes([]int32{0, 3, 2, 3}))
	data := array.NewData(arrow.BinaryTypes.String, 3, []*memory.Buffer{nil, offsets, memory.NewBufferBytes([]byte("one"))}, nil, 0, 0)
	b := array.NewRecordBatch(arrow.NewSchema([]arrow.Field{{Name: "s", Type: arrow.BinaryTypes.String}}, nil), []arrow.Array{array.MakeFromData(data)}, 3)
	_, err := arrowframe.OfBatch(b)
	var damaged *arrowframe.DamagedError
	if !errors.As(err, &damaged) || damaged.Column != "s" {
		t.Errorf("error %v", err)
	}
}
