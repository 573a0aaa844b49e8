package lclass_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/lclass"
)

// must ends the test at an error.
func must[T any](t testing.TB, v T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// prepared returns the samples of d after steps that learn from them.
func prepared(d *lclass.Data, steps ...lclass.Preparation) (*lclass.Data, error) {
	p, err := lclass.Prepare(d, steps...)
	if err != nil {
		return nil, err
	}
	return p.Apply(d)
}

// fromBytes returns samples of d bytes each.
func fromBytes(x []byte, d int, scale float64, t []int, classes []string) (*lclass.Data, error) {
	return lclass.FromReader(bytes.NewReader(x), d, scale, t, classes)
}

// classNames returns "c0" … for k classes.
func classNames(k int) []string {
	names := make([]string, k)
	for c := range names {
		names[c] = "c" + strconv.Itoa(c)
	}
	return names
}

// clouds returns n samples of k overlapping classes: d normal features whose
// means differ by 1 in one of them.
func clouds(n, d, k int, seed uint64) (x *mat.Dense, class []int) {
	rng := rand.New(rand.NewPCG(seed, 11))
	x, class = mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		class[i] = i % k
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
		x.Set(i, class[i]%d, x.At(i, class[i]%d)+1)
	}
	return x, class
}

func numbers(class []int) []float64 {
	y := make([]float64, len(class))
	for i, c := range class {
		y[i] = float64(c)
	}
	return y
}

// near reports whether two vectors agree to tol, relative to the larger of 1 and
// the largest value.
func near(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d values, want %d", what, len(got), len(want))
		return
	}
	size := 1.0
	for _, v := range want {
		size = math.Max(size, math.Abs(v))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tol*size) {
			t.Errorf("%s: value %d is %.12g, want %.12g\n got %.6g\nwant %.6g", what, i, got[i], want[i], head(got), head(want))
			return
		}
	}
}

func head(v []float64) []float64 { return v[:min(len(v), 12)] }

// parameters returns W, row after row, and b.
func parameters(m *lclass.Model) []float64 {
	return append(append([]float64(nil), mat.DenseCopyOf(m.W).RawMatrix().Data...), m.B...)
}

func isFinite(v []float64) bool {
	for _, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

var fails = errtest.Fails

// omits checks that the text of an error has none of the words.
func omits(t *testing.T, err error, words ...string) {
	t.Helper()
	for _, word := range words {
		if strings.Contains(err.Error(), word) {
			t.Errorf("error %q mentions %q", err, word)
		}
	}
}

// prefixes returns how often the text of an error names the package.
func prefixes(err error) int { return strings.Count(err.Error(), "lclass:") }

// unprefixed returns the text of an error without the name of the package.
func unprefixed(err error) string { return strings.TrimPrefix(err.Error(), "lclass: ") }

// mentions reports whether an error is there and has all the words.
func mentions(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want one with %q", words)
		return
	}
	contains(t, err.Error(), words...)
}

// contains checks that a text has all the words.
func contains(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("%q does not contain %q", text, word)
		}
	}
}

func fromRows(rows [][]float64) *mat.Dense {
	x := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		x.SetRow(i, row)
	}
	return x
}
