package stream_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"linclass/datasets/stream"
	"linclass/lclass"
)

// tableOf is a file with the names as target t, each twice, and their numbers as x.
func tableOf(t *testing.T, names []string) string {
	var b strings.Builder
	b.WriteString("x,t\n")
	for i, name := range slices.Concat(names, names) {
		fmt.Fprintf(&b, "%d,\"%s\"\n", i%len(names), strings.ReplaceAll(name, `"`, `""`))
	}
	return write(t, "names.csv", []byte(b.String()))
}

// Two texts are two classes, of their own names unless both are whole numbers, or
// an error that names the column, both texts and the remedy.
func TestNamesOfCSV(t *testing.T) {
	hostile := []string{
		"7", "007", "7.0", "+7", "1", "1.0", "1e3", "1000", "0", "-0", "-00", "-7", "-007", "0x10", "0x1p4", "16", "9007199254740992", "9007199254740993",
		"1844674407370955161", "1844674407370955162", "NaN", "nan", "Inf", "inf", "1e999", "true", "True", "a", "A", "é", "e\u0301", "a,b", `"`, "null",
	}
	missing := []string{"NaN", "nan"}
	var kept int
	for i, a := range hostile {
		for _, b := range hostile[:i] {
			names := []string{a, b}
			path := tableOf(t, names)
			want := slices.Concat(names, names)
			for _, categories := range []map[string][]string{nil, {"t": names}} {
				d, err := stream.CSV(path, stream.Options{Target: "t", Categories: categories})
				if err != nil {
					if categories != nil {
						t.Errorf("%q by Categories: %v", names, err)
					}
					words := []string{`"t"`, fmt.Sprintf("%q in row 0", a), fmt.Sprintf("%q in row 1", b), "Options.Categories"}
					if slices.Contains(missing, a) || slices.Contains(missing, b) {
						words = []string{`"t"`, "row ", "missing", "Options.Categories"}
					}
					mentions(t, err, append(words, path)...)
					continue
				}
				if d.K() != 2 {
					if _, err := (lclass.Logistic{}).Fit(d); err == nil {
						t.Errorf("%q are %d classes", names, d.K())
					}
					continue
				}
				kept++
				var got []string
				for _, k := range d.T() {
					got = append(got, d.Classes()[k])
				}
				if d.Y() == nil && !slices.Equal(got, want) || got[0] == got[1] {
					t.Errorf("%q are the classes %q", names, got)
				}
			}
		}
	}
	if n := len(hostile); kept < n*(n-1)/2*13/10 { // all with Categories, and a third without
		t.Errorf("only %d are kept", kept)
	}
	for _, names := range [][]string{{"007", "7"}, {"9007199254740993", "9007199254740992"}, {"-007", "-7"}} {
		d, err := stream.CSV(tableOf(t, names), stream.Options{Target: "t"})
		must(t, d, err)
		if got := d.Classes(); !slices.Equal(got, slices.Sorted(slices.Values(names))) {
			t.Errorf("%q are the classes %q", names, got)
		}
	}
	// Measured numbers may be written in any way.
	d, err := stream.CSV(write(t, "numbers.csv", []byte("x,t\n1,1.50\n2,1.5\n3,2\n4,2.0\n")), stream.Options{Target: "t"})
	if must(t, d, err); !slices.Equal(d.Y(), []float64{1.5, 1.5, 2, 2}) || d.K() != 0 {
		t.Errorf("%v: %v", d, d.Y())
	}
}
