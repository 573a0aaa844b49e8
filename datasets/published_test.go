package datasets

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"testing"

	"github.com/go-gota/gota/series"

	"linclass/datasets/internal/store"
	"linclass/lclass"
)

// offline skips the test if the published files are not to be expected, and
// forbids downloads, which tests of real data do not make.
func offline(tb testing.TB) {
	tb.Helper()
	if os.Getenv(store.DataVariable) == "" {
		tb.Skip(store.DataVariable, "is not set")
	}
	tb.Setenv(store.OfflineVariable, "1")
}

// available skips the test if err says that the data are not there, and ends
// it if err says something else.
func available(tb testing.TB, err error) {
	tb.Helper()
	if errors.Is(err, ErrUnavailable) {
		tb.Skip(err)
	}
	if err != nil {
		tb.Fatal(err)
	}
}

func TestMNIST(t *testing.T) {
	offline(t)
	before := liveHeap()
	train, test, err := MNIST()
	available(t, err)
	live := liveHeap() - before
	// Dense float64 would take 439 MB.
	if live > 80e6 {
		t.Errorf("%d bytes of live heap", live)
	}

	// Counts of each digit: numpy.bincount of the label files.
	sets := []struct {
		name   string
		data   *lclass.Data
		n      int
		counts []int
		mean   float64 // numpy: images.mean()/255
	}{
		{"train", train, 60000, []int{5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949}, 0.1306604762738429},
		{"test", test, 10000, []int{980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009}, 0.13251460584233693},
	}
	for _, s := range sets {
		if s.data.N() != s.n || s.data.D() != 28*28 || s.data.K() != 10 {
			t.Fatalf("%s: %d×%d, %d classes", s.name, s.data.N(), s.data.D(), s.data.K())
		}
		counts := make([]int, 10)
		for _, k := range s.data.T() {
			counts[k]++
		}
		if !slices.Equal(counts, s.counts) {
			t.Errorf("%s: counts %v, want %v", s.name, counts, s.counts)
		}
		var sum float64
		for _, x := range s.data.Rows() {
			for _, v := range x {
				sum += v
			}
		}
		if mean := sum / float64(s.n*28*28); math.Abs(mean-s.mean) > 1e-9 {
			t.Errorf("%s: mean pixel %v, want %v", s.name, mean, s.mean)
		}
	}
	if f := train.Features(); f[0] != "p0,0" || f[29] != "p1,1" || f[783] != "p27,27" {
		t.Errorf("features %q, %q, %q", f[0], f[29], f[783])
	}
	runtime.KeepAlive(train)
	runtime.KeepAlive(test)
}

// liveHeap returns the bytes that are in use after garbage collection.
func liveHeap() int64 {
	runtime.GC()
	runtime.GC() // the first one may leave what finalizers have freed
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func BenchmarkMNIST(b *testing.B) {
	offline(b)
	for b.Loop() {
		_, _, err := MNIST()
		available(b, err)
	}
}

func TestTitanic(t *testing.T) {
	offline(t)
	df, err := Titanic()
	available(t, err)
	types := []series.Type{
		series.Int, series.Int, series.Int, series.String, series.String, series.Float,
		series.Int, series.Int, series.String, series.Float, series.String, series.String,
	}
	if df.Nrow() != 891 || !slices.Equal(df.Types(), types) {
		t.Fatalf("%d rows of types %v", df.Nrow(), df.Types())
	}
	// Known counts of this list: 342 survivors; 177 ages, 687 cabins and 2
	// ports missing.
	if survivors := df.Col("Survived").Sum(); survivors != 342 {
		t.Errorf("%v survivors", survivors)
	}
	missing := make(map[string]int)
	for _, name := range df.Names() {
		for _, m := range df.Col(name).IsNaN() {
			if m {
				missing[name]++
			}
		}
	}
	if want := map[string]int{"Age": 177, "Cabin": 687, "Embarked": 2}; fmt.Sprint(missing) != fmt.Sprint(want) {
		t.Errorf("missing %v, want %v", missing, want)
	}
	if got := df.Elem(1, 3).String(); got != "Cumings, Mrs. John Bradley (Florence Briggs Thayer)" {
		t.Errorf("second name %q", got)
	}
	if got := df.Elem(1, 9).Float(); got != 71.2833 {
		t.Errorf("second fare %v", got)
	}
	d := lclass.Must(lclass.FromFrame(df, lclass.Columns{Target: "Survived", Features: []string{"Pclass", "Sex", "Age", "SibSp", "Parch", "Fare"}, DropMissing: true}))
	if d.N() != 714 { // Edinburgh, Titanic: the rows with an age
		t.Errorf("%d rows with an age", d.N())
	}
}
