package arrowframe_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"linclass/frames/arrowframe"
	"linclass/internal/errtest"
	"linclass/lclass"
)

// batch reads lines of JSON.
func batch(t testing.TB, fields []arrow.Field, lines ...string) arrow.RecordBatch {
	t.Helper()
	b, _, err := array.RecordFromJSON(memory.DefaultAllocator, arrow.NewSchema(fields, nil), strings.NewReader("["+strings.Join(lines, ",")+"]"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Every type of number is one, every type of text too, and null is missing.
func TestTypes(t *testing.T) {
	word := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	type column struct {
		kind    arrow.DataType
		values  string // of three rows
		number  []float64
		text    []string
		missing []bool
	}
	nan := math.NaN()
	numbers := func(kind arrow.DataType) column {
		return column{kind, "3 null 0", []float64{3, nan, 0}, nil, []bool{false, true, false}}
	}
	texts := func(kind arrow.DataType) column {
		return column{kind, `"007" null ""`, []float64{nan, nan, nan}, []string{"007", "", ""}, []bool{false, true, false}}
	}
	tests := []column{
		{arrow.PrimitiveTypes.Float64, "0.5 null -2", []float64{0.5, nan, -2}, nil, []bool{false, true, false}},
		{arrow.FixedWidthTypes.Boolean, "true null false", []float64{1, nan, 0}, []string{"true", "", "false"}, []bool{false, true, false}},
		{&arrow.Decimal128Type{Precision: 5, Scale: 2}, `"1.25" null "-3"`, []float64{1.25, nan, -3}, nil, []bool{false, true, false}},
		texts(arrow.BinaryTypes.String), texts(arrow.BinaryTypes.LargeString), texts(word), texts(arrow.BinaryTypes.StringView),
		{arrow.Null, "null null null", []float64{nan, nan, nan}, []string{"", "", ""}, []bool{true, true, true}},
		numbers(arrow.FixedWidthTypes.Float16), numbers(arrow.PrimitiveTypes.Float32),
		numbers(arrow.PrimitiveTypes.Int8), numbers(arrow.PrimitiveTypes.Int16), numbers(arrow.PrimitiveTypes.Int32), numbers(arrow.PrimitiveTypes.Int64),
		numbers(arrow.PrimitiveTypes.Uint8), numbers(arrow.PrimitiveTypes.Uint16), numbers(arrow.PrimitiveTypes.Uint32), numbers(arrow.PrimitiveTypes.Uint64),
		numbers(&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.PrimitiveTypes.Int64}),
	}
	for _, test := range tests {
		var lines []string
		for _, v := range strings.Fields(test.values) {
			lines = append(lines, `{"x":`+v+`}`)
		}
		b := batch(t, []arrow.Field{{Name: "x", Type: test.kind, Nullable: true}}, lines...)
		f, err := arrowframe.OfBatch(b)
		b.Release()
		if err != nil {
			t.Errorf("%v: %v", test.kind, err)
			continue
		}
		c := f.Col("x")
		same := func(a, b float64) bool { return a == b || a != a && b != b }
		if !slices.EqualFunc(c.Float(), test.number, same) || !slices.Equal(c.IsNaN(), test.missing) || c.Len() != 3 {
			t.Errorf("%v: %v, missing %v", test.kind, c.Float(), c.IsNaN())
		}
		if test.text != nil && !slices.Equal(c.Records(), test.text) {
			t.Errorf("%v: %q", test.kind, c.Records())
		}
	}
}

func TestRefused(t *testing.T) {
	fields := []arrow.Field{{Name: "x", Type: arrow.PrimitiveTypes.Float64}, {Name: "day", Type: arrow.FixedWidthTypes.Date32}, {Name: "x", Type: arrow.PrimitiveTypes.Float64}, {Name: "n", Type: arrow.PrimitiveTypes.Int8}}
	b := batch(t, fields)
	defer b.Release()
	for _, c := range []struct {
		columns []string
		want    error
	}{
		{[]string{"y"}, &lclass.ColumnError{Missing: []string{"y"}, Have: []string{"x", "day", "x", "n"}}},
		{[]string{"x"}, &lclass.SettingError{Setting: "columns", Value: "x"}},
		{[]string{"n", "n"}, &lclass.SettingError{Setting: "columns", Value: "n"}},
		{[]string{"day"}, &lclass.ValueError{Err: lclass.ErrKind, Column: "day", Row: -1, Value: "date32", Want: []string{"numbers", "texts", "booleans"}}},
	} {
		if _, err := arrowframe.OfBatch(b, c.columns...); !errtest.Is(err, c.want) {
			t.Errorf("%q: %v, want %v", c.columns, err, c.want)
		}
	}
}

// lclass reads a frame of several chunks, learns, and finds gaps.
func TestLearns(t *testing.T) {
	fields := []arrow.Field{{Name: "sex", Type: arrow.BinaryTypes.String}, {Name: "age", Type: arrow.PrimitiveTypes.Float64, Nullable: true}, {Name: "survived", Type: arrow.FixedWidthTypes.Boolean}}
	one := batch(t, fields, `{"sex":"female","age":30,"survived":true}`, `{"sex":"male","age":22,"survived":false}`, `{"sex":"female","age":61,"survived":false}`)
	two := batch(t, fields, `{"sex":"male","age":4,"survived":true}`, `{"sex":"male","age":50,"survived":false}`, `{"sex":"female","age":18,"survived":true}`, `{"sex":"male","age":19,"survived":true}`)
	table := array.NewTableFromRecords(one.Schema(), []arrow.RecordBatch{one, two})
	defer table.Release()
	f, err := arrowframe.Of(table)
	if err != nil {
		t.Fatal(err)
	}
	d, err := lclass.FromFrame(f, lclass.Columns{Target: "survived"})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.Features(), []string{"sex[male]", "age"}) || !slices.Equal(d.Classes(), []string{"false", "true"}) || d.N() != 7 {
		t.Errorf("%v", d)
	}
	m, err := lclass.Logistic{Penalty: lclass.L2(0.1)}.Fit(d)
	if err != nil {
		t.Fatal(err)
	}
	weights := arrowframe.OfTable(m.Table())
	defer weights.Release()
	back, err := arrowframe.OfBatch(weights)
	if err != nil {
		t.Fatal(err)
	}
	if c := back.Names(); !slices.Equal(back.Col(c[0]).Records(), []string{"b", "sex[male]", "age"}) || !slices.Equal(back.Col(c[1]).Float(), []float64{m.B[0], m.W.At(0, 0), m.W.At(0, 1)}) {
		t.Errorf("%v: %v", c, back.Col(c[1]).Float())
	}
	gap := batch(t, fields, `{"sex":"female","age":null,"survived":true}`)
	defer gap.Release()
	f, err = arrowframe.OfBatch(gap)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lclass.FromFrame(f, lclass.Columns{Target: "survived"}); !errtest.Is(err, &lclass.ValueError{Err: lclass.ErrMissing, Column: "age", Count: 1}) {
		t.Errorf("a gap: %v", err)
	}
}

func ExampleOfBatch() {
	schema := arrow.NewSchema([]arrow.Field{{Name: "x", Type: arrow.PrimitiveTypes.Float64}, {Name: "t", Type: arrow.BinaryTypes.String}}, nil)
	batch, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, strings.NewReader(`[{"x":1,"t":"no"},{"x":2,"t":"no"},{"x":3,"t":"yes"}]`))
	if err != nil {
		panic(err)
	}
	d := lclass.Must(lclass.FromFrame(lclass.Must(arrowframe.OfBatch(batch)), lclass.Columns{Target: "t"}))
	fmt.Println(d.Features(), d.Classes(), d.Column(0))
	// Output: [x] [no yes] [1 2 3]
}

