package lclass_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"linclass/lclass"
)

// numbersFrame is a gota frame of float columns x0, x1, … and an integer column t.
func numbersFrame(n, d int) dataframe.DataFrame {
	rng := rand.New(rand.NewPCG(1, 1))
	columns := make([]series.Series, 0, d+1)
	x, class := make([]float64, n), make([]int, n)
	for j := range d {
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		columns = append(columns, series.New(x, series.Float, fmt.Sprint("x", j)))
	}
	for i := range class {
		class[i] = rng.IntN(2)
	}
	return dataframe.New(append(columns, series.New(class, series.Int, "t"))...)
}

// gota needs 16 bytes for a number, as many for the copy of the column that it gives,
// and 8 for the column of float64; the features take 8. That is twice the frame, and
// nothing else may grow with the number of columns.
func TestFrameIsReadInTwiceItsSize(t *testing.T) {
	if underRace {
		t.Skip("the race detector allocates, too")
	}
	const n, d = 20_480, 100 // columns of whole pages, to which Go rounds up
	f := numbersFrame(n, d)
	for _, o := range []lclass.Columns{{Target: "t"}, {Target: "x0"}, {Target: "t", Raw: true}, {Target: "t", DropMissing: true}} {
		before := allocated()
		data, err := lclass.FromFrame(f, o)
		took := float64(allocated()-before) / (16 * n * (d + 1))
		if must(t, data, err); took > 2.04 {
			t.Errorf("%+v: %.3f times the size of the frame", o, took)
		}
	}
}
