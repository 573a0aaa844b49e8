package parquet_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"

	writer "github.com/parquet-go/parquet-go"

	"linclass/datasets/stream"
	"linclass/datasets/stream/parquet"
	"linclass/internal/damage"
	"linclass/internal/errtest"
	"linclass/lclass"
)

// odd has the codecs and encodings that a flight has not.
type odd struct {
	T string   `parquet:"t,delta,lz4"`
	A int32    `parquet:"a,delta,brotli"`
	B float64  `parquet:"b,split"`
	C *float32 `parquet:"c,optional"`
	D bool     `parquet:"d,optional"`
	E string   `parquet:"e,delta,zstd"`
	F string   `parquet:"f,dict"`
}

// A valid file, where its pages begin, and where the first thing lies that is none.
type valid struct {
	name    string
	content []byte
	parts   []int
	pages   int
	o       stream.Options
}

func validFiles(t testing.TB) []valid {
	t.Helper()
	rows := flights(60)
	var odds []odd
	for i := range 60 {
		c := float32(i) / 3
		odds = append(odds, odd{[]string{"no", "yes"}[i*i%3%2], int32(i * i), float64(i) / 7, &c, i%3 == 0, strings.Repeat("x", i%4), []string{"u", "v"}[i%2]})
	}
	levels := map[string][]string{"e": {"", "x", "xx", "xxx"}, "f": {"u", "v"}}
	files := []valid{
		{name: "flights", content: written(t, rows), o: options},
		{name: "flights, version 1, many pages", content: written(t, rows, writer.DataPageVersion(1), writer.PageBufferSize(200), writer.MaxRowsPerRowGroup(25)), o: options},
		{name: "odd", content: written(t, odds, writer.PageBufferSize(200)), o: stream.Options{Target: "t", Categories: levels}},
	}
	for i := range files {
		v := &files[i]
		f := lclass.Must(writer.OpenFile(bytes.NewReader(v.content), int64(len(v.content))))
		for _, index := range f.OffsetIndexes() {
			for _, page := range index.PageLocations {
				v.parts = append(v.parts, int(page.Offset))
				v.pages = max(v.pages, int(page.Offset)+int(page.CompressedPageSize))
			}
		}
		v.parts = append(v.parts, v.pages)
		slices.Sort(v.parts)
	}
	return files
}

func written[T any](t testing.TB, rows []T, options ...writer.WriterOption) []byte {
	t.Helper()
	var b bytes.Buffer
	w := writer.NewGenericWriter[T](&b, options...)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	errtest.None(t, w.Close())
	return b.Bytes()
}

// read returns the features and the classes of a file. It takes no more memory than
// Open promises.
func read(t testing.TB, path string, content []byte, o stream.Options) ([]float64, []int, error) {
	t.Helper()
	errtest.None(t, os.WriteFile(path, content, 0o600))
	before := allocated()
	d, err := parquet.Open(path, o)
	var values []float64
	var classes []int
	if err == nil {
		values, classes = d.Matrix().RawMatrix().Data, d.T()
		err = d.Err()
	}
	if took, most := allocated()-before, uint64(256<<20+512*len(content)); took > most {
		t.Errorf("a file of %d bytes took %d bytes, more than %d: error %v", len(content), took, most, err)
	}
	var format *parquet.FormatError
	if errors.As(err, &format) && format.Path != path {
		t.Errorf("error %v does not name the file", err)
	}
	return values, classes, err
}

// allocated returns the bytes that were ever allocated.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// Whatever bit of a page is flipped, it is an error, or the values are the same: pages
// have checksums. A flip elsewhere is an error or not, but never a panic.
func TestFlips(t *testing.T) {
	path := filepath.Join(t.TempDir(), "flipped.parquet")
	for _, v := range validFiles(t) {
		values, classes, err := read(t, path, v.content, v.o)
		if err != nil {
			t.Fatalf("%s: %v", v.name, err)
		}
		for i := 0; i < len(v.content); i += 37 {
			flipped := slices.Clone(v.content)
			flipped[i] ^= 1 << (i % 8)
			got, of, err := read(t, path, flipped, v.o)
			if err == nil && i < v.pages && !(slices.Equal(got, values) && slices.Equal(of, classes)) {
				t.Errorf("%s: byte %d of the pages is another one, and the values are %v of %v", v.name, i, got, of)
			}
		}
	}
}

