package stream_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"linclass/datasets/stream"
	"linclass/lclass"
)

// Blanks around cells, quoted or not, change neither classes nor categories nor numbers,
// nor which values are missing.
func TestBlanksAroundCells(t *testing.T) {
	const plain = "t,x,c,s,o\nno,1,a,1,0.5\nyes,2,b,2,-1\nno,3,a,1,0\n"
	const padded = "t,x,c,s,o\n no, 1,\" a\", 1 ,\" 0.5\"\n\"yes \",\"2 \",b\t,2,-1\n\u00a0no,3 ,a,1,0\n"
	for _, raw := range []bool{false, true} {
		var d [2]*lclass.Data
		for i, content := range []string{plain, padded} {
			var err error
			d[i], err = stream.CSV(write(t, "x.csv", []byte(content)), stream.Options{Target: "t", Weight: "s", Offset: "o", Categories: map[string][]string{"c": {"a", "b"}}, Raw: raw})
			must(t, d[i], err)
		}
		if !slices.Equal(d[1].Classes(), []string{"no", "yes"}) || !slices.Equal(d[1].T(), d[0].T()) || !slices.Equal(d[1].Weight(), d[0].Weight()) || !slices.Equal(d[1].Offset(), d[0].Offset()) ||
			!slices.Equal(d[1].Matrix().RawMatrix().Data, d[0].Matrix().RawMatrix().Data) || d[1].Err() != nil {
			t.Errorf("raw %v: %v, want %v; %v", raw, d[1], d[0], d[1].Err())
		}
	}
	// Codes stay texts, and one large integer adds no blanks to the other classes.
	for content, want := range map[string][]string{
		"t,x\n 007,1\n12,2\n":                  {"007", "12"},
		"t,x\n 9007199254740993,1\n\" 8\",2\n": {"8", "9007199254740993"},
	} {
		for _, raw := range []bool{false, true} {
			d, err := stream.CSV(write(t, "x.csv", []byte(content)), stream.Options{Target: "t", Raw: raw})
			if got := slices.Sorted(slices.Values(must(t, d, err).Classes())); !slices.Equal(got, want) {
				t.Errorf("%q, raw %v: classes %q, want %q", content, raw, got, want)
			}
		}
	}
	d, err := stream.CSV(write(t, "x.csv", []byte("t,x,c\n0,1, NA\n1,\"  \",a\n1, NA,\"  \"\n0,2, b\n")), stream.Options{Target: "t", Raw: true})
	must(t, d, err)
	if want := []string{"a", "b"}; !slices.Equal(d.Categories()["c"], want) {
		t.Errorf("categories %q, want %q", d.Categories()["c"], want)
	}
	x, nan := d.Matrix().RawMatrix().Data, math.NaN()
	if want := []float64{1, nan, nan, 0, nan, nan, 2, 1}; !slices.EqualFunc(x, want, func(a, b float64) bool { return a == b || a != a && b != b }) {
		t.Errorf("features %v, want %v", x, want)
	}
}

// Two codes that are the same number are an error wherever they stand, and numbers of one
// length, or with blanks, are none.
func TestCodesAsNumbers(t *testing.T) {
	const n = 3000
	read := func(cell func(i int) string) error {
		var b strings.Builder
		b.WriteString("t,x\n")
		for i := range n {
			fmt.Fprintf(&b, "%d,%s\n", i%2, cell(i))
		}
		d, err := stream.CSV(write(t, "x.csv", []byte(b.String())), stream.Options{Target: "t", BlockRows: 256})
		must(t, d, err)
		d.Matrix()
		return d.Err()
	}
	for name, cell := range map[string]func(i int) string{
		"hours":        func(i int) string { return fmt.Sprintf("%02d", i%24) },
		"longer":       func(i int) string { return fmt.Sprintf("%03d", i) },
		"blanks":       func(i int) string { return fmt.Sprintf("%4d", i) },
		"signs":        func(i int) string { return fmt.Sprintf("%+d", i-5) },
		"fractions":    func(i int) string { return fmt.Sprintf("%d.50", i%7) },
		"powers of 10": func(i int) string { return "1" + strings.Repeat("0", i%200) },
		"large":        func(i int) string { return fmt.Sprint(1<<53 + 2*i) },
	} {
		if name == "powers of 10" {
			fails(t, read(cell), noNumber("x", 23, "1"+strings.Repeat("0", 23)))
		} else if err := read(cell); err != nil {
			t.Errorf("%s: error %v", name, err)
		}
	}
	for _, rows := range [][2]int{{0, 1}, {1, 0}, {3, n - 1}, {n - 1, 3}, {n - 2, n - 1}} {
		later := []string{"007", "7"}[0]
		if rows[1] > rows[0] {
			later = "7"
		}
		err := read(func(i int) string {
			switch i {
			case rows[0]:
				return "007"
			case rows[1]:
				return "7"
			}
			return "123"
		})
		fails(t, err, value("x", max(rows[0], rows[1]), later), `"007" in row `+fmt.Sprint(rows[0]), `"7" in row `+fmt.Sprint(rows[1]))
	}
}
