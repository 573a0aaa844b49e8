package exercises

import (
	"fmt"
	"slices"

	"linclass/assignments/checking"
	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/validate"
)

// OneOut checks exercise 1 of selection.
func OneOut(f func(d *lclass.Data, l lclass.Estimator) float64) {
	fits := 0
	counted := func(l lclass.Estimator) lclass.Estimator { return counting{l, &fits} }
	run("oneOut",
		check("fits once for each sample", "each time without one sample: d.Subset", func(t *checking.Try) {
			fits = 0
			f(datasets.TwoGaussians(12, 1), counted(lclass.Logistic{Penalty: lclass.L2(0.01)}))
			t.Equal("the number of fits for 12 samples", fits, 12)
		}),
		check("is the share of samples that are right when they are left out", "predict the sample that the model has not seen", func(t *checking.Try) {
			for seed := uint64(1); seed <= 3; seed++ {
				d, l := datasets.TwoGaussians(25, seed), lclass.Logistic{Penalty: lclass.L2(0.01)}
				want := lclass.Must(validate.CrossValidate(d, validate.LeaveOneOut{}, l)).Mean()
				t.Number(fmt.Sprintf("oneOut(TwoGaussians(25, %d), …)", seed), f(d, l), want)
			}
		}))
}

// A counting estimator counts its fits.
type counting struct {
	lclass.Estimator
	fits *int
}

func (c counting) Fit(d *lclass.Data) (*lclass.Model, error) {
	*c.fits++
	return c.Estimator.Fit(d)
}

// Stratified checks exercise 2 of selection.
func Stratified(f func(t []int, k int) []int) {
	sorted := make([]int, 0, 150)
	for class := range 3 {
		for range 50 {
			sorted = append(sorted, class)
		}
	}
	run("stratified",
		check("puts every sample into one of the k folds", "a number from 0 to k − 1 for each sample", func(t *checking.Try) {
			folds := f(slices.Clone(sorted), 3)
			t.Equal("the number of entries for 150 samples", len(folds), 150)
			t.True(slices.Min(folds) >= 0 && slices.Max(folds) < 3, "the smallest and the largest entry for k = 3", fmt.Sprint(slices.Min(folds), slices.Max(folds)), "from 0 to 2")
		}),
		check("spreads each class over all folds", "deal out the samples of a class in turn, each class on its own", func(t *checking.Try) {
			for _, c := range []struct {
				name string
				t    []int
				k    int
			}{{"150 sorted flowers", sorted, 3}, {"150 sorted flowers", sorted, 7}, {"eight samples", []int{0, 1, 0, 1, 0, 0, 1, 0}, 2}} {
				folds, count := f(slices.Clone(c.t), c.k), make(map[[2]int]int)
				for i, fold := range folds {
					count[[2]int{c.t[i], fold}]++
				}
				for class := range slices.Max(c.t) + 1 {
					var n []int
					for fold := range c.k {
						n = append(n, count[[2]int{class, fold}])
					}
					t.True(slices.Max(n)-slices.Min(n) <= 1, fmt.Sprintf("samples of class %d in the %d folds of %s", class, c.k, c.name), fmt.Sprint(n), "counts that differ by at most 1")
				}
			}
		}))
}

// OneSE checks exercise 3 of selection.
func OneSE(f func(mean, se []float64) int) {
	run("oneSE",
		check("takes the best where the others are far below", "the best mean minus its standard error is the limit", func(t *checking.Try) {
			t.Equal("oneSE([0.6 0.9 0.7], [0.05 0.05 0.05])", f([]float64{0.6, 0.9, 0.7}, []float64{0.05, 0.05, 0.05}), 1)
		}),
		check("takes the simplest one within a standard error", "the simplest comes first: return the first whose mean reaches the limit", func(t *checking.Try) {
			t.Equal("oneSE([0.6 0.88 0.89 0.9 0.85], [0.01 0.01 0.01 0.025 0.01])", f([]float64{0.6, 0.88, 0.89, 0.9, 0.85}, []float64{0.01, 0.01, 0.01, 0.025, 0.01}), 1)
		}),
		check("uses the standard error of the best one", "that of the simpler one does not count", func(t *checking.Try) {
			t.Equal("oneSE([0.8 0.9], [0.5 0.01])", f([]float64{0.8, 0.9}, []float64{0.5, 0.01}), 1)
		}))
}