// overwriting is memory that changes once it is given back.
type overwriting struct{ memory.Allocator }

func (o overwriting) Free(b []byte) {
	for i := range b {
		b[i] = 'X'
	}
	o.Allocator.Free(b)
}

func (o overwriting) Reallocate(size int, b []byte) []byte {
	made := o.Allocate(size)
	copy(made, b)
	o.Free(b)
	return made
}

// What a frame has said outlives the memory of Arrow.
func TestFramesHoldNoArrowMemory(t *testing.T) {
	pool := overwriting{memory.NewGoAllocator()}
	b := array.NewStringBuilder(pool)
	b.AppendValues([]string{"red", "red", "blue", "blue"}, nil)
	y := b.NewArray()
	records := array.NewRecordBatch(arrow.NewSchema([]arrow.Field{{Name: "y", Type: arrow.BinaryTypes.String}}, nil), []arrow.Array{y}, 4)
	y.Release()
	b.Release()
	f, err := arrowframe.OfBatch(records)
	if err != nil {
		t.Fatal(err)
	}
	records.Release()
	if got := f.Col("y").Records(); !slices.Equal(got, []string{"red", "red", "blue", "blue"}) {
		t.Errorf("texts after the release: %v", got)
	}
}

// A null among the values of a dictionary is as missing as one among its indices.
func TestNullsOfDictionaries(t *testing.T) {
	pool := memory.NewGoAllocator()
	values := array.NewStringBuilder(pool)
	values.AppendValues([]string{"a", "", "b"}, []bool{true, false, true})
	numbers := array.NewFloat64Builder(pool)
	numbers.AppendValues([]float64{7, 0, 9}, []bool{true, false, true})
	for name, of := range map[string]arrow.Array{"texts": values.NewArray(), "numbers": numbers.NewArray()} {
		index := array.NewInt8Builder(pool)
		index.AppendValues([]int8{0, 1, 2, 1, 0}, []bool{true, true, true, true, false})
		kind := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: of.DataType()}
		x := array.NewDictionaryArray(kind, index.NewArray(), of)
		records := array.NewRecordBatch(arrow.NewSchema([]arrow.Field{{Name: "x", Type: kind}}, nil), []arrow.Array{x}, 5)
		f, err := arrowframe.OfBatch(records)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Col("x").IsNaN(); !slices.Equal(got, []bool{false, true, false, true, true}) {
			t.Errorf("%s: missing %v", name, got)
		}
	}
}
