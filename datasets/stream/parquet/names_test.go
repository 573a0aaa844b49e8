package parquet_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"linclass/datasets/stream"
	"linclass/datasets/stream/parquet"
	"linclass/internal/errtest"
	"linclass/lclass"
)

type coded struct {
	X        float64 `parquet:"x"`
	Signed   int64   `parquet:"signed"`
	Unsigned uint64  `parquet:"unsigned"`
	Text     string  `parquet:"text"`
}

// Whole numbers of 64 bits are classes that differ as the numbers do, and levels,
// too; texts stay apart that are one number.
func TestNames(t *testing.T) {
	content := written(t, slices.Repeat([]coded{
		{1, 1844674407370955161, 18446744073709551615, "007"},
		{2, 1844674407370955162, 18446744073709551614, "7"},
		{3, -7, 7, "07"},
	}, 3))
	path := filepath.Join(t.TempDir(), "names.parquet")
	errtest.None(t, os.WriteFile(path, content, 0o600))
	for target, want := range map[string][]string{
		"signed":   {"1844674407370955161", "1844674407370955162", "-7"},
		"unsigned": {"18446744073709551615", "18446744073709551614", "7"},
		"text":     {"007", "7", "07"},
	} {
		for _, levels := range []map[string][]string{nil, {target: want}} {
			d, err := parquet.Open(path, stream.Options{Target: target, Features: []string{"x"}, Categories: levels})
			if err != nil {
				t.Errorf("%s: %v", target, err)
				continue
			}
			var got []string
			for _, k := range d.T()[:3] {
				got = append(got, d.Classes()[k])
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: classes %q, want %q", target, got, want)
			}
		}
		d, err := parquet.Open(path, stream.Options{Target: "x", Features: []string{target}, Categories: map[string][]string{target: want}})
		if err != nil {
			t.Errorf("%s: %v", target, err)
			continue
		}
		if got := d.Matrix().RawMatrix().Data[:6]; !slices.Equal(got, []float64{0, 0, 1, 0, 0, 1}) || d.Err() != nil {
			t.Errorf("%s: features %v, error %v", target, got, d.Err())
		}
	}
	// As numbers they would lose what tells them apart.
	for feature, want := range map[string]*lclass.ValueError{
		"signed":   {Err: lclass.ErrKind, Column: "signed", Value: "1844674407370955161", Want: []string{"numbers"}},
		"unsigned": {Err: lclass.ErrKind, Column: "unsigned", Value: "18446744073709551615", Want: []string{"numbers"}},
		"text":     {Column: "text", Row: 1, Value: "7"},
	} {
		d := lclass.Must(parquet.Open(path, stream.Options{Target: "x", Features: []string{feature}}))
		_, err := lclass.LinearRegression{}.Fit(d)
		fails(t, err, want, path, "Options.Categories")
	}
}
