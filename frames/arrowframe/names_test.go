package arrowframe_test

import (
	"slices"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"

	"linclass/frames/arrowframe"
	"linclass/lclass"
)

// Names stay apart that are the same number in float64, whatever the type.
func TestNames(t *testing.T) {
	word := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	for _, c := range []struct {
		kind   arrow.DataType
		values [3]string
		names  []string
		holds  string
	}{
		{arrow.BinaryTypes.String, [3]string{`"007"`, `"7"`, `"7.0"`}, []string{"007", "7", "7.0"}, "string"},
		{word, [3]string{`"Inf"`, `"inf"`, `"+Inf"`}, []string{"Inf", "inf", "+Inf"}, "string"},
		{arrow.PrimitiveTypes.Int64, [3]string{"1844674407370955161", "1844674407370955162", "7"}, []string{"1844674407370955161", "1844674407370955162", "7"}, "int"},
		{arrow.PrimitiveTypes.Float64, [3]string{"3", "1000000", "0"}, []string{"3", "1000000", "0"}, "float"},
		{&arrow.Decimal128Type{Precision: 38, Scale: 0}, [3]string{`"9007199254740993"`, `"9007199254740992"`, `"1"`}, []string{"9007199254740993", "9007199254740992", "1"}, ""},
	} {
		b := batch(t, []arrow.Field{{Name: "t", Type: c.kind}, {Name: "x", Type: arrow.PrimitiveTypes.Float64}},
			`{"x":1,"t":`+c.values[0]+`}`, `{"x":2,"t":`+c.values[1]+`}`, `{"x":3,"t":`+c.values[2]+`}`)
		f, err := arrowframe.OfBatch(b)
		b.Release()
		if err != nil {
			t.Errorf("%v: %v", c.kind, err)
			continue
		}
		if got := f.Col("t").Type(); got != c.holds {
			t.Errorf("%v is of the type %q", c.kind, got)
		}
		for _, categorical := range [][]string{nil, {"t"}} {
			d, err := lclass.FromFrame(f, lclass.Columns{Target: "t", Categorical: categorical})
			if err != nil {
				t.Errorf("%v: %v", c.kind, err)
				continue
			}
			var got []string
			for _, k := range d.T() {
				got = append(got, d.Classes()[k])
			}
			if !slices.Equal(got, c.names) {
				t.Errorf("%v: classes %q, want %q", c.kind, got, c.names)
			}
		}
	}
}
