package svmlight_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"

	"linclass/datasets/stream"
	"linclass/datasets/svmlight"
	"linclass/internal/damage"
	"linclass/internal/errtest"
	"linclass/lclass"
)

// learners are one of each way to read the samples: at once, pass by pass, one by one,
// several side by side.
func learners() []lclass.Estimator {
	return []lclass.Estimator{
		lclass.Logistic{Penalty: lclass.L2(0.1)}, lclass.Softmax{Penalty: lclass.L2(0.1), Solver: lclass.QuasiNewton{}}, lclass.Softmax{Penalty: lclass.L1(0.01)},
		lclass.Logistic{Solver: lclass.Descent{Epochs: 3, Batch: 1}}, lclass.RegressionClassifier{}, lclass.LDA{},
		lclass.OneVsRest{Of: lclass.Logistic{Penalty: lclass.L2(0.1)}},
	}
}

// file returns one of n samples.
func file(t testing.TB, n int) string {
	t.Helper()
	var b bytes.Buffer
	errtest.None(t, svmlight.Write(&b, random(n, 6, 4), svmlight.OneBased))
	return written(t, b.String())
}

// A fit is the same in memory and in blocks.
func TestFitInBlocks(t *testing.T) {
	path := file(t, 1500)
	memory, blocks := lclass.Must(svmlight.Read(path, svmlight.Options{})), lclass.Must(svmlight.Open(path, svmlight.Options{BlockRows: 1}))
	for _, e := range learners() {
		want, got := lclass.Must(e.Fit(memory)), lclass.Must(e.Fit(blocks))
		k, d := want.W.Dims()
		for r := range k {
			for j := range d {
				if diff := got.W.At(r, j) - want.W.At(r, j); diff > 1e-9 || diff < -1e-9 {
					t.Errorf("%T: weight %d is %v in blocks and %v in memory", e, j, got.W.At(r, j), want.W.At(r, j))
				}
			}
		}
	}
}

// What happens to a file after it was opened is the error of Fit, and names the file.
func TestFaults(t *testing.T) {
	rewrite := func(change func(content []byte) []byte) func(path string) error {
		return func(path string) error {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			content, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(path, change(content), 0o600), os.Chtimes(path, info.ModTime(), info.ModTime()))
		}
	}
	last := func(content []byte, old, new string) []byte {
		at := bytes.LastIndex(content, []byte(old))
		return slices.Concat(content[:at], []byte(new), content[at+len(old):])
	}
	for name, c := range map[string]struct {
		change func(path string) error
		want   error // of which the path is filled in
	}{
		"removed":                 {os.Remove, fs.ErrNotExist},
		"replaced by a directory": {func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o700)) }, &stream.FileError{Is: "a directory"}},
		"truncated":               {func(path string) error { return os.Truncate(path, 1000) }, lclass.ErrChanged},
		"longer":                  {rewrite(func(c []byte) []byte { return append(c, "1 1:1\n"...) }), lclass.ErrChanged},
		"another label":           {rewrite(func(c []byte) []byte { return last(c, "\n-1 ", "\n1  ") }), lclass.ErrChanged},
		"an index from 0 on":      {rewrite(func(c []byte) []byte { return last(c, " 1:", " 0:") }), lclass.ErrChanged},
		"an index too large":      {rewrite(func(c []byte) []byte { return last(c, " 6:", " 7:") }), lclass.ErrChanged},
		"fewer samples":           {rewrite(func(c []byte) []byte { return last(c, "\n-1 ", " #  ") }), lclass.ErrChanged},
		"a word":                  {rewrite(func(c []byte) []byte { return last(c, ":", "x") }), &svmlight.Error{Line: 700, Field: 7, Text: "6x0.28347817307246814", Reason: "a feature is index:value"}},
	} {
		for _, e := range learners() {
			path := file(t, 700)
			d := lclass.Must(svmlight.Open(path, svmlight.Options{}))
			errtest.None(t, c.change(path))
			switch want := c.want.(type) {
			case *stream.FileError:
				want.Path = path
			case *svmlight.Error:
				want.File = path
			}
			if _, err := e.Fit(d); !errtest.Is(err, c.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s, %T: error %v", name, e, err)
			}
		}
	}
	// In memory nothing is read again.
	path := file(t, 700)
	d := lclass.Must(svmlight.Read(path, svmlight.Options{}))
	errtest.None(t, os.Remove(path))
	if _, err := (lclass.Logistic{}).Fit(d); err != nil {
		t.Error(err)
	}
}

// A context that is done ends a fit.
func TestCancel(t *testing.T) {
	stopped := errors.New("stopped by the test")
	for _, e := range learners() {
		ctx, cancel := context.WithCancelCause(context.Background())
		d := lclass.Must(svmlight.Open(file(t, 700), svmlight.Options{})).WithContext(ctx)
		cancel(stopped)
		if _, err := e.Fit(d); !errors.Is(err, stopped) {
			t.Errorf("%T: error %v", e, err)
		}
	}
}

