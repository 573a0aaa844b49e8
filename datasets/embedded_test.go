package datasets

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"linclass/lclass"
)

// The sums are those of the files that embedded/make.py wrote; of the
// compressed ones they are of the content, which does not depend on the
// version of the compressor.
func TestEmbeddedSums(t *testing.T) {
	want := map[string]string{
		"iris.csv":                    "9cc1c345c71bcc9b486b74cbf6063fa66f4bb5e0f603a4b3c3471ec2e5e8e355",
		"titanic-table.csv":           "a174ab2d59cc103ae6372dbd607d1a80aca1b596f6a9876e5686453f88e2e65d",
		"digits-images-idx3-ubyte.gz": "359cd13f0f514122884198b78a131df597421cbf5e93a76678fa96fc548f0d96",
		"digits-labels-idx1-ubyte.gz": "ce71631c1f31ce56fa54f31d1d498fafacff59b001e6c30c4a5e29508aa277ad",
	}
	entries := lclass.Must(embedded.ReadDir("embedded"))
	if len(entries) != len(want) {
		t.Errorf("%d embedded files, want %d", len(entries), len(want))
	}
	for _, e := range entries {
		content := lclass.Must(embedded.ReadFile("embedded/" + e.Name()))
		if strings.HasSuffix(e.Name(), ".gz") {
			content = unzip(t, content)
		}
		sum := sha256.Sum256(content)
		if got := hex.EncodeToString(sum[:]); got != want[e.Name()] {
			t.Errorf("%s: SHA-256 %s, want %s", e.Name(), got, want[e.Name()])
		}
	}
}

func unzip(t *testing.T, content []byte) []byte {
	t.Helper()
	r := lclass.Must(gzip.NewReader(bytes.NewReader(content)))
	return lclass.Must(io.ReadAll(r))
}

func TestIris(t *testing.T) {
	df := Iris()
	// Means and 1/(N−1) deviations as scikit-learn's description of the data
	// prints them, with one more digit from R's colMeans and sd.
	want := []struct {
		column    string
		mean, std float64
	}{
		{"sepal_length", 5.843, 0.828},
		{"sepal_width", 3.057, 0.436},
		{"petal_length", 3.758, 1.765},
		{"petal_width", 1.199, 0.762},
	}
	for _, w := range want {
		mean, std := stat.MeanStdDev(df.Col(w.column).Float(), nil)
		if math.Abs(mean-w.mean) > 5e-4 || math.Abs(std-w.std) > 5e-4 {
			t.Errorf("%s: mean %.4f, deviation %.4f, want %v and %v", w.column, mean, std, w.mean, w.std)
		}
	}
	if got := count(df.Col("species").Records()); len(got) != 3 || got["setosa"] != 50 || got["versicolor"] != 50 || got["virginica"] != 50 {
		t.Errorf("species %v", got)
	}
	// The UCI copy is wrong in the 4th value of the 35th sample and in the 2nd
	// and 3rd of the 38th; these are Fisher's.
	for row, flower := range map[int][]float64{35: {4.9, 3.1, 1.5, 0.2}, 38: {4.9, 3.6, 1.4, 0.1}} {
		for j, w := range want {
			if got := df.Col(w.column).Float()[row-1]; got != flower[j] {
				t.Errorf("sample %d, %s: %v, want %v", row, w.column, got, flower[j])
			}
		}
	}
}

func count[E comparable](values []E) map[E]int {
	n := make(map[E]int)
	for _, v := range values {
		n[v]++
	}
	return n
}

func TestTitanicTable(t *testing.T) {
	df := TitanicTable()
	if df.Nrow() != 32 {
		t.Fatalf("%d cells", df.Nrow())
	}
	freq := lclass.Must(df.Col("Freq").Int())
	// R: apply(Titanic, 4, sum) and so on.
	want := map[string]int{
		"Survived No": 1490, "Survived Yes": 711,
		"Sex Male": 1731, "Sex Female": 470,
		"Age Child": 109, "Age Adult": 2092,
		"Class 1st": 325, "Class 2nd": 285, "Class 3rd": 706, "Class Crew": 885,
	}
	got := make(map[string]int)
	for _, name := range []string{"Survived", "Sex", "Age", "Class"} {
		for i, level := range df.Col(name).Records() {
			got[name+" "+level] += freq[i]
		}
	}
	for group, n := range want {
		if got[group] != n {
			t.Errorf("%s: %d people, want %d", group, got[group], n)
		}
	}
	if len(got) != len(want) {
		t.Errorf("groups %v", got)
	}
}

func TestDigits(t *testing.T) {
	d := Digits()
	if d.N() != 1797 || d.D() != 64 || d.K() != 10 {
		t.Fatalf("%d×%d, %d classes", d.N(), d.D(), d.K())
	}
	// numpy.bincount of scikit-learn's load_digits().target
	want := []int{178, 182, 177, 183, 181, 182, 181, 179, 174, 180}
	got := make([]int, 10)
	for _, k := range d.T() {
		got[k]++
	}
	if !slices.Equal(got, want) {
		t.Errorf("counts %v, want %v", got, want)
	}
	var sum, largest float64
	for _, x := range d.Rows() {
		for _, v := range x {
			sum += v
			largest = max(largest, v)
		}
	}
	// load_digits().data.mean() is 4.884164579855314
	if mean := 16 * sum / (1797 * 64); math.Abs(mean-4.884164579855314) > 1e-12 || largest != 1 {
		t.Errorf("mean %v, largest %v", mean, largest)
	}
	// The first image of load_digits() starts 0 0 5 13 9 1 0 0 / 0 0 13 15.
	for j, v := range []float64{0, 0, 5, 13, 9, 1, 0, 0, 0, 0, 13, 15} {
		if d.At(0, j) != v/16 {
			t.Errorf("pixel %d of the first image is %v, want %v/16", j, d.At(0, j), v)
		}
	}
	if f := d.Features(); f[0] != "p0,0" || f[9] != "p1,1" || f[63] != "p7,7" {
		t.Errorf("features %q", f)
	}
	if c := d.Classes(); c[0] != "0" || c[9] != "9" {
		t.Errorf("classes %q", c)
	}
}
