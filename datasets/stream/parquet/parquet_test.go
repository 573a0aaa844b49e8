package parquet_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	writer "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"linclass/datasets/stream"
	"linclass/datasets/stream/parquet"
	"linclass/internal/errtest"
	"linclass/lclass"
)

type flight struct {
	Late     string  `parquet:"late,dict"`
	Distance float64 `parquet:"distance"`
	Hour     int32   `parquet:"hour,snappy"`
	Day      uint64  `parquet:"day"`
	Minutes  int64   `parquet:"minutes,delta"`
	Speed    float32 `parquet:"speed,zstd"`
	Small    uint16  `parquet:"small"`
	Night    bool    `parquet:"night"`
	Carrier  string  `parquet:"carrier,dict,gzip"`
	Gate     *string `parquet:"gate,optional"`
	Tags     []int32 `parquet:"tags"`
	Money    int64   `parquet:"money,decimal(2:9)"`
}

func flights(n int) []flight {
	rng := rand.New(rand.NewPCG(3, 3))
	rows := make([]flight, n)
	for i := range rows {
		f := flight{
			Late: "no", Distance: rng.NormFloat64(), Hour: int32(rng.IntN(24)) - 12, Day: rng.Uint64N(400),
			Minutes: rng.Int64N(1000) - 500, Speed: float32(rng.NormFloat64()), Small: uint16(rng.IntN(60000)), Night: rng.IntN(2) == 1,
			Carrier: []string{"AA", "DL", "UA"}[rng.IntN(3)], Tags: []int32{1, 2}[:i%3],
		}
		if f.Distance+0.1*float64(f.Hour)+rng.NormFloat64() > 0 {
			f.Late = "yes"
		}
		rows[i] = f
	}
	return rows
}

func file(t *testing.T, rows []flight, options ...writer.WriterOption) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "flights.parquet")
	errtest.None(t, os.WriteFile(path, written(t, rows, options...), 0o600))
	return path
}

var (
	features = []string{"distance", "hour", "day", "minutes", "speed", "small", "night", "carrier"}
	options  = stream.Options{Target: "late", Features: features, Categories: map[string][]string{"carrier": {"AA", "DL", "UA"}}, BlockRows: 256}
)

// values are the features of the flights as they were written.
func values(rows []flight) []float64 {
	bit := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	var x []float64
	for _, f := range rows {
		x = append(x, f.Distance, float64(f.Hour), float64(f.Day), float64(f.Minutes), float64(f.Speed), float64(f.Small),
			bit(f.Night), bit(f.Carrier == "DL"), bit(f.Carrier == "UA"))
	}
	return x
}