// valid is a file of all that may occur.
func valid() []byte {
	var b strings.Builder
	b.WriteString("# a comment\r\n")
	for i := range 30 {
		fmt.Fprintf(&b, "%+d %d:%v\t%d:1e-%d 300:%d # %d\n", i%3-1, i+1, float64(i)/7, i+5, i, i, i)
	}
	b.WriteString("\n2")
	return []byte(b.String())
}

func lineStarts(text []byte) []int {
	var starts []int
	for i, c := range text {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// readDamaged reads damaged content in both ways, which is the same error or the same
// finite numbers, and takes no more memory than Read says, once each.
func readDamaged(t testing.TB, path string, content []byte, base svmlight.Base) {
	t.Helper()
	errtest.None(t, os.WriteFile(path, content, 0o600))
	before := allocated()
	d, err := svmlight.Read(path, svmlight.Options{Base: base})
	if took := allocated() - before; took > uint64(64<<20+200*len(content)) {
		t.Errorf("%d bytes of a file take %d bytes of memory", len(content), took)
	}
	blocks, failed := svmlight.Open(path, svmlight.Options{Base: base})
	if !reflect.DeepEqual(err, failed) {
		t.Fatalf("in memory: error %v; in blocks: error %v", err, failed)
	}
	var wrong *svmlight.Error
	if err != nil {
		if !errors.As(err, &wrong) && !errors.Is(err, lclass.ErrNoSamples) {
			t.Fatalf("error %v", err)
		}
		return
	}
	if d.D() > 10_000 {
		return // whose blocks have millions of zeros
	}
	for i := range d.N() {
		if x := d.Row(i); !slices.Equal(x, blocks.Row(i)) || slices.ContainsFunc(x, func(v float64) bool { return v-v != 0 }) {
			t.Fatalf("row %d: %v in memory, %v in blocks", i, x, blocks.Row(i))
		}
	}
}

func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// Some of what FuzzDamagedSVMLight does.
func TestDamagedSVMLight(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	path, content := filepath.Join(t.TempDir(), "x.svm"), valid()
	for range 1000 {
		edits := damage.Edits(rng)
		if readDamaged(t, path, damage.Of(content, lineStarts(content), edits), svmlight.Base(rng.IntN(3))); t.Failed() {
			t.Fatalf("edits %v", edits)
		}
	}
}

// No damage of a valid file ends the program or takes much memory.
func FuzzDamagedSVMLight(f *testing.F) {
	path, content := filepath.Join(f.TempDir(), "x.svm"), valid()
	rng := rand.New(rand.NewPCG(4, 4))
	for i := range byte(9) {
		f.Add(i, damage.Edits(rng))
	}
	f.Fuzz(func(t *testing.T, which byte, edits []byte) {
		readDamaged(t, path, damage.Of(content, lineStarts(content), edits), svmlight.Base(which%3))
	})
}

// A line without an end is an error, not a file in memory.
func TestLineWithoutEnd(t *testing.T) {
	defer svmlight.LongestLine(1 << 16)()
	path := written(t, "1 1:1\n2 2:1 # "+strings.Repeat("x", 16<<20))
	before := allocated()
	_, err := svmlight.Open(path, svmlight.Options{})
	var wrong *svmlight.Error
	if !errors.As(err, &wrong) || wrong.Line != 2 || wrong.File != path || allocated()-before > 4<<20 {
		t.Errorf("error %v, %d bytes of memory", err, allocated()-before)
	}
}

// The memory of a file that is all values, and of one that is all samples, is what Read
// says.
func TestMemory(t *testing.T) {
	var dense strings.Builder
	for range 20 {
		dense.WriteString("1")
		for j := range 100_000 {
			fmt.Fprintf(&dense, " %d:1", j)
		}
		dense.WriteString("\n")
	}
	for name, content := range map[string]string{
		"values": dense.String(), "samples": strings.Repeat("1\n", 1_000_000),
		"a million columns": "1 1:1 70000:1 140000:1 210000:1 300000:1 400000:1 500000:1 600000:1 700000:1 800000:1 900000:1 1000000:1\n" + strings.Repeat("1\n", 500_000) + "1 1048576:1\n",
	} {
		path := written(t, content)
		before := allocated()
		d := lclass.Must(svmlight.Read(path, svmlight.Options{}))
		if took := allocated() - before; took > uint64(64<<20+200*len(content)) {
			t.Errorf("%s: %d bytes of a file take %d bytes of memory for %v", name, len(content), took, d)
		}
	}
	const n, features = 20_000, 1 << 23
	path := written(t, strings.Repeat("1 1:1\n", n))
	before := allocated()
	d := lclass.Must(svmlight.Read(path, svmlight.Options{Features: features}))
	if took := allocated() - before; took > 64<<20+200*6*n+32*features+8*n*features/65536 {
		t.Errorf("%d features take %d bytes of memory for %v", features, took, d)
	}
}
