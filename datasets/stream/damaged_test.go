package stream_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/metrics"
	"slices"
	"testing"

	"linclass/datasets"
	"linclass/datasets/stream"
	"linclass/internal/damage"
	"linclass/internal/errtest"
	"linclass/lclass"
)

// within fails if reading takes more memory than factor times the size of the files,
// or than what the smallest takes.
func within(t testing.TB, factor, size int, read func()) {
	t.Helper()
	const least = 16 << 20
	before := allocated()
	read()
	if took := allocated() - before; took > uint64(least+factor*size) {
		t.Errorf("%d bytes of files take %d bytes of memory, more than %d times as many", size, took, factor)
	}
}

// allocated returns the bytes that were ever allocated.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// lines returns where the lines of a text begin.
func lines(text []byte) []int {
	var starts []int
	for i, c := range text {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// readCSV reads damaged content, which is an error or finite numbers.
func readCSV(t testing.TB, path string, content []byte, target string) {
	t.Helper()
	errtest.None(t, os.WriteFile(path, content, 0o600))
	within(t, 1000, len(content), func() {
		d, err := stream.CSV(path, stream.Options{Target: target, Weight: "count", Categories: carriers})
		if err != nil {
			return
		}
		x := d.Matrix().RawMatrix().Data
		bad := slices.ContainsFunc(x, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
		if d.Err() == nil && (bad || len(x) != d.N()*d.D()) {
			t.Errorf("features %v", x)
		}
	})
}

var targets = []string{"late", "delay", "stops"}

// Some of what FuzzDamagedCSV does.
func TestDamagedCSV(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	path, content := filepath.Join(t.TempDir(), "x.csv"), []byte(flights(30))
	for range 1000 {
		edits := damage.Edits(rng)
		if readCSV(t, path, damage.Of(content, lines(content), edits), targets[rng.IntN(3)]); t.Failed() {
			t.Fatalf("edits %v", edits)
		}
	}
}

// No damage of a valid file ends the program or takes much memory.
func FuzzDamagedCSV(f *testing.F) {
	path, content := filepath.Join(f.TempDir(), "x.csv"), []byte(flights(30))
	rng := rand.New(rand.NewPCG(2, 2))
	for i := range byte(9) {
		f.Add(i, damage.Edits(rng))
	}
	f.Fuzz(func(t *testing.T, which byte, edits []byte) {
		readCSV(t, path, damage.Of(content, lines(content), edits), targets[which%3])
	})
}

// digits returns files of images and labels.
func digits() (images, labels []byte) {
	const n, h, w = 12, 4, 5
	images = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte{0, 0, 8, 3}, n), h), w)
	labels = binary.BigEndian.AppendUint32([]byte{0, 0, 8, 1}, n)
	for i := range n {
		for j := range h * w {
			images = append(images, byte(i*j))
		}
		labels = append(labels, byte(i%3))
	}
	return images, labels
}

// readIDX reads damaged files in both ways, which agree on whether they are right and
// on what they hold.
func readIDX(t testing.TB, dir string, images, labels []byte) {
	t.Helper()
	var paths []string
	for name, content := range map[string][]byte{"images": images, "labels": labels} {
		paths = append(paths, filepath.Join(dir, name))
		errtest.None(t, os.WriteFile(paths[len(paths)-1], content, 0o600))
	}
	slices.Sort(paths)
	within(t, 1000, len(images)+len(labels), func() {
		d, err := stream.IDX(paths[0], paths[1])
		all, memory := datasets.ReadImages(paths[0], paths[1])
		flat := err == nil && memory != nil && d.Features()[0] == "x1" // which only IDX reads
		if (err == nil) != (memory == nil) && !flat {
			t.Fatalf("in blocks: error %v; in memory: error %v", err, memory)
		}
		if err == nil && !flat && !slices.Equal(lclass.Must(d.Matrix(), d.Err()).RawMatrix().Data, all.Matrix().RawMatrix().Data) {
			t.Errorf("%v in blocks, %v in memory", d.Matrix(), all.Matrix())
		}
	})
}

// Some of what FuzzDamagedIDX does.
func TestDamagedIDX(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	dir := t.TempDir()
	images, labels := digits()
	for range 1000 {
		first, second := damage.Edits(rng), damage.Edits(rng)[:6*rng.IntN(2)]
		if readIDX(t, dir, damage.Of(images, []int{4, 8, 12, 16, 36, 56}, first), damage.Of(labels, []int{4, 8}, second)); t.Failed() {
			t.Fatalf("edits %v and %v", first, second)
		}
	}
}

// No damage of valid files ends the program or takes much memory.
func FuzzDamagedIDX(f *testing.F) {
	dir := f.TempDir()
	images, labels := digits()
	rng := rand.New(rand.NewPCG(3, 3))
	for range 9 {
		f.Add(damage.Edits(rng), damage.Edits(rng))
	}
	f.Fuzz(func(t *testing.T, first, second []byte) {
		readIDX(t, dir, damage.Of(images, []int{4, 8, 12, 16, 36, 56}, first), damage.Of(labels, []int{4, 8}, second))
	})
}

// A gzipped file that unfolds to far more than it says is left when it has.
func TestGzipBomb(t *testing.T) {
	dir := t.TempDir()
	images, labels := digits()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	for _, part := range [][]byte{images, make([]byte, 64<<20)} {
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	errtest.None(t, w.Close())
	for name, content := range map[string][]byte{"images.gz": b.Bytes(), "labels": labels} {
		errtest.None(t, os.WriteFile(filepath.Join(dir, name), content, 0o600))
	}
	within(t, 0, 0, func() {
		_, err := datasets.ReadImages(filepath.Join(dir, "images.gz"), filepath.Join(dir, "labels"))
		mentions(t, err, "images.gz", "after the last")
	})
}
