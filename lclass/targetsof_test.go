package lclass_test

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

func TestWithTargetsOf(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{10, 20, 30})
	d := lclass.Must(lclass.Must(lclass.FromLabels(x, []int{5, 6, 6})).WithWeight([]float64{1, 2, 3}))
	p := d.WithTargetsOf([]int{2, 0, 1})
	if !slices.Equal(p.T(), []int{1, 0, 1}) || !slices.Equal(p.Y(), []float64{6, 5, 6}) ||
		!slices.Equal(p.Column(0), []float64{10, 20, 30}) || !slices.Equal(p.Weight(), []float64{1, 2, 3}) {
		t.Errorf("targets %v, %v of %v with weights %v", p.T(), p.Y(), p.Column(0), p.Weight())
	}
	if !slices.Equal(d.T(), []int{0, 1, 1}) {
		t.Errorf("the data became %v", d.T())
	}
	for _, index := range [][]int{{0}, {0, 1, 3}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("no panic for %v", index)
				}
			}()
			d.WithTargetsOf(index)
		}()
	}
}
