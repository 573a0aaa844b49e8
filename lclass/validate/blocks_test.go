package validate_test

import (
	"errors"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/validate"
)

// Folds of features that are read in blocks score as those of the same ones in
// memory.
func TestBlocks(t *testing.T) {
	d := iris(t)
	x := d.Matrix()
	names := d.Classes()
	blocks := lclass.Blocks{N: 150, D: 4, Size: 1, Read: func(dst []float64, lo, hi int) error {
		copy(dst, x.RawMatrix().Data[lo*4:hi*4])
		return nil
	}}
	spec := func(λ float64, start *lclass.Model) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(λ), Start: start}
	}
	search := func(x mat.Matrix) *validate.Search[float64, *lclass.Model] {
		return lclass.Must(validate.PathSearch(lclass.Must(lclass.FromMatrix(x, d.T(), names)), fiveFolds, []float64{0.1, 0.01}, spec, validate.LogLoss))
	}
	want, got := search(x), search(blocks)
	for i := range want.Validations {
		if !slices.Equal(got.Validations[i].Scores[0].Test, want.Validations[i].Scores[0].Test) {
			t.Errorf("scores %v, in memory %v", got.Validations[i].Scores[0].Test, want.Validations[i].Scores[0].Test)
		}
	}

	broken := errors.New("disk is gone")
	blocks.Read = func([]float64, int, int) error { return broken }
	lost, err := lclass.FromMatrix(blocks, d.T(), names)
	if err == nil {
		_, err = validate.CrossValidate(lost, fiveFolds, lclass.Softmax{})
	}
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}