// Whatever the sizes of groups and pages, the values are those that were
// written, and a fit is that of the same rows in memory.
func TestValues(t *testing.T) {
	rows := flights(3000)
	for name, o := range map[string][]writer.WriterOption{
		"one group":    nil,
		"small groups": {writer.MaxRowsPerRowGroup(700)},
		"small pages":  {writer.PageBufferSize(500), writer.MaxRowsPerRowGroup(1300)},
		"version 1":    {writer.DataPageVersion(1), writer.PageBufferSize(500)},
	} {
		path := file(t, rows, o...)
		d, err := parquet.Open(path, options)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !slices.Equal(d.Classes(), []string{"no", "yes"}) || d.N() != 3000 {
			t.Fatalf("%s: %v", name, d)
		}
		m := d.Matrix()
		if err := d.Err(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !slices.Equal(m.RawMatrix().Data, values(rows)) {
			t.Errorf("%s: other values", name)
		}
		memory := lclass.Must(lclass.FromMatrix(m, d.T(), d.Classes()))
		got, err := lclass.Logistic{}.Fit(d)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want, err := lclass.Logistic{}.Fit(memory)
		if err != nil || !slices.Equal(got.W.RawMatrix().Data, want.W.RawMatrix().Data) || got.Status.Loss > 0.65 {
			t.Errorf("%s: %v and %v, error %v", name, got, want, err)
		}
	}
}

var fails = errtest.Fails

func TestErrors(t *testing.T) {
	gate := "B7"
	rows := flights(600)
	for i := range rows {
		rows[i].Gate = &gate
	}
	rows[400].Gate = nil
	path := file(t, rows)
	content := lclass.Must(os.ReadFile(path))
	fit := func(path string, o stream.Options) error {
		d, err := parquet.Open(path, o)
		if err == nil {
			_, err = lclass.Logistic{}.Fit(d)
		}
		return err
	}
	text := filepath.Join(t.TempDir(), "x.parquet")
	errtest.None(t, os.WriteFile(text, []byte("late,distance\n"), 0o600))
	have := []string{"late", "distance", "hour", "day", "minutes", "speed", "small", "night", "carrier", "gate", "tags", "money"}
	for _, c := range []struct {
		name, path string
		o          stream.Options
		want       error
	}{
		{"no file", path + "x", options, fs.ErrNotExist},
		{"no Parquet", text, options, &parquet.FormatError{Path: text, Row: -1, Err: errors.New(`it begins with "late" and ends with "nce\n"; a Parquet file does both with "PAR1"`)}},
		{"unknown column", path, stream.Options{Target: "later"}, &lclass.ColumnError{Missing: []string{"later"}, Have: have}},
		{"nested column", path, stream.Options{Target: "late", Features: []string{"tags"}}, &parquet.TypeError{Path: path, Columns: []string{"tags"}, Types: []string{"list"}}},
		{"decimal", path, stream.Options{Target: "late", Features: []string{"money"}}, &parquet.TypeError{Path: path, Columns: []string{"money"}, Types: []string{"Decimal(precision=9, scale=2)"}}},
		{"missing", path, stream.Options{Target: "late", Features: []string{"gate"}, Categories: map[string][]string{"gate": {"A1", "B7"}}}, &lclass.ValueError{Err: lclass.ErrMissing, Column: "gate", Row: 400, Count: 1}},
		{"text", path, stream.Options{Target: "late", Features: []string{"carrier"}}, &lclass.ValueError{Err: lclass.ErrKind, Column: "carrier", Value: rows[0].Carrier, Want: []string{"numbers"}}},
	} {
		t.Run(c.name, func(t *testing.T) { fails(t, fit(c.path, c.o), c.want, c.path) })
	}
	d := lclass.Must(parquet.Open(path, options))
	errtest.None(t, os.WriteFile(path, content[:len(content)-1], 0o600))
	if _, err := (lclass.Logistic{}).Fit(d); !errors.Is(err, lclass.ErrChanged) {
		t.Errorf("error %v", err)
	}
	// Pages that are not what they were.
	for i := 100; i < 4000; i++ {
		content[i] ^= 0x55
	}
	broken := filepath.Join(t.TempDir(), "broken.parquet")
	errtest.None(t, os.WriteFile(broken, content, 0o600))
	var damaged *parquet.FormatError
	if err := fit(broken, options); !errors.As(err, &damaged) || damaged.Path != broken || damaged.Column == "" {
		t.Errorf("error %v", err)
	}
}

// lzo is a codec that the reader does not have.
type lzo struct{}

func (lzo) String() string                            { return "LZO" }
func (lzo) CompressionCodec() format.CompressionCodec { return format.LZO }
func (lzo) Encode(dst, src []byte) ([]byte, error)    { return append(dst[:0], src...), nil }
func (lzo) Decode(dst, src []byte) ([]byte, error)    { return append(dst[:0], src...), nil }

// An unknown codec is the error of the fit, with the file, also where a fit begins with a
// share of the samples: from 16384 on.
func TestUnknownCodec(t *testing.T) {
	rows := flights(17000)
	for i := range rows {
		rows[i].Hour = int32(i % 2)
	}
	path := file(t, rows, writer.Compression(lzo{}))
	d := lclass.Must(parquet.Open(path, stream.Options{Target: "hour", Features: []string{"speed", "distance"}}))
	for _, e := range []lclass.Estimator{lclass.Logistic{}, lclass.Logistic{Solver: lclass.QuasiNewton{}}, lclass.Softmax{}, lclass.LDA{}} {
		_, err := e.Fit(d)
		var unknown *parquet.FormatError
		if !errors.As(err, &unknown) {
			t.Fatalf("%T: error %v", e, err)
		}
		fails(t, err, unknown, path, "LZO")
	}
}