// Some of what FuzzDamaged does.
func TestDamaged(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	path := filepath.Join(t.TempDir(), "damaged.parquet")
	files := validFiles(t)
	failed := 0
	for range 500 {
		v := files[rng.IntN(len(files))]
		edits := damage.Edits(rng)
		if _, _, err := read(t, path, damage.Of(v.content, v.parts, edits), v.o); err != nil {
			failed++
		}
		if t.Failed() {
			t.Fatalf("%s: edits %v", v.name, edits)
		}
	}
	if failed < 250 {
		t.Errorf("only %d of 500 damaged files are errors", failed)
	}
}

// No damage of a valid file ends the program or takes more memory than Open promises.
func FuzzDamaged(f *testing.F) {
	debug.SetGCPercent(1000) // half of the time goes into collecting buffers of the library
	path := filepath.Join(f.TempDir(), "damaged.parquet")
	files := validFiles(f)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 3 * len(files) {
		f.Add(byte(i), damage.Edits(rng))
	}
	f.Fuzz(func(t *testing.T, which byte, edits []byte) {
		v := files[int(which)%len(files)]
		read(t, path, damage.Of(v.content, v.parts, edits), v.o)
	})
}

// What is no Parquet file, or has nothing in it, is an error that names the file.
func TestNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nothing.parquet")
	whole := written(t, flights(10))
	for name, content := range map[string]string{
		"empty": "", "the ends": "PAR1PAR1", "a footer of nothing": "PAR1\x00\x00\x00\x00PAR1", "a large footer": "PAR1\x00\xff\xff\xff\x7fPAR1",
		"text": "late,distance\nyes,3\n", "cut off": string(whole[:len(whole)/2]), "encrypted": "PARE" + string(whole[4:]),
		// A footer whose list of columns has 2²⁷ of them.
		"a long list": "PAR1\x15\x02\x19\xfc\xff\xff\xff\x3f\x00\x09\x00\x00\x00PAR1",
		// Struct in struct in struct …
		"a deep footer": "PAR1" + strings.Repeat("\x9c", 40) + strings.Repeat("\x00", 41) + "\x51\x00\x00\x00PAR1",
	} {
		_, _, err := read(t, path, []byte(content), options)
		var format *parquet.FormatError
		if !errors.As(err, &format) || format.Path != path || format.Row != -1 {
			t.Errorf("%s: error %v", name, err)
		}
	}
	_, _, err := read(t, path, written(t, []flight{}), options)
	fails(t, err, lclass.ErrNoSamples, path)
}

// Pages that unfold to far more than the file has bytes are refused, whatever folds
// them.
func TestBombs(t *testing.T) {
	defer parquet.Memory(1 << 20)()
	type row struct {
		T      int32  `parquet:"t,zstd"`
		Gzip   string `parquet:"gzip,gzip"`
		Zstd   string `parquet:"zstd,zstd"`
		Brotli string `parquet:"brotli,brotli"`
	}
	text := strings.Repeat("x", 100)
	path := filepath.Join(t.TempDir(), "bomb.parquet")
	content := written(t, slices.Repeat([]row{{0, text, text, text}, {1, text, text, text}}, 200_000), writer.PageBufferSize(64<<20))
	errtest.None(t, os.WriteFile(path, content, 0o600))
	for _, column := range []string{"gzip", "zstd", "brotli"} {
		d := lclass.Must(parquet.Open(path, stream.Options{Target: "t", Features: []string{column}, Categories: map[string][]string{column: {text, "y"}}}))
		before := allocated()
		d.Matrix()
		err := d.Err()
		var format *parquet.FormatError
		if took := allocated() - before; !errors.As(err, &format) || format.Column != column || took > 32<<20 {
			t.Errorf("%s: %d bytes of memory for a file of %d; error %v", column, took, len(content), err)
		}
	}
}

// Columns that cannot be used are named, also those that nobody named.
func TestTypes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "types.parquet")
	errtest.None(t, os.WriteFile(path, written(t, flights(10)), 0o600))
	for name, c := range map[string]struct {
		o    stream.Options
		want []string
	}{
		"all":          {stream.Options{Target: "late"}, []string{"tags", "money"}},
		"one":          {stream.Options{Target: "late", Features: []string{"hour", "tags"}}, []string{"tags"}},
		"the target":   {stream.Options{Target: "money", Features: []string{"hour"}}, []string{"money"}},
		"the weight":   {stream.Options{Target: "late", Features: []string{"hour"}, Weight: "tags"}, []string{"tags"}},
		"none of them": {stream.Options{Target: "late", Features: []string{"hour"}}, nil},
	} {
		_, err := parquet.Open(path, c.o)
		var types *parquet.TypeError
		if c.want == nil {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if !errors.As(err, &types) || !slices.Equal(types.Columns, c.want) || types.Path != path {
			t.Errorf("%s: error %v, want one of %q", name, err, c.want)
		}
	}
}
