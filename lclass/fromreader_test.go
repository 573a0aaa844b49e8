package lclass_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/iotest"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// Samples that are read have the features of the same numbers in a matrix, in any
// number of blocks of rows and however the bytes arrive.
func TestFromReaderIsFromMatrix(t *testing.T) {
	const d, k = 5, 3
	random := rand.New(rand.NewPCG(7, 1))
	for _, n := range []int{1, 17, 255, 256, 257, 9000} {
		x, class := make([]byte, n*d), make([]int, n)
		for i := range x {
			x[i] = byte(max(0, random.IntN(300)-200)) // two in three are 0
		}
		for i := range class {
			class[i] = i % k
		}
		matrix := mat.NewDense(n, d, nil)
		matrix.Apply(func(i, j int, _ float64) float64 { return float64(x[i*d+j]) * (1. / 255) }, matrix)
		memory := lclass.Must(lclass.FromMatrix(matrix, class, classNames(k)))
		for name, r := range map[string]io.Reader{
			"at once": bytes.NewReader(x), "halves": iotest.HalfReader(bytes.NewReader(x)), "with EOF": iotest.DataErrReader(bytes.NewReader(x)),
		} {
			read, err := lclass.FromReader(r, d, 1./255, class, classNames(k))
			if err != nil {
				t.Fatalf("%d samples, %s: %v", n, name, err)
			}
			for i := range n {
				if !slices.Equal(read.Row(i), memory.Row(i)) {
					t.Fatalf("%d samples, %s: sample %d is %v, not %v", n, name, i, read.Row(i), memory.Row(i))
				}
			}
			equal(t, "features", read.Features(), memory.Features())
			equal(t, "t", read.T(), memory.T())
		}
	}
}

func TestFromReaderFails(t *testing.T) {
	broken := errors.New("disk on fire")
	class := []int{0, 1, 0}
	from := func(r io.Reader, d int, scale float64, classes []string) error {
		return failure(lclass.FromReader(r, d, scale, class, classes))
	}
	const six = 6
	bytesOf := func(n int) io.Reader { return bytes.NewReader(make([]byte, n)) }
	tests := []struct {
		err  error
		want error
	}{
		{from(bytesOf(six-1), 2, 1, classNames(2)), &invalid.LengthError{Of: "samples of bytes", Have: 2, Want: 3}},
		{from(bytesOf(0), 2, 1, classNames(2)), &invalid.LengthError{Of: "samples of bytes", Have: 0, Want: 3}},
		{from(bytesOf(six+1), 2, 1, classNames(2)), lclass.ErrMoreBytes},
		{from(io.MultiReader(bytesOf(3), iotest.ErrReader(broken)), 2, 1, classNames(2)), broken},
		{from(io.MultiReader(bytesOf(six), iotest.ErrReader(broken)), 2, 1, classNames(2)), broken},
		{from(bytesOf(six), 0, 1, classNames(2)), &lclass.SettingError{Setting: "number of features", Value: 0}},
		{from(bytesOf(six), 2, inf, classNames(2)), &lclass.SettingError{Setting: "scale", Value: inf}},
		{from(bytesOf(six), 2, 1, classNames(1)), &lclass.ValueError{Column: "t", Row: 1, Value: "1"}},
	}
	for _, test := range tests {
		fails(t, test.err, test.want)
	}
	if err := tests[3].err; !errors.Is(err, broken) {
		t.Errorf("%v does not wrap the reader's error", err)
	}
}
